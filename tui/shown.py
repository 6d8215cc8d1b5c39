"""What the terminal shows, cell by cell, so that only what differs from it is sent.

Textual paints the whole screen anew, often twice, whenever a dialog opens or closes: 22 to 44 kB at 120 × 36.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, repeat

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
_NOT_SEEN_ON_BLANKS = {"", "1", "2", "3"}
"""Attributes: none, bold, dim, italic."""
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29"}
"""The codes that end attributes; any other ends with a reset of everything."""
_EMOJI = "\U0001f000"
"""From here on, what editions of Unicode measure differently, flags above all."""
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
    """Remembers what was painted, and what of it was sent to the terminal; at first it takes nothing for granted."""

    def __init__(self) -> None:
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
        pen, sent = _Pen(), self._sent  # a signal may have them forgotten at any point
        touched, self._touched = self._touched, set()
        for y in sorted(touched):
            if sent[y] != self._painted[y]:
                for start, stop in _differing(sent[y], self._painted[y]):
                    pen.draw(y, start, self._painted[y][start:stop])
                sent[y] = self._painted[y].copy()
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
        self._sequences.append(_at(y, x))
        for (look, is_sure), group in groupby(cells, lambda cell: (cell[1], _is_sure(cell[0]))):
            run = [char for char, _ in group]
            text, start, x = "".join(run), x, x + len(run)
            if text.isspace() and _is_plain(look) and _is_plain(self._look):
                look = (*self._look[:2], look[2])
            if (
                not is_sure
            ):  # nothing older shows beside a narrower sign, and what follows is in place
                text = " " * len(run) + _at(y, start) + text + _at(y, x)
            self._sequences += (_turn(self._look, look), text)
            self._look = look

    def lift(self) -> str:
        self._sequences.append(_turn(self._look, _PLAIN))
        return "".join(self._sequences)


def _at(y: int, x: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H"


@lru_cache(maxsize=4096)
def _is_sure(char: str) -> bool:
    """Whether every terminal takes one cell for what is in a cell: they differ on emoji, and on signs of several."""
    return len(char) == 1 and char < _EMOJI and get_character_cell_size(char) == 1


@lru_cache(maxsize=4096)
def _turn(old: Look, new: Look) -> str:
    """Return the shortest way from one look to another."""
    if old == new:
        return ""
    if new == _PLAIN:
        return "\x1b[m"
    (had, *old_colors), (has, *new_colors) = old, new
    gone = set(had.split(";")) - set(has.split(";"))
    codes = sorted({_OFF.get(code, "0") for code in gone if code})
    if "0" in codes:
        old_colors = ["", ""]
    if codes or had != has:
        codes.append(has)
    for before, after, usual in zip(old_colors, new_colors, ("39", "49"), strict=True):
        if before != after:
            codes.append(after or usual)
    return f"\x1b[{';'.join(filter(None, codes))}m"


def _is_plain(look: Look) -> bool:
    """Whether nothing but its background is seen of a blank of that look."""
    return look[0] in _NOT_SEEN_ON_BLANKS


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
        return _PLAIN
    attributes = Strip.render_ansi(style.without_color, system)
    return attributes, _codes(style.color, system), _codes(style.bgcolor, system, ground=False)


def _codes(color: Color | None, system: ColorSystem, *, ground: bool = True) -> str:
    return ";".join(color.downgrade(system).get_ansi_codes(ground)) if color else ""


def _differing(before: list[Cell], after: list[Cell]) -> Iterator[tuple[int, int]]:
    """Yield the spans of cells that differ, those that are near each other as one."""
    start = stop = -1
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new or new is _UNKNOWN or _are_alike(old, new):
            continue
        if start < 0:
            start = at
        elif at - stop > _NEAR:
            yield start, stop
            start = at
        stop = at + 1
    if start >= 0:
        yield start, stop


def _are_alike(old: Cell, new: Cell) -> bool:
    """Whether two cells are blank, and no one sees a difference between them."""
    (char, look), (other_char, other) = old, new
    return (
        char == other_char == " " and look[2] == other[2] and _is_plain(look) and _is_plain(other)
    )
