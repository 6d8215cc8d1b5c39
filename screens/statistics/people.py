"""Whose rolls the picture is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual.content import Content
from textual.message import Message

from screens.line_view import LineView

EVERYONE = "Tous"


class People(LineView):
    """Everyone together, then each person by himself.

    Args:
        names: the name of each person, by identity, in order.
        who: the person under the cursor at first; None for everyone.
    """

    BINDING_GROUP_TITLE = "Personnages"

    @dataclass
    class Chosen(Message):
        """Posted when the cursor comes to someone else."""

        who: str | None

    def __init__(self, names: Mapping[str, str], who: str | None, *, id: str) -> None:
        super().__init__(id=id)
        self._rows: list[tuple[str | None, str]] = [(None, EVERYONE), *names.items()]
        self._first = next((row for row, (each, _) in enumerate(self._rows) if each == who), 0)

    def on_mount(self) -> None:
        """Put the cursor on whoever was asked for."""
        self.rows_changed()
        self.cursor = self._first

    @property
    def who(self) -> str | None:
        """The person under the cursor; None for everyone."""
        return self._rows[self.cursor][0]

    @property
    def name_shown(self) -> str:
        """What the row under the cursor says."""
        return self._rows[self.cursor][1]

    def watch_cursor(self, before: int, after: int) -> None:
        """Tell who it is now."""
        super().watch_cursor(before, after)
        self.post_message(self.Chosen(self.who))

    def row_count(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    def row(self, index: int) -> Content:
        """Return a name; the cursor has a glyph of its own."""
        return Content.assemble("▸ " if index == self.cursor else "  ", self._rows[index][1])
