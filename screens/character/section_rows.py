"""The rows of what is told of a character: of its timeline, its scars, its efforts or its luck."""

from __future__ import annotations

from textual.content import Content

from screens.character.sections import Section, Subject
from screens.line_view import LineView

_END = 2**31
"""A cursor that stays on the last row."""


class SectionRows(LineView):
    """The rows of a section; each section keeps its cursor, which begins on its last row."""

    BINDING_GROUP_TITLE = "Liste"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._section: Section | None = None
        self._rows = 0  # of the section as it was when it was shown
        self._subject: Subject | None = None
        self._cursors: dict[Subject, int] = {}

    def show(self, subject: Subject, section: Section | None) -> None:
        """Show a section, or nothing while it isn't known."""
        if self._subject is not None and self._rows:
            at_end = self.cursor == self._rows - 1
            self._cursors[self._subject] = _END if at_end else self.cursor
        self._subject, self._section = subject, section
        self._rows = 0 if section is None else len(section)
        self.rows_changed()
        self.cursor = min(self._cursors.get(subject, _END), max(0, self._rows - 1))
        self.show_cursor()

    def row_count(self) -> int:
        """Return how many rows there are."""
        return self._rows

    def row(self, index: int) -> Content:
        """Return a row, with a mark where the cursor is."""
        if self._section is None:
            return Content("")
        mark = "▸ " if index == self.cursor else "  "
        return Content.assemble(mark, self._section.row(index))
