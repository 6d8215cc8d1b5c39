"""The table as seen by a second program: it follows what the first one writes, and can change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import events

from campaign.events import DepassementResolved, Entry, Event, EventRevealed
from campaign.looking import PACE, TAKEN_UP, LookingSession, cut_off
from campaign.preferences import Pace
from campaign.refusals import JournalError
from screens.keys import actions_of
from screens.table.keys import WRITING
from screens.table.log import Log
from screens.table.played import Played
from screens.table.roller import Roller
from screens.table.screen import TableScreen

READ_ONLY = "Cette table est en lecture seule : les dés se lancent sur l’autre, où tout s’écrit."


class LookingTable(TableScreen):
    """The table of a campaign that another program is writing to."""

    KIND = "lecture seule"
    """What the title says of this table."""
    REFUSAL = READ_ONLY
    """Why a key that would write does nothing."""

    def __init__(
        self, session: LookingSession, monotonic: Callable[[], float], pace: Callable[[], Pace]
    ) -> None:
        super().__init__(session, monotonic, pace)
        self._looking = session
        self._is_cut_off = False

    def on_mount(self) -> None:
        """Follow the journal."""
        self.set_interval(PACE, self._follow)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no key that would write."""
        return action not in WRITING and super().check_action(action, parameters)

    def on_roller_launched(self, event: Roller.Launched) -> None:
        """Refuse to roll."""
        event.prevent_default()  # Textual would call the handler of TableScreen as well
        self.complain(self.REFUSAL)

    def on_key(self, event: events.Key) -> None:
        """Say why a key that would write does nothing."""
        if actions_of(self, event.key) & WRITING:
            self.complain(self.REFUSAL)

    def place(self) -> str:
        """Say that nothing can be written here."""
        return f"{super().place()} · {self.KIND}"

    def _follow(self) -> None:
        before = self._in_view()
        try:
            fresh = self._looking.follow()
        except JournalError as error:
            self._cut_off(error)
            return
        if self._is_cut_off:
            self._is_cut_off = False
            self.say(TAKEN_UP)
        reads_back = self.query_one(Log).has_focus
        rolled = _rolled(fresh)
        if rolled is not None and not reads_back and self._counts(rolled):
            self.replay(rolled)
        elif self._in_view() != before:
            self._view_again()

    def _cut_off(self, error: JournalError) -> None:
        """Say once that the campaign can't be read; what is shown stays, and looking goes on."""
        if not self._is_cut_off:
            self._is_cut_off = True
            self.complain(cut_off(error))

    def _in_view(self) -> Event | None:
        """Return the event in view as it counts; None if none is, or if it doesn't count."""
        entry = self.session.find(self.query_one(Played).sequence or 0)
        if entry is None or not self._counts(entry):
            return None
        return self.session.past_of(entry.sequence).current(entry)

    def _counts(self, entry: Entry) -> bool:
        return entry.sequence not in self.session.past_of(entry.sequence).undone


def _rolled(entries: Iterable[Entry]) -> Entry | None:
    """Return the last roll among `entries`, just played or just revealed, if there is one."""
    found = None
    for entry in entries:
        match entry.event:
            case DepassementResolved() | EventRevealed(event=DepassementResolved()):
                found = entry
    return found
