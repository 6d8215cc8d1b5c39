"""The three one-line bars of every screen: its title, its status, the keys that work now."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from screens.keys import KeyRow, active_rows
from screens.steady_text import SteadyText

PRODUCT = "Gardien"
_GAP = "   "
_BETWEEN = " · "
_KEPT = ("screen.help", "app.palette")
"""The hints that stay however narrow the screen: the first of these that works now."""


class TitleBar(Static):
    """The product and where one is, on the screen's first line."""

    DEFAULT_CSS = """
    TitleBar {
        height: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        padding: 0 1;
        color: $text-muted;
        background: $panel;
    }
    """

    _subtitle = ""

    def tell(self, subtitle: str) -> None:
        """Show the product's name, then `subtitle` unless it is empty."""
        self._subtitle = subtitle
        self._fit()

    def on_resize(self, event: Resize) -> None:
        """Show what fits in the new width."""
        self._fit()

    def _fit(self) -> None:
        parts = [PRODUCT, *filter(None, self._subtitle.split(_BETWEEN))]
        _, *where = fitting_parts(parts, self.content_size.width)
        told = "".join(_BETWEEN + part for part in where)
        self.update(Content.assemble((PRODUCT, "bold $primary"), told), layout=False)


class StatusLine(SteadyText):
    """What was just done, or why it was not: one line, more only for a long sentence."""

    DEFAULT_CSS = """
    StatusLine {
        height: auto;
        min-height: 1;
        max-height: 3;
        padding: 0 1;
        color: $text-muted;
        &.-complaint { color: $text-error; text-style: bold; }
    }
    """

    sentence: str = ""
    """What is shown, without its glyph."""

    @property
    def complains(self) -> bool:
        """Whether an error is shown."""
        return self.has_class("-complaint")

    def say(self, text: str) -> None:
        """Show `text`; the empty text clears the line."""
        self._show(text, text, complaint=False)

    def complain(self, text: str) -> None:
        """Show `text` as an error, until something else is shown."""
        self._show(text, f"✗ {text}", complaint=True)

    def _show(self, sentence: str, shown: str, *, complaint: bool) -> None:
        self.sentence = sentence
        self.set_class(complaint, "-complaint")
        self.tell(Content(shown))


class HintBar(SteadyText):
    """The keys that work now, on the screen's last line; whole hints only."""

    DEFAULT_CSS = """
    HintBar {
        height: 1;
        padding: 0 1;
        color: $text-muted;
        background: $panel;
    }
    """

    def on_mount(self) -> None:
        """Follow the screen's active keys."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def on_resize(self, event: Resize) -> None:
        """Show what fits in the new width."""
        self._follow(self.screen)

    def _follow(self, screen: Screen[Any]) -> None:
        rows = [row for row in active_rows(screen) if row.shown]
        self.tell(fitting_hints(rows, self.content_size.width))


def fitting_parts(parts: list[str], width: int) -> list[str]:
    """Return the parts of a title, the longest ones cut, so that all of them are told in `width` cells."""
    lengths = [Content(part).cell_length for part in parts]
    room = width - len(_BETWEEN) * (len(parts) - 1)
    longest = max(lengths)
    while longest > 1 and sum(min(length, longest) for length in lengths) > room:
        longest -= 1
    return [Content(part).truncate(longest, ellipsis=True).plain for part in parts]


def fitting_hints(rows: list[KeyRow], width: int) -> Content:
    """Return as many hints as fit in `width` cells, in order; the way to all the others is always among them."""
    kept_id = next((each for each in _KEPT if any(row.id == each for row in rows)), None)
    kept = [_hint(row) for row in rows if row.id == kept_id]
    room = width - sum(hint.cell_length for hint in kept)
    fitting: list[Content] = []
    for hint in (_hint(row) for row in rows if row.id != kept_id):
        room -= hint.cell_length + len(_GAP)
        if room < 0:
            break
        fitting.append(hint)
    return Content(_GAP).join([*fitting, *kept])


def _hint(row: KeyRow) -> Content:
    return Content.assemble((row.keys[0], "bold $foreground"), " ", row.label)
