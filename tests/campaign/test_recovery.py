"""Rests, healing, PF and wounds on the GC's word: each an event with its before and after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.changes import Change
from campaign.commands import GivePF, GiveWound, HealWound, Rest, Undo
from campaign.events import HealthCause, HealthChanged
from campaign.health_changes import apply_health, health_differences
from campaign.narration import line
from campaign.refusals import Refusal, Refused
from campaign.session import Session
from rules.aspects import Aspect, PerAspect
from rules.errors import RuleError
from rules.health import Consequence, Health, Wounds
from rules.tableau import Gravity

MY = Aspect.MYSTIQUE
_COUNTS = st.integers(0, 9)
_WOUNDS = st.builds(Wounds, _COUNTS, _COUNTS, _COUNTS, _COUNTS)
_ASPECTS = st.frozensets(st.sampled_from(Aspect))
HEALTHS = st.builds(
    Health, _COUNTS, st.builds(PerAspect, _WOUNDS, _WOUNDS, _WOUNDS), _ASPECTS, _ASPECTS
)


def health(session: Session) -> Health:
    return session.state.characters["merlin"].health


def told(session: Session) -> str:
    return line(session.entries[-1], session.find)


def test_a_full_rest_leaves_the_limits_of_the_wounds_not_yet_healed(session: Session) -> None:
    session.execute(GiveWound("merlin", MY, Gravity.LEGERE))
    session.execute(GiveWound("merlin", MY, Gravity.LEGERE))
    session.execute(Rest("merlin"))
    assert health(session).pf == 2
    assert told(session) == "Merlin : repos complet, PF 6 → 2"


def test_a_partial_rest_gives_back_what_the_gc_says_down_to_the_limit(session: Session) -> None:
    session.execute(GivePF("merlin", 10))
    session.execute(GiveWound("merlin", MY, Gravity.GRAVE))
    session.execute(Rest("merlin", 4))
    assert health(session).pf == 11
    session.execute(Rest("merlin", 99))
    assert health(session).pf == 3


def test_a_wound_given_without_room_cascades_and_costs_the_pf_of_where_it_ends(
    session: Session,
) -> None:
    for _ in range(4):
        session.execute(GiveWound("merlin", MY, Gravity.LEGERE))
    session.execute(GiveWound("merlin", MY, Gravity.LEGERE))
    assert health(session).wounds.mystique.grave == 1
    assert told(session) == (
        "Merlin : blessure grave en My (4 légères déjà : devient grave), PF 12 → 17"
    )


def test_healing_removes_one_wound_and_keeps_its_pf(session: Session) -> None:
    session.execute(GiveWound("merlin", MY, Gravity.LEGERE))
    session.execute(HealWound("merlin", MY, Gravity.LEGERE))
    assert health(session) == Health(pf=3)
    assert told(session) == "Merlin : soin, légère en My 1 → 0"


@pytest.mark.parametrize(
    "command",
    [
        Rest("merlin"),
        Rest("merlin", 3),
        HealWound("merlin", MY, Gravity.GRAVE),
        GivePF("merlin", -2),
    ],
)
def test_what_would_change_nothing_is_said_and_no_event_is_written(
    session: Session, command: Rest | HealWound | GivePF
) -> None:
    before = session.entries
    with pytest.raises(Refused) as refused:
        session.execute(command)
    assert refused.value.refusal is Refusal.NO_CHANGE_OF_HEALTH
    assert session.entries == before


@pytest.mark.parametrize("command", [Rest("merlin", 0), GivePF("merlin", 1000)])
def test_a_number_out_of_range_is_refused(session: Session, command: Rest | GivePF) -> None:
    with pytest.raises(RuleError):
        session.execute(command)


def test_a_change_of_health_is_undone_whole(session: Session) -> None:
    before = session.state
    session.execute(GiveWound("merlin", MY, Gravity.CRITIQUE))
    session.execute(Undo())
    assert session.state == before


def test_the_event_says_each_value_before_and_after(session: Session) -> None:
    session.execute(GiveWound("merlin", MY, Gravity.LEGERE))
    assert session.entries[-1].event == HealthChanged(
        "merlin",
        "Merlin",
        HealthCause.WOUND,
        (Change("PF", 0, 3), Change("légère My", 0, 1)),
        Consequence(MY, 3, cascade=(Gravity.LEGERE,)),
    )


@given(HEALTHS, HEALTHS)
def test_the_differences_lead_from_one_health_to_the_other(before: Health, after: Health) -> None:
    changes = health_differences(before, after)
    assert apply_health(before, changes, whole=False) == after
    assert apply_health(before, changes, whole=True) == after


@pytest.mark.parametrize("field", ["", "PV", "légère", "légère Xy", "aucune My", "bleu My"])
def test_a_change_of_what_health_has_not_is_left_out(field: str) -> None:
    for whole in (False, True):
        assert apply_health(Health(pf=3), (Change(field, 0, 1),), whole=whole) == Health(pf=3)
