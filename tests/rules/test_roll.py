"""The d20 under a CA, against every roll that there is."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.calculation import Reason
from rules.errors import RuleError, Violation
from rules.options import Automatiques, BorneCA, Options
from rules.roll import needs_die, roll
from tests.rules import oracle, strategies

HOUSES = [
    (Options(borne_ca=borne, automatiques=automatiques), called)
    for borne, automatiques, called in product(BorneCA, Automatiques, (False, True))
]


@pytest.mark.parametrize(("options", "called"), HOUSES)
def test_every_roll_succeeds_or_fails_as_the_rules_say(options: Options, called: bool) -> None:
    house = strategies.house(options, called)
    for ca, diff, die in product(range(-20, 41), range(26), oracle.FACES):
        verdict = roll(ca, diff, die, options, called=called).verdict
        expected = oracle.succeeds(ca, diff, die, house)
        assert (verdict.success, verdict.degree) == (expected, die if expected else None), (
            f"CA {ca}, Diff {diff}, die {die}"
        )


@pytest.mark.parametrize(("options", "called"), HOUSES)
def test_a_rule_that_decided_is_named_the_strongest_first(options: Options, called: bool) -> None:
    house = strategies.house(options, called)
    for ca, diff in product(range(-20, 41), range(26)):
        possible = any(oracle.succeeds(ca, diff, face, house) for face in oracle.FACES)
        decided = house.automatiques and not called
        for die in oracle.FACES:
            rolled = roll(ca, diff, die, options, called=called)
            reasons = {
                Reason.CA_FAILS: decided and ca <= 1,
                Reason.NATURAL_20: die == 20 and ca < 20,
                Reason.IMPOSSIBLE: not possible,
                Reason.NOT_ABOVE_DIFF: die <= diff,
                Reason.CA_SUCCEEDS: decided and ca >= 20,
                Reason.ABOVE_CA: die > ca,
                Reason.EQUALS_CA: die == ca and house.exclue,
            }
            strongest = next((reason for reason, is_true in reasons.items() if is_true), None)
            assert rolled.reason is strongest, f"CA {ca}, Diff {diff}, die {die}"


@given(strategies.cas, strategies.diffs, strategies.faces, strategies.options, st.booleans())
def test_the_comparison_shown_holds_exactly_when_the_roll_succeeds(
    ca: int, diff: int, die: int, options: Options, called: bool
) -> None:
    rolled = roll(ca, diff, die, options, called=called)
    if rolled.reason is Reason.CA_FAILS:
        assert oracle.holds(rolled.formula.removeprefix("CA "))
    else:
        assert oracle.holds(rolled.formula) is rolled.verdict.success


@pytest.mark.parametrize(
    ("ca", "diff", "die", "formula"),
    [
        (17, 8, 12, "8 < 12 ≤ 17"),
        (-3, 0, 4, "CA −3 ≤ 1"),
        (25, 8, 12, "8 < 12"),
        (17, None, 7, "7 ≤ 17"),
        (25, None, 7, "7"),
    ],
)
def test_a_comparison_shows_what_the_die_was_held_against(
    ca: int, diff: int | None, die: int, formula: str
) -> None:
    assert roll(ca, diff, die, Options()).formula == formula


def test_a_die_equal_to_the_ca_follows_the_house_choice() -> None:
    assert roll(17, 8, 17, Options()).verdict.success
    excluded = roll(17, 8, 17, Options(borne_ca=BorneCA.EXCLUE))
    assert (excluded.verdict.success, excluded.reason) == (False, Reason.EQUALS_CA)
    assert excluded.formula == "8 < 17 < 17"


@pytest.mark.parametrize("ca", [-20, 0, 1])
def test_a_ca_of_1_or_less_fails_without_a_die_until_the_gc_calls(ca: int) -> None:
    assert not needs_die(ca, Options())
    assert roll(ca, 0, None, Options()) == roll(ca, 0, 1, Options())
    assert needs_die(ca, Options(), called=True)
    assert roll(ca, 0, 1, Options(), called=True).verdict.success is (ca == 1)


@pytest.mark.parametrize("ca", [2, 19, 20, 40])
def test_any_other_ca_needs_a_die(ca: int) -> None:
    assert needs_die(ca, Options())
    with pytest.raises(RuleError) as refused:
        roll(ca, 0, None, Options())
    assert refused.value.violation is Violation.DIE_MISSING


@pytest.mark.parametrize("die", [-1, 0, 21, 10**9])
@pytest.mark.parametrize("ca", [0, 17, 25])
def test_a_die_that_no_d20_shows_is_refused_even_where_none_is_needed(ca: int, die: int) -> None:
    with pytest.raises(RuleError) as refused:
        roll(ca, 8, die, Options())
    assert refused.value.violation is Violation.OUT_OF_RANGE
    assert refused.value.details == {"what": "dé", "value": die, "low": 1, "high": 20}


@pytest.mark.parametrize(
    ("ca", "diff", "violation"),
    [
        (17, -1, Violation.NEGATIVE_DIFF),
        (17, 1000, Violation.OUT_OF_RANGE),
        (1000, 8, Violation.OUT_OF_RANGE),
        (-1000, 8, Violation.OUT_OF_RANGE),
    ],
)
def test_a_ca_or_a_diff_out_of_range_is_refused(ca: int, diff: int, violation: Violation) -> None:
    with pytest.raises(RuleError) as refused:
        roll(ca, diff, 12, Options())
    assert refused.value.violation is violation


def test_the_widest_stakes_are_played() -> None:
    assert roll(999, 999, 20, Options()).reason is Reason.IMPOSSIBLE
    assert roll(-999, 0, 1, Options()).reason is Reason.CA_FAILS
