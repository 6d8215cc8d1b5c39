"""A text that is too long for a line, to be read whole."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from screens.dialogs.reading import Reading


class Message(Reading[None]):
    """A text to read, then to close.

    Args:
        title: what it is.
        text: what it says.
    """

    BINDINGS = [
        Binding(
            "escape,ctrl+g",
            "cancel",
            "fermer",
            tooltip="Fermer ce message",
            id="dialog.cancel",
        ),
        Binding(
            "enter,ctrl+j",
            "cancel",
            "fermer",
            tooltip="Fermer ce message",
            id="dialog.close",
            show=False,
        ),
    ]
    BINDING_GROUP_TITLE = "Message"

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title)
        self._text = text

    def compose_text(self) -> ComposeResult:
        """Yield the text."""
        yield Static(Content(self._text))
