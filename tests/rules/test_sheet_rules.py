"""The sheet: what is out of range is refused, what breaks the rules of creation is only named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from campaign.character import Member
from campaign.demo import COMPANY, MERLIN
from rules.aspects import Aspect, Moyen, Moyens, PerAspect
from rules.errors import RuleError, Violation
from rules.sheet import Competence, Sheet, SheetWarning, WoundRoom, warnings
from tests.rules import strategies

AVERAGE = PerAspect(10, 10, 10)
W = SheetWarning


def test_a_new_sheet_is_average_and_breaks_no_rule() -> None:
    assert warnings(Sheet()) == ()
    assert Sheet().aspects == AVERAGE
    assert Sheet().room == WoundRoom(legere=4, grave=2, critique=1)


def test_merlins_sheet_is_the_one_of_the_rules() -> None:
    assert list(MERLIN.aspects) == [5, 10, 15]
    assert list(MERLIN.moyens) == [0, -1, 2, 1, -1, -1]
    assert MERLIN.competences == (Competence("Magie du Feu", 10, Aspect.MYSTIQUE),)


@pytest.mark.parametrize("member", COMPANY, ids=lambda member: member.name)
def test_the_sample_company_respects_the_rules_of_creation(member: Member) -> None:
    assert warnings(member.sheet) == ()


@pytest.mark.parametrize(
    ("sheet", "broken"),
    [
        (Sheet(PerAspect(10, 10, 11)), [W.ASPECT_SUM]),
        (Sheet(PerAspect(10, 10, 9)), [W.ASPECT_SUM]),
        (Sheet(AVERAGE, Moyens(precision=1)), [W.MOYEN_SUM]),
        (Sheet(AVERAGE, Moyens(resistance=6, precision=-3, perception=-3)), [W.MOYEN_RANGE]),
        (Sheet(AVERAGE, Moyens(resistance=-6, precision=3, perception=3)), [W.MOYEN_RANGE, W.PUISSANCE]),
        (Sheet(AVERAGE, Moyens(puissance=3, resistance=-3)), [W.PUISSANCE]),
        (Sheet(AVERAGE, Moyens(manoeuvre=3, precision=-3)), [W.MANOEUVRE]),
        (Sheet(AVERAGE, Moyens(expression=3, perception=-3)), [W.EXPRESSION]),
        (Sheet(PerAspect(0, 0, 0), Moyens(puissance=9)), [W.ASPECT_SUM, W.MOYEN_SUM, W.MOYEN_RANGE, W.PUISSANCE]),
    ],
)  # fmt: skip
def test_each_rule_of_creation_that_a_sheet_breaks_is_named(
    sheet: Sheet, broken: list[SheetWarning]
) -> None:
    assert list(warnings(sheet)) == broken


@pytest.mark.parametrize(
    "moyens",
    [
        Moyens(puissance=3, resistance=-2, perception=-1),
        Moyens(manoeuvre=3, precision=-2, perception=-1),
        Moyens(expression=2, perception=-3, resistance=1),
        Moyens(resistance=5, perception=-5),
    ],
)
def test_a_moyen_at_its_very_limit_breaks_nothing(moyens: Moyens) -> None:
    assert warnings(Sheet(AVERAGE, moyens)) == ()


@pytest.mark.parametrize(
    ("build", "what", "low", "high"),
    [
        (lambda value: Sheet(PerAspect(10, value, 10)), "aspect", -99, 99),
        (lambda value: Sheet(moyens=Moyens(precision=value)), "moyen", -99, 99),
        (lambda value: Sheet(armure=PerAspect(0, 0, value)), "armure", -99, 99),
        (lambda value: Competence("Escalade", value, Aspect.PHYSIQUE), "niveau", 0, 99),
        (lambda value: WoundRoom(legere=value), "légères", 0, 99),
        (lambda value: WoundRoom(grave=value), "graves", 0, 99),
        (lambda value: WoundRoom(critique=value), "critiques", 0, 99),
    ],
    ids=["aspect", "moyen", "armure", "niveau", "légères", "graves", "critiques"],
)
def test_a_number_out_of_range_is_refused_by_its_name(
    build: Callable[[int], object], what: str, low: int, high: int
) -> None:
    build(low)
    build(high)
    for value in (low - 1, high + 1):
        with pytest.raises(RuleError) as refused:
            build(value)
        assert refused.value.violation is Violation.OUT_OF_RANGE
        assert refused.value.details == {"what": what, "value": value, "low": low, "high": high}


@pytest.mark.parametrize(("level", "bonus"), [(0, -10), (10, 0), (13, 3)])
def test_a_competence_is_worth_its_level_less_10(level: int, bonus: int) -> None:
    assert Competence("Escalade", level, Aspect.PHYSIQUE).bonus == bonus


@given(strategies.sheets)
def test_putting_a_value_changes_that_value_alone(sheet: Sheet) -> None:
    for aspect in Aspect:
        put = sheet.aspects.put(aspect, 77)
        assert {each: put[each] for each in Aspect} == {
            each: 77 if each is aspect else sheet.aspects[each] for each in Aspect
        }
    for moyen in Moyen:
        changed = sheet.moyens.put(moyen, 77)
        assert list(changed) == [77 if each is moyen else sheet.moyens[each] for each in Moyen]
