"""Percentages and means in French, from exact numbers, never misleading."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.odds import decimal, percent


@pytest.mark.parametrize(
    ("count", "total", "shown"),
    [
        (9, 20, "45"),
        (0, 20, "0"),
        (20, 20, "100"),
        (45, 400, "11"),
        (115, 400, "29"),
        (199, 400, "50"),
        (1, 400, "<1"),
        (3, 400, "<1"),
        (4, 400, "1"),
        (6, 400, "2"),
        (396, 400, "99"),
        (397, 400, ">99"),
        (399, 400, ">99"),
    ],
)
def test_percentages(count: int, total: int, shown: str) -> None:
    assert percent(count, total) == shown


@given(st.integers(1, 1000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_percentage_agrees_with_its_count(odds: tuple[int, int]) -> None:
    count, total = odds
    exact, shown = Fraction(100 * count, total), percent(count, total)
    assert (shown == "0") is (count == 0)
    assert (shown == "100") is (count == total)
    assert (shown == "<1") is (0 < exact < 1)
    assert (shown == ">99") is (99 < exact < 100)
    if shown.isdigit():
        assert -Fraction(1, 2) <= int(shown) - exact <= Fraction(1, 2)


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_likelier_never_shows_less(one: int, other: int) -> None:
    rank = {"<1": Fraction(1, 2), ">99": Fraction(199, 2)}
    low, high = (percent(count, 400) for count in sorted((one, other)))
    assert rank.get(low, Fraction(low.strip("<>"))) <= rank.get(high, Fraction(high.strip("<>")))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(10), "10"),
        (Fraction(19, 2), "9,5"),
        (Fraction(0), "0"),
        (Fraction(-2), "−2"),
        (Fraction(-1, 2), "−0,5"),
        (Fraction(-1, 30), "0"),
        (Fraction(31, 3), "10,3"),
        (Fraction(5, 4), "1,3"),
        (Fraction(-19, 2), "−9,5"),
        (Fraction(1999, 100), "20"),
    ],
)
def test_means(value: Fraction, shown: str) -> None:
    assert decimal(value) == shown


@given(st.fractions(-1000, 1000, max_denominator=20))
def test_a_mean_is_shown_to_the_nearest_tenth(value: Fraction) -> None:
    shown = decimal(value)
    assert "." not in shown
    assert "-" not in shown
    read = Fraction(shown.replace(",", ".").replace("−", "-"))
    assert abs(read - value) <= Fraction(1, 20)
    assert not shown.endswith(",0")
