"""The application: opens campaigns, and gives every screen its palette, its themes and its last gate."""

from __future__ import annotations

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Resize
from textual.filter import LineFilter
from textual.widget import Widget

from campaign.decide import Dice
from campaign.looking import STILL_READABLE, LookingSession
from campaign.opening import opened
from campaign.place import Bookmark
from campaign.ports import Clock, Library
from campaign.preferences import NotRemembered, Pace, Preferences, PreferenceShelf, Remembered
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from screens.base import FEW_SIGNS, GardienScreen
from screens.dialogs.ask_preferences import AskPreferences
from screens.dialogs.confirm import Confirm
from screens.dialogs.dialog import Dialog
from screens.dialogs.fault import Fault
from screens.dialogs.palette import Palette, PaletteRow
from screens.history.trail import Trail
from screens.keys import bindings_of, give_bindings, key_for
from screens.library.screen import LibraryScreen
from screens.too_small import TooSmall, fits
from tui import styles_cache
from tui.clipboard import Clipboard
from tui.first_words import FirstWords
from tui.key_map import key_map_of
from tui.palette_rows import palette_rows
from tui.safe_text import SafeText
from tui.terminal_app import TerminalApp
from tui.themes import THEMES

if TYPE_CHECKING:
    from screens.table.replay import Replay
    from screens.table.screen import TableScreen
    from storage.key_file import KeyFile

_LIBRARY = "library"
NOT_OPENED = "La campagne n’a pas pu être ouverte"
HISTORY_NOT_READ = "L’historique n’a pas pu être lu"
NOT_REMEMBERED = "Vos réglages n’ont pas pu être repris"
KEYS_NOT_TAKEN = "Aucune de vos touches n’a été prise"
PACE_OF_SLOW_LINK = "Lien lent : le calcul se montre d’un coup"
MOUSE_LEFT = "Souris rendue au terminal : sélection et copie à la souris ; {} la reprend."
MOUSE_TAKEN = "Souris à Gardien : clics et molette"
NO_ACCENTS = "Ce terminal n’a pas d’accents : ils manquent à l’écran, le journal les garde."
OWN_KEYS = "Gardien garde ses propres touches ; `gardien touches` les montre toutes."


class GardienApp(TerminalApp):
    """Gardien in full screen.

    Args:
        library: where the campaigns are.
        clock: tells the time.
        dice: rolls the d20s that nobody rolled at the table.
        open_name: the campaign to open at once; the library otherwise.
        key_file: the keys that the GC chose.
        shelf: where the GC's preferences are kept; without one, they last as long as the app.
        bookmark_of: returns where the place in the campaign of a name is kept; without it, it is not.
        slow_link: whether this run saves bytes whatever the GC prefers.
        clipboard: where copies go; without one, to the terminal alone.
        first_words: what the terminal shows already, if it does.
        monotonic: seconds that only go forward, to tell a repeated key from a meant one.
    """

    TITLE = "Gardien"
    DEFAULT_MODE = _LIBRARY
    COMMANDS = set()
    CSS = """
    GardienApp.-few-colours Field { text-style: underline; }
    GardienApp.-few-colours Field > .input--selection { text-style: reverse; }
    GardienApp.-few-colours ActionList > .option-list--option-highlighted { text-style: underline; }
    GardienApp.-slow-link ModalScreen { background: transparent; }
    """
    BINDINGS = [
        Binding(
            "ctrl+p",
            "command_palette",
            "palette",
            tooltip="Chercher une commande par son nom",
            id="app.palette",
            priority=True,
        ),
        Binding(
            "ctrl+q",
            "quit",
            "quitter",
            tooltip="Quitter Gardien ; demande d’abord s’il le faut",
            id="app.quit",
            priority=True,
            show=False,
        ),
    ]

    def __init__(
        self,
        library: Library,
        clock: Clock,
        dice: Dice,
        open_name: str | None = None,
        *,
        key_file: KeyFile | None = None,
        shelf: PreferenceShelf | None = None,
        bookmark_of: Callable[[str], Bookmark] | None = None,
        slow_link: bool = False,
        clipboard: Clipboard | None = None,
        first_words: FirstWords | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(clipboard, first_words, monotonic)
        styles_cache.install()
        self._key_map, self._keys_refused = key_map_of(key_file)
        give_bindings(self, self._key_map.rebind(bindings_of(self)))
        self._shelf, self._bookmark_of = shelf, bookmark_of
        self._remembered = shelf.load() if shelf else Remembered(Preferences())
        self._preferences = self._remembered.preferences
        self._slow_for_now = slow_link
        self._library, self._clock, self._dice, self._open_name = library, clock, dice, open_name
        self.unforeseen: BaseException | None = None
        self._safe_text = SafeText()
        self._session: Session | None = None
        self._trails: defaultdict[str, Trail] = defaultdict(Trail)
        self.add_mode(_LIBRARY, lambda: LibraryScreen(library, clock))
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[self._preferences.theme].name
        self.set_class(self.console.color_system in (None, "standard"), "-few-colours")
        self.set_class(self._is_slow, "-slow-link")

    def on_mount(self) -> None:
        """Listen to hang-ups, and open the campaign that was asked for."""
        self.hear_signals()
        self.call_after_refresh(gc.enable)  # it would hold up the first picture
        if self._open_name is not None:
            self.open_campaign(self._open_name)
        if self._keys_refused:
            self.push_screen(Fault(KEYS_NOT_TAKEN, self._keys_refused, OWN_KEYS))
        if self._remembered.notice:
            self.push_screen(Fault(NOT_REMEMBERED, self._remembered.notice))
        self.set_class(self.terminal is not None and self.terminal.lacks_blocks, FEW_SIGNS)
        if self.terminal and self.terminal.lacks_accents:
            self.call_after_refresh(self.say, NO_ACCENTS)

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
            history = HistoryScreen(session, self._pace, self._monotonic, trail, event.entry)
        except JournalError as error:
            self.push_screen(Fault(HISTORY_NOT_READ, sentence(error)))
            return
        history.drafts = (
            event.table.drafts
        )  # a note that is half written is kept with the table's own
        self.push_screen(history)

    def _left_table(self, _result: None) -> None:
        self._close_campaign()

    def _close_campaign(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _fatal_error(self) -> None:
        """Close without printing a traceback: `unforeseen` tells it. Textual has no public hook."""
        self.unforeseen = self.unforeseen or sys.exc_info()[1]
        self._close_messages_no_wait()

    def on_resize(self, event: Resize) -> None:
        """Paint everything anew; cover it while the terminal is too small."""
        self.action_redraw()
        if not fits(event.size) and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and the last gate."""
        return [*super().get_line_filters(), self._safe_text]

    async def action_quit(self) -> None:
        """Quit; where something that was typed isn't saved, only on a yes or a second Ctrl+Q."""
        screens = [each for each in self.screen_stack if isinstance(each, GardienScreen | Dialog)]
        if isinstance(self.screen, Confirm) or not any(each.is_changed() for each in screens):
            self._leave()
        else:
            question = Confirm("Quitter sans enregistrer ?", "Ce qui est saisi serait perdu.")
            self.push_screen(question, lambda certain: self._leave() if certain else None)

    def _leave(self) -> None:
        for screen in self._own_screens():
            screen.left()
        self.exit()

    def action_help_quit(self) -> None:
        """Answer Ctrl+C, which stops nothing here."""
        self.say(f"{key_for(self, 'app.quit')} pour quitter")

    def action_command_palette(self) -> None:
        """Show the palette of the screen that is in front."""
        if not isinstance(self.screen, Palette | TooSmall):
            rows = palette_rows(self.screen, self.run_action)
            self.push_screen(Palette(rows), self._run)

    async def _run(self, row: PaletteRow | None) -> None:
        if row is not None and (running := row.run()) is not None:
            await running

    def action_preferences(self) -> None:
        """Show what the GC prefers, to change it."""
        self.push_screen(AskPreferences(self._preferences, slow_for_now=self._slow_for_now))

    def on_ask_preferences_changed(self, event: AskPreferences.Changed) -> None:
        """Do as the GC prefers from now on."""
        self._prefer(event.preferences)

    def on_replay_pace_chosen(self, event: Replay.PaceChosen) -> None:
        """Go at that pace from now on, and say which it is."""
        if self._is_slow:
            self.say(PACE_OF_SLOW_LINK)
        else:
            self.say(f"Rythme du rejeu : {event.pace}")
            self._prefer(replace(self._preferences, pace=event.pace))

    def action_mouse(self) -> None:
        """Leave the mouse to the terminal, or hear it again."""
        mouse = not self._preferences.mouse
        self.say(MOUSE_TAKEN if mouse else MOUSE_LEFT.format(key_for(self.screen, "screen.mouse")))
        self._prefer(replace(self._preferences, mouse=mouse))

    def _prefer(self, preferences: Preferences) -> None:
        """Do as the GC prefers, and keep it for the next time; where that fails, say so."""
        self._preferences = preferences
        self.theme = THEMES[preferences.theme].name
        self.set_class(self._is_slow, "-slow-link")
        if self.terminal:
            self.terminal.use_mouse(preferences.mouse)
        try:
            if self._shelf is not None:
                self._shelf.keep(preferences)
        except NotRemembered as error:
            if isinstance(self.screen, GardienScreen | Dialog):
                self.screen.complain(str(error))

    @property
    def hears_mouse(self) -> bool:
        """Whether the GC wants the mouse to be heard."""
        return self._preferences.mouse

    @property
    def _is_slow(self) -> bool:
        return self._slow_for_now or self._preferences.slow_link

    def _pace(self) -> Pace:
        return Pace.IMMEDIAT if self._is_slow else self._preferences.pace

    def _register_child(
        self, parent: DOMNode, child: Widget, before: int | None, after: int | None
    ) -> None:
        """Give a widget the keys that the GC chose, before anything reads them. Textual has no public hook."""
        give_bindings(child, self._key_map.rebind(bindings_of(child)))
        super()._register_child(parent, child, before, after)
