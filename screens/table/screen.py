"""The table screen: binds the panes to the campaign's state, and turns keys into commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from campaign.commands import CloseSession
from campaign.events import Entry
from campaign.place import Bookmark, Draft, Place
from campaign.preferences import Pace
from campaign.sentences import sentence
from campaign.session import Session
from campaign.standing import standing
from campaign.text import of
from rules.health import Ruling
from screens.dialogs.confirm import Confirm
from screens.dialogs.fault import Fault
from screens.enter_gate import EnterGate
from screens.history.sessions import offer_reopening
from screens.keys import key_for
from screens.panes import mark_current_pane
from screens.room import WIDE
from screens.steady_text import SteadyText
from screens.table.action_list import ActionList
from screens.table.company import CompanyScreen
from screens.table.events import EventScreen
from screens.table.keys import TABLE_KEYS
from screens.table.log import Log
from screens.table.place import PlaceKeeper, go_on_writing, offer, still_there
from screens.table.played import Played
from screens.table.roller import Roller, Stage
from screens.table.roster import Roster

FOUND_AT_OPENING = "Trouvé à l’ouverture"


class TableScreen(EventScreen):
    """The evening's screen."""

    CSS_PATH = ["../panes.tcss", "table.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    BINDING_GROUP_TITLE = "Table"
    BINDINGS = TABLE_KEYS

    @dataclass
    class HistoryAsked(Message):
        """Posted when the history is to be shown.

        Attributes:
            table: the table from which it is.
            entry: the event that was chosen in the log, if one was.
        """

        table: TableScreen
        entry: Entry | None

    def __init__(
        self,
        session: Session,
        monotonic: Callable[[], float],
        pace: Callable[[], Pace],
        bookmark: Bookmark | None = None,
    ) -> None:
        super().__init__(session)
        self._keeper = PlaceKeeper(bookmark)
        found = self._keeper.found
        known = found is not None and found.is_in(session.entries)
        self._offered = still_there(found, session) if found and known else None
        may_write = not session.is_looking
        self._roller = Roller(EnterGate(monotonic), pace, may_write=may_write, id="roller")
        self.set_reactive(CompanyScreen.state, session.state)
        company = session.state.company
        awaited = session.state.awaited
        first = company[0].who if company else None
        before = self._offered.who if self._offered else None
        self.set_reactive(CompanyScreen.who, awaited.roll.who if awaited else before or first)

    def compose_body(self) -> ComposeResult:
        """Lay the three panes out."""
        with Container(id="table"):
            with Vertical(id="company-pane"):
                yield SteadyText(id="company-title", classes="pane-title")
                yield Roster(id="roster").data_bind(CompanyScreen.state, CompanyScreen.who)
            yield self._roller.data_bind(CompanyScreen.state, CompanyScreen.who)
            with Vertical(id="log-pane"):
                yield Static("Journal", classes="pane-title")
                yield Log(self.session, id="log")

    def on_mount(self) -> None:
        """Follow the session, and take up what was left unfinished."""
        self._stop_listening = self.session.listen(self._written)
        self._tell_place()
        self.query_one(Roster).focus()
        self.take_up()
        if self.session.notices:
            self.tell_notices(self.session.notices)
        else:
            self._offer_place()

    def on_unmount(self) -> None:
        """Stop following the session."""
        self._stop_listening()

    def tell_notices(self, notices: Sequence[str]) -> None:
        """Tell what the journal had to say when it was opened, and only then ask whether to go on."""
        told = Fault(FOUND_AT_OPENING, "\n".join(notices))
        self.app.push_screen(told, lambda _: self._offer_place())

    # Where one is, as far as no event tells of it

    def _offer_place(self) -> None:
        """Go back to the action that was at hand; where something was half done, ask whether to go on with it."""
        self._tell_trouble()
        place, self._offered = self._offered, None
        if place is None:
            return
        if place.who == self.who:
            self.query_one(ActionList).go_to(place.action)
        if place.is_half_done:
            self._offered = place
            offer(self, place, self._go_on)

    def _go_on(self, wanted: bool) -> None:
        """Take up what was half done, or forget it."""
        place, self._offered = self._offered, None
        if place is None or not wanted:
            self._keeper.forget()
            return
        roller = self.query_one(Roller)
        roller.is_secret = place.is_secret
        if place.roll is not None:
            roller.go_on(place.roll)
        go_on_writing(self, place.drafts)

    def settled(self) -> None:
        """Keep the place; not before the GC has said what he makes of the one before."""
        super().settled()
        if self._keeper.keeps and self._offered is None:
            last, roller = self.session.entries[-1], self.query_one(Roller)
            action = roller.action.name if roller.action else None
            drafts = tuple(Draft(*subject, text) for subject, text in self.drafts.items())
            half_roll, is_secret = roller.half_roll(), roller.is_secret
            self._keeper.keep(
                Place(last.sequence, last.at, self.who, action, is_secret, half_roll, drafts)
            )
            self._tell_trouble()

    def on_click(self) -> None:
        """Keep the place that a click led to, once it has done its work."""
        self.call_after_refresh(self.settled)

    def left(self) -> None:
        """Forget the place: nothing is to be taken up the next time."""
        self._keeper.close()

    def _tell_trouble(self) -> None:
        if trouble := self._keeper.trouble():
            self.complain(trouble)

    # What the session says

    def _written(self, entries: tuple[Entry, ...]) -> None:
        self.state = self.session.state
        self.say("")
        if self.who not in self.state.characters:
            company = self.state.company
            self.who = company[0].who if company else None
        self.query_one(Log).written()
        played = self.query_one(Played)
        if played.sequence is not None:
            played.tell_ruling(self.state.awaited, self.ruling_on(played.sequence))
        self._tell_place()

    def _tell_place(self) -> None:
        title = (
            self.session.title if self.app.size.width >= WIDE else ""
        )  # or the hour would be cut
        self.sub_title = " · ".join(filter(None, (self.place(), title)))
        turn = self.state.characters.get(self.state.turn or "")
        is_kept = turn is not None and not turn.is_aside
        title = f"Au tour {of(turn.name)}" if turn and is_kept else "Compagnie"
        self.query_one("#company-title", SteadyText).tell(Content(title))

    def place(self) -> str:
        """Return where one is: the campaign, the session, and for how long it has gone on, or what begins the next."""
        where = standing(self.session, brief=self.app.size.width < WIDE)
        return " · ".join((self.state.name, *where))

    def touched(self) -> None:
        """Keep the time since the session began in step: while no key is pressed, nothing is written to the link."""
        super().touched()
        self._tell_place()

    def on_descendant_focus(self) -> None:
        """Mark the title of the pane that has the focus."""
        mark_current_pane(self)

    # What the panes say

    def on_roster_chosen(self, event: Roster.Chosen) -> None:
        """Put another character at hand."""
        self.who = event.who

    def on_roster_called(self) -> None:
        """Let the character at hand act."""
        self.query_one(Roller).focus_main()

    def on_roller_complained(self, event: Roller.Complained) -> None:
        """Say what is wrong with what was typed."""
        self.complain(sentence(event.error))

    def on_roller_launched(self, event: Roller.Launched) -> None:
        """Have the roll decided and written; only then is it shown."""
        entries = self.attempt(event.command)
        if entries is not None:
            self.query_one(Roller).thrown(entries[0], self.session.find)

    def on_log_replay_asked(self, event: Log.ReplayAsked) -> None:
        """Replay an event of the log."""
        entry = self.session.find(event.sequence)
        if entry is not None:
            self.replay(entry)

    def on_log_complained(self, event: Log.Complained) -> None:
        """Say why earlier sessions don't come."""
        self.complain(event.why)

    # What the keys ask for

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a ruling only on the roll that is in view, where one is awaited or can be changed."""
        if action == "rule":
            return self._roller.can_be_ruled(Ruling(str(parameters[0])))
        if action == "copy":
            return self._roller.has_class(f"-{Stage.REPLAY}")
        return True

    def watch_state(self) -> None:
        """Offer the keys that make sense now."""
        self.refresh_bindings()

    def action_back(self) -> None:
        """Go to the roller; from within it, one stage back, and from its first stage to the roster.

        From a replay, go back to the roll that awaits its ruling, if one does.
        """
        self.forgive()
        roller = self.query_one(Roller)
        if not roller.has_focus_within:
            roller.focus_main()
        elif roller.stage is Stage.ACTION:
            self.query_one(Roster).focus()
        elif roller.stage is Stage.REPLAY and self.state.awaited is not None:
            self.take_up()
        else:
            roller.step_back()

    def action_roster(self) -> None:
        """Go to the roster."""
        self.query_one(Roster).focus()

    def action_log(self) -> None:
        """Go to the log."""
        self.query_one(Log).focus()

    def action_history(self) -> None:
        """Read the campaign back; from the log, from the event that is chosen there on."""
        log = self.query_one(Log)
        if log.has_focus:
            self.show_event(log.selected() or 0)
        else:
            self.post_message(self.HistoryAsked(self, None))

    def show_event(self, sequence: int) -> None:
        """Show an event in the history of the campaign."""
        self.post_message(self.HistoryAsked(self, self.session.find(sequence)))

    def action_end_session(self) -> None:
        """Close the evening's session, once the GC has confirmed it; where it is closed, offer to go on with it."""
        if not self.state.session:
            self.complain("Aucune séance n’est commencée : le premier geste commence la première.")
            return
        if self.state.session_opened is None:
            offer_reopening(self, self.state.session)
            return
        question = f"Clore la séance {self.state.session} ?"
        detail = "Une sauvegarde en est faite ; le geste suivant commence une autre séance, à moins de la rouvrir."
        self.confirm(Confirm(question, detail), CloseSession())

    def action_leave(self) -> None:
        """Go back to the campaigns, asking first where a note was left half written."""

        def answered(certain: bool | None) -> None:
            if certain:
                self.left()
                self.dismiss()

        if self.is_changed():
            question = Confirm("Quitter la table ?", "Ce qui est à moitié écrit serait perdu.")
            self.app.push_screen(question, answered)
        else:
            answered(True)

    def action_edit_action(self) -> None:
        """Open the action at hand."""
        action = self.query_one(Roller).action
        if action is None:
            add = key_for(self, "table.add_action")
            self.complain(f"Il n’y a pas d’action à modifier : {add} en ajoute une.")
        else:
            self.edit_action(action.name)

    def action_settings(self) -> None:
        """Open the house choices."""
        from screens.settings.screen import SettingsScreen

        self.app.push_screen(SettingsScreen(self.session))

    def action_statistics(self) -> None:
        """Show the rolls of the evening in pictures, and from there those of the campaign."""
        from screens.statistics.screen import StatisticsScreen

        number, knows_secrets = self.state.session, self.KNOWS_SECRETS
        self.app.push_screen(StatisticsScreen(self.session, number, knows_secrets=knows_secrets))
