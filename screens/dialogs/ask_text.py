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
        value: what the field holds at first.
        draft: what was typed the last time, to go on from; it is in the place of `value`.
        label: the field's name, for sentences about it.
        validate: says what is wrong with an answer; the dialog then stays open, and the text with it.
        typed: told what the field holds, each time that it changes.
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
        value: str = "",
        draft: str = "",
        label: str = "texte",
        validate: Validator | None = None,
        typed: Callable[[str], None] = lambda text: None,
    ) -> None:
        super().__init__(title)
        self._value, self._draft, self._label = value, draft, label
        self._validate, self._typed = validate, typed

    def compose_body(self) -> ComposeResult:
        """Yield the field."""
        yield Field(self._label, self._draft or self._value)

    def on_mount(self) -> None:
        """Type at once; what is typed comes after a draft."""
        field = self.query_one(Field)
        field.select_on_focus = not self._draft
        field.focus()

    def is_changed(self) -> bool:
        """Return whether something was typed."""
        return self.is_mounted and self.query_one(Field).text().strip() != self._value

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell what is typed."""
        event.stop()
        self._typed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer, unless something is wrong with it."""
        event.stop()
        wrong = self._validate(event.value) if self._validate else None
        if wrong is None:
            self.dismiss(event.value)
        else:
            self.complain(wrong)
