"""What the application does with campaigns: opens one at a time, to play, to look on, or to read back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from campaign.decide import Dice
from campaign.looking import STILL_READABLE, LookingSession
from campaign.opening import opened
from campaign.place import Bookmark
from campaign.ports import Clock, Library
from campaign.preferences import Pace
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from screens.dialogs.confirm import Confirm
from screens.dialogs.fault import Fault
from screens.history.trail import Trail
from screens.library.screen import LibraryScreen
from tui.clipboard import Clipboard
from tui.first_words import FirstWords
from tui.terminal_app import TerminalApp

if TYPE_CHECKING:
    from screens.table.screen import TableScreen

NOT_OPENED = "La campagne n’a pas pu être ouverte"
HISTORY_NOT_READ = "L’historique n’a pas pu être lu"


class CampaignApp(TerminalApp):
    """An application that opens campaigns.

    Args:
        library: where they are.
        clock: tells the time.
        dice: rolls the d20s that nobody rolled at the table.
        bookmark_of: returns where the place in the campaign of a name is kept; without it, it is not.
        clipboard: where copies go; without one, to the terminal alone.
        first_words: what the terminal shows already, if it does.
        monotonic: seconds that only go forward.
    """

    def __init__(
        self,
        library: Library,
        clock: Clock,
        dice: Dice,
        bookmark_of: Callable[[str], Bookmark] | None,
        clipboard: Clipboard | None,
        first_words: FirstWords | None,
        monotonic: Callable[[], float],
    ) -> None:
        super().__init__(clipboard, first_words, monotonic)
        self._library, self._clock, self._dice = library, clock, dice
        self._bookmark_of = bookmark_of
        self._session: Session | None = None
        self._trails: defaultdict[str, Trail] = defaultdict(Trail)

    def _pace(self) -> Pace:
        """Return how fast a replay goes by itself."""
        raise NotImplementedError

    def on_unmount(self) -> None:
        """Let go of the campaign."""
        self._close_campaign()

    def on_library_screen_chosen(self, event: LibraryScreen.Chosen) -> None:
        """Open the campaign that was chosen."""
        self.open_campaign(event.slug)

    def open_campaign(self, name: str) -> None:
        """Show the table of a campaign, or why it can't be opened."""
        from screens.table.screen import TableScreen  # the library is on screen before it loads

        try:
            self._session = opened(self._library.open(name), self._clock, self._dice)
        except JournalError as error:
            if error.fault in STILL_READABLE:
                self._offer_to_look(name, error)
            else:
                self.push_screen(Fault(NOT_OPENED, sentence(error)))
            return
        bookmark = self._bookmark_of(name) if self._bookmark_of else None
        table = TableScreen(self._session, self._monotonic, self._pace, bookmark)
        self.push_screen(table, self._left_table)

    def _offer_to_look(self, name: str, error: JournalError) -> None:
        """The campaign can't be written to, but it can still be looked at, as it grows."""

        def look(wanted: bool | None) -> None:
            if wanted:
                self._look(name)

        question = f"{sentence(error)}\n\nLa regarder sans y écrire ?"
        self.push_screen(Confirm("Campagne ouverte en lecture seule", question), look)

    def _look(self, name: str) -> None:
        from screens.table.looking import LookingTable

        try:
            journal = self._library.open_for_reading(name)
            session = LookingSession(journal, self._clock, self._dice)
        except JournalError as error:
            self.push_screen(Fault(NOT_OPENED, sentence(error)))
            return
        self._session = session
        table = LookingTable(session, self._monotonic, self._pace)
        self.push_screen(table, self._left_table)

    def on_library_screen_history_asked(self, event: LibraryScreen.HistoryAsked) -> None:
        """Show the history of a campaign that isn't opened for it."""
        from screens.history.looking import LookingHistory

        try:
            journal = self._library.open_for_reading(event.slug)
            self._session = LookingSession(journal, self._clock, self._dice)
            trail = self._trails[self._session.state.name]
            history = LookingHistory(self._session, self._pace, self._monotonic, trail)
        except JournalError as error:
            self._close_campaign()
            self.push_screen(Fault(NOT_OPENED, sentence(error)))
            return
        self.push_screen(history, self._left_table)

    def on_table_screen_history_asked(self, event: TableScreen.HistoryAsked) -> None:
        """Show the history of the campaign that is on the table."""
        from screens.history.screen import HistoryScreen

        session = event.table.session
        trail = self._trails[session.state.name]
        try:
            history = HistoryScreen(
                session,
                self._pace,
                self._monotonic,
                trail,
                event.entry,
                knows_secrets=event.table.KNOWS_SECRETS,
            )
        except JournalError as error:
            self.push_screen(Fault(HISTORY_NOT_READ, sentence(error)))
            return
        history.drafts = event.table.drafts  # a half-written note is kept with the table's own
        self.push_screen(history)

    def _left_table(self, _result: None) -> None:
        self._close_campaign()

    def _close_campaign(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None
