"""A chart drawn as lines of text, by plotille. It is loaded when a picture is first asked for, and needs no Textual.

Only numbers and words of ours reach the library, never a name that a user typed; and it is asked for no colour: one
curve fills what is under it, the other is a line of dots. It draws with blocks, which nearly all fonts have, rather
than with its Braille, which PuTTY's haven't; and where a terminal has neither, with plain characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil

import plotille

from campaign.history.figures import Bars, Curves
from campaign.odds import decimal

_GUTTER = 13
"""What plotille puts before each line: ten cells for a number, and the axis."""
_NUMBER = 6
"""How many of these cells our numbers need."""
MARGIN = _NUMBER + _GUTTER - 10
"""How many cells of the width the axis takes."""
AROUND = 3
"""How many lines are above and below the drawing itself."""
_WIDEST_SLOT = 10
_TICKS = 5
"""About how many numbers stand along the axis."""
_BLANK = "\u2800"


@dataclass(frozen=True, slots=True)
class Signs:
    """What charts are drawn with.

    Attributes:
        fills: fill a cell, from its least part to the whole of it.
        mark: stands across a bar.
        dot: is the curve in dots.
    """

    fills: str
    mark: str
    dot: str


FINE = Signs("▁▂▃▄▅▆▇█", "─", "•")
PLAIN = Signs("#", "-", "o")


def legend(chart: Bars | Curves, signs: Signs) -> str:
    """Return what stands for what in the drawing of `chart`."""
    samples = (signs.fills[-1], signs.mark if isinstance(chart, Bars) else signs.dot)
    return "   ".join(f"{sample} {name}" for sample, name in zip(samples, chart.names, strict=True))


def draw(chart: Bars | Curves, width: int, height: int, signs: Signs) -> list[str]:
    """Return `chart` drawn in at most `width` cells and exactly `height` lines."""
    canvas = plotille.Figure()
    canvas.width, canvas.height = max(1, width - MARGIN), max(1, height - AROUND)
    canvas.with_colors = canvas.with_x_axis = canvas.origin = False
    canvas.linesep, canvas.y_label = "\n", ""
    top, tick = _scale(_highest(chart))
    canvas.set_x_limits(0, canvas.width)
    canvas.set_y_limits(
        0, canvas.height
    )  # in cells: what a row is worth is exact here, and a float there
    canvas.y_ticks_fkt = partial(_tick, tick, top / canvas.height)
    if isinstance(chart, Bars):  # noqa: SIM108 - one line of both would hide which is which
        labels = _bars(canvas, chart, top, signs)
    else:
        labels = _curves(canvas, chart, top, signs)
    _, *lines = canvas.show().replace(_BLANK, " ").split("\n")
    kept = [line[_GUTTER - MARGIN :].rstrip() for line in lines]
    axis = f"{'+':>{MARGIN - 1}}{'-' * (canvas.width + 1)}"
    return [*kept, axis, " " * MARGIN + labels]


def _bars(canvas: plotille.Figure, chart: Bars, top: Fraction, signs: Signs) -> str:
    """Draw bars, and return the line of their labels."""
    slot = min(_WIDEST_SLOT, max(1, canvas.width // len(chart.values)))
    row = top / canvas.height
    for place, (value, mark) in enumerate(zip(chart.values, chart.marks, strict=True)):
        cells = range(place * slot, place * slot + max(1, slot - 1))
        _fill(canvas, cells, value / row, signs)
        if mark:
            _put(canvas, cells, mark / row, signs.mark)
    texts = [label[: max(2, slot - 1)] for label in chart.labels]
    return _placed(((place * slot, text) for place, text in enumerate(texts)), canvas.width)


def _curves(canvas: plotille.Figure, chart: Curves, top: Fraction, signs: Signs) -> str:
    """Draw curves, and return the line of the moments under them."""
    count, width, row = len(chart.moments), canvas.width, top / canvas.height
    for column in range(width):
        _fill(canvas, (column,), _over(chart.solid, column, width) / row, signs)
    for column in range(0, width, 2):
        _put(canvas, (column,), _over(chart.dotted, column, width) / row, signs.dot)
    places = [place * (width - 1) // max(1, count - 1) for place in range(count)]
    return _placed(zip(places, map(str, chart.moments), strict=True), width, apart=6)


def _over(heights: Sequence[Fraction], column: int, width: int) -> Fraction:
    """Return how high a curve is over a column: the mean of its points there, or what is between two of them."""
    last, across = len(heights) - 1, max(1, width - 1)
    left, right = Fraction(column * last, across), Fraction((column + 1) * last, across)
    within = heights[ceil(left) : ceil(right)]
    if within:
        return sum(within, Fraction()) / len(within)
    before = heights[int(left)]
    return before + (heights[min(int(left) + 1, last)] - before) * (left - int(left))


def _fill(canvas: plotille.Figure, cells: Sequence[int], rows: Fraction, signs: Signs) -> None:
    """Fill cells from the axis up to a height; one above 0 is always seen."""
    parts = len(signs.fills)
    whole, rest = divmod(max(1, round(parts * rows)) if rows else 0, parts)
    _scatter(canvas, [(x, y) for x in cells for y in range(whole)], signs.fills[-1])
    if rest:
        _scatter(canvas, [(x, whole) for x in cells], signs.fills[rest - 1])


def _put(canvas: plotille.Figure, cells: Sequence[int], rows: Fraction, marker: str) -> None:
    """Put a marker into each of some cells, at a height."""
    line = min(int(rows), canvas.height - 1)
    _scatter(canvas, [(x, line) for x in cells], marker)


def _scatter(canvas: plotille.Figure, cells: Sequence[tuple[int, int]], marker: str) -> None:
    if cells:
        columns, rows = zip(*cells, strict=True)
        canvas.scatter(columns, rows, marker=marker)


def _placed(labels: Iterable[tuple[int, str]], width: int, apart: int = 1) -> str:
    """Return a line with those of `labels` that have room where they belong, `apart` cells between two."""
    line, free = "", 0
    for column, text in labels:
        if column >= free and column + len(text) <= width:
            line = line.ljust(column) + text
            free = len(line) + apart
    return line


def _highest(chart: Bars | Curves) -> Fraction:
    if isinstance(chart, Bars):
        return max(Fraction(max(chart.values)), *chart.marks)
    return max(*chart.solid, *chart.dotted)


def _scale(highest: Fraction) -> tuple[Fraction, Fraction]:
    """Return the top of an axis that `highest` fits under, and the distance between its numbers."""
    wanted = max(highest, Fraction(1)) / _TICKS
    tick = next(each for each in _nice() if each >= wanted)
    return tick * max(1, ceil(highest / tick)), tick


def _nice() -> Iterator[Fraction]:
    """Yield the distances that numbers along an axis may have."""
    power = Fraction(1, 10)
    while True:
        for each in (1, 2, 5):
            yield each * power
        power *= 10


def _tick(tick: Fraction, row: Fraction, low: float, high: float) -> str:
    """Return the number to write beside the row between two heights in rows; empty for none."""
    step = ceil(round(low) * row / tick)
    return decimal(step * tick) if step * tick < round(high) * row else ""
