"""A question to answer by yes or no."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from screens.buttons import FROM_BUTTON_TO_BUTTON, PushButton
from screens.dialogs.reading import Reading


class Confirm(Reading[bool]):
    """A question; its result is True for yes. Entrée presses the focused button, at first the one that harms nothing.

    Its buttons stay in view: a detail that is longer than the screen scrolls.

    Args:
        question: what is asked, in a few words.
        detail: what would happen, in a sentence; may be empty.
        yes_first: whether that answer is yes.
    """

    BINDINGS = [
        Binding("o", "answer(True)", "oui", tooltip="Répondre oui", id="confirm.yes"),
        Binding("n", "answer(False)", "non", tooltip="Répondre non", id="confirm.no"),
        *FROM_BUTTON_TO_BUTTON,
    ]
    BINDING_GROUP_TITLE = "Question"
    FRAME = 10  # with the buttons, and a question of two lines

    DEFAULT_CSS = """
    Confirm Horizontal { height: 1; margin-top: 1; }
    Confirm PushButton { margin-right: 2; }
    """

    def __init__(self, question: str, detail: str = "", *, yes_first: bool = False) -> None:
        super().__init__(question)
        self._detail, self._yes_first = detail, yes_first

    def compose_body(self) -> ComposeResult:
        """Yield the detail and the two buttons."""
        yield from super().compose_body()
        with Horizontal():
            yield PushButton("Non", id="no")
            yield PushButton("Oui", id="yes")

    def compose_text(self) -> ComposeResult:
        """Yield the detail."""
        if self._detail:
            yield Static(Content(self._detail))

    def on_mount(self) -> None:
        """Put the focus on the answer that harms nothing."""
        self.query_one("#yes" if self._yes_first else "#no").focus()

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Answer with the pressed button."""
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Answer."""
        self.dismiss(answer)

    def action_cancel(self) -> None:
        """Answer no."""
        self.dismiss(False)
