"""What the terminal shows, cell by cell, so that only what differs from it is sent.

Textual paints the whole screen anew, often twice, whenever a dialog opens or closes: 22 to 44 kB at 120 × 36.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, repeat
from operator import itemgetter

from rich.cells import get_character_cell_size
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

Look = tuple[str, str, str]
"""SGR codes: of the attributes, the foreground and the background."""
Cell = tuple[str, Look]
"""A character with the marks that combine with it, and how it looks; the second half of a wide one has no character."""
Piece = tuple[int, int, Strip]
"""A line, a column, and what stands there."""

_PLAIN: Look = ("", "", "")
_BLANK: Cell = (" ", _PLAIN)
_UNKNOWN: Cell = ("\0", _PLAIN)
"""A cell that may show anything: it equals none that is painted."""
_NEAR = 6
"""As many cells that stay the same are sent again rather than stepped over: that would take more bytes."""


class Changes(CompositorUpdate):
    """An update that is already text with escape sequences."""

    def __init__(self, sequences: str) -> None:
        self._sequences = sequences

    def render_segments(self, console: Console) -> str:
        """Return what is to be sent."""
        return self._sequences


class Shown:
    """Remembers what was sent to a terminal; at first it takes nothing for granted."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Take note that the terminal may show anything: whatever is painted from now on is sent."""
        self._size = (0, 0)
        self._lines: list[list[Cell]] = []

    def changes(self, update: CompositorUpdate, console: Console) -> Changes | None:
        """Return what must be sent for `update` to be seen, or None; from then on, it counts as sent.

        Raises:
            TypeError: it is no update of a full screen.
        """
        size, pieces = _pieces(update)
        if size != self._size:
            self._size = width, height = size
            self._lines = [[_UNKNOWN] * width for _ in range(height)]
        lines = self._lines  # a signal may forget them at any point
        system = console._color_system or ColorSystem.TRUECOLOR  # what Textual takes then
        pen = _Pen()
        for y, x, strip in pieces:
            _paint(pen, lines[y], y, x, _cells(strip, system))
        return Changes(pen.lift()) if pen.has_drawn else None


class _Pen:
    """Draws cells with as few bytes as it takes."""

    def __init__(self) -> None:
        self._sequences: list[str] = []
        self._look = _PLAIN

    @property
    def has_drawn(self) -> bool:
        return bool(self._sequences)

    def draw(self, y: int, x: int, cells: list[Cell]) -> None:
        self._sequences.append(f"\x1b[{y + 1};{x + 1}H")
        for look, run in groupby(cells, itemgetter(1)):
            self._turn_to(look)
            self._sequences.extend(char for char, _ in run)

    def lift(self) -> str:
        self._turn_to(_PLAIN)
        return "".join(self._sequences)

    def _turn_to(self, look: Look) -> None:
        if look == self._look:
            return
        pairs = list(zip(self._look, look, strict=True))
        ends = any(old and not new for old, new in pairs) or self._look[0] not in ("", look[0])
        codes = ["0", *look] if ends else [new for old, new in pairs if old != new]
        self._sequences.append(f"\x1b[{';'.join(filter(None, codes))}m")
        self._look = look


def _pieces(update: CompositorUpdate) -> tuple[tuple[int, int], Iterator[Piece]]:
    """Return the size of the screen, and what is painted on it."""
    if isinstance(update, LayoutUpdate):
        return update.region.size, _of_layout(update)
    if isinstance(update, ChopsUpdate):
        return (update.chop_ends[0][-1], len(update.chops)), _of_chops(update)
    raise TypeError(type(update).__name__)


def _of_layout(update: LayoutUpdate) -> Iterator[Piece]:
    for y, strips in enumerate(update.strips):
        x = 0
        for strip in strips:
            yield y, x, strip
            x += strip.cell_length


def _of_chops(update: ChopsUpdate) -> Iterator[Piece]:
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=True):
            if strip is not None and x < last and end > first:
                yield y, x, strip.crop(0, min(end, last) - x)


def _paint(pen: _Pen, line: list[Cell], y: int, x: int, cells: list[Cell]) -> None:
    """Draw the cells that `line` doesn't show yet, and note them in it."""
    end = x + len(cells)
    before = line[x:end]
    if before == cells:
        return
    for start, stop in _differing(before, cells):
        pen.draw(y, x + start, cells[start:stop])
    if x and not before[0][0]:  # half a wide character is overwritten, and the other half with it
        line[x - 1] = _UNKNOWN
    if end < len(line) and not line[end][0]:
        line[end] = _UNKNOWN
    line[x:end] = cells


def _cells(strip: Strip, system: ColorSystem) -> list[Cell]:
    """Return the cells of a strip, as many as it is said to have."""
    cells: list[Cell] = []
    for text, style, _ in strip:
        look = _look(style, system)
        if text.isascii():
            cells.extend(zip(text, repeat(look)))
            continue
        for char in text:
            width = get_character_cell_size(char)
            if width:
                cells.append((char, look))
                cells.extend([("", look)] * (width - 1))
            elif cells:
                base = -1 if cells[-1][0] else -2
                cells[base] = (cells[base][0] + char, cells[base][1])
    missing = strip.cell_length - len(cells)
    return cells + [_BLANK] * missing if missing >= 0 else cells[:missing]


@lru_cache(maxsize=4096)
def _look(style: Style | None, system: ColorSystem) -> Look:
    if style is None:
        return _PLAIN
    attributes = Strip.render_ansi(style.without_color, system)
    return attributes, _codes(style.color, system), _codes(style.bgcolor, system, ground=False)


def _codes(color: Color | None, system: ColorSystem, *, ground: bool = True) -> str:
    return ";".join(color.downgrade(system).get_ansi_codes(ground)) if color else ""


def _differing(before: list[Cell], after: list[Cell]) -> Iterator[tuple[int, int]]:
    """Yield the spans of cells that differ, those that are near each other as one."""
    start = stop = -1
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if start < 0:
            start = at
        elif at - stop > _NEAR:
            yield start, stop
            start = at
        stop = at + 1
    if start >= 0:
        yield start, stop
