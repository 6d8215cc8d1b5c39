"""The risk ladder against the golden values of the rules and against all 400 pairs of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleError, Violation
from rules.options import Automatiques, BorneCA, Options
from rules.risk import DIFFS, PAIRS, DomRange, Rung, best, ladder
from rules.tableau import Gravity
from tests.rules import oracle, strategies

GOLDEN = {
    0: (17, DomRange(-2, Fraction(6), 14), [165, 100, 75, 60]),
    4: (13, DomRange(2, Fraction(8), 14), [91, 114, 95, 100]),
    8: (9, DomRange(6, Fraction(10), 14), [45, 100, 115, 140]),
    12: (5, DomRange(10, Fraction(12), 14), [15, 100, 105, 180]),
    16: (1, DomRange(14, Fraction(14), 14), [1, 100, 100, 199]),
}
"""By Diff: successes of 20, Dom on success, and how many of 400 end in aucune, étourdi, sonné, légère."""


def agrees(rung: Rung, expected: oracle.Odds) -> bool:
    shown = {gravity.value: count for gravity, count in rung.effects.items() if count}
    dom = (rung.dom.least, rung.dom.mean, rung.dom.most) if rung.dom else (None, None, None)
    return (rung.successes, *dom, shown, rung.dom_effectif) == (
        expected.successes,
        expected.least,
        expected.mean,
        expected.most,
        expected.effects,
        expected.suffered,
    )


@pytest.mark.parametrize("diff", GOLDEN)
def test_the_golden_values_of_merlin(diff: int) -> None:
    successes, dom, counts = GOLDEN[diff]
    (rung,) = ladder(17, 15, 14, Options(), diffs=[diff])
    assert (rung.diff, rung.successes, rung.dom) == (diff, successes, dom)
    assert list(rung.effects.values()) == [*counts, 0, 0, 0]


@pytest.mark.parametrize(
    ("borne", "automatiques", "called"),
    list(product(BorneCA, Automatiques, (False, True))),
)
def test_merlins_whole_ladder_is_the_count_of_the_400_pairs(
    borne: BorneCA, automatiques: Automatiques, called: bool
) -> None:
    options = Options(borne_ca=borne, automatiques=automatiques)
    house = strategies.house(options, called)
    for rung in ladder(17, 15, 14, options, called=called, diffs=range(26)):
        assert agrees(rung, oracle.enumerated(17, 15, 14, rung.diff, house)), rung


@settings(max_examples=400)
@given(
    strategies.cas,
    strategies.effs,
    strategies.cas,
    strategies.diffs,
    strategies.options,
    st.booleans(),
)
def test_a_rung_is_the_count_of_the_400_pairs(
    ca: int, eff: int, encaissement: int, diff: int, options: Options, called: bool
) -> None:
    (rung,) = ladder(ca, eff, encaissement, options, called=called, diffs=[diff])
    house = strategies.house(options, called)
    assert agrees(rung, oracle.enumerated(ca, eff, encaissement, diff, house))


@given(strategies.cas, strategies.effs, strategies.cas, strategies.options, st.booleans())
def test_a_ladder_is_whole_and_never_kinder_higher_up(
    ca: int, eff: int, encaissement: int, options: Options, called: bool
) -> None:
    rungs = ladder(ca, eff, encaissement, options, called=called)
    assert [rung.diff for rung in rungs] == list(DIFFS) == list(range(20))
    for rung in rungs:
        assert list(rung.effects) == list(Gravity)
        assert sum(rung.effects.values()) == PAIRS == 400
        assert (rung.dom is None) is (rung.successes == 0)
        if rung.dom:
            assert rung.dom.least <= rung.dom.mean <= rung.dom.most < eff
    for lower, higher in pairwise(rungs):
        assert higher.successes <= lower.successes


def test_a_diff_that_no_face_beats_leaves_only_failure() -> None:
    (rung,) = ladder(25, 15, 0, Options(), diffs=[20])
    assert (rung.successes, rung.dom) == (0, None)
    assert rung.effects[Gravity.LEGERE] == 400


def test_a_ca_that_fails_by_itself_has_no_odds_until_the_gc_calls() -> None:
    (hopeless,) = ladder(1, 15, 1, Options(), diffs=[0])
    (called,) = ladder(1, 15, 1, Options(), called=True, diffs=[0])
    assert (hopeless.successes, called.successes) == (0, 1)


@pytest.mark.parametrize(
    ("ca", "eff", "encaissement", "diff", "violation", "what"),
    [
        (1000, 15, 14, 8, Violation.OUT_OF_RANGE, "CA"),
        (17, -1, 14, 8, Violation.OUT_OF_RANGE, "Eff"),
        (17, 1000, 14, 8, Violation.OUT_OF_RANGE, "Eff"),
        (17, 15, -1000, 8, Violation.OUT_OF_RANGE, "CA d’encaissement"),
        (17, 15, 14, 1000, Violation.OUT_OF_RANGE, "Diff"),
        (17, 15, 14, -1, Violation.NEGATIVE_DIFF, None),
    ],
)
def test_a_ladder_out_of_range_is_refused(
    ca: int, eff: int, encaissement: int, diff: int, violation: Violation, what: str | None
) -> None:
    with pytest.raises(RuleError) as refused:
        ladder(ca, eff, encaissement, Options(), diffs=[diff])
    assert (refused.value.violation, refused.value.details.get("what")) == (violation, what)


@given(
    strategies.cas,
    strategies.effs,
    strategies.cas,
    strategies.diffs,
    strategies.options,
    st.booleans(),
)
def test_unharmed_counts_the_successes_that_no_wound_can_follow(
    ca: int, eff: int, encaissement: int, diff: int, options: Options, called: bool
) -> None:
    (rung,) = ladder(ca, eff, encaissement, options, called=called, diffs=[diff])
    house = strategies.house(options, called)
    doms = [
        oracle.dom_of(ca, eff, diff, die, house)
        for die in range(1, 21)
        if oracle.succeeds(ca, diff, die, house)
    ]
    effects = [
        oracle.gravity_of(oracle.effective_of(dom, encaissement, die, house), house)
        for dom in doms
        for die in range(1, 21)
    ]
    assert rung.unharmed == sum(each in ("aucune", "étourdi", "sonné") for each in effects)


def test_the_best_rung_has_the_most_of_them_and_there_may_be_none() -> None:
    rungs = ladder(17, 15, 14, Options(), diffs=range(4, 20))
    chosen = best(rungs)
    assert chosen is not None
    assert chosen.unharmed == max(rung.unharmed for rung in rungs)
    assert chosen.diff == 4
    assert best(ladder(1, 15, 14, Options())) is None
    assert best(()) is None
