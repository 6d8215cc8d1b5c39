"""The table screen: binds the panes to the campaign's state, and turns keys into commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.reactive import reactive
from textual.widgets import Static

from campaign.commands import CloseSession, Redo, RuleEffect, Undo
from campaign.events import Entry
from campaign.narration import as_text, calculation, line
from campaign.sentences import sentence
from campaign.session import Session
from campaign.state import State
from rules.errors import RuleError
from rules.health import Ruling
from screens.base import SessionScreen
from screens.dialogs.confirm import Confirm
from screens.dialogs.fault import Fault
from screens.dialogs.palette import Palette, PaletteRow, run_row
from screens.enter_gate import EnterGate
from screens.table.change_of_past import offer_change_of_past
from screens.table.keys import TABLE_KEYS
from screens.table.log import Log
from screens.table.note import ask_note
from screens.table.recovery import show_recovery
from screens.table.roller import Roller, Stage
from screens.table.roster import Roster, ordered

FOUND_AT_OPENING = "Trouvé à l’ouverture"


class TableScreen(SessionScreen[None]):
    """The evening's screen."""

    CSS_PATH = "table.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    BINDING_GROUP_TITLE = "Table"
    BINDINGS = TABLE_KEYS

    state: reactive[State] = reactive(State)
    """The campaign as it is now."""
    who: reactive[str | None] = reactive(None)
    """The character at hand."""

    def __init__(self, session: Session, monotonic: Callable[[], float]) -> None:
        super().__init__(session)
        self._gate = EnterGate(monotonic)
        self.set_reactive(TableScreen.state, session.state)
        company = ordered(session.state)
        awaited = session.state.awaited
        first = company[0].who if company else None
        self.set_reactive(TableScreen.who, awaited.roll.who if awaited else first)

    def compose_body(self) -> ComposeResult:
        """Lay the three panes out."""
        with Container(id="table"):
            with Vertical(id="company-pane"):
                yield Static("Compagnie", classes="pane-title")
                yield Roster(id="roster").data_bind(TableScreen.state, TableScreen.who)
            yield Roller(self._gate, id="roller").data_bind(TableScreen.state, TableScreen.who)
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
            company = ordered(self.state)
            self.who = company[0].who if company else None
        self.query_one(Log).written()
        self._tell_place()

    def _tell_place(self) -> None:
        opened = self.state.session_opened
        since = f" depuis {opened:%H:%M}" if opened else " close"
        self.sub_title = f"{self.state.name} · séance {self.state.session}{since}"

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
            self.query_one(Roller).thrown(entries[0])

    def on_log_replay_asked(self, event: Log.ReplayAsked) -> None:
        """Replay an event of the log."""
        entry = self.session.find(event.sequence)
        if entry is not None:
            self.replay(entry)

    def replay(self, entry: Entry, *, at_once: bool = False) -> None:
        """Play an entry's steps, or show all of them `at_once`; say its line where it has none."""
        try:
            has_steps = bool(calculation(entry.event))
        except RuleError as error:  # a line that another hand has written
            self.complain(sentence(error))
            return
        if has_steps:
            self.query_one(Roller).play(entry, at_once=at_once)
        else:
            self.say(line(entry, self.session.find))

    # What the keys ask for

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a ruling only where one is awaited, and of the roll that is in view."""
        if action == "rule":
            awaited = self.state.awaited
            in_view = [roller.playing for roller in self.query(Roller)]
            if awaited is None or awaited.sequence not in in_view:
                return False
            return parameters != (Ruling.BLESSURE,) or awaited.roll.outcome.effect.gravity.is_wound
        if action == "copy":
            return bool(self.query("Roller.-replay"))
        return True

    def watch_state(self) -> None:
        """Offer the keys that make sense now."""
        self.refresh_bindings()

    def action_rule(self, ruling: str) -> None:
        """Rule on the roll that awaits it, and make room for the next."""
        if self.attempt(RuleEffect(Ruling(ruling))) is not None:
            self.query_one(Roller).played()
            self.query_one(Roster).focus()

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
        entry = self.session.find(self.query_one(Roller).playing or 0)
        if entry is not None:
            self.app.copy_to_clipboard(as_text(entry.event, self.session.find))
            self.say("Calcul copié dans le presse-papiers, si le terminal le permet.")

    def action_roster(self) -> None:
        """Go to the roster."""
        self.query_one(Roster).focus()

    def action_jump(self) -> None:
        """Go to a character by a part of its name."""
        rows = [PaletteRow(name, "", "", go) for name, _, go in self.palette_rows()]
        self.app.push_screen(Palette(rows, "Aller à", "Une partie du nom…"), run_row)

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

    def action_add_character(self) -> None:
        """Open an empty sheet."""
        self._edit_character(None)

    def action_edit_character(self) -> None:
        """Open the sheet of the character at hand."""
        if self._someone_at_hand():
            self._edit_character(self.who)

    def _edit_character(self, who: str | None) -> None:
        from screens.character.editor import CharacterEditor

        self.app.push_screen(CharacterEditor(self.session, who))

    def action_add_action(self) -> None:
        """Open an empty action of the character at hand."""
        if self._someone_at_hand():
            self._edit_action(None)

    def action_edit_action(self) -> None:
        """Open the action at hand."""
        action = self.query_one(Roller).action
        if action is None:
            self.complain("Il n’y a pas d’action à modifier : a en ajoute une.")
        else:
            self._edit_action(action.name)

    def _edit_action(self, name: str | None) -> None:
        from screens.character.action_editor import ActionEditor

        if self.who is not None:
            self.app.push_screen(ActionEditor(self.session, self.who, name))

    def _someone_at_hand(self) -> bool:
        if self.who is None:
            self.complain("La compagnie est vide : n ajoute un personnage.")
        return self.who is not None

    def action_recovery(self) -> None:
        """Show what can be done to the health of the character at hand."""
        if self._someone_at_hand():
            show_recovery(self, self.state.characters[self.who or ""])

    def action_settings(self) -> None:
        """Open the house choices."""
        from screens.settings.screen import SettingsScreen

        self.app.push_screen(SettingsScreen(self.session))

    def action_note(self) -> None:
        """Ask for a note, on the selected event when the log has the focus."""
        log = self.query_one(Log)
        ask_note(self, log.selected() if log.has_focus else None)

    def palette_rows(self) -> Iterable[tuple[str, str, Callable[[], None]]]:
        """Yield a row a character for the palette: its name, what choosing it does, and the doing."""
        for character in ordered(self.state):
            yield character.name, "Aller à ce personnage", partial(self._go_to, character.who)

    def _go_to(self, who: str) -> None:
        self.who = who
        self.query_one(Roster).focus()
