"""A failure of the campaign's files, said with what is safe and what is not."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from screens.dialogs.message import Message


class Fault(Message):
    """A failure to read, then to close.

    Args:
        title: what could not be done.
        sentence: why.
        reassurance: what is safe all the same; may be empty.
    """

    DEFAULT_CSS = """
    Fault .dialog--title { color: $text-error; }
    Fault .fault--reassurance { margin-top: 1; color: $text-muted; }
    """

    def __init__(self, title: str, sentence: str, reassurance: str = "") -> None:
        super().__init__(f"✗ {title}", sentence)
        self._reassurance = reassurance

    def compose_text(self) -> ComposeResult:
        """Yield the sentence, and what is safe."""
        yield from super().compose_text()
        if self._reassurance:
            yield Static(Content(self._reassurance), classes="fault--reassurance")
