"""The history screen: sessions, their events, one event in full, and the company as it was then."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import ScreenSuspend
from textual.timer import Timer

from campaign.events import Entry
from campaign.history.account import account
from campaign.history.chapters import Chapter
from campaign.history.sittings import Sitting, rows, sittings
from campaign.preferences import Pace
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from campaign.undoing import find
from rules.errors import RuleError
from screens.history.browsing import BrowsingScreen
from screens.history.company_then import CompanyThen
from screens.history.detail import Detail
from screens.history.event_list import EventList
from screens.history.finding import Finding
from screens.history.keys import HISTORY_KEYS
from screens.history.session_list import SessionList, session_card
from screens.history.trail import Spot, Trail, View
from screens.room import WIDE
from screens.steady_text import SteadyText

_TALL = 34
"""The height from which the events have all that the one at hand doesn't need."""
_BLINK = 0.2
"""Seconds of reading before it is said how far it has come, and between two times that it is."""


class HistoryScreen(BrowsingScreen):
    """A campaign read back.

    Args:
        session: the campaign.
        pace: how fast a replay goes by itself.
        monotonic: seconds that only go forward.
        trail: where one was the last time, and before.
        knows_secrets: whether those who look may know the GC's secrets.
        at: the event to begin with; where one was, or else the last session, without it.
    """

    CSS_PATH = ["../panes.tcss", "history.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (_TALL, "-tall")]
    BINDING_GROUP_TITLE = "Historique"
    BINDINGS = HISTORY_KEYS
    KIND = "historique"
    """What the title says of this screen."""

    def __init__(
        self,
        session: Session,
        pace: Callable[[], Pace],
        monotonic: Callable[[], float],
        trail: Trail,
        at: Entry | None = None,
        *,
        knows_secrets: bool = True,
    ) -> None:
        super().__init__(session, monotonic, trail)
        self._knows_secrets = knows_secrets
        self._arrival = trail.here
        if at is not None:
            if trail.here is not None:
                trail.leave(trail.here)
            self._arrival = Spot(at.session, at.sequence, View.EVENTS)
        self._pace = pace
        self._keys_at_work = True  # the one that opened it
        self._event_shown: int | None = None  # the numbers of those that are in view
        self._company_shown: int | None = None
        self._listed: Sitting | None = None  # the sitting whose events are listed
        self.between_keys.hold()
        self._progress: Timer | None = None
        self._read = 0

    def compose_body(self) -> ComposeResult:
        """Lay the panes out."""
        with Container(id="history"):
            with Vertical(id="sessions-pane"):
                yield SteadyText(Content("Séances"), id="sessions-title", classes="pane-title")
                yield SessionList(self.history, sittings(self.history))
                yield SteadyText(id="session-card")
            with Container(id="events-pane"):
                with Vertical(id="event-list-pane"):
                    yield SteadyText(id="events-title", classes="pane-title")
                    yield EventList(self.history)
                yield Detail(self._pace, id="detail")
                yield CompanyThen(id="company-then")

    def on_mount(self) -> None:
        """Go where one comes from; read the rest once that is on screen."""
        self.sub_title = f"{self.session.state.name} · {self.KIND}"
        self._stop_listening = self.session.listen(self._written)
        last = self.history.sessions[-1] if self.history.sessions else 0
        self.go_to(self._arrival or Spot(last, None, View.SESSIONS))
        self.call_after_refresh(self._load)

    def on_unmount(self) -> None:
        """Stop following the session."""
        self._stop_listening()

    # What is shown follows where one is, once all keys have done their work

    def touched(self) -> None:
        """Let nothing be read while a key is at work."""
        super().touched()
        self._keys_at_work = True

    def settled(self) -> None:
        """Show what the keys have led to, and go on reading."""
        super().settled()
        self._keys_at_work = False
        self.call_later(self.follow)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        """Let what is in front have all the time."""
        self.between_keys.hold()

    def on_resize(self) -> None:
        """Show what has room now."""
        self.call_later(self.follow)

    def follow(self) -> None:
        """Show the session and the event that are under the cursors."""
        sitting = self.query_one(SessionList).chosen()
        if self._keys_at_work or sitting is None:
            return
        if self._listed != sitting:
            self.list_events(None)
        self.query_one("#session-card", SteadyText).tell(session_card(self.history, sitting))
        if self._view is View.SESSIONS and self.has_class("-narrow"):
            return
        if (
            self._view is View.SEARCH
        ):  # what is found is shown once one goes to it: a letter is answered sooner
            return
        self.show_event()
        self.call_later(self._show_company)

    def show_event(self) -> None:
        """Show the event that is under the cursor."""
        row, detail = self.selected(), self.query_one(Detail)
        if row is not None and row.sequence == self._event_shown:
            return
        self._event_shown = row.sequence if row else None
        entry = self.event_at_hand()
        try:
            if entry is None:
                detail.clear("")
            else:
                detail.show(account(self.history, entry))
        except (JournalError, RuleError) as error:  # a line that another hand has written
            detail.clear(sentence(error))

    def _show_company(self) -> None:
        """Show the company right after the event that is under the cursor."""
        row, company = self.selected(), self.query_one(CompanyThen)
        if self._keys_at_work or (row and row.sequence) == self._company_shown:
            return
        self._company_shown = row.sequence if row else None
        if row is None:
            company.wait("")
        elif not self.history.is_loaded:
            company.wait("Encore à lire…")
        else:
            try:
                company.show(self.history.state_at(row.sequence), row.who)
            except JournalError as error:
                company.wait(sentence(error))

    def list_events(self, sequence: int | None) -> None:
        """List the events of the session under the cursor, with the cursor on the one of that number."""
        sitting, view = self.query_one(SessionList).chosen(), self.query_one(EventList)
        if sitting is None:
            return
        self._listed = sitting
        self.query_one("#events-title", SteadyText).tell(Content(sitting.heading))
        try:
            view.show(self.history, rows(self.history, sitting), sequence)
        except JournalError as error:
            self.complain(sentence(error))

    def event_at_hand(self) -> Entry | None:
        """Return the entry under the cursor."""
        row = self.selected()
        try:
            return find(self.history.entries(row.session), row.sequence) if row else None
        except JournalError as error:
            self.complain(sentence(error))
            return None

    def chapter_at_hand(self) -> Chapter | None:
        """Return the session under the cursor, as it is read; None while that isn't known."""
        sitting = self.query_one(SessionList).chosen()
        return sitting.chapter if sitting else None

    # What is read, and what is written meanwhile

    def _load(self) -> None:
        if not self.history.is_loaded:
            if self.is_active and not self._keys_at_work:
                self.between_keys.go_on()
            self._read = 0
            if self._progress is None:
                self._progress = self.set_interval(_BLINK, self._tell_progress)
            self.run_worker(self._load_all(), exclusive=True)

    async def _load_all(self) -> None:
        try:
            await self.between_keys.work(self._loading())
            self._all_read()
            # how each session counts now: the first key of a search waits for none
            await self.between_keys.work(map(self.history.index, self.history.sessions))
        except JournalError as error:
            self.complain(sentence(error))
            self._all_read()

    def _all_read(self) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
        self._refresh()

    def _loading(self) -> Iterator[int]:
        """Make what isn't known yet known, and what is written meanwhile."""
        while not self.history.is_loaded:
            for session in self.history.loading():
                self._read += 1
                self.query_one(SessionList).known(session)
                yield session

    def _tell_progress(self) -> None:
        words = f"Séances · {self._read} lues sur {len(self.history.sessions)}"
        self.query_one("#sessions-title", SteadyText).tell(Content(words))

    def _written(self, entries: tuple[Entry, ...]) -> None:
        """Take in what was written, here or at the table; the cursors stay."""
        if self.history is not self.session.history:  # the files are others now
            self.history = self.session.history
            self._find(False)
            self.query(Finding).remove()
            self._refresh()
        self._load()

    def _refresh(self) -> None:
        """Show what is known now, from where one is."""
        view, row = self.query_one(SessionList), self.query_one(EventList).selected()
        chosen = view.chosen()
        session, sequence = (chosen.sessions[0], chosen.first) if chosen else (0, None)
        if row is not None and chosen == self._listed:
            session, sequence = row.session, row.sequence
        self.query_one("#sessions-title", SteadyText).tell(Content("Séances"))
        view.show(self.history, sittings(self.history), session, sequence)
        self.list_events(sequence)
        for finding in self.query(Finding):
            finding.again()
        self._event_shown = self._company_shown = None
        self.call_later(self.follow)

    # What the keys ask for

    def action_character(self) -> None:
        """Show the history of whom the event at hand is about."""
        from screens.character.history import show_character

        row = self.selected()
        if row is None or self._view is View.SESSIONS:
            self.complain("Choisissez d’abord un événement du personnage.")
        elif row.who is None:
            self.complain("Cet événement n’est celui de personne.")
        else:
            show_character(self, row.who, self._go_to_event, knows_secrets=self._knows_secrets)

    def _go_to_event(self, sequence: int) -> None:
        session = self.history.session_of(sequence)
        if session is not None:
            self._jump(Spot(session, sequence, View.EVENTS))

    def action_statistics(self) -> None:
        """Show the rolls of the session at hand in pictures, and from there those of the campaign."""
        from screens.statistics.screen import StatisticsScreen

        sitting = self.query_one(SessionList).chosen()
        number, knows_secrets = sitting.sessions[0] if sitting else None, self._knows_secrets
        self.app.push_screen(StatisticsScreen(self.session, number, knows_secrets=knows_secrets))

    def on_session_list_moved(self) -> None:
        """Show another session, unless keys still move the cursor."""
        self.call_later(self.follow)

    def on_event_list_moved(self) -> None:
        """Show another event, unless keys still move the cursor."""
        self.call_later(self.follow)

    def on_finding_moved(self) -> None:
        """Show another event that was found, unless keys still move the cursor."""
        self.call_later(self.follow)
