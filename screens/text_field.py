"""An entry field of several lines, that is as harmless as those of one line."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding
from textual.events import Paste
from textual.message import Message
from textual.widgets import TextArea

from campaign.text import clean, clean_lines
from screens.key_names import writes


class TextField(TextArea, inherit_bindings=False):
    """A compact `TextArea`: Enter breaks the line, Tab goes on to what comes next."""

    BINDINGS = [
        Binding(
            "tab",
            "app.focus_next",
            "aux boutons",
            tooltip="Quitter le texte pour ce qui le suit",
            id="text.leave",
        ),
        # Those of TextArea that a `Field` has as well, and those that go from line to line.
        Binding("up", "cursor_up"),
        Binding("down", "cursor_down"),
        Binding("left", "cursor_left"),
        Binding("right", "cursor_right"),
        Binding("ctrl+left", "cursor_word_left"),
        Binding("ctrl+right", "cursor_word_right"),
        Binding("home,ctrl+a", "cursor_line_start"),
        Binding("end,ctrl+e", "cursor_line_end"),
        Binding("pageup", "cursor_page_up"),
        Binding("pagedown", "cursor_page_down"),
        Binding("shift+up", "cursor_up(True)"),
        Binding("shift+down", "cursor_down(True)"),
        Binding("shift+left", "cursor_left(True)"),
        Binding("shift+right", "cursor_right(True)"),
        Binding("shift+home", "cursor_line_start(True)"),
        Binding("shift+end", "cursor_line_end(True)"),
        Binding("backspace", "delete_left"),
        Binding("delete", "delete_right"),
        Binding("ctrl+w", "delete_word_left"),
        Binding("ctrl+u", "delete_to_start_of_line"),
        Binding("ctrl+k", "delete_to_end_of_line"),
        Binding("ctrl+x", "cut"),
        Binding("ctrl+c", "copy"),
        Binding("ctrl+v", "paste"),
    ]
    BINDING_GROUP_TITLE = "Texte"

    DEFAULT_CSS = """
    TextField {
        height: auto;
        padding: 0;
        scrollbar-size-vertical: 1;
        background: $panel;
        &:focus { background: $panel-lighten-2; background-tint: transparent; }
    }
    """

    @dataclass
    class Purged(Message):
        """Posted when characters that a terminal would obey were left out of a pasted text.

        Attributes:
            field: where it was pasted.
        """

        field: TextField

        @property
        def control(self) -> TextField:
            """The field."""
            return self.field

    def __init__(self, text: str, *, id: str | None = None) -> None:
        super().__init__(text, compact=True, highlight_cursor_line=False, id=id)
        self.cursor_blink = False

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Every character is text, so it is no command of the screen; nor is Enter."""
        return writes(key) or key == "enter"

    def on_paste(self, event: Paste) -> None:
        """Insert all that was pasted, line by line, but for what a terminal would obey."""
        event.stop()
        event.prevent_default()
        purged = any(not char.isspace() and not clean(char) for char in event.text)
        if inserted := self._replace_via_keyboard(clean_lines(event.text), *self.selection):
            self.move_cursor(inserted.end_location)
        if purged:
            self.post_message(self.Purged(self))
