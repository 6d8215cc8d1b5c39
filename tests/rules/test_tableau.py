"""Tableau 3.1: the book's rows, their thresholds, and the edited tables that can't be one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleError, Violation
from rules.tableau import TABLEAU_3_1, Effect, Gravity, Tableau
from tests.rules import oracle, strategies

ROWS = TABLEAU_3_1.rows


def changed(index: int, **values: int | None) -> tuple[Effect, ...]:
    row = replace(ROWS[index], **values)  # type: ignore[arg-type]
    return (*ROWS[:index], row, *ROWS[index + 1 :])


def test_the_rows_are_those_of_the_book() -> None:
    assert [(row.up_to, row.gravity.value, row.pf, row.limit) for row in ROWS] == list(
        oracle.TABLEAU
    )


@pytest.mark.parametrize(
    ("dom_effectif", "gravity"),
    [
        (-99, Gravity.AUCUNE),
        (0, Gravity.AUCUNE),
        (1, Gravity.ETOURDI),
        (5, Gravity.ETOURDI),
        (6, Gravity.SONNE),
        (10, Gravity.SONNE),
        (11, Gravity.LEGERE),
        (20, Gravity.LEGERE),
        (21, Gravity.GRAVE),
        (30, Gravity.GRAVE),
        (31, Gravity.CRITIQUE),
        (40, Gravity.CRITIQUE),
        (41, Gravity.FATALE),
        (10**6, Gravity.FATALE),
    ],
)
def test_each_threshold_falls_on_its_own_side(dom_effectif: int, gravity: Gravity) -> None:
    assert TABLEAU_3_1.effect(dom_effectif).gravity is gravity


@given(strategies.edited_tableaux(), st.integers(-30, 80))
def test_an_effect_is_the_row_in_whose_range_the_dom_falls(tableau: Tableau, dom: int) -> None:
    effect = tableau.effect(dom)
    low, high = tableau.range_of(effect.gravity)
    assert low is None or low <= dom
    assert high is None or dom <= high
    assert tableau.row(effect.gravity) == effect


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ROWS[:-1],
        ROWS[1:],
        (ROWS[1], ROWS[0], *ROWS[2:]),
        (*ROWS, ROWS[-1]),
        changed(0, up_to=-1),
        changed(0, up_to=None),
        changed(0, pf=1),
        changed(0, limit=1),
        changed(2, up_to=5),
        changed(2, up_to=4),
        changed(3, up_to=None),
        changed(6, up_to=60),
        changed(4, pf=-1),
        changed(4, limit=-1),
    ],
)
def test_rows_that_do_not_cover_every_dom_in_order_are_refused(rows: tuple[Effect, ...]) -> None:
    with pytest.raises(RuleError) as refused:
        Tableau(rows)
    assert refused.value.violation is Violation.BAD_TABLEAU


def test_only_wounds_take_room() -> None:
    assert [gravity.value for gravity in Gravity if gravity.is_wound] == [
        "légère",
        "grave",
        "critique",
        "fatale",
    ]
