"""A roll put right leaves the company as if it had been played right from the first."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from campaign.commands import CorrectRoll, GivePF, GiveWound, RuleEffect, Undo
from campaign.demo import populate
from campaign.refusals import Refusal, Refused
from campaign.session import Session
from rules.aspects import Aspect
from rules.health import Ruling
from rules.tableau import Gravity
from tests.campaign.correcting import played
from tests.campaign.table import FIREBALL, Table


class Attempt(NamedTuple):
    diff: int
    eff: int
    die: int
    other: int


attempts = st.builds(
    Attempt, st.integers(0, 25), st.integers(0, 60), st.integers(1, 20), st.integers(1, 20)
)


def evening(attempt: Attempt, ruling: Ruling, legeres: int) -> tuple[Session, int]:
    """Play an evening with this roll in it, which is ruled so where it fits; return the number of the roll."""
    session = Table().sit_down()
    populate(session)
    for _ in range(legeres):
        session.execute(GiveWound("merlin", Aspect.MYSTIQUE, Gravity.LEGERE))
    action = replace(FIREBALL.action, eff=attempt.eff)
    diff, _, die, other = attempt
    roll = played(
        session, replace(FIREBALL, action=action, diff=diff, die=die, encaissement_die=other)
    )
    if session.state.awaited is not None:
        is_wound = session.state.awaited.roll.outcome.effect.gravity.is_wound
        fits = is_wound or ruling is not Ruling.BLESSURE
        session.execute(RuleEffect(ruling if fits else Ruling.FATIGUE))
    session.execute(GivePF("merlin", 2))
    return session, roll


def corrected(session: Session, roll: int, attempt: Attempt, ruling: Ruling) -> bool:
    diff, eff, die, other = attempt
    command = CorrectRoll(roll, diff, eff, die=die, encaissement_die=other, ruling=ruling)
    try:
        session.execute(command)
    except Refused as refused:
        if refused.refusal is not Refusal.NO_CHANGE:
            raise
        return False
    return True


@given(attempts, attempts, st.sampled_from(Ruling), st.sampled_from(Ruling), st.integers(0, 5))
def test_a_roll_put_right_is_as_if_it_had_been_played_right(
    wrong: Attempt, right: Attempt, said: Ruling, meant: Ruling, legeres: int
) -> None:
    session, roll = evening(wrong, said, legeres)
    before = session.state
    is_other = corrected(session, roll, right, meant)
    assert session.state == evening(right, meant, legeres)[0].state
    if is_other:
        session.execute(Undo())
        assert session.state == before


@given(st.lists(attempts, min_size=1, max_size=4), attempts, st.sampled_from(Ruling))
def test_corrected_again_and_again_a_roll_is_what_the_last_correction_says(
    versions: list[Attempt], last: Attempt, ruling: Ruling
) -> None:
    session, roll = evening(versions[0], Ruling.FATIGUE, legeres=4)
    for version in versions[1:]:
        corrected(session, roll, version, Ruling.BLESSURE)
    corrected(session, roll, last, ruling)
    once, target = evening(versions[0], Ruling.FATIGUE, legeres=4)
    corrected(once, target, last, ruling)
    assert session.state == once.state
