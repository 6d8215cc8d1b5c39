"""What the terminal shows, cell by cell, so that only what differs from it is sent.

Textual paints the whole screen anew, often twice, whenever a dialog opens or closes: 22 to 44 kB at 120 × 36.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import repeat

from rich.cells import get_character_cell_size
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from tui.pen import PLAIN, Cell, Look, Run, drawn, is_plain, runs

Piece = tuple[int, int, Strip]
"""A line, a column, and what stands there."""

_BLANK: Cell = (" ", PLAIN)
_UNKNOWN: Cell = ("\0", PLAIN)
"""A cell that may show anything: it equals none that is painted."""


class Changes(CompositorUpdate):
    """An update that is already text with escape sequences."""

    def __init__(self, sequences: str) -> None:
        self._sequences = sequences

    def render_segments(self, console: Console) -> str:
        """Return what is to be sent."""
        return self._sequences


class Shown:
    """Remembers what was painted, and what of it was sent to the terminal; at first it takes nothing for granted.

    Args:
        erasing: whether cells that the terminal erases take the background that is in use.
    """

    def __init__(self, *, erasing: bool = False) -> None:
        self._erasing = erasing
        self._size = (0, 0)
        self._painted: list[list[Cell]] = []
        self._sent: list[list[Cell]] = []
        self._touched: set[int] = set()

    def forget(self) -> None:
        """Take note that the terminal may show anything: all of it is sent again."""
        width, height = self._size
        self._sent = [[_UNKNOWN] * width for _ in range(height)]
        self._touched = set(range(height))

    def paint(self, update: CompositorUpdate, console: Console) -> None:
        """Take an update over, to be sent later.

        Raises:
            TypeError: it is no update of a full screen.
        """
        size, pieces = _pieces(update)
        if size != self._size:
            self._size = width, height = size
            self._painted = [[_UNKNOWN] * width for _ in range(height)]
            self.forget()
        system = console._color_system or ColorSystem.TRUECOLOR  # what Textual takes then
        for y, x, strip in pieces:
            _put(self._painted[y], x, _cells(strip, system))
            self._touched.add(y)

    def changes(self) -> Changes | None:
        """Return what must be sent for all that was painted to be seen, or None; from then on, it counts as sent."""
        sent = self._sent  # a signal may have them forgotten at any point
        touched, self._touched = self._touched, set()
        found: list[Run] = []
        for y in sorted(touched):
            if sent[y] != self._painted[y]:
                for start, stop in _differing(sent[y], self._painted[y], erasing=self._erasing):
                    found += runs(y, start, self._painted[y][start:stop])
                sent[y] = self._painted[y].copy()
        return Changes(drawn(found, self._painted, erasing=self._erasing)) if found else None


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


def _put(line: list[Cell], x: int, cells: list[Cell]) -> None:
    """Put cells into a line; the other half of a wide character that is half overwritten becomes blank."""
    end = x + len(cells)
    if x and x < len(line) and not line[x][0]:
        line[x - 1] = (" ", line[x - 1][1])
    if end < len(line) and not line[end][0]:
        line[end] = (" ", line[end][1])
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
        return PLAIN
    attributes = Strip.render_ansi(style.without_color, system)
    return attributes, _codes(style.color, system), _codes(style.bgcolor, system, ground=False)


def _codes(color: Color | None, system: ColorSystem, *, ground: bool = True) -> str:
    return ";".join(color.downgrade(system).get_ansi_codes(ground)) if color else ""


def _differing(
    before: list[Cell], after: list[Cell], *, erasing: bool
) -> Iterator[tuple[int, int]]:
    """Yield the spans of cells that differ, as one where all blanks between can be erased with those around them."""
    start = stop = -1
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new or new is _UNKNOWN or (new[0] == " " and _are_alike(old, new)):
            continue
        if start < 0:
            start = at
        elif at > stop and not (
            erasing and all(_are_alike(new, cell) for cell in after[stop - 1 : at])
        ):
            yield start, stop
            start = at
        stop = at + 1
    if start >= 0:
        yield start, stop


def _are_alike(old: Cell, new: Cell) -> bool:
    """Whether two cells are blank, and no one sees a difference between them."""
    (char, look), (other_char, other) = old, new
    return char == other_char == " " and look[2] == other[2] and is_plain(look) and is_plain(other)
