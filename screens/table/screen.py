"""The table screen: binds the panes to the campaign's state, and turns keys into commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from campaign.commands import CloseSession, Redo, RuleEffect, Undo
from campaign.dates import duration
from campaign.events import EffectRuled, Entry
from campaign.narration import as_text, calculation, line
from campaign.preferences import Pace
from campaign.sentences import sentence
from campaign.session import Session
from rules.errors import RuleError
from rules.health import Ruling
from screens.dialogs.confirm import Confirm
from screens.dialogs.fault import Fault
from screens.enter_gate import EnterGate
from screens.keys import key_for
from screens.table.change_of_past import offer_change_of_past
from screens.table.company import CompanyScreen
from screens.table.keys import TABLE_KEYS
from screens.table.log import Log
from screens.table.note import ask_note, ask_scene
from screens.table.past import correct, mark, offer_other_ruling, offer_reveal
from screens.table.played import Played
from screens.table.roller import Roller, Stage
from screens.table.roster import Roster

FOUND_AT_OPENING = "Trouvé à l’ouverture"


class TableScreen(CompanyScreen):
    """The evening's screen."""

    CSS_PATH = "table.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    BINDING_GROUP_TITLE = "Table"
    BINDINGS = TABLE_KEYS

    def __init__(
        self, session: Session, monotonic: Callable[[], float], pace: Callable[[], Pace]
    ) -> None:
        super().__init__(session)
        self._gate, self._pace = EnterGate(monotonic), pace
        self.set_reactive(CompanyScreen.state, session.state)
        company = session.state.company
        awaited = session.state.awaited
        first = company[0].who if company else None
        self.set_reactive(CompanyScreen.who, awaited.roll.who if awaited else first)

    def compose_body(self) -> ComposeResult:
        """Lay the three panes out."""
        with Container(id="table"):
            with Vertical(id="company-pane"):
                yield Static(id="company-title", classes="pane-title")
                yield Roster(id="roster").data_bind(CompanyScreen.state, CompanyScreen.who)
            roller = Roller(self._gate, self._pace, id="roller")
            yield roller.data_bind(CompanyScreen.state, CompanyScreen.who)
            with Vertical(id="log-pane"):
                yield Static("Journal", classes="pane-title")
                yield Log(self.session, id="log")

    def on_mount(self) -> None:
        """Follow the session, and take up what was left unfinished."""
        self._stop_listening = self.session.listen(self._written)
        self._tell_place()
        self.query_one(Roster).focus()
        self._take_up_ruling()
        if self.session.notices:
            self.app.push_screen(Fault(FOUND_AT_OPENING, "\n".join(self.session.notices)))

    def on_unmount(self) -> None:
        """Stop following the session."""
        self._stop_listening()

    # What the session says

    def _written(self, entries: tuple[Entry, ...]) -> None:
        self.state = self.session.state
        if self.who not in self.state.characters:
            company = self.state.company
            self.who = company[0].who if company else None
        self.query_one(Log).written()
        played = self.query_one(Played)
        if played.sequence is not None:
            played.tell_ruling(self.state.awaited, self._ruling_on(played.sequence))
        self._tell_place()

    def _tell_place(self) -> None:
        self.sub_title = self.place()
        turn = next((each for each in self.state.company if each.who == self.state.turn), None)
        title = Content(f"Au tour de {turn.name}" if turn else "Compagnie")
        self.query_one("#company-title", Static).update(title, layout=False)

    def place(self) -> str:
        """Return where one is: the campaign, the session, and for how long it has gone on."""
        opened = self.state.session_opened
        since = f" depuis {opened:%H:%M} · {duration(self.session.elapsed)}" if opened else " close"
        return f"{self.state.name} · séance {self.state.session}{since}"

    def touched(self) -> None:
        """Keep the time since the session began in step: while no key is pressed, nothing is written to the link."""
        super().touched()
        self._tell_place()

    def _take_up_ruling(self) -> None:
        """Show the roll that awaits its ruling, after a crash as after an undo."""
        roller, awaited = self.query_one(Roller), self.state.awaited
        if awaited is None:
            if roller.stage is Stage.REPLAY:
                roller.played()
            return
        self.who = awaited.roll.who
        entry = self.session.find(awaited.sequence)
        if entry is None and self.session.recall():  # it was left by an earlier session
            self.query_one(Log).written()
            entry = self.session.find(awaited.sequence)
        if entry is not None:
            self.replay(entry, at_once=True)

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

    def replay(self, entry: Entry, *, at_once: bool = False) -> None:
        """Play an entry's steps, or show all of them `at_once`; say its line where it has none."""
        current = replace(entry, event=self.session.past.current(entry))
        try:
            has_steps = bool(calculation(current.event, self.session.find))
        except RuleError as error:  # a line that another hand has written
            self.complain(sentence(error))
            return
        if has_steps:
            ruled = self._ruling_on(entry.sequence)
            self.query_one(Roller).play(current, self.session.find, ruled, at_once=at_once)
        else:
            self.say(line(current, self.session.find))

    def _ruling_on(self, sequence: int) -> EffectRuled | None:
        """Return the ruling on the event of that sequence number, or the ruling that it is, as it counts."""
        entry = self.session.find(sequence)
        roll = entry.event.roll if entry and isinstance(entry.event, EffectRuled) else sequence
        ruled = self.session.ruling_of(roll)
        return ruled.event if ruled and isinstance(ruled.event, EffectRuled) else None

    # What the keys ask for

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a ruling only on the roll that is in view, where one is awaited or can be changed."""
        if action == "rule":
            roller = next(iter(self.query(Roller)), None)
            return roller is not None and roller.can_be_ruled(Ruling(str(parameters[0])))
        if action == "copy":
            return bool(self.query("Roller.-replay"))
        return True

    def watch_state(self) -> None:
        """Offer the keys that make sense now."""
        self.refresh_bindings()

    def action_rule(self, ruling: str) -> None:
        """Rule on the roll that awaits it, and make room for the next; or rule otherwise on the one in view."""
        ruled = self.query_one(Played).ruled
        if self.state.awaited is None and ruled is not None:
            offer_other_ruling(self, ruled.roll, Ruling(ruling), self._ruled_otherwise)
        elif self.attempt(RuleEffect(Ruling(ruling))) is not None:
            self.query_one(Roller).played()
            self.query_one(Roster).focus()

    def _ruled_otherwise(self, entries: tuple[Entry, ...]) -> None:
        self.say(line(entries[0], self.session.find))
        self._take_up_ruling()

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
            self._take_up_ruling()
        else:
            roller.step_back()

    def action_copy(self) -> None:
        """Copy the calculation that is shown, by the terminal's own clipboard (OSC 52)."""
        entry = self.session.find(self.query_one(Played).sequence or 0)
        if entry is not None:
            current = self.session.past.current(entry)
            self.app.copy_to_clipboard(as_text(current, self.session.find))
            self.say("Calcul copié dans le presse-papiers, si le terminal le permet.")

    def action_roster(self) -> None:
        """Go to the roster."""
        self.query_one(Roster).focus()

    def action_log(self) -> None:
        """Go to the log."""
        self.query_one(Log).focus()

    def action_undo(self) -> None:
        """Undo the last event that counts."""
        self._offer(Undo())

    def action_redo(self) -> None:
        """Redo what was undone last."""
        self._offer(Redo())

    def _offer(self, command: Undo | Redo) -> None:
        offer_change_of_past(self, command, self._past_changed)
        self.query_one(Log).written()  # looking for it may have brought earlier sessions in

    def _past_changed(self, entries: tuple[Entry, ...]) -> None:
        self.say(line(entries[-1], self.session.find))
        self._take_up_ruling()

    def action_end_session(self) -> None:
        """Close the evening's session, once the GC has confirmed it: that can't be undone."""

        def answered(wanted: bool | None) -> None:
            if wanted:
                self.attempt(CloseSession())

        question = f"Clore la séance {self.state.session} ?"
        detail = "Une sauvegarde en est faite ; le geste suivant commence une autre séance."
        self.app.push_screen(Confirm(question, detail), answered)

    def action_leave(self) -> None:
        """Go back to the campaigns."""
        self.dismiss()

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

    def action_note(self) -> None:
        """Ask for a note, on the selected event when the log has the focus."""
        log = self.query_one(Log)
        ask_note(self, log.selected() if log.has_focus else None)

    def action_scene(self) -> None:
        """Ask for the title of the scene that begins."""
        ask_scene(self)

    def action_mark(self) -> None:
        """Put a ★ on the event at hand, or take it off."""
        if entry := self._event_at_hand():
            mark(self, entry)

    def action_correct(self) -> None:
        """Ask how the event at hand should have been."""
        if entry := self._event_at_hand():
            correct(self, entry, lambda _: self._take_up_ruling())

    def action_secret(self) -> None:
        """In the log, reveal the selected event; else make the coming roll a secret one, or an open one again."""
        entry = self._event_at_hand()
        if entry is not None and self.query_one(Log).has_focus:
            offer_reveal(self, entry)
        else:
            self.query_one(Roller).toggle_secret()

    def _event_at_hand(self) -> Entry | None:
        """Return the event that is replayed while the roller has the focus, else the one selected in the log."""
        roller = self.query_one(Roller)
        in_replay = roller.has_focus_within and roller.stage is Stage.REPLAY
        sequence = self.query_one(Played).sequence if in_replay else self.query_one(Log).selected()
        return self.session.find(sequence or 0)
