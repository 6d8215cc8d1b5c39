"""The history screen: sessions, their events, one event in full, and the company as it was then."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import ScreenResume, ScreenSuspend
from textual.timer import Timer

from campaign.events import Entry
from campaign.history.account import account
from campaign.history.landmarks import Landmark, next_landmark
from campaign.history.sittings import rows, sittings
from campaign.preferences import Pace
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from campaign.undoing import find
from rules.errors import RuleError
from screens.history.company_then import CompanyThen
from screens.history.detail import Detail, Told
from screens.history.event_list import EventList
from screens.history.keys import HISTORY_KEYS
from screens.history.loading import Loading
from screens.history.past_events import PastEventScreen
from screens.history.session_list import SessionList, session_card
from screens.history.trail import Spot, Trail, View
from screens.panes import mark_current_pane
from screens.room import WIDE
from screens.steady_text import SteadyText
from screens.table.replay import Replay
from screens.table.roster import Roster

_BLINK = 0.2
"""Seconds of reading before it is said how far it has come, and between two times that it is."""
_NO_MORE = {
    (Landmark.WOUND, 1): "Pas de blessure après.",
    (Landmark.WOUND, -1): "Pas de blessure avant.",
    (Landmark.DEPASSEMENT, 1): "Pas de dépassement après.",
    (Landmark.DEPASSEMENT, -1): "Pas de dépassement avant.",
    (Landmark.STAR, 1): "Pas de ★ après.",
    (Landmark.STAR, -1): "Pas de ★ avant.",
}


class HistoryScreen(PastEventScreen):
    """A campaign read back.

    Args:
        session: the campaign.
        pace: how fast a replay goes by itself.
        trail: where one was the last time, and before.
        at: the event to begin with; where one was, or else the last session, without it.
    """

    CSS_PATH = ["../panes.tcss", "history.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    BINDING_GROUP_TITLE = "Historique"
    BINDINGS = HISTORY_KEYS
    KIND = "historique"
    """What the title says of this screen."""

    def __init__(
        self, session: Session, pace: Callable[[], Pace], trail: Trail, at: Entry | None = None
    ) -> None:
        super().__init__(session)
        self._trail = trail
        self._arrival = trail.here
        if at is not None:
            if trail.here is not None:
                trail.leave(trail.here)
            self._arrival = Spot(at.session, at.sequence, View.EVENTS)
        self._pace = pace
        self._view = View.SESSIONS
        self._keys_at_work = False
        self._is_stale = False  # what is in view may count otherwise now
        self._listed: tuple[int, int] | None = None  # the sitting whose events are listed
        self._loading = Loading(self._known)
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
        self._go(self._arrival or Spot(last, None, View.SESSIONS))
        self.call_after_refresh(self._load)

    def on_unmount(self) -> None:
        """Stop following the session."""
        self._stop_listening()

    # Where one is

    @property
    def spot(self) -> Spot:
        """Where one is."""
        row = self.query_one(EventList).selected()
        sitting = self.query_one(SessionList).chosen()
        if row is not None and self._view is not View.SESSIONS:
            return Spot(row.session, row.sequence, self._view)
        return Spot(sitting.sessions[0] if sitting else 0, None, self._view)

    def _go(self, spot: Spot) -> None:
        view = self.query_one(SessionList)
        view.cursor = view.place(spot.session, spot.sequence)
        self._list_events(spot.sequence)
        self._look(spot.view)
        self.call_later(self._follow)

    def _look(self, view: View) -> None:
        """Bring a part of the screen to the front, and the focus to it."""
        self._turn(view)
        match view:
            case View.SESSIONS:
                self.query_one(SessionList).focus()
            case View.EVENTS:
                self.query_one(EventList).focus()
            case View.EVENT:
                self.query_one(Detail).focus_main()

    def _turn(self, view: View) -> None:
        self._view = view
        for each in View:
            self.set_class(each is view, f"-{each}")

    def on_descendant_focus(self) -> None:
        """Bring the part that has the focus to the front, and mark its title."""
        match self.focused:
            case SessionList():
                self._turn(View.SESSIONS)
            case EventList():
                self._turn(View.EVENTS)
            case Replay() | Told():
                self._turn(View.EVENT)
        mark_current_pane(self)

    # What is shown follows where one is, once all keys have done their work

    def touched(self) -> None:
        """Let nothing be read while a key is at work."""
        super().touched()
        self._keys_at_work = True
        self._loading.hold()

    def settled(self) -> None:
        """Show what the keys have led to, and go on reading."""
        self._keys_at_work = False
        self.call_later(self._follow)
        if self.is_current:
            self._loading.go_on()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        """Let what is in front have all the time."""
        self._loading.hold()

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Go on reading."""
        self._loading.go_on()

    def on_resize(self) -> None:
        """Show what has room now."""
        self.call_later(self._follow)

    def _follow(self) -> None:
        """Show the session and the event that are under the cursors."""
        sitting = self.query_one(SessionList).chosen()
        if self._keys_at_work or sitting is None:
            return
        if self._listed != (sitting.first, sitting.sessions[0]):
            self._list_events(None)
        self.query_one("#session-card", SteadyText).tell(session_card(self.history, sitting))
        if self._view is View.SESSIONS and self.has_class("-narrow"):
            return
        entry, detail = self.event_at_hand(), self.query_one(Detail)
        if entry is None:
            detail.clear("Rien ici.")
        elif self._is_stale or detail.sequence != entry.sequence:
            self._is_stale = False
            try:
                detail.show(account(self.history, entry))
            except (JournalError, RuleError) as error:  # a line that another hand has written
                detail.clear(sentence(error))
            self.call_later(self._follow_company)

    def _follow_company(self) -> None:
        """Show the company right after the event under the cursor."""
        row, company = self.query_one(EventList).selected(), self.query_one(CompanyThen)
        if self._keys_at_work or row is None:
            return
        if not self.history.is_loaded:
            company.wait("Encore à lire…")
            return
        try:
            company.show(self.history.state_at(row.sequence), row.who)
        except JournalError as error:
            company.wait(sentence(error))

    def _list_events(self, sequence: int | None) -> None:
        """List the events of the session under the cursor."""
        sitting, view = self.query_one(SessionList).chosen(), self.query_one(EventList)
        if sitting is None:
            return
        self._listed = (sitting.first, sitting.sessions[0])
        title = " · ".join(filter(None, (f"Séance {sitting.label}", sitting.title)))
        self.query_one("#events-title", SteadyText).tell(Content(title))
        try:
            view.show(self.history, rows(self.history, sitting), sequence)
        except JournalError as error:
            self.complain(sentence(error))

    def event_at_hand(self) -> Entry | None:
        """Return the entry under the cursor."""
        row = self.query_one(EventList).selected()
        try:
            return find(self.history.entries(row.session), row.sequence) if row else None
        except JournalError as error:
            self.complain(sentence(error))
            return None

    # What is read, and what is written meanwhile

    def _load(self) -> None:
        if not self.history.is_loaded:
            self._loading.go_on()
            self._read = 0
            if self._progress is None:
                self._progress = self.set_interval(_BLINK, self._tell_progress)
            self.run_worker(self._load_all(), exclusive=True)

    async def _load_all(self) -> None:
        try:
            await self._loading.run(self.history)
        except JournalError as error:
            self.complain(sentence(error))
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
        self._refresh()

    def _known(self, session: int) -> None:
        self._read += 1
        self.query_one(SessionList).known(session)

    def _tell_progress(self) -> None:
        words = f"Séances · {self._read} lues sur {len(self.history.sessions)}"
        self.query_one("#sessions-title", SteadyText).tell(Content(words))

    def _written(self, entries: tuple[Entry, ...]) -> None:
        """Take in what was written, here or at the table; the cursors stay."""
        self.history = self.session.history
        self._refresh()
        self._load()

    def _refresh(self) -> None:
        """Show what is known now, from where one is."""
        row = self.query_one(EventList).selected()
        self.query_one("#sessions-title", SteadyText).tell(Content("Séances"))
        self.query_one(SessionList).show(self.history, sittings(self.history))
        self._list_events(row.sequence if row else None)
        self._is_stale = True
        self.call_later(self._follow)

    # What the keys ask for

    def on_session_list_moved(self) -> None:
        """Show another session, unless keys still move the cursor."""
        self.call_later(self._follow)

    def on_session_list_chosen(self) -> None:
        """Go to the events of the session under the cursor."""
        self._look(View.EVENTS)

    def on_event_list_moved(self) -> None:
        """Show another event, unless keys still move the cursor."""
        self.call_later(self._follow)

    def on_event_list_chosen(self) -> None:
        """Play the event under the cursor."""
        self._turn(View.EVENT)
        self._follow()
        self.query_one(Detail).read()

    def action_back(self) -> None:
        """Go back from the event to the list, from there to the sessions, from there to where one came from."""
        match self._view:
            case _ if isinstance(self.focused, Roster):
                self._look(View.EVENTS)
            case View.EVENT:
                self._look(View.EVENTS)
            case View.EVENTS:
                self._look(View.SESSIONS)
            case View.SESSIONS:
                self.action_leave()

    def action_jump(self, name: str, by: int) -> None:
        """Go to the next landmark of that name, or to the one before."""
        landmark, row = Landmark(name), self.query_one(EventList).selected()
        found = next_landmark(self.history, landmark, row.sequence, by) if row else None
        if found is None:
            self.complain(_NO_MORE[landmark, by])
            return
        self._jump(Spot(*found, View.EVENTS if self._view is View.SESSIONS else self._view))

    def action_jump_session(self, by: int) -> None:
        """Go to the next session, or to the one before."""
        view = self.query_one(SessionList)
        if not 0 <= view.cursor + by < view.row_count():
            self.complain("Pas de séance après." if by > 0 else "Pas de séance avant.")
            return
        self._trail.leave(self.spot)
        view.cursor += by
        self._list_events(None)

    def _jump(self, spot: Spot) -> None:
        self._trail.leave(self.spot)
        self._go(spot)

    def action_return(self) -> None:
        """Go back to where one was before the last jump."""
        spot = self._trail.back()
        if spot is None:
            self.complain("Il n’y a pas de saut dont revenir.")
        else:
            self._go(spot)

    def action_company(self) -> None:
        """Go to the company of then."""
        if self._view is View.SESSIONS:
            self._look(View.EVENTS)
        self.query_one(Roster).focus()

    def action_leave(self) -> None:
        """Go back to where one came from; the next time, one is here again."""
        self._trail.here = self.spot
        self.dismiss()
