"""Is a die fair? Held against the printed tables of χ²."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.history.fairness import ENOUGH, Fairness, tail


@pytest.mark.parametrize(
    ("quantile", "chance"),
    [
        (7.633, 0.99),
        (8.907, 0.975),
        (10.117, 0.95),
        (11.651, 0.90),
        (18.338, 0.50),
        (27.204, 0.10),
        (30.144, 0.05),
        (32.852, 0.025),
        (36.191, 0.01),
        (38.582, 0.005),
        (43.820, 0.001),
    ],
)
def test_the_tail_is_that_of_the_printed_tables(quantile: float, chance: float) -> None:
    assert tail(quantile) == pytest.approx(chance, rel=2e-4)


def test_the_tail_has_both_ends() -> None:
    assert tail(0) == pytest.approx(1)
    assert tail(19e6) == 0


@given(st.lists(st.integers(0, 60), min_size=20, max_size=20))
def test_only_enough_rolls_are_judged_and_which_face_came_up_matters_not(faces: list[int]) -> None:
    found = Fairness.of(faces)
    assert (found.chance is None) is (sum(faces) < ENOUGH)
    assert found.chance == Fairness.of(sorted(faces)).chance
    if found.rolls:
        even = sum(faces) / 20
        assert float(found.gap) == pytest.approx(sum((each - even) ** 2 / even for each in faces))


def test_a_hundred_rolls_are_enough() -> None:
    assert Fairness.of([5] * 20).chance == 1
    assert Fairness.of([4] + [5] * 19).chance is None


def test_a_die_is_judged_in_one_sentence() -> None:
    assert Fairness.of([0] * 20).sentence() == "Aucun dé réel n’a été noté."
    few = Fairness.of([1] * 20).sentence()
    assert few == "20 jets de dé réel : pas assez pour juger du dé, il en faut 100 au moins."
    assert (
        Fairness.of([6] * 20).sentence().endswith("plus d’une fois sur deux, rien n’accuse ce dé.")
    )
    loaded = Fairness.of([5] * 19 + [20]).sentence()
    assert loaded.endswith(
        "une fois sur 133, ce dé n’est sans doute pas honnête (le 20 est sorti 20 fois au lieu de 5,8)."
    )
    watched = Fairness.of([8] + [5] * 9 + [19] + [5] * 9).sentence()
    assert watched.endswith("à surveiller (le 11 est sorti 19 fois au lieu de 5,9).")
