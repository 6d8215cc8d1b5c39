"""What a correction makes of the ruling, of the rolls after it, and of what else befell the character since."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from campaign.commands import (
    CorrectRoll,
    CorrectRuling,
    GivePF,
    GiveWound,
    HealWound,
    Redo,
    ResolveDepassement,
    Rest,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.events import EffectRuled, EventCorrected
from campaign.refusals import Refusal
from campaign.session import Session
from rules.aspects import Aspect
from rules.health import Health, Ruling, Wounds
from rules.tableau import Gravity
from tests.campaign.correcting import played, right, roll_of, ruling_of
from tests.campaign.table import (
    BURNT,
    FIREBALL,
    HARMLESS,
    Table,
    foreseen,
    health,
    in_play,
    refusal,
)

MY = Aspect.MYSTIQUE
IN_MY = frozenset({MY})
L, G = Gravity.LEGERE, Gravity.GRAVE


def wounds(session: Session) -> Wounds:
    return health(session).wounds[MY]


def test_a_ruling_is_put_right_and_back(session: Session) -> None:
    roll = played(session, BURNT, Ruling.FATIGUE)
    assert foreseen(session, CorrectRuling(roll, Ruling.BLESSURE)) == ("+1 légère en My à Merlin",)
    assert ruling_of(session, roll).ruling is Ruling.BLESSURE
    assert foreseen(session, CorrectRuling(roll, Ruling.SANS_EFFET)) == (
        "−3 PF à Merlin",
        "−1 légère en My à Merlin",
    )
    assert foreseen(session, Undo()) == ("+3 PF à Merlin", "+1 légère en My à Merlin")
    assert foreseen(session, Undo()) == ("−1 légère en My à Merlin",)
    assert ruling_of(session, roll).ruling is Ruling.FATIGUE


def test_a_wound_that_cascaded_is_held_against_the_room_of_then(session: Session) -> None:
    for _ in range(4):
        session.execute(GiveWound("merlin", MY, L))
    roll = played(session, BURNT, Ruling.BLESSURE)
    assert ruling_of(session, roll).consequence.cascade == (L, G)
    session.execute(HealWound("merlin", MY, L))
    session.execute(right(roll, eff=25))
    assert ruling_of(session, roll).consequence.cascade == (G,)
    assert (wounds(session), health(session).pf) == (Wounds(legere=3, grave=1), 17)
    session.execute(right(roll, eff=16))
    assert ruling_of(session, roll).consequence.cascade == (L, G)
    assert ruling_of(session, roll).consequence.held == (4,)
    assert foreseen(session, CorrectRuling(roll, Ruling.FATIGUE)) == (
        "−2 PF à Merlin",
        "−1 grave en My à Merlin",
    )
    session.execute(CorrectRuling(roll, Ruling.BLESSURE))
    assert (wounds(session), health(session).pf) == (Wounds(legere=3, grave=1), 17)


def test_a_wound_that_is_none_any_more_is_fatigue_until_the_gc_says_otherwise(
    session: Session,
) -> None:
    roll = played(session, BURNT, Ruling.BLESSURE)
    session.execute(right(roll, eff=5))
    assert ruling_of(session, roll).ruling is Ruling.FATIGUE
    assert health(session) == Health(etourdi=IN_MY)
    session.execute(right(roll, eff=15, ruling=Ruling.BLESSURE))
    assert wounds(session) == Wounds(legere=1)


def test_an_effect_that_is_none_any_more_leaves_nothing_and_comes_back_as_it_was(
    session: Session,
) -> None:
    roll = played(session, BURNT, Ruling.FATIGUE)
    before = session.state
    assert foreseen(session, right(roll, eff=0)) == ("−3 PF à Merlin",)
    assert health(session) == Health()
    session.execute(right(roll))
    assert (ruling_of(session, roll).ruling, session.state) == (Ruling.FATIGUE, before)


def test_an_effect_that_was_none_is_ruled_on_at_once(session: Session) -> None:
    roll = played(session, HARMLESS)
    before, entries = session.state, session.entries
    changes = foreseen(session, right(roll, 0, 30, encaissement_die=20))
    assert changes == ("+3 PF à Merlin",)
    corrected, ruling = session.entries[len(entries) :]
    assert (type(corrected.event), type(ruling.event)) == (EventCorrected, EffectRuled)
    assert session.undoable() == (corrected, ruling)
    session.execute(CorrectRuling(roll, Ruling.BLESSURE))
    session.execute(right(roll, 0, 30, encaissement_die=7))
    assert health(session) == Health(pf=1, sonne=IN_MY)
    for _ in range(3):
        session.execute(Undo())
    assert session.state == before
    for _ in range(3):
        session.execute(Redo())
    assert health(session) == Health(pf=1, sonne=IN_MY)


def test_the_gc_says_at_once_how_a_new_effect_is_ruled(session: Session) -> None:
    roll = played(session, HARMLESS)
    session.execute(right(roll, 0, 30, encaissement_die=20, ruling=Ruling.BLESSURE))
    assert wounds(session) == Wounds(legere=1)


def test_a_roll_that_awaits_its_ruling_is_put_right_and_awaits_it_still(session: Session) -> None:
    roll = played(session, FIREBALL)
    assert foreseen(session, right(roll, eff=25)) == (
        "le jet de Merlin qui attend son jugement : étourdi → légère",
    )
    assert session.state.awaited is not None
    assert session.state.awaited.roll == roll_of(session, roll)
    assert foreseen(session, right(roll, eff=26)) == ()
    session.execute(RuleEffect(Ruling.BLESSURE))
    assert wounds(session) == Wounds(legere=1)
    session.execute(Undo())
    session.execute(Undo())
    session.execute(Undo())
    assert session.state.awaited.roll.outcome.effect.gravity is Gravity.ETOURDI


def test_a_roll_that_awaits_its_ruling_and_has_no_effect_any_more_awaits_none(
    session: Session,
) -> None:
    roll = played(session, FIREBALL)
    assert foreseen(session, right(roll, diff=4)) == ("le jet de Merlin n’attend plus de jugement",)
    assert refusal(session, RuleEffect(Ruling.FATIGUE)) is Refusal.NO_RULING_AWAITED
    assert foreseen(session, Undo()) == ("le jet de Merlin attend de nouveau son jugement",)
    session.execute(Redo())
    played(session, FIREBALL, Ruling.FATIGUE)


@pytest.mark.parametrize(
    ("roll", "ruling", "correction"),
    [
        (FIREBALL, Ruling.FATIGUE, right(0, diff=4)),
        (FIREBALL, Ruling.FATIGUE, right(0, eff=25)),
        (HARMLESS, None, right(0, 0, 30, encaissement_die=7)),
        (FIREBALL, Ruling.SANS_EFFET, right(0, ruling=Ruling.FATIGUE)),
    ],
)
@pytest.mark.parametrize("later", [FIREBALL, replace(FIREBALL, who="gaston"), HARMLESS])
def test_an_earlier_roll_put_right_leaves_the_one_that_awaits_its_ruling(
    session: Session,
    roll: ResolveDepassement,
    ruling: Ruling | None,
    correction: CorrectRoll,
    later: ResolveDepassement,
) -> None:
    first = played(session, roll, ruling)
    second = played(session, replace(later, action=replace(later.action, competence=None)))
    awaited = session.state.awaited
    for command in (replace(correction, target=first), Undo(), Redo()):
        session.execute(command)
        assert session.state.awaited == awaited
    if awaited is not None:
        assert awaited.sequence == second
        session.execute(RuleEffect(Ruling.SANS_EFFET))
        assert session.state.awaited is None


def test_what_a_later_action_ended_stays_ended(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    played(session, HARMLESS)
    assert health(session) == Health()
    session.execute(right(roll, diff=12))
    assert health(session) == Health(pf=1)


@pytest.mark.parametrize("by", [2, -2])
def test_pf_given_since_keep_their_difference(session: Session, by: int) -> None:
    roll = played(session, BURNT, Ruling.FATIGUE)
    session.execute(GivePF("merlin", by))
    assert health(session).pf == 3 + by
    session.execute(right(roll, eff=25))
    assert health(session).pf == 5 + by
    session.execute(right(roll, eff=5))
    assert health(session).pf == max(0, by)


def test_a_full_rest_since_keeps_its_result(session: Session) -> None:
    roll = played(session, BURNT, Ruling.BLESSURE)
    session.execute(Rest("merlin"))
    assert health(session).pf == 1
    assert foreseen(session, CorrectRuling(roll, Ruling.FATIGUE)) == ("−1 légère en My à Merlin",)
    session.execute(right(roll, eff=25))
    assert ruling_of(session, roll).consequence.pf == 5
    assert health(session).pf == 1


@pytest.mark.parametrize("rest", [Rest("merlin"), Rest("merlin", 1)])
def test_etourdi_and_sonne_never_outlast_a_rest_since(session: Session, rest: Rest) -> None:
    roll = played(session, replace(FIREBALL, die=3), Ruling.FATIGUE)
    assert health(session) == Health(pf=1, sonne=IN_MY)
    session.execute(rest)
    session.execute(right(roll, eff=12))
    assert ruling_of(session, roll).consequence.etourdi
    assert health(session) == Health()


def test_a_wound_healed_since_is_not_healed_below_none(session: Session) -> None:
    roll = played(session, BURNT, Ruling.BLESSURE)
    session.execute(HealWound("merlin", MY, L))
    session.execute(CorrectRuling(roll, Ruling.FATIGUE))
    assert wounds(session) == Wounds()
    session.execute(Undo())
    assert wounds(session) == Wounds()


def test_a_correction_is_undone_and_redone_whole_over_a_restart(
    table: Table, session: Session
) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    before = session.state
    corrected = session.execute(right(roll, eff=25))
    after = session.state
    session.close()
    session = table.sit_down()
    assert session.undoable() == corrected
    assert foreseen(session, Undo()) == ("−3 PF à Merlin", "Merlin est étourdi en My")
    assert session.state == before
    session.close()
    session = table.sit_down()
    assert session.redoable() == corrected
    session.execute(Redo())
    assert session.state == after


def test_an_event_of_an_earlier_session_is_put_right(table: Table, session: Session) -> None:
    table.journal.forgetful = True
    roll = played(session, BURNT, Ruling.BLESSURE)
    (note,) = session.execute(WriteNote("Aïe", about=roll))
    left = in_play(session.state)
    for _ in range(2):
        session.end()
        table.wait(timedelta(days=7))
        session = table.sit_down()
        assert roll not in {each.sequence for each in session.entries}
    session.execute(right(roll, eff=5))
    assert health(session) == Health(etourdi=IN_MY)
    assert session.counting(note.sequence) == note
    reopened = table.open()
    assert reopened.state == session.state
    session.end()
    assert table.open().entries == (), "a snapshot says it all"
    again = table.open()
    assert in_play(again.state) == in_play(session.state)
    again.execute(Undo())
    assert in_play(again.state) == left


def test_what_is_asked_as_it_is_already_writes_nothing_whatever_was_corrected_before_it(
    session: Session,
) -> None:
    earlier = played(session, BURNT, Ruling.SANS_EFFET)
    roll = played(session, BURNT, Ruling.BLESSURE)
    session.execute(CorrectRuling(earlier, Ruling.BLESSURE))
    assert refusal(session, CorrectRuling(roll, Ruling.BLESSURE)) is Refusal.NO_CHANGE
    assert refusal(session, right(roll)) is Refusal.NO_CHANGE
    assert refusal(session, right(roll, ruling=Ruling.BLESSURE)) is Refusal.NO_CHANGE
