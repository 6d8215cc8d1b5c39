"""The frame that dialogs share: a title, what they say or ask, and a line for what was wrong."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import Reactive
from textual.screen import ModalScreen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Static

from screens.bars import HintBar, StatusLine
from screens.fields import Field

PASTE_PURGED = "Le texte collé contenait des caractères de commande ; ils ont été laissés de côté."


class Dialog(ModalScreen[ScreenResultType]):
    """A modal frame; subclasses yield its body and bind its keys.

    Args:
        title: the first line of the frame.
    """

    AUTO_FOCUS = ""
    BINDINGS = [
        Binding(
            "escape,ctrl+g",
            "cancel",
            "fermer",
            tooltip="Fermer sans rien changer",
            id="dialog.cancel",
        )
    ]

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: $background 60%;
        & > .dialog--frame {
            width: 64;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            padding: 1 2 0 2;
            border: solid $border-blurred;
            background: $surface;
        }
        .dialog--title { text-style: bold; color: $primary; margin-bottom: 1; }
        StatusLine { padding: 0; }
        HintBar { padding: 0; background: $surface; }
    }
    """

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The widget that has the focus; as in `GardienScreen`, its change repaints no more than what changes."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Yield the frame around the body."""
        with Vertical(classes="dialog--frame"):
            yield Static(Content(self._title), classes="dialog--title")
            yield from self.compose_body()
            yield StatusLine()
            yield HintBar()

    def compose_body(self) -> ComposeResult:
        """Yield what is particular to this dialog."""
        yield from ()

    def say(self, text: str) -> None:
        """Tell what was done; the empty text clears the line."""
        self.query_one(StatusLine).say(text)

    def complain(self, text: str) -> None:
        """Tell what is wrong with the answer."""
        self.query_one(StatusLine).complain(text)

    def on_field_purged(self, event: Field.Purged) -> None:
        """Tell that a pasted text was not taken whole."""
        event.stop()
        self.complain(PASTE_PURGED)

    def is_changed(self) -> bool:
        """Return whether something was typed here that would be lost."""
        return False

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
