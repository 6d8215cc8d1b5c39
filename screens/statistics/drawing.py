"""A chart drawn as lines of text, by plotille. It is loaded when a picture is first asked for, and needs no Textual.

Only numbers and words of ours reach the library, never a name that a user typed; and it is asked for no colour: what
two curves are is told by how they are drawn. Where the terminal has no Braille, plain characters draw the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

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
_HALF, _QUARTER = Fraction(1, 2), Fraction(1, 4)
"""From one Braille dot to the next: across, and up."""
_BLANK = "\u2800"


@dataclass(frozen=True, slots=True)
class Signs:
    """What charts are drawn with.

    Attributes:
        is_fine: whether there are Braille dots, two by four in a cell.
        bar: fills a bar.
        mark: stands across a bar.
        solid: draws the curve that is whole, or, where there are dots, stands for it in the legend.
        dotted: the same for the curve in dots.
    """

    is_fine: bool
    bar: str
    mark: str
    solid: str
    dotted: str


BRAILLE = Signs(True, "⣿", "─", "⠤", "⠄")
PLAIN = Signs(False, "#", "-", "*", ".")


def legend(chart: Bars | Curves, signs: Signs) -> str:
    """Return what stands for what in the drawing of `chart`."""
    if isinstance(chart, Bars):
        samples = signs.bar, signs.mark
    else:
        samples = signs.solid * 2, f"{signs.dotted} {signs.dotted}"
    return "   ".join(f"{sample} {name}" for sample, name in zip(samples, chart.names, strict=True))


def draw(chart: Bars | Curves, width: int, height: int, signs: Signs) -> list[str]:
    """Return `chart` drawn in at most `width` cells and exactly `height` lines."""
    canvas = plotille.Figure()
    canvas.width, canvas.height = max(1, width - MARGIN), max(1, height - AROUND)
    canvas.with_colors = canvas.with_x_axis = canvas.origin = False
    canvas.linesep, canvas.y_label = "\n", ""
    top, tick = _scale(_highest(chart))
    canvas.set_y_limits(0.0, float(top))
    canvas.y_ticks_fkt = partial(_tick, tick)
    if isinstance(chart, Bars):  # noqa: SIM108 - one line of both would hide which is which
        labels = _bars(canvas, chart, top, signs)
    else:
        labels = _curves(canvas, chart, signs)
    _, *lines = canvas.show().replace(_BLANK, " ").split("\n")
    kept = [line[_GUTTER - MARGIN :].rstrip() for line in lines]
    axis = f"{'+':>{MARGIN - 1}}{'-' * (canvas.width + 1)}"
    return [*kept, axis, " " * MARGIN + labels]


def _bars(canvas: plotille.Figure, chart: Bars, top: Fraction, signs: Signs) -> str:
    """Draw bars, and return the line of their labels."""
    slot = min(_WIDEST_SLOT, max(1, canvas.width // len(chart.values)))
    thick = max(1, slot - 1)
    canvas.set_x_limits(0.0, float(canvas.width))
    row = top / canvas.height
    for place, (value, mark) in enumerate(zip(chart.values, chart.marks, strict=True)):
        cells = range(place * slot, place * slot + thick)
        whole, dots = _filled(value, row, signs)
        _scatter(canvas, [(x, y * row) for x in cells for y in range(whole)], signs.bar)
        halves = [x + half for x in cells for half in (0, _HALF)]
        _scatter(canvas, [(x, (whole + _QUARTER * y) * row) for x in halves for y in range(dots)])
        line = min(int(mark / row), canvas.height - 1)
        _scatter(canvas, [(x, line * row) for x in cells], signs.mark)
    texts = [label[: max(2, slot - 1)] for label in chart.labels]
    return _placed(((place * slot, text) for place, text in enumerate(texts)), canvas.width)


def _filled(value: int, row: Fraction, signs: Signs) -> tuple[int, int]:
    """Return how many cells a bar fills, and how many dots above them; a count above 0 is always seen."""
    if signs.is_fine:
        return divmod(max(1, round(4 * value / row)) if value else 0, 4)
    return (max(1, round(value / row)) if value else 0), 0


def _curves(canvas: plotille.Figure, chart: Curves, signs: Signs) -> str:
    """Draw curves, and return the line of the moments under them."""
    last = max(1, len(chart.moments) - 1)
    canvas.set_x_limits(0.0, float(last))
    columns = [Fraction(column * last, canvas.width) for column in range(canvas.width)]
    dotted = [(x, _at(chart.dotted, x)) for x in columns[::2]]
    _scatter(canvas, dotted, None if signs.is_fine else signs.dotted)
    if signs.is_fine:
        canvas.plot(
            range(last + 1), [float(_at(chart.solid, Fraction(x))) for x in range(last + 1)]
        )
    else:
        _scatter(canvas, [(x, _at(chart.solid, x)) for x in columns], signs.solid)
    places = [place * (canvas.width - 1) // last for place in range(len(chart.moments))]
    return _placed(zip(places, map(str, chart.moments), strict=True), canvas.width, apart=6)


def _at(heights: Sequence[Fraction], x: Fraction) -> Fraction:
    """Return how high a curve is between two of its points."""
    before = min(int(x), len(heights) - 1)
    after = min(before + 1, len(heights) - 1)
    return heights[before] + (heights[after] - heights[before]) * (x - before)


def _scatter(
    canvas: plotille.Figure,
    points: Sequence[tuple[Fraction | int, Fraction | int]],
    marker: str | None = None,
) -> None:
    """Put a dot, or `marker`, at each of `points`."""
    if points:
        xs, ys = zip(*points, strict=True)
        canvas.scatter(list(map(float, xs)), list(map(float, ys)), marker=marker)


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


def _tick(tick: Fraction, low: Any, high: Any) -> str:
    """Return the number to write beside the line of heights from `low` to `high`; empty for none."""
    step = ceil(Fraction(low) / tick - Fraction(1, 10**6))
    return decimal(step * tick) if step * tick < high - 1e-9 else ""
