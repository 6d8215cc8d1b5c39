"""A dépassement from its stakes to Tableau 3.1: Example 2.10, each die at Diff 8, and what holds for every roll."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from campaign.demo import BOULE_DE_FEU, MERLIN
from rules.aspects import Aspect
from rules.calculation import Reason, StepName, Total, Verdict
from rules.depassement import (
    Depassement,
    Stakes,
    needs_die,
    needs_encaissement_die,
    resolve,
    suffers,
)
from rules.errors import RuleError, Violation
from rules.health import Health
from rules.options import Automatiques, BorneCA, Options, PFEtourdi
from rules.roll import ca, encaissement_ca
from rules.tableau import Effect, Gravity
from tests.rules import oracle, strategies

EXAMPLE = Stakes(
    aspect=Aspect.MYSTIQUE,
    ca=ca(
        MERLIN,
        BOULE_DE_FEU.aspect,
        BOULE_DE_FEU.moyen,
        MERLIN.competence("Magie du Feu"),
        Health(),
        Options(),
    ),
    diff=8,
    eff=15,
    encaissement=encaissement_ca(MERLIN, Aspect.MYSTIQUE, Health(), Options()),
)
"""The stakes of Example 2.10."""
DOMS_AT_DIFF_8 = (
    dict.fromkeys(range(1, 9), 15)
    | {9: 14, 10: 13, 11: 12, 12: 11, 13: 10, 14: 9, 15: 8, 16: 7, 17: 6}
    | dict.fromkeys(range(18, 21), 15)
)
DEFAULTS = Options()
FIGURES = {StepName.CA, StepName.DOM, StepName.CA_ENCAISSEMENT, StepName.DOM_EFFECTIF}
"""The steps whose result is a number."""


def played(
    ca: int,
    diff: int,
    die: int | None,
    encaissement: int = 14,
    other: int | None = 7,
    eff: int = 15,
    options: Options = DEFAULTS,
    called: bool = False,
) -> Depassement:
    stakes = Stakes(
        Aspect.MYSTIQUE, Total.plain(ca), diff, eff, Total.plain(encaissement), options, called
    )
    return resolve(stakes, die, other)


def reasons(result: Depassement) -> dict[StepName, Reason]:
    return {step.name: step.reason for step in result.steps if step.reason}


def test_example_2_10_step_by_step() -> None:
    result = resolve(EXAMPLE, 12, 7)
    etourdi = Effect(Gravity.ETOURDI, 5, 0, 0)
    assert [(step.name, step.formula, step.result, step.reason) for step in result.steps] == [
        (StepName.CA, "My 15 + Ma 2 + Magie du Feu 10 − 10", 17, None),
        (StepName.ROLL, "8 < 12 ≤ 17", Verdict(True, 12), None),
        (StepName.DOM, "15 + 8 − 12", 11, None),
        (StepName.CA_ENCAISSEMENT, "My 15 + Ré −1", 14, None),
        (StepName.ENCAISSEMENT, "7 ≤ 14", Verdict(True, 7), None),
        (StepName.DOM_EFFECTIF, "11 − 7", 4, None),
        (StepName.EFFECT, "1–5", etourdi, None),
    ]
    assert result.verdict == Verdict(True, 12)
    assert (result.dom, result.encaissement, result.dom_effectif) == (11, Verdict(True, 7), 4)
    assert result.effect == etourdi


@pytest.mark.parametrize(("die", "dom"), DOMS_AT_DIFF_8.items())
def test_the_dom_of_each_die_at_diff_8(die: int, dom: int) -> None:
    result = resolve(EXAMPLE, die, 20)
    assert result.verdict == (Verdict(True, die) if 9 <= die <= 17 else Verdict(False, None))
    assert result.dom == result.dom_effectif == dom


@given(strategies.stakes, strategies.faces, strategies.faces)
def test_a_resolution_agrees_with_the_text_of_the_rules(
    stakes: Stakes, die: int, other: int
) -> None:
    house = strategies.house(stakes.options, stakes.called)
    result = resolve(stakes, die, other)
    dom = oracle.dom_of(stakes.ca.value, stakes.eff, stakes.diff, die, house)
    effective = oracle.effective_of(dom, stakes.encaissement.value, other, house)
    assert (result.dom, result.dom_effectif) == (dom, effective)
    assert result.effect.gravity == oracle.gravity_of(effective, house)


@given(strategies.stakes, strategies.faces, strategies.faces)
def test_a_success_always_costs_less_than_eff_and_a_failure_all_of_it(
    stakes: Stakes, die: int, other: int
) -> None:
    result = resolve(stakes, die, other)
    if result.verdict.success:
        assert result.dom < stakes.eff
    else:
        assert result.dom == stakes.eff
        assert result.verdict.degree is None
    assert result.dom_effectif <= result.dom


@given(strategies.stakes, strategies.faces, strategies.faces)
def test_every_formula_adds_up_to_its_result(stakes: Stakes, die: int, other: int) -> None:
    figures = [step for step in resolve(stakes, die, other).steps if step.name in FIGURES]
    assert figures
    for step in figures:
        assert oracle.evaluated(step.formula) == step.result


@given(strategies.stakes, strategies.faces, strategies.faces)
def test_the_step_of_the_tableau_shows_the_row_in_which_dom_effectif_falls(
    stakes: Stakes, die: int, other: int
) -> None:
    result = resolve(stakes, die, other)
    formula = result.steps[-1].formula
    if formula.startswith(("≤", "≥")):
        assert oracle.holds(f"{result.dom_effectif} {formula}")
    else:
        low, high = formula.split("–")
        assert int(low) <= result.dom_effectif <= int(high)
    assert result.steps[-1].result == result.effect


@given(strategies.stakes, strategies.faces, strategies.faces)
def test_an_encaissement_is_rolled_only_where_there_is_a_dom(
    stakes: Stakes, die: int, other: int
) -> None:
    result = resolve(stakes, die, other)
    assert (result.encaissement is not None) is suffers(stakes, die) is (result.dom > 0)
    names = [step.name for step in result.steps]
    if result.dom > 0:
        assert names == list(StepName)
    else:
        assert names == [name for name in StepName if "encaissement" not in name]
        assert result.dom_effectif == result.dom
        assert result.effect.gravity is Gravity.AUCUNE
        assert reasons(result)[StepName.DOM] is Reason.NO_DOM


@given(strategies.stakes, strategies.faces, strategies.faces)
def test_a_die_that_is_not_needed_decides_nothing(stakes: Stakes, die: int, other: int) -> None:
    needed = die if needs_die(stakes) else None
    other_needed = other if needs_encaissement_die(stakes, needed) else None
    assert resolve(stakes, needed, other_needed) == resolve(stakes, die, other)


@given(strategies.stakes, strategies.faces, strategies.faces)
def test_a_die_that_is_needed_is_asked_for(stakes: Stakes, die: int, other: int) -> None:
    if needs_die(stakes):
        with pytest.raises(RuleError) as refused:
            resolve(stakes, None, other)
        assert refused.value.violation is Violation.DIE_MISSING
        assert refused.value.details == {"what": "dé"}
    if needs_encaissement_die(stakes, die):
        with pytest.raises(RuleError) as refused:
            resolve(stakes, die, None)
        assert refused.value.violation is Violation.DIE_MISSING
        assert refused.value.details == {"what": "dé d’encaissement"}


def test_a_negative_dom_is_suffered_by_no_one() -> None:
    result = played(17, 0, 17)
    assert (result.dom, result.encaissement, result.dom_effectif) == (-2, None, -2)
    assert (result.effect.gravity, result.effect.pf) == (Gravity.AUCUNE, 0)
    assert reasons(result) == {StepName.DOM: Reason.NO_DOM}
    assert [step.formula for step in result.steps][2:] == ["15 + 0 − 17", "−2", "≤ 0"]


def test_an_eff_of_0_costs_nothing_even_when_it_fails() -> None:
    result = played(17, 8, 3, eff=0)
    assert not result.verdict.success
    assert (result.dom, result.encaissement) == (0, None)
    assert reasons(result) == {
        StepName.ROLL: Reason.NOT_ABOVE_DIFF,
        StepName.DOM: Reason.NO_DOM,
    }


def test_a_failure_costs_the_whole_eff_and_says_so() -> None:
    result = played(17, 8, 18)
    assert (result.dom, reasons(result)[StepName.DOM]) == (15, Reason.FAILED)
    assert result.steps[2].formula == "Eff 15"


def test_a_failed_encaissement_leaves_the_whole_dom() -> None:
    result = played(17, 8, 12, other=15)
    assert result.encaissement == Verdict(False, None)
    assert (result.dom_effectif, result.effect.gravity) == (11, Gravity.LEGERE)
    assert reasons(result) == {StepName.ENCAISSEMENT: Reason.ABOVE_CA}
    assert result.steps[-2].formula == "11"


def test_an_encaissement_of_20_or_more_takes_the_die_whatever_it_shows() -> None:
    result = played(17, 8, 12, encaissement=20, other=20)
    assert result.encaissement == Verdict(True, 20)
    assert (result.dom_effectif, result.effect.gravity) == (-9, Gravity.AUCUNE)
    assert result.steps[4].formula == "20"


def test_an_encaissement_of_1_or_less_fails_without_its_die() -> None:
    result = played(17, 8, 12, encaissement=1, other=None)
    assert result.encaissement == Verdict(False, None)
    assert reasons(result)[StepName.ENCAISSEMENT] is Reason.CA_FAILS


def test_the_gc_calls_for_both_dice() -> None:
    left_alone = played(1, 0, 1, encaissement=1, other=1)
    called = played(1, 0, 1, encaissement=1, other=1, called=True)
    assert (left_alone.dom, left_alone.dom_effectif) == (15, 15)
    assert not needs_die(replace(EXAMPLE, ca=Total.plain(1)))
    assert (called.dom, called.dom_effectif) == (14, 13)


def test_where_nothing_is_automatic_a_high_ca_still_beats_a_20_only_within_it() -> None:
    always_the_die = Options(borne_ca=BorneCA.EXCLUE, automatiques=Automatiques.NON)
    assert played(20, 8, 20).verdict == Verdict(True, 20)
    assert not played(20, 8, 20, options=always_the_die).verdict.success
    assert played(21, 8, 20, options=always_the_die).verdict == Verdict(True, 20)


def test_the_pf_of_etourdi_follow_the_house_choice() -> None:
    assert played(17, 8, 12).effect.pf == 0
    as_in_the_example = played(17, 8, 12, options=Options(pf_etourdi=PFEtourdi.EXEMPLE))
    assert as_in_the_example.effect.pf == 1
    assert played(17, 8, 12, other=15, options=Options(pf_etourdi=PFEtourdi.EXEMPLE)).effect.pf == 3


@pytest.mark.parametrize("die", [0, 21])
def test_a_face_that_no_die_shows_is_refused_by_its_own_name(die: int) -> None:
    with pytest.raises(RuleError) as refused:
        resolve(EXAMPLE, die, 7)
    assert refused.value.details["what"] == "dé"
    with pytest.raises(RuleError) as refused:
        resolve(EXAMPLE, 12, die)
    assert refused.value.details["what"] == "dé d’encaissement"


@pytest.mark.parametrize(
    ("changed", "violation"),
    [
        ({"diff": -1}, Violation.NEGATIVE_DIFF),
        ({"diff": 1000}, Violation.OUT_OF_RANGE),
        ({"eff": -1}, Violation.OUT_OF_RANGE),
        ({"eff": 1000}, Violation.OUT_OF_RANGE),
        ({"ca": Total.plain(1000)}, Violation.OUT_OF_RANGE),
        ({"encaissement": Total.plain(-1000)}, Violation.OUT_OF_RANGE),
    ],
)
def test_stakes_out_of_range_are_refused(
    changed: dict[str, int | Total], violation: Violation
) -> None:
    with pytest.raises(RuleError) as refused:
        replace(EXAMPLE, **changed)  # type: ignore[arg-type]
    assert refused.value.violation is violation
