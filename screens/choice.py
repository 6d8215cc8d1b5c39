"""A one-line choice among a few words: ‹ My Mystique ›."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.binding import Binding
from textual.content import Content
from textual.events import Blur, Key
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from campaign.text import fold_case

V = TypeVar("V")

_POINTERS = "‹  ›"


class Choice(Widget, Generic[V], can_focus=True):
    """One value among several, changed by ← and →, Espace, or the first letters of its words.

    Args:
        label: its French name, for the sentences about it.
        options: the values and their words, in order; at least one.
        value: the one that is chosen at first; the first of them if it isn't among them.
    """

    BINDINGS = [
        Binding(
            "right,space",
            "turn(1)",
            "changer",
            tooltip="Prendre la réponse suivante",
            id="choice.next",
        ),
        Binding(
            "left",
            "turn(-1)",
            "réponse précédente",
            tooltip="Prendre la réponse précédente",
            id="choice.previous",
            show=False,
        ),
    ]
    BINDING_GROUP_TITLE = "Choix"

    DEFAULT_CSS = """
    Choice {
        width: auto;
        height: 1;
        &:focus { text-style: reverse; }
    }
    """

    index: reactive[int] = reactive(0)

    @dataclass
    class Changed(Message):
        """Posted when another value is chosen.

        Attributes:
            choice: the widget; its `value` is the new one.
        """

        choice: Choice[object]

        @property
        def control(self) -> Choice[object]:
            """The widget."""
            return self.choice

    def __init__(
        self,
        label: str,
        options: Sequence[tuple[V, str]],
        value: V,
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.label = label
        self._options = tuple(options)
        self._typed = ""
        self.set_reactive(Choice.index, self._index_of(value))

    @property
    def value(self) -> V:
        """The value that is chosen."""
        return self._options[self.index][0]

    @value.setter
    def value(self, value: V) -> None:
        self.index = self._index_of(value)

    def render(self) -> Content:
        """Return the words of the value between two pointers, in a width that never changes."""
        room = self.content_size.width - len(_POINTERS)
        words = Content(self._options[self.index][1]).truncate(room, ellipsis=True)
        return Content.assemble(
            _POINTERS[:2], words, _POINTERS[2:], " " * (room - words.cell_length)
        )

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the longest option."""
        longest = max(Content(words).cell_length for _, words in self._options)
        return longest + len(_POINTERS)

    def watch_index(self) -> None:
        """Tell the change."""
        self.post_message(self.Changed(self))  # type: ignore[arg-type]

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Letters pick an option, so they are no command of the screen."""
        return character is not None and character.isalnum()

    def on_key(self, event: Key) -> None:
        """Pick the option whose words begin with what is typed."""
        if event.character is None or not event.character.isalnum():
            self._typed = ""
            return
        event.stop()
        if not self._pick(self._typed + event.character):
            self._pick(event.character)

    def on_blur(self, event: Blur) -> None:
        """Forget the letters typed so far."""
        self._typed = ""

    def action_turn(self, step: int) -> None:
        """Choose the next or the previous option, round and round."""
        self._typed = ""
        self.index = (self.index + step) % len(self._options)

    def _pick(self, typed: str) -> bool:
        wanted = fold_case(typed)
        again = len(typed) == 1 and self._begins(self.index, wanted)
        order = [*range(self.index, len(self._options)), *range(self.index)]
        for index in order[1:] + order[:1] if again else order:
            if self._begins(index, wanted):
                self.index, self._typed = index, typed
                return True
        return False

    def _begins(self, index: int, wanted: str) -> bool:
        words = fold_case(self._options[index][1])
        return words.startswith(wanted) or any(part.startswith(wanted) for part in words.split())

    def _index_of(self, value: V) -> int:
        values = [each for each, _ in self._options]
        return values.index(value) if value in values else 0
