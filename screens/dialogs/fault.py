"""A failure of the campaign's files, said with what is safe and what is not."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from screens.dialogs.reading import Reading


class Fault(Reading):
    """A failure to read, then to close.

    Args:
        title: what could not be done.
        sentence: why.
        reassurance: what is safe all the same; may be empty.
    """

    BINDINGS = [
        Binding(
            "escape,ctrl+g,enter,ctrl+j",
            "cancel",
            "fermer",
            tooltip="Fermer ce message",
            id="dialog.cancel",
        )
    ]
    BINDING_GROUP_TITLE = "Message"

    DEFAULT_CSS = """
    Fault .dialog--title { color: $text-error; }
    Fault .fault--reassurance { margin-top: 1; color: $text-muted; }
    """

    def __init__(self, title: str, sentence: str, reassurance: str = "") -> None:
        super().__init__(f"✗ {title}")
        self._sentence, self._reassurance = sentence, reassurance

    def compose_text(self) -> ComposeResult:
        """Yield the sentence, and what is safe."""
        yield Static(Content(self._sentence))
        if self._reassurance:
            yield Static(Content(self._reassurance), classes="fault--reassurance")
