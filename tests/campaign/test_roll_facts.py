"""What the rolls of an evening say for statistics: as they count now, and exactly."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.commands import Reveal, RuleEffect, Undo
from campaign.events import Die, Provenance
from campaign.history.rolls import Odds, RollColumns, RollFacts, facts_of
from campaign.history.statistics import Account
from campaign.session import Session
from rules.aspects import Aspect
from rules.calculation import Part, Total
from rules.depassement import Stakes, resolve
from rules.health import Ruling
from rules.options import Options
from rules.tableau import Gravity
from tests.campaign.correcting import right
from tests.campaign.table import BURNT, EVENING, FIREBALL, HARMLESS
from tests.rules import strategies

REAL = Provenance.REAL
MERLIN_AT_8 = Odds(9, 3120, (45, 100, 115, 140, 0, 0, 0))
"""The golden values of the rules. By hand: 11 failures × (20 × 15 − 105), then 175, 156 … 51 for Dom 14, 13 … 6."""


def facts(session: Session) -> list[RollFacts]:
    return list(facts_of(1, session.entries, session.past))


def test_a_roll_says_what_was_risked_and_what_was_paid(session: Session) -> None:
    (roll,) = session.execute(FIREBALL)
    assert facts(session) == [
        RollFacts(
            roll.sequence,
            1,
            EVENING.toordinal(),
            "merlin",
            Die(12, REAL),
            Die(7, REAL),
            True,
            8,
            11,
            4,
            Gravity.ETOURDI,
            MERLIN_AT_8,
            False,
        )
    ]
    assert facts(session)[0].dom_effectif == 4


def test_a_dom_below_0_heals_nothing_and_costs_nothing(session: Session) -> None:
    session.execute(HARMLESS)
    (found,) = facts(session)
    assert (found.dom_effectif, found.encaissement_die) == (-1, None)
    assert Account.of([found]).paid == 0


def test_only_what_counts_is_told_as_it_counts(session: Session) -> None:
    (first,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(right(first.sequence, die=13))
    session.execute(BURNT)
    session.execute(Undo())
    (found,) = facts(session)
    assert (found.sequence, found.die, found.dom_effectif) == (
        first.sequence,
        Die(13, Provenance.CORRECTED),
        3,
    )


def test_a_secret_roll_is_secret_until_it_is_revealed(session: Session) -> None:
    (roll,) = session.execute(replace(FIREBALL, secret=True))
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(right(roll.sequence, die=13))
    assert [each.secret for each in facts(session)] == [True]
    session.execute(Reveal(roll.sequence))
    assert [each.secret for each in facts(session)] == [False]


def test_columns_say_what_the_entries_say(session: Session) -> None:
    for each in (FIREBALL, BURNT, HARMLESS):
        session.execute(each)
        if session.state.awaited:
            session.execute(RuleEffect(Ruling.SANS_EFFET))
    columns = RollColumns.of(1, session.entries)
    again = RollColumns(1, columns.people, columns.rolls[:], columns.odds[:])
    assert len(columns) == 3
    assert list(again.as_counts(session.past)) == facts(session)
    assert all(isinstance(each, int) for each in (*columns.rolls, *columns.odds))


@given(
    strategies.cas,
    strategies.effs,
    strategies.cas,
    strategies.diffs,
    strategies.options,
    st.booleans(),
)
def test_the_risk_taken_is_the_mean_of_what_all_pairs_of_dice_pay(
    ca: int, eff: int, encaissement: int, diff: int, options: Options, called: bool
) -> None:
    stakes = Stakes(
        Aspect.MYSTIQUE,
        Total((Part("", ca),)),
        diff,
        eff,
        Total((Part("", encaissement),)),
        options,
        called,
    )
    played = [resolve(stakes, die, other) for die in range(1, 21) for other in range(1, 21)]
    odds = Odds.of(stakes)
    assert odds.dom_effectif == sum(max(0, each.dom_effectif) for each in played)
    assert odds.gravities == tuple(
        sum(each.effect.gravity is gravity for each in played) for gravity in Gravity
    )
    assert 20 * odds.successes == sum(each.verdict.success for each in played)


@pytest.mark.parametrize(
    ("diff", "gravities"),
    [
        (0, (165, 100, 75, 60)),
        (4, (91, 114, 95, 100)),
        (8, (45, 100, 115, 140)),
        (12, (15, 100, 105, 180)),
        (16, (1, 100, 100, 199)),
    ],
)
def test_the_golden_values_of_merlin_are_the_odds(
    session: Session, diff: int, gravities: tuple[int, ...]
) -> None:
    session.execute(replace(FIREBALL, diff=diff, die=1))
    assert facts(session)[0].odds.gravities == (*gravities, 0, 0, 0)
