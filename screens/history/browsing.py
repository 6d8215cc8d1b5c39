"""Going about the history: to a session, to an event, to what is searched or comes next, and back."""

from __future__ import annotations

from collections.abc import Callable

from campaign.history.landmarks import Landmark, NotReadYet, next_landmark
from campaign.history.rows import Row
from campaign.session import Session
from screens.fields import Field
from screens.history.detail import Detail, Told
from screens.history.event_list import EventList
from screens.history.finding import Finding
from screens.history.found_list import FoundList
from screens.history.past_events import STILL_READ, PastEventScreen
from screens.history.session_list import SessionList
from screens.history.trail import Spot, Trail, View
from screens.panes import mark_current_pane
from screens.table.replay import Replay
from screens.table.roster import Roster

NO_MORE = {
    (Landmark.WOUND, 1): "Pas de blessure après.",
    (Landmark.WOUND, -1): "Pas de blessure avant.",
    (Landmark.DEPASSEMENT, 1): "Pas de dépassement après.",
    (Landmark.DEPASSEMENT, -1): "Pas de dépassement avant.",
    (Landmark.STAR, 1): "Pas de ★ après.",
    (Landmark.STAR, -1): "Pas de ★ avant.",
}
NO_SESSION = {1: "Pas de séance après.", -1: "Pas de séance avant."}


class BrowsingScreen(PastEventScreen):
    """A screen of sessions, of events, and of the one at hand.

    Args:
        session: the campaign.
        monotonic: seconds that only go forward.
        trail: where one was the last time, and before.
    """

    def __init__(self, session: Session, monotonic: Callable[[], float], trail: Trail) -> None:
        super().__init__(session)
        self._monotonic, self._trail = monotonic, trail
        self._view = View.SESSIONS
        self._is_finding = False  # what was found is listed, in the place of a session's events
        self._searched_from: Spot | None = None  # where one was when the search began

    # What is shown there

    def list_events(self, sequence: int | None) -> None:
        """List the events of the session under the cursor, with the cursor on the one of that number."""
        raise NotImplementedError

    def follow(self) -> None:
        """Show the session and the event that are under the cursors."""
        raise NotImplementedError

    def show_event(self) -> None:
        """Show the event that is under the cursor."""
        raise NotImplementedError

    # Where one is

    @property
    def spot(self) -> Spot:
        """Where one is."""
        row, sitting = self.selected(), self.query_one(SessionList).chosen()
        if row is not None and self._view is not View.SESSIONS:
            return Spot(row.session, row.sequence, self._view)
        return Spot(sitting.sessions[0] if sitting else 0, None, self._view)

    def selected(self) -> Row | None:
        """Return the event under the cursor, of the session or of what was found."""
        if self._is_finding:
            return self.query_one(Finding).selected()
        return self.query_one(EventList).selected()

    def go_to(self, spot: Spot) -> None:
        """Go to a place."""
        self._find(False)
        view = self.query_one(SessionList)
        view.cursor = view.place(spot.session, spot.sequence)
        self.list_events(spot.sequence)
        self._look(spot.view)
        self.call_later(self.follow)

    def _look(self, view: View) -> None:
        """Bring a part of the screen to the front, and the focus to it."""
        self._turn(view)
        match view:
            case View.SESSIONS:
                self.query_one(SessionList).focus()
            case View.SEARCH:
                self.query_one(Finding).ask()
            case View.EVENTS if self._is_finding:
                self.query_one(Finding).read()
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
            case Field():
                self._turn(View.SEARCH)
            case EventList() | FoundList():
                self._turn(View.EVENTS)
            case Replay() | Told():
                self._turn(View.EVENT)
        mark_current_pane(self)

    def on_session_list_chosen(self) -> None:
        """Go to the events of the session under the cursor."""
        self._find(False)
        self._searched_from = None
        self._look(View.EVENTS)

    def on_event_list_chosen(self) -> None:
        """Play the event under the cursor."""
        self._turn(View.EVENT)
        self.show_event()
        self.query_one(Detail).read()

    def action_back(self) -> None:
        """Go back from the event to the list, from there to the sessions, from there to where one came from."""
        match self._view:
            case _ if isinstance(self.focused, Roster):
                self._look(View.EVENTS)
            case View.EVENT:
                self._look(View.EVENTS)
            case View.EVENTS if self._is_finding:
                self._end_search()
            case View.EVENTS if self._searched_from is not None:
                self._find(True)
                self._look(View.EVENTS)
            case View.EVENTS:
                self._look(View.SESSIONS)
            case View.SESSIONS:
                self.action_leave()

    async def action_search(self) -> None:
        """Ask what is to be found, over the whole campaign."""
        if not self._is_finding:
            self._searched_from = self._searched_from or self.spot
        if not self.query(Finding):
            finding = Finding(self.history, self._monotonic)
            await self.query_one("#event-list-pane").mount(finding)
            finding.search_for(self._trail.searched)
        self._find(True)
        self._look(View.SEARCH)

    def on_finding_chosen(self) -> None:
        """Go to the event that was found, among those of its session."""
        row = self.selected()
        if row is not None:
            if self._searched_from is not None:
                self._trail.leave(self._searched_from)
            self.go_to(Spot(row.session, row.sequence, View.EVENTS))

    def on_search_bar_left(self) -> None:
        """Go back to where one was before the search."""
        self._end_search()

    def _find(self, is_finding: bool) -> None:
        """List what was found, or a session's events."""
        self._is_finding = is_finding
        self.set_class(is_finding, "-finding")

    def _end_search(self) -> None:
        spot, self._searched_from = self._searched_from, None
        self.go_to(spot or self.spot)

    def action_jump(self, name: str, by: int) -> None:
        """Go to the next landmark of that name, or to the one before."""
        landmark, row = Landmark(name), self.selected()
        try:
            spot = (row.session, row.sequence) if row else None
            found = next_landmark(self.history, landmark, spot, by) if spot else None
        except NotReadYet:
            self.complain(STILL_READ)
            return
        if found is None:
            self.complain(NO_MORE[landmark, by])
            return
        self._jump(Spot(*found, View.EVENTS if self._view is View.SESSIONS else self._view))

    def action_jump_session(self, by: int) -> None:
        """Go to the next session, or to the one before."""
        view = self.query_one(SessionList)
        if not 0 <= view.cursor + by < view.row_count():
            self.complain(NO_SESSION[by])
            return
        self._trail.leave(self.spot)
        view.cursor += by
        self.list_events(None)
        if self._is_finding:  # the session has the place of what was found
            self._find(False)
            self._look(View.EVENTS)

    def _jump(self, spot: Spot) -> None:
        self._trail.leave(self.spot)
        self.go_to(spot)

    def action_return(self) -> None:
        """Go back to where one was before the last jump."""
        spot = self._trail.back()
        if spot is None:
            self.complain("Il n’y a pas de saut dont revenir.")
        else:
            self.go_to(spot)

    def action_company(self) -> None:
        """Go to the company of then."""
        if self._view is View.SESSIONS:
            self._look(View.EVENTS)
        self.query_one(Roster).focus()

    def action_leave(self) -> None:
        """Go back to where one came from; the next time, one is here again."""
        self._trail.here = self.spot
        for finding in self.query(Finding):
            self._trail.searched = finding.searched
        self.dismiss()
