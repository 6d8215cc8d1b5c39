"""Draws cells on a terminal with as few bytes as it takes."""

from __future__ import annotations

import curses
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import get_character_cell_size

from tui.boot import is_gnu_screen

Look = tuple[str, str, str]
"""SGR codes: of the attributes, the foreground and the background."""
Cell = tuple[str, Look]
"""A character with the marks that combine with it, and how it looks; the second half of a wide one has no character."""

PLAIN: Look = ("", "", "")
_NOT_SEEN_ON_BLANKS = {"", "1", "2", "3"}
"""Attributes: none, bold, dim, italic."""
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29"}
"""The codes that end attributes; any other ends with a reset of everything."""
_BLANKS = " " * 5
"""So many take fewer bytes to erase than to write."""
_BLANKS_WITHIN = re.compile("(?<! ) {11,}(?=[^ ])")
"""So many that it takes fewer bytes to erase and to step over them."""
_MANY = 4
"""So many steps to the left take no fewer bytes one by one."""
_EMOJI = "\U0001f000"
"""From here on, what editions of Unicode measure differently, flags above all."""


class Run(NamedTuple):
    """Cells side by side on a line that one turn of the pen draws."""

    y: int
    x: int
    look: Look
    text: str
    width: int
    is_blank: bool
    """Whether nothing is seen of it but its background."""
    is_sure: bool
    """Whether every terminal takes as many cells for it."""


def runs(y: int, x: int, cells: Sequence[Cell]) -> list[Run]:
    """Return the runs that the cells of a line, from column `x` on, fall into; blanks go with their neighbours."""
    found: list[Run] = []
    for (look, sure), group in groupby(cells, lambda cell: (cell[1], _is_sure(cell[0]))):
        chars = [char for char, _ in group]
        text = "".join(chars)
        run = Run(y, x, look, text, len(chars), text.isspace() and is_plain(look), sure)
        x += run.width
        if found and (joined := _joined(found[-1], run)):
            found[-1] = joined
        else:
            found.append(run)
    return found


def _joined(left: Run, right: Run) -> Run | None:
    """Return two runs as one, if one of them is blank and looks the same with the look of the other."""
    blank, other = (left, right) if left.is_blank else (right, left)
    if not (blank.is_blank and other.is_sure and _hides(other.look, blank)):
        return None
    return Run(
        left.y,
        left.x,
        other.look,
        left.text + right.text,
        left.width + right.width,
        other.is_blank,
        other.is_sure,
    )


@lru_cache(maxsize=4096)
def _is_sure(char: str) -> bool:
    """Whether every terminal takes one cell for what is in a cell: they differ on emoji, and on signs of several."""
    return len(char) == 1 and char < _EMOJI and get_character_cell_size(char) == 1


def _hides(look: Look, run: Run) -> bool:
    """Whether no one sees if a run is drawn with that look instead of its own."""
    return look == run.look or (run.is_blank and look[2] == run.look[2] and is_plain(look))


def erases(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal gives the cells that it erases the background that is in use.

    GNU screen does not, whatever TERM says within it.
    """
    try:
        curses.setupterm(environ.get("TERM", ""), 1)
    except curses.error:
        return False
    is_known = curses.tigetflag("bce") > 0 and curses.tigetstr("ech") == b"\x1b[%p1%dX"
    return is_known and not is_gnu_screen(environ)


def drawn(found: list[Run], lines: Sequence[Sequence[Cell]], *, erasing: bool) -> str:
    """Return what draws runs of the `lines`: one after the other, or those of a look together if that is shorter."""
    orders = [found]
    if len({run.look for run in found}) < len(found) and all(run.is_sure for run in found):
        orders.append(sorted(found, key=_by_look))
    return min((_Pen(lines, erasing).draw(order) for order in orders), key=len)


def _by_look(run: Run) -> tuple[str, str, str]:
    attributes, foreground, background = run.look
    return background, attributes, foreground


class _Pen:
    """Where it is unknown at first, and it writes without any look."""

    def __init__(self, lines: Sequence[Sequence[Cell]], erasing: bool) -> None:
        self._lines, self._erasing = lines, erasing
        self._look = PLAIN
        self._at: tuple[int, int] | None = None

    def draw(self, found: Iterable[Run]) -> str:
        return "".join(map(self._draw, found)) + _turn(self._look, PLAIN)

    def _draw(self, run: Run) -> str:
        moved, before = self._move(run.y, run.x), self._look
        if not _hides(before, run):
            same_ink = run.is_blank and is_plain(before)
            self._look = (*before[:2], run.look[2]) if same_ink else run.look
        text, end = run.text, run.x + run.width
        if not run.is_sure:
            # nothing older shows beside a narrower sign; what follows finds its own place
            text = f"{' ' * run.width}{_at(run.y, run.x)}{text}"
        elif self._erasing and _BLANKS in text and is_plain(self._look):
            kept = text.rstrip(" ")
            blanks = len(text) - len(kept)
            if blanks >= len(_BLANKS):
                text, end = f"{kept}\x1b[{blanks}X", end - blanks
            text = _BLANKS_WITHIN.sub(_erased_and_passed, text)
        self._at = (run.y, min(end, len(self._lines[run.y]) - 1)) if run.is_sure else None
        return f"{moved}{_turn(before, self._look)}{text}"

    def _move(self, y: int, x: int) -> str:
        """Return the shortest way to a cell; over cells that stay the same, that may be to draw them again."""
        there = _at(y, x)
        if self._at is None or self._at[0] > y:
            return there
        from_y, from_x = self._at
        step = _steps(y - from_y, "B") + (_steps(x - from_x, "C") or _steps(from_x - x, "D"))
        if y == from_y and 0 < x - from_x < len(step):
            again = runs(y, from_x, self._lines[y][from_x:x])
            if len(again) == 1 and again[0].text.isascii() and _hides(self._look, again[0]):
                return again[0].text
        return min(there, step, key=len)


def _at(y: int, x: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"


def _erased_and_passed(blanks: re.Match[str]) -> str:
    count = len(blanks[0])
    return f"\x1b[{count}X\x1b[{count}C"


@lru_cache(maxsize=4096)
def _steps(count: int, way: str) -> str:
    """Return what moves the cursor some cells: down, right or left."""
    if count <= 0:
        return ""
    if way == "D" and count < _MANY:
        return "\b" * count
    return f"\x1b[{count}{way}" if count > 1 else f"\x1b[{way}"


@lru_cache(maxsize=4096)
def _turn(old: Look, new: Look) -> str:
    """Return the shortest way from one look to another."""
    if old == new:
        return ""
    if new == PLAIN:
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


def is_plain(look: Look) -> bool:
    """Whether nothing but its background is seen of a blank of that look."""
    return look[0] in _NOT_SEEN_ON_BLANKS
