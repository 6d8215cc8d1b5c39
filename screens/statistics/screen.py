"""The statistics screen: one picture at a time, of everyone or of one person, in a session or the whole campaign."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from importlib import import_module

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content

from campaign.history.figures import Figure, Rolls, Subject, figure
from campaign.history.roll_book import RollBook
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from screens.base import FEW_SIGNS, GardienScreen
from screens.keys import key_for
from screens.room import WIDE
from screens.statistics.people import People
from screens.steady_text import SteadyText

WITH_SECRETS = "avec les secrets"
_SUBJECTS = tuple(Subject)
_LETTERS = {
    Subject.DICE: "d",
    Subject.SUCCESSES: "r",
    Subject.RISK: "p",
    Subject.DOM: "o",
    Subject.WOUNDS: "b",
    Subject.EFFORTS: "e",
}
_TOOLTIPS = {
    Subject.DICE: "Voir les dés réels par face, et si le dé est honnête",
    Subject.SUCCESSES: "Voir les réussites à côté de leurs chances",
    Subject.RISK: "Voir le risque pris et le risque payé",
    Subject.DOM: "Voir le Dom et le Dom effectif au fil du temps",
    Subject.WOUNDS: "Voir les effets des dés, à côté de ce que les enjeux laissaient attendre",
    Subject.EFFORTS: "Voir les Diff osées, et celles qui ont réussi",
}


class StatisticsScreen(GardienScreen[None]):
    """The statistics of a campaign. Secret rolls don't count in them until the GC says so, here and now.

    Args:
        session: the open campaign.
        number: the session to begin with; None for the whole campaign.
        knows_secrets: whether there are secrets that may be counted: not for those who follow.
    """

    CSS_PATH = "statistics.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    BINDING_GROUP_TITLE = "Statistiques"
    BINDINGS = [
        Binding(
            "right",
            "turn(1)",
            "figure",
            tooltip="Voir la figure suivante",
            id="statistics.next",
        ),
        Binding(
            "left",
            "turn(-1)",
            "figure d’avant",
            tooltip="Voir la figure précédente",
            id="statistics.previous",
            show=False,
        ),
        *(
            Binding(
                _LETTERS[each],
                f"show('{each.name}')",
                each.value,
                tooltip=_TOOLTIPS[each],
                id=f"statistics.{each.name.lower()}",
                show=False,
            )
            for each in Subject
        ),
        Binding(
            "s",
            "scope",
            "séance/campagne",
            tooltip="Passer de la séance à toute la campagne, et retour",
            id="statistics.scope",
        ),
        Binding(
            "N",
            "session(-1)",
            "avant",
            tooltip="Voir la séance d’avant",
            id="statistics.earlier",
        ),
        Binding(
            "n",
            "session(1)",
            "après",
            tooltip="Voir la séance suivante",
            id="statistics.later",
        ),
        Binding(
            "z",
            "secrets",
            "secrets",
            tooltip="Compter les jets secrets, ou ne plus les compter",
            id="statistics.secrets",
        ),
        Binding(
            "escape,ctrl+g,q",
            "back",
            "retour",
            tooltip="Revenir d’où l’on vient",
            id="statistics.back",
        ),
    ]

    def __init__(
        self,
        session: Session,
        number: int | None,
        *,
        knows_secrets: bool,
    ) -> None:
        super().__init__()
        names = {who: character.name for who, character in session.state.characters.items()}
        self._source, self._campaign = session.history, session.state.name
        self._book = RollBook(self._source, names)
        self._session = self._last_session = number
        self._people = People(names, id="people")
        self._subject = Subject.DICE
        self._knows_secrets, self._with_secrets = knows_secrets, False
        self._can_draw = False
        self._waiting = True  # for the picture that was asked for

    def compose_body(self) -> ComposeResult:
        """Lay out who there is, and the picture with its sentence."""
        with Horizontal(id="statistics"):
            yield self._people
            with Vertical(id="figure"):
                yield SteadyText(id="title")
                yield SteadyText(id="chart")
                yield SteadyText(id="legend")
                yield SteadyText(id="reading")
                yield SteadyText(id="aside")

    def on_mount(self) -> None:
        """Begin to read; leaving the screen ends it."""
        self._people.focus()
        self._tell_place()
        self.run_worker(self._read())

    async def _read(self) -> None:
        """Read everything between the keys."""
        await asyncio.to_thread(import_module, "screens.statistics.drawing")
        self._can_draw = True
        try:
            await self.between_keys.work(self._book.reading(), self._read_on)
        except JournalError as error:
            self.complain(sentence(error))

    def _read_on(self) -> None:
        """Tell what has become known: how far one is, then the picture, once."""
        if self._waiting and self._rolls_known():
            self._show()
        elif self._waiting:
            self._tell("reading", self._book.progress)

    def _rolls_known(self) -> bool:
        return self._book.is_whole if self._session is None else self._book.is_ready

    def _rolls(self) -> Rolls:
        return self._book.rolls(self._session, self._people.who, secrets=self._with_secrets)

    def _show(self) -> None:
        """Draw the picture that is asked for, or wait until it is known."""
        self._tell_place()
        self._waiting = not (self._can_draw and self._rolls_known())
        if self._waiting:
            self._draw(Figure("", None, self._book.progress))
            return
        try:
            self._draw(self._figure())
        except JournalError as error:
            self.complain(sentence(error))

    def _figure(self) -> Figure:
        rolls = self._rolls()
        drawn = figure(self._subject, rolls)
        if rolls.points or self._session is None:
            return drawn
        scope = key_for(self, "statistics.scope")
        return replace(drawn, aside=f"{scope} montre toute la campagne.")

    def _draw(self, wanted: Figure) -> None:
        from screens.statistics.drawing import FINE, PLAIN, draw, legend

        signs = PLAIN if self.app.has_class(FEW_SIGNS) else FINE
        room = self.query_one("#chart").content_size
        drawn = draw(wanted.chart, room.width, room.height, signs) if wanted.chart and room else []
        self._tell("title", wanted.title)
        self._tell("chart", "\n".join(drawn))
        self._tell("legend", legend(wanted.chart, signs) if wanted.chart else "")
        self._tell("reading", wanted.reading)
        self._tell("aside", wanted.aside)

    def _tell(self, id: str, text: str) -> None:
        self.query_one(f"#{id}", SteadyText).tell(Content(text))

    def _tell_place(self) -> None:
        scope = "toute la campagne" if self._session is None else f"séance {self._session}"
        secrets = f" · {WITH_SECRETS}" if self._with_secrets else ""
        self.sub_title = (
            f"{self._campaign} · statistiques · {scope} · {self._people.name_shown}{secrets}"
        )

    def on_resize(self) -> None:
        """Draw the picture in its new room."""
        self.call_after_refresh(self._show)

    def on_people_chosen(self) -> None:
        """Draw the picture of someone else."""
        self._show()

    # What the keys ask for

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to count secrets only to those who may know them."""
        return action != "secrets" or self._knows_secrets

    def action_turn(self, by: int) -> None:
        """Show the next picture, or the one before, round and round."""
        place = _SUBJECTS.index(self._subject) + by
        self._subject = _SUBJECTS[place % len(_SUBJECTS)]
        self._show()

    def action_show(self, subject: str) -> None:
        """Show the picture of a subject."""
        self._subject = Subject[subject]
        self._show()

    def action_scope(self) -> None:
        """Go from the session to the whole campaign, or back."""
        if self._session is not None:
            self._last_session, self._session = self._session, None
        else:
            self._session = self._last_session or max(self._source.sessions, default=None)
        self._show()

    def action_session(self, by: int) -> None:
        """Go to the next session, or to the one before."""
        sessions = list(self._source.sessions)
        if self._session not in sessions:
            self.action_scope()
            return
        place = sessions.index(self._session) + by
        if not 0 <= place < len(sessions):
            self.complain("C’est la première séance." if by < 0 else "C’est la dernière séance.")
            return
        self._session = sessions[place]
        self._show()

    def action_secrets(self) -> None:
        """Count the secret rolls, or don't any more."""
        self._with_secrets = not self._with_secrets
        self._show()
        self.say("Jets secrets comptés." if self._with_secrets else "Jets secrets laissés de côté.")

    def action_back(self) -> None:
        """Leave; what is still being read is left there."""
        self.dismiss()
