"""The correction of a past roll: what its stakes should have been, and what that changes, as it is typed."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from campaign.commands import CorrectRoll
from campaign.correction import correct, correction_of
from campaign.deltas import deltas
from campaign.events import (
    DepassementResolved,
    Die,
    EffectRuled,
    Event,
)
from campaign.narration import calculation, event_line, told
from campaign.refusals import Refusal, Refused
from campaign.sentences import sentence
from campaign.session import Session
from campaign.words import RULINGS
from rules.calculation import number
from rules.depassement import ENCAISSEMENT_DIE
from rules.errors import RuleError
from rules.health import Ruling
from rules.roll import DIE, FACES, LIMIT_OF_STAKES
from rules.sheet import LIMIT_OF_VALUES
from screens.buttons import PushButton
from screens.choice import Choice
from screens.fields import Field
from screens.form import SAVE, FormScreen, Misread, row
from screens.steady_text import SteadyText

_NOTHING_YET = "Rien n’est changé pour l’instant."
_ADDED = "ce qui manquait à "


class CorrectionScreen(FormScreen):
    """The stakes, the dice and the ruling of a past roll. Its dice stay as they fell, unless one was typed wrong.

    Args:
        session: the open campaign.
        target: the sequence number of the roll.
        roll: the roll as it counts now.
    """

    CSS_PATH = "correction.tcss"
    BINDING_GROUP_TITLE = "Correction"

    def __init__(self, session: Session, target: int, roll: DepassementResolved) -> None:
        super().__init__(session)
        self._target, self._roll = target, roll
        stakes = roll.stakes
        self._diff = Field("Diff", number(stakes.diff), id="diff")
        self._eff = Field("Eff", number(stakes.eff), id="eff")
        self._ca = Field("correction de la CA", number(correction_of(stakes.ca)), id="ca")
        self._encaissement = Field(
            "correction de l’encaissement",
            number(correction_of(stakes.encaissement)),
            id="encaissement",
        )
        self._die = Field(DIE, _face(roll.die), id="die")
        self._encaissement_die = Field(
            ENCAISSEMENT_DIE, _face(roll.encaissement_die), id="encaissement-die"
        )
        ruled = session.ruling_of(target)
        event = ruled.event if ruled is not None else None
        self._ruling = Choice(
            "jugement",
            list(RULINGS.items()),
            event.ruling if isinstance(event, EffectRuled) else Ruling.FATIGUE,
            id="ruling",
        )
        self.sub_title = f"correction · {roll.name} · {roll.action}"

    def compose_body(self) -> ComposeResult:
        """Yield the form, and what it comes to."""
        with VerticalScroll(can_focus=False):
            yield from row("Diff", self._diff)
            yield from row("Eff", self._eff)
            yield from row("CA", self._ca, f"{_ADDED}{self._roll.stakes.ca.formula}")
            yield from row(
                "Encaissement",
                self._encaissement,
                f"{_ADDED}{self._roll.stakes.encaissement.formula}",
            )
            yield from row("Dé", self._die, "tel qu’il est tombé")
            yield from row("Dé d’encaissement", self._encaissement_die)
            if not self._is_awaited:
                yield from row("Jugement", self._ruling)
            yield SteadyText(id="preview")
            yield PushButton("Enregistrer", id=SAVE)

    def follow(self) -> None:
        """Show the roll as it would be, beside what it was, and what that changes in the company."""
        self.query_one("#preview", SteadyText).tell(Content("\n".join(self._preview())))

    def command(self) -> CorrectRoll:
        """Return the correction as the form says it is.

        Raises:
            Misread: a field can't be read.
        """
        return CorrectRoll(
            self._target,
            diff=self.whole(self._diff, 0, LIMIT_OF_STAKES),
            eff=self.whole(self._eff, 0, LIMIT_OF_STAKES),
            ca=self.whole(self._ca, -LIMIT_OF_VALUES, LIMIT_OF_VALUES),
            encaissement=self.whole(self._encaissement, -LIMIT_OF_VALUES, LIMIT_OF_VALUES),
            die=self._typed(self._die),
            encaissement_die=self._typed(self._encaissement_die),
            ruling=None if self._is_awaited else self._ruling.value,
        )

    @property
    def _is_awaited(self) -> bool:
        awaited = self.session.state.awaited
        return awaited is not None and awaited.sequence == self._target

    def _typed(self, field: Field) -> int | None:
        """A face, or None where the field is empty: the die stays what it was."""
        return self.whole(field, 1, FACES) if field.text().strip() else None

    def _preview(self) -> Iterator[str]:
        try:
            command = self.command()
            events = correct(command, self.session)
        except Misread as error:
            yield sentence(error.refused)
        except Refused as error:
            yield _NOTHING_YET if error.refusal is Refusal.NO_CHANGE else sentence(error)
            yield from self._steps(self._roll)
        except RuleError as error:
            yield sentence(error)
        else:
            if not any(isinstance(told(each), DepassementResolved) for each in events):
                yield from self._steps(self._roll)
            for event in events:
                yield from self._told(event)
            state = self.session.state
            yield from (f"· {each}" for each in deltas(state, self.session.foresee(command)))

    def _told(self, event: Event) -> Iterator[str]:
        if isinstance(told(event), DepassementResolved):
            yield from self._steps(event)
        else:
            yield f"Jugement : {event_line(told(event), self.session.find)}"

    def _steps(self, event: Event) -> Iterator[str]:
        for step in calculation(event, self.session.find):
            why = f"   ({step.why})" if step.why else ""
            yield f"{step.label} : {step.formula} {step.conclusion}{why}"


def _face(die: Die | None) -> str:
    return str(die.face) if die else ""
