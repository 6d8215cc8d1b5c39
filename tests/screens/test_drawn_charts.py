"""Charts as text: they keep to their room, are true to their numbers, and need no sign that a terminal lacks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.history.figures import Bars, Curves
from screens.statistics.drawing import FINE, MARGIN, PLAIN, Signs, draw, legend

heights = st.integers(0, 10**6)


def bars(values: list[int], marks: list[int]) -> Bars:
    labels = tuple(str(place) for place in range(1, len(values) + 1))
    return Bars(labels, tuple(values), tuple(map(Fraction, marks)), ("sorties", "attendues"))


def curves(solid: list[int], dotted: list[int]) -> Curves:
    return Curves(
        tuple(range(1, len(solid) + 1)),
        tuple(map(Fraction, solid)),
        tuple(Fraction(each, 3) for each in dotted),
        ("payé", "risqué"),
    )


pairs = st.lists(st.tuples(heights, heights), min_size=1, max_size=300)
charts = st.builds(lambda rows: bars(*map(list, zip(*rows, strict=True))), pairs) | st.builds(
    lambda rows: curves(*map(list, zip(*rows, strict=True))), pairs
)


@given(charts, st.integers(MARGIN + 1, 130), st.integers(4, 50), st.sampled_from([FINE, PLAIN]))
def test_a_chart_keeps_to_its_room(
    chart: Bars | Curves, width: int, height: int, signs: Signs
) -> None:
    drawn = draw(chart, width, height, signs)
    assert len(drawn) == height
    assert max(map(len, drawn)) <= width
    assert signs is FINE or "".join(drawn).isascii()


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (MARGIN, 3)])
@pytest.mark.parametrize("chart", [bars([3, 0], [1, 1]), curves([3], [1]), curves([1, 2], [0, 0])])
def test_a_room_too_small_for_anything_is_no_error(
    chart: Bars | Curves, size: tuple[int, int]
) -> None:
    assert draw(chart, *size, FINE)


def test_bars_are_as_high_as_their_counts_and_carry_their_mark() -> None:
    assert draw(bars([10, 5, 0, 1], [5, 0, 5, 0]), 20, 13, PLAIN) == [
        "    10 |",
        "       | #",
        "     8 | #",
        "       | #",
        "     6 | #",
        "       | -   -",
        "     4 | # #",
        "       | # #",
        "     2 | # #",
        "       | # #",
        "     0 | # #   #",
        "       +------------",
        "         1 2 3 4",
    ]


def test_a_curve_fills_what_is_under_it_and_the_other_is_dots() -> None:
    drawn = draw(curves([0, 10], [45, 45]), MARGIN + 11, 13, PLAIN)
    filled = [line[MARGIN:].count("#") for line in drawn[:-2]]
    assert filled == sorted(filled)
    assert sum("o" in line for line in drawn) == 1
    assert legend(curves([1], [1]), PLAIN) == "# payé   o risqué"


def test_what_is_above_0_is_always_seen() -> None:
    drawn = draw(bars([1, 0, 10**6], [0, 0, 0]), 40, 12, PLAIN)
    assert [drawn[-3][MARGIN + place * 10] for place in range(3)] == ["#", " ", "#"]
