"""A one-line entry field that knows its name, reads whole numbers, and loses nothing in silence."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding
from textual.events import Paste
from textual.message import Message
from textual.widgets import Input

from campaign.numbers import whole_number
from campaign.text import clean
from screens.key_names import writes


class Field(Input, inherit_bindings=False):
    """A compact `Input`.

    Attributes:
        label: its French name, for the sentences about it.
    """

    BINDINGS = [
        Binding("enter,ctrl+j", "submit", "valider", tooltip="Valider ce champ", id="field.submit"),
        # Those of Input, less the scrolling keys and Ctrl+D, which screens use.
        Binding("left", "cursor_left"),
        Binding("right", "cursor_right"),
        Binding("ctrl+left", "cursor_left_word"),
        Binding("ctrl+right", "cursor_right_word"),
        Binding("home,ctrl+a", "home"),
        Binding("end,ctrl+e", "end"),
        Binding("shift+left", "cursor_left(True)"),
        Binding("shift+right", "cursor_right(True)"),
        Binding("shift+home", "home(True)"),
        Binding("shift+end", "end(True)"),
        Binding("backspace", "delete_left"),
        Binding("delete", "delete_right"),
        Binding("ctrl+w", "delete_left_word"),
        Binding("ctrl+u", "delete_left_all"),
        Binding("ctrl+k", "delete_right_all"),
        Binding("ctrl+x", "cut"),
        Binding("ctrl+c", "copy"),
        Binding("ctrl+v", "paste"),
    ]
    BINDING_GROUP_TITLE = "Champ"

    DEFAULT_CSS = """
    Field {
        background: $panel;
        &:focus { background: $panel-lighten-2; background-tint: transparent; }
        &.-wrong { color: $text-error; text-style: underline; }
    }
    """

    @dataclass
    class Purged(Message):
        """Posted when characters that a terminal would obey were left out of a pasted text.

        Attributes:
            field: where it was pasted.
        """

        field: Field

        @property
        def control(self) -> Field:
            """The field."""
            return self.field

    def __init__(
        self,
        label: str,
        value: str = "",
        *,
        placeholder: str = "",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(
            value=value,
            placeholder=placeholder,
            select_on_focus=True,
            compact=True,
            id=id,
            classes=classes,
        )
        self.label = label
        self.cursor_blink = False

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Every character is text, so it is no command of the screen."""
        return writes(key)

    def text(self) -> str:
        """Return what was typed."""
        return self.value

    def whole(self, low: int, high: int) -> int:
        """Return the whole number that was typed.

        Raises:
            Refused: it isn't one from `low` to `high`; what was typed stays.
        """
        return whole_number(self.value, self.label, low, high)

    def on_paste(self, event: Paste) -> None:
        """Insert all that was pasted, as one line, but for what a terminal would obey."""
        event.stop()
        event.prevent_default()
        purged = any(not char.isspace() and not clean(char) for char in event.text)
        self.replace(clean(event.text), *self.selection)
        if purged:
            self.post_message(self.Purged(self))
