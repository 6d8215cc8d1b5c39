"""What every screen of Gardien has: a title, a status line, hints, help; and for those of a campaign, its session."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.reactive import Reactive
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from campaign.commands import Command
from campaign.events import Entry
from campaign.place import Writing
from campaign.refusals import JournalError, JournalFault, Refused
from campaign.sentences import sentence
from campaign.session import Session
from rules.errors import RuleError
from screens.bars import HintBar, StatusLine, TitleBar
from screens.between_keys import BetweenKeys
from screens.dialogs.confirm import Confirm
from screens.dialogs.dialog import PASTE_PURGED
from screens.dialogs.fault import Fault
from screens.dialogs.help import Help
from screens.fields import Field

FEW_SIGNS = "-few-signs"
"""The class of an app whose terminal can't draw parts of a block."""
SAFE_UNTIL_NOW = "Tout ce qui était affiché avant ce geste est au journal et y reste."


class GardienScreen(Screen[ScreenResultType]):
    """A full screen; subclasses yield what is between the title and the status line.

    Nothing takes the focus by itself: a screen where letters are commands must not have a field eat them, and a form
    focuses its first field when it is mounted.

    Attributes:
        between_keys: does the long work of the screen, if it has any.
    """

    AUTO_FOCUS = ""
    BINDINGS = [
        Binding(
            "question_mark,h,f1",
            "help",
            "aide",
            tooltip="Montrer toutes les touches de cet écran",
            id="screen.help",
        ),
        Binding(
            "O",
            "app.preferences",
            "réglages",
            tooltip="Réglages de ce Gardien : thème, rythme du rejeu, lien, souris",
            id="screen.preferences",
            show=False,
        ),
        Binding(
            "M",
            "app.mouse",
            "souris",
            tooltip="Rendre la souris au terminal, pour sa propre sélection, ou la reprendre",
            id="screen.mouse",
            show=False,
        ),
    ]

    DEFAULT_CSS = """
    GardienScreen { overflow: hidden; }
    """

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The widget that has the focus. Textual repaints the whole screen when it changes: 11 kB at 120 × 36."""

    def __init__(self) -> None:
        super().__init__()
        self.between_keys = BetweenKeys()

    def compose(self) -> ComposeResult:
        """Yield the bars around the body."""
        yield TitleBar()
        yield from self.compose_body()
        yield StatusLine()
        yield HintBar()

    def compose_body(self) -> ComposeResult:
        """Yield what is particular to this screen."""
        yield from ()

    def on_mount(self) -> None:
        """Show the title."""
        self.query_one(TitleBar).tell(self.sub_title or "")

    def watch_sub_title(self, sub_title: str | None) -> None:
        """Keep the title bar in step."""
        for bar in self.query(TitleBar):
            bar.tell(sub_title or "")

    def say(self, text: str) -> None:
        """Tell what was done, on the status line; the empty text clears it."""
        self.query_one(StatusLine).say(text)

    def complain(self, text: str) -> None:
        """Tell why something was not done, on the status line, until the next key."""
        self.query_one(StatusLine).complain(text)

    def forgive(self) -> None:
        """Take an error off the status line, if one is shown."""
        status = self.query_one(StatusLine)
        if status.complains:
            status.say("")

    def touched(self) -> None:
        """Take note that a key was pressed, before it does its work: what was wrong has been read."""
        self.forgive()
        self.between_keys.hold()

    def on_field_purged(self, event: Field.Purged) -> None:
        """Tell that a pasted text was not taken whole."""
        event.stop()
        self.complain(PASTE_PURGED)

    def settled(self) -> None:
        """Take note that all that was typed has done its work."""
        if self.is_active:  # what is in front has all the time
            self.between_keys.go_on()

    def left(self) -> None:
        """Take note that the GC leaves, and has said that what isn't saved may go."""

    def is_changed(self) -> bool:
        """Return whether something was typed here that isn't saved."""
        return False

    def action_help(self) -> None:
        """Show every key that works now."""
        self.app.push_screen(Help(self))


class SessionScreen(GardienScreen[ScreenResultType]):
    """A screen of an open campaign: what the GC asks for goes to its session as a command.

    Attributes:
        session: the open campaign.
        drafts: the texts that are half written, the last one last, by what each is and the event it is about.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.drafts: dict[tuple[Writing, int | None], str] = {}

    def is_changed(self) -> bool:
        """Return whether a text was left half written."""
        return bool(self.drafts)

    def attempt(self, command: Command) -> tuple[Entry, ...] | None:
        """Execute `command`; return the entries it wrote, or None once the user has been told why there are none."""
        try:
            entries = self.session.execute(command)
        except (Refused, RuleError) as error:
            self.refused(error)
            return None
        except JournalError as error:
            self.app.push_screen(_fault(error))
            return None
        self.say("")
        return entries

    def confirm(
        self,
        question: Confirm,
        command: Command,
        done: Callable[[tuple[Entry, ...]], object] = lambda entries: None,
    ) -> None:
        """Ask `question`; on a yes, execute `command` and call `done` with the entries it wrote."""

        def answered(wanted: bool | None) -> None:
            entries = self.attempt(command) if wanted else None
            if entries is not None:
                done(entries)

        self.app.push_screen(question, answered)

    def trouble_with(self, command: Command) -> str | None:
        """Execute `command` for a dialog that keeps what was typed: return why it was not done, or None if it was."""
        try:
            self.session.execute(command)
        except (Refused, RuleError, JournalError) as error:
            return sentence(error)
        return None

    def refused(self, error: Refused | RuleError) -> None:
        """Tell why a command was refused."""
        self.complain(sentence(error))


def _fault(error: JournalError) -> Fault:
    if error.fault is JournalFault.NOT_KEPT:  # the journal itself is written
        return Fault("La séance n’a pas pu être sauvegardée", sentence(error))
    safe = "" if error.fault is JournalFault.VANISHED else SAFE_UNTIL_NOW
    return Fault("Le journal n’a pas pu être écrit", sentence(error), safe)
