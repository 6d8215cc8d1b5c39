"""A text that costs nothing when it is told again, and a layout only when its number of lines changes."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class SteadyText(Static):
    """A text of which most keystrokes change little or nothing."""

    _told = Content("")

    def tell(self, words: Content) -> None:
        """Show `words`, unless they are shown already."""
        if words.is_same(self._told):
            return
        taller = words.plain.count("\n") != self._told.plain.count("\n")
        self._told = words
        self.update(words, layout=taller)
