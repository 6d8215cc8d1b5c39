"""Successes against odds, held against every way that the dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.history.luck import EXACT, Luck, Period, luck
from campaign.odds import how_often

chances = st.lists(st.integers(0, 20), max_size=6)


def of(odds: list[int], successes: int) -> Luck:
    return luck(Counter(odds), successes)


def brute(odds: list[int], successes: int, *, few: bool) -> Fraction:
    """Weigh every row of successes and failures."""
    weight = sum(
        prod(faces if success else 20 - faces for faces, success in zip(odds, row, strict=True))
        for row in product((False, True), repeat=len(odds))
        if (sum(row) <= successes if few else sum(row) >= successes)
    )
    return Fraction(weight, 20 ** len(odds))


@given(chances, st.data())
def test_the_chance_is_the_count_of_every_way_the_dice_can_fall(
    odds: list[int], data: st.DataObject
) -> None:
    successes = data.draw(st.integers(0, len(odds)))
    found = of(odds, successes)
    assert found.expected == Fraction(sum(odds), 20)
    assert found.is_bad is (successes < found.expected)
    assert found.exact
    assert found.chance == brute(odds, successes, few=found.is_bad)


@given(st.lists(st.integers(1, 19), min_size=2, max_size=60))
def test_luck_is_rarer_the_farther_from_what_was_expected(odds: list[int]) -> None:
    told = [of(odds, successes) for successes in range(len(odds) + 1)]
    bad = [each.chance for each in told if each.is_bad]
    good = [each.chance for each in told if not each.is_bad]
    assert bad == sorted(bad)
    assert good == sorted(good, reverse=True)


@given(st.lists(st.integers(1, 19), min_size=1, max_size=40), st.data())
def test_bad_luck_of_one_side_is_good_luck_of_the_other(
    odds: list[int], data: st.DataObject
) -> None:
    successes = data.draw(st.integers(0, len(odds)))
    one, other = of(odds, successes), of([20 - each for each in odds], len(odds) - successes)
    if one.successes != one.expected:
        assert (one.chance, one.is_bad) == (other.chance, not other.is_bad)


@pytest.mark.parametrize(("faces", "within"), [(1, 0.002), (9, 0.0002), (19, 0.002)])
def test_what_is_not_counted_is_close_and_said_to_be_so(faces: int, within: float) -> None:
    more = EXACT + 1
    for successes in range(more * faces // 20 - 12, more * faces // 20 + 12):
        if not 0 <= successes <= more:
            continue
        counted = of([faces] * EXACT, successes)
        close = of([faces] * EXACT + [0], successes)  # one that never succeeds changes nothing
        assert (counted.exact, close.exact) == (True, False)
        assert abs(float(counted.chance - close.chance)) < within
        assert "calcul approché" in close.sentence(Period.NIGHT)


def test_a_night_is_told_in_one_sentence() -> None:
    assert of([12] * 10 + [13] * 5, 7).sentence(Period.NIGHT) == (
        "7 réussites sur 15 ; 9,3 attendues ; autant de malchance ou plus : une fois sur 6 ; "
        "une nuit plutôt malchanceuse."
    )
    assert of([9] * 10, 0).sentence(Period.NIGHT).endswith("vraiment une mauvaise nuit.")
    assert of([9] * 10, 9).sentence(Period.CAMPAIGN).endswith("vraiment une bonne campagne.")
    assert of([10] * 10, 5).sentence(Period.NIGHT).endswith("une nuit ordinaire.")
    assert of([], 0).sentence(Period.NIGHT) == "Aucun jet à compter."


def test_what_was_certain_is_no_luck() -> None:
    assert of([0] * 500 + [20] * 500, 500).sentence(Period.CAMPAIGN) == (
        "500 réussites sur 1000 ; 500 attendues ; autant de chance ou plus (calcul approché) : "
        "plus d’une fois sur deux ; une campagne ordinaire."
    )


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(1), "plus d’une fois sur deux"),
        (Fraction(1, 2), "une fois sur 2"),
        (Fraction(1, 8), "une fois sur 8"),
        (Fraction(2, 7), "2 fois sur 7"),
        (Fraction(1, 41), "une fois sur 41"),
        (Fraction(1, 2000), "moins d’une fois sur 1\u202f000"),
        (Fraction(0), "moins d’une fois sur 1\u202f000"),
    ],
)
def test_a_chance_is_told_in_words(chance: Fraction, told: str) -> None:
    assert how_often(chance) == told
