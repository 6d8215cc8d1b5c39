"""A text that costs nothing when it is told again, and a layout only when its height changes."""

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
        self._told = words
        here = self.content_size
        fits = (
            here.width > 0 and words.get_height(self.styles.get_rules(), here.width) == here.height
        )
        self.update(words, layout=not fits)
