"""A question to answer by a text."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input

from screens.dialogs.dialog import Dialog
from screens.fields import Field

Validator = Callable[[str], str | None]
"""Returns what is wrong with a text, in a sentence, or None."""


class AskText(Dialog[str | None]):
    """One field; the result is what was typed, or None if the dialog was left.

    Args:
        title: what is asked.
        label: the field's name, for sentences about it.
        validate: says what is wrong with an answer; the dialog then stays open, and the text with it.
    """

    BINDINGS = [
        Binding(
            "escape,ctrl+g",
            "cancel",
            "abandonner",
            tooltip="Fermer sans rien changer",
            id="dialog.cancel",
        ),
    ]
    BINDING_GROUP_TITLE = "Question"

    def __init__(
        self,
        title: str,
        *,
        label: str = "texte",
        validate: Validator | None = None,
    ) -> None:
        super().__init__(title)
        self._label, self._validate = label, validate

    def compose_body(self) -> ComposeResult:
        """Yield the field."""
        yield Field(self._label)

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Field).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer, unless something is wrong with it."""
        event.stop()
        wrong = self._validate(event.value) if self._validate else None
        if wrong is None:
            self.dismiss(event.value)
        else:
            self.complain(wrong)
