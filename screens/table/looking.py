"""The table as seen by a second program: it follows what the first one writes, and can change nothing."""

from __future__ import annotations

from collections.abc import Callable

from textual import actions, events

from campaign.events import DepassementResolved, Event
from campaign.looking import LookingSession
from campaign.preferences import Pace
from campaign.refusals import JournalError
from campaign.sentences import sentence
from screens.dialogs.fault import Fault
from screens.keys import bindings_of
from screens.table.keys import WRITING
from screens.table.log import Log
from screens.table.played import Played
from screens.table.roller import Roller
from screens.table.screen import TableScreen

READ_ONLY = "Cette table est en lecture seule : les dés se lancent sur l’autre, où tout s’écrit."
PACE = 1.0
"""Seconds between two looks at the journal."""


class LookingTable(TableScreen):
    """The table of a campaign that another program is writing to."""

    def __init__(
        self, session: LookingSession, monotonic: Callable[[], float], pace: Callable[[], Pace]
    ) -> None:
        super().__init__(session, monotonic, pace)
        self._looking = session

    def on_mount(self) -> None:
        """Follow the journal."""
        self.query_one(Played).may_rule = False
        self._following = self.set_interval(PACE, self._follow)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no key that would write."""
        return action not in WRITING and super().check_action(action, parameters)

    def on_roller_launched(self, event: Roller.Launched) -> None:
        """Refuse to roll."""
        event.prevent_default()  # Textual would call the handler of TableScreen as well
        self.complain(READ_ONLY)

    def on_key(self, event: events.Key) -> None:
        """Say why a key that would write does nothing."""
        bound = [binding for key, binding in bindings_of(self) if key == event.key]
        if any(actions.parse(binding.action)[1] in WRITING for binding in bound):
            self.complain(READ_ONLY)

    def place(self) -> str:
        """Say that nothing can be written here."""
        return f"{super().place()} · lecture seule"

    def _follow(self) -> None:
        before = self._in_view()
        try:
            fresh = self._looking.follow()
        except JournalError as error:
            self._following.stop()
            self.app.push_screen(Fault("La campagne ne peut plus être suivie", sentence(error)))
            return
        reads_back = self.query_one(Log).has_focus
        if fresh and not reads_back and isinstance(fresh[-1].event, DepassementResolved):
            self.replay(fresh[-1])
        elif self._in_view() != before:
            self._view_again()

    def _in_view(self) -> Event | None:
        """Return the event in view as it counts; None if none is, or if it doesn't count."""
        played = self.query_one(Played).sequence
        entry = self.session.find(played or 0)
        if entry is None or entry.sequence in self.session.past.undone:
            return None
        return self.session.past.current(entry)
