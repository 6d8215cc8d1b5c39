"""The correction of a past roll: what its stakes should have been, and what that changes, as it is typed."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from campaign.calculations import calculation
from campaign.commands import Command, CorrectRoll
from campaign.correction import corrected_roll, correction_of
from campaign.deltas import deltas
from campaign.events import DepassementResolved, Die, EffectRuled, Entry, Event
from campaign.history.consequences import Consequences
from campaign.narration import event_line, version_told
from campaign.refusals import JournalError, Refusal, Refused
from campaign.sentences import sentence
from campaign.session import Session
from campaign.words import RULINGS
from rules.calculation import Total, number
from rules.depassement import ENCAISSEMENT_DIE
from rules.errors import RuleError, Violation
from rules.health import Ruling
from rules.roll import DIE, FACES, LIMIT_OF_STAKES
from rules.sheet import LIMIT_OF_VALUES
from rules.tableau import Gravity
from screens.buttons import PushButton
from screens.choice import Choice
from screens.fields import Field
from screens.form import SAVE, FormBody, FormScreen, Misread, row
from screens.steady_text import SteadyText
from screens.table.foretelling import Foretelling, foretell, listed

_NOTHING_YET = "Rien n’est changé pour l’instant."


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
        stakes, played = roll.stakes, session.find(target)
        event = played.event if played else roll
        self._first = first = event.stakes if isinstance(event, DepassementResolved) else stakes
        added = correction_of(stakes.ca, first.ca)
        added_to_other = correction_of(stakes.encaissement, first.encaissement)
        self._diff = Field("Diff", number(stakes.diff), id="diff")
        self._eff = Field("Eff", number(stakes.eff), id="eff")
        self._ca = Field("correction de la CA", number(added), id="ca")
        self._encaissement = Field(
            "correction de l’encaissement", number(added_to_other), id="encaissement"
        )
        self._die = Field(DIE, _face(roll.die), id="die")
        self._encaissement_die = Field(
            ENCAISSEMENT_DIE, _face(roll.encaissement_die), id="encaissement-die"
        )
        ruled = session.ruling_of(target)
        ruling = ruled.event if ruled is not None else None
        self._ruling = Choice(
            "jugement",
            list(RULINGS.items()),
            ruling.ruling if isinstance(ruling, EffectRuled) else Ruling.FATIGUE,
        )
        self.sub_title = f"correction · {roll.name} · {roll.action}"

    def compose_body(self) -> ComposeResult:
        """Yield the form, and what it comes to."""
        first = self._first
        with FormBody():
            yield from _pair("Diff", self._diff, "Eff", self._eff)
            yield from row("CA, à ajouter", self._ca, _added_to(first.ca))
            yield from row(
                "Encaissement, à ajouter", self._encaissement, _added_to(first.encaissement)
            )
            yield from _pair("Dé", self._die, "Dé d’encaissement", self._encaissement_die)
            with Horizontal(classes="row", id="judged"):
                yield Static("Jugement", classes="row--heading")
                yield self._ruling
            yield SteadyText(id="preview")
        with Horizontal(id="buttons"):
            yield PushButton("Enregistrer", id=SAVE)

    def follow(self) -> None:
        """Show what the correction changes in the company, and the roll as it would be beside what it was."""
        self.query_one("#judged").display = self._can_be_ruled()
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

    def refused(self, error: Refused | RuleError) -> None:
        """Go to the die that is missing."""
        if isinstance(error, RuleError) and error.violation is Violation.DIE_MISSING:
            dice = (self._die, self._encaissement_die)
            self.point_at(next(each for each in dice if each.label == error.details["what"]))
        super().refused(error)

    def save(self, command: Command) -> None:
        """Have the roll corrected; where it was long ago, once all that follows until today was read."""
        assert isinstance(command, CorrectRoll), "the form asks for nothing else"
        try:
            foretold = foretell(self.session, command)
        except (Refused, RuleError) as error:
            self.refused(error)
            return
        except JournalError as error:
            self.complain(sentence(error))
            return
        if isinstance(foretold, Consequences):
            question = Foretelling("Corriger ce jet ?", (), foretold)
            self.confirm(question, command, lambda _: self.dismiss())
        else:
            super().save(command)

    @property
    def _is_awaited(self) -> bool:
        awaited = self.session.state.awaited
        return awaited is not None and awaited.sequence == self._target

    def _can_be_ruled(self) -> bool:
        """Whether there is a ruling to give: the roll, as far as it is known, has an effect, and doesn't await one."""
        try:
            roll = corrected_roll(self.command(), self._roll, self._first)
        except (Misread, RuleError):
            roll = self._roll
        return not self._is_awaited and roll.outcome.effect.gravity is not Gravity.AUCUNE

    def _typed(self, field: Field) -> int | None:
        """A face, or None where the field is empty: the die stays what it was."""
        return self.whole(field, 1, FACES) if field.text().strip() else None

    def _preview(self) -> Iterator[str]:
        try:
            foreseen = self.session.foreseen(self.command())
        except Misread as error:
            yield sentence(error.refused)
            yield from self._steps(self._roll)
        except Refused as error:
            yield _NOTHING_YET if error.refusal is Refusal.NO_CHANGE else sentence(error)
            yield from self._steps(self._roll)
        except RuleError as error:
            yield sentence(error)
            yield from self._steps(self._roll)
        else:
            yield from self._changes(foreseen)
            events = [each.event for each in foreseen]
            rolls = [each for each in events if isinstance(version_told(each), DepassementResolved)]
            for event in events:
                if event not in rolls:
                    yield f"Jugement : {event_line(version_told(event), self.session.find)}"
            yield from self._steps(rolls[0] if rolls else self._roll)

    def _changes(self, foreseen: tuple[Entry, ...]) -> Iterator[str]:
        """Yield what would differ now, or right after a roll of long ago; what follows from that is shown on saving."""
        if self.session.is_far(foreseen):
            yield "Juste après (la suite se lit avant d’enregistrer) :"
        yield from listed(deltas(*self.session.compared(foreseen)))

    def _steps(self, event: Event) -> Iterator[str]:
        for step in calculation(event, self.session.find):
            why = f"   ({step.why})" if step.why else ""
            yield f"{step.label} : {step.formula} {step.conclusion}{why}"


def _pair(name: str, entry: Field, other_name: str, other: Field) -> ComposeResult:
    """Yield two fields on one line."""
    with Horizontal(classes="row"):
        yield Static(name, classes="row--heading")
        yield entry
        yield Static(other_name, classes="row--heading -second")
        yield other


def _added_to(total: Total) -> str:
    """Return the sum that a correction is added to: "à 17 = My 15 + Ma 2"."""
    return f"à {number(total.value)} = {total.formula}"


def _face(die: Die | None) -> str:
    return str(die.face) if die else ""
