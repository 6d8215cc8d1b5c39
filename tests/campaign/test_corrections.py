"""A past roll put right: its dice stay as they fell, and all that follows from its stakes is computed anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from campaign.commands import (
    Command,
    CorrectNote,
    CorrectRuling,
    GivePF,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.correction import CORRECTION, correction_of
from campaign.demo import BOULE_DE_FEU
from campaign.events import Die, EventCorrected, NoteWritten, Provenance
from campaign.refusals import Refusal
from campaign.session import Session
from rules.aspects import Aspect
from rules.errors import RuleError, Violation
from rules.health import Health, Ruling
from tests.campaign.correcting import played, right, roll_of
from tests.campaign.table import FIREBALL, HARMLESS, Table, health, refusal

MY = frozenset({Aspect.MYSTIQUE})
REAL, CORRECTED = Provenance.REAL, Provenance.CORRECTED


@pytest.mark.parametrize(
    ("values", "dom_effectif", "suffered"),
    [
        ({"diff": 4}, 0, Health()),
        ({"diff": 12}, 8, Health(pf=1, sonne=MY)),
        ({"eff": 25}, 14, Health(pf=3)),
        ({"eff": 0}, -4, Health()),
        ({"ca": -6}, 8, Health(pf=1, sonne=MY)),
        ({"ca": -16}, 8, Health(pf=1, sonne=MY)),
        ({"ca": 3}, 4, Health(etourdi=MY)),
        ({"encaissement": -8}, 11, Health(pf=3)),
        ({"die": 16}, 0, Health()),
        ({"die": 20}, 8, Health(pf=1, sonne=MY)),
        ({"encaissement_die": 1}, 10, Health(pf=1, sonne=MY)),
        ({"ruling": Ruling.SANS_EFFET}, 4, Health()),
        ({"eff": 25, "ruling": Ruling.SANS_EFFET}, 14, Health()),
        ({"eff": 25, "ruling": Ruling.BLESSURE}, 14, None),
    ],
)
def test_what_was_put_right_is_computed_anew(
    session: Session, values: dict[str, Any], dom_effectif: int, suffered: Health | None
) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    written = session.execute(right(roll, **values))
    assert all(isinstance(entry.event, EventCorrected) for entry in written)
    assert [entry.place for entry in written] == [
        (n, len(written)) for n in range(1, len(written) + 1)
    ]
    assert roll_of(session, roll).outcome.dom_effectif == dom_effectif
    if suffered is not None:
        assert health(session) == suffered
    else:
        assert (health(session).pf, health(session).wounds.mystique.legere) == (3, 1)


def test_the_roll_as_it_was_stays_in_the_journal(table: Table, session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    lines = list(table.journal.lines)
    session.execute(right(roll, diff=4))
    assert table.journal.lines[: len(lines)] == lines
    assert roll_of(session, roll).stakes.diff == 4
    assert session.find(roll) == lines[-2]
    assert table.open().state == session.state


def test_the_dice_stay_as_they_fell(table: Table, session: Session) -> None:
    table.faces = [12, 7]
    roll = played(session, replace(FIREBALL, die=None, encaissement_die=None), Ruling.FATIGUE)
    for command in (
        right(roll, diff=0),
        right(roll, ca=-30),
        right(roll, eff=0),
        right(roll, die=12, encaissement_die=7),
    ):
        session.execute(command)
        event = roll_of(session, roll)
        assert event.die == Die(12, Provenance.ROLLED_HERE)
        assert event.encaissement_die == Die(7, Provenance.ROLLED_HERE)
    assert table.faces == [], "nothing is rolled anew"


def test_a_die_that_was_typed_wrong_says_that_it_was_corrected(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    session.execute(right(roll, die=13))
    assert roll_of(session, roll).die == Die(13, CORRECTED)
    assert roll_of(session, roll).encaissement_die == Die(7, REAL)
    session.execute(right(roll, encaissement_die=8))
    assert roll_of(session, roll).die == Die(13, CORRECTED)
    assert roll_of(session, roll).encaissement_die == Die(8, CORRECTED)


def test_a_die_that_is_needed_now_must_be_given(session: Session) -> None:
    roll = played(session, HARMLESS)
    assert refusal(session, right(roll, 0, 30)) is Violation.DIE_MISSING
    with pytest.raises(RuleError) as missing:
        session.execute(right(roll, 0, 30))
    assert missing.value.details == {"what": "dé d’encaissement"}
    session.execute(right(roll, 0, 30, encaissement_die=7))
    assert roll_of(session, roll).encaissement_die == Die(7, REAL)

    hopeless = replace(BOULE_DE_FEU, modificateur=-30)
    roll = played(session, replace(FIREBALL, action=hopeless), Ruling.SANS_EFFET)
    assert roll_of(session, roll).die is None
    with pytest.raises(RuleError) as missing:
        session.execute(right(roll, ca=30))
    assert missing.value.details == {"what": "dé"}
    session.execute(right(roll, ca=30, die=16))
    assert roll_of(session, roll).die == Die(16, REAL)
    assert roll_of(session, roll).outcome.verdict.degree == 16


def test_a_die_that_never_fell_and_is_not_needed_is_none(session: Session) -> None:
    roll = played(session, HARMLESS)
    assert refusal(session, right(roll, 0, encaissement_die=7)) is Refusal.NO_CHANGE
    session.execute(right(roll, 1, encaissement_die=7))
    assert roll_of(session, roll).encaissement_die is None


def test_a_correction_takes_the_place_of_the_one_before_it(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    first, state = roll_of(session, roll), session.state
    for ca, encaissement in ((-6, 2), (-5, -3), (4, 0)):
        session.execute(right(roll, ca=ca, encaissement=encaissement))
        stakes = roll_of(session, roll).stakes
        assert (stakes.ca.value, stakes.encaissement.value) == (17 + ca, 14 + encaissement)
        assert correction_of(stakes.ca, first.stakes.ca) == ca
        assert correction_of(stakes.encaissement, first.stakes.encaissement) == encaissement
        assert stakes.ca.formula.count(CORRECTION) == 1
    session.execute(right(roll))
    assert roll_of(session, roll) == first
    assert session.state == state


def test_the_correction_of_a_ca_is_a_part_of_its_own(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    session.execute(right(roll, ca=-2, encaissement=1))
    stakes = roll_of(session, roll).stakes
    plain = "My 15 + Ma 2 + Magie du Feu 10 − 10"
    assert stakes.ca.formula == f"{plain} − 2 correction du Gardien"
    assert stakes.encaissement.formula == "My 15 + Ré −1 + 1 correction du Gardien"


def test_an_action_named_like_a_correction_keeps_its_modificateur(session: Session) -> None:
    action = replace(BOULE_DE_FEU, name=CORRECTION, modificateur=3)
    roll = played(session, replace(FIREBALL, action=action), Ruling.FATIGUE)
    first = roll_of(session, roll)
    assert first.stakes.ca.value == 20
    for diff, ca in ((9, 0), (9, -2), (7, 0), (7, 5)):
        session.execute(right(roll, diff, ca=ca))
        stakes = roll_of(session, roll).stakes
        assert stakes.ca.value == 20 + ca
        assert correction_of(stakes.ca, first.stakes.ca) == ca
    session.execute(right(roll))
    assert roll_of(session, roll) == first


def test_the_house_choices_and_the_state_of_then_stay_those_of_the_roll(session: Session) -> None:
    session.execute(GivePF("merlin", 2))
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    session.execute(GivePF("merlin", 9))
    before = roll_of(session, roll)
    session.execute(right(roll, eff=16))
    after = roll_of(session, roll)
    assert after.stakes == replace(before.stakes, eff=16)
    assert after.stakes.ca.formula.endswith("− 2 fatigue")


def test_a_note_stays_on_its_roll_through_correction_and_undo(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    session.execute(WriteNote("Bravo", about=roll))
    note = session.entries[-1]
    session.execute(right(roll, diff=4))
    session.execute(Undo())
    assert session.counting(note.sequence) == note
    assert note.event == NoteWritten("Bravo", roll)


def test_a_note_is_put_right_and_stays_where_it_is(session: Session) -> None:
    target = session.entries[0].sequence
    (note,) = session.execute(WriteNote("Il pleut.", about=target))
    state = session.state
    session.execute(CorrectNote(note.sequence, "  Il\tneige. "))
    assert session.counting(note.sequence).event == NoteWritten("Il neige.", target)
    assert session.state == state
    session.execute(Undo())
    assert session.counting(note.sequence) == note


@pytest.mark.parametrize(
    ("of", "why"),
    [
        (lambda roll, note: right(roll), Refusal.NO_CHANGE),
        (lambda roll, note: right(roll, ruling=Ruling.FATIGUE), Refusal.NO_CHANGE),
        (lambda roll, note: right(roll, die=12, encaissement_die=7), Refusal.NO_CHANGE),
        (lambda roll, note: right(note), Refusal.NOT_CORRECTABLE),
        (lambda roll, note: right(roll + 1), Refusal.NOT_CORRECTABLE),
        (lambda roll, note: right(0), Refusal.UNKNOWN_EVENT),
        (lambda roll, note: right(10_000), Refusal.UNKNOWN_EVENT),
        (lambda roll, note: right(roll, diff=-1), Violation.NEGATIVE_DIFF),
        (lambda roll, note: right(roll, diff=1000), Violation.OUT_OF_RANGE),
        (lambda roll, note: right(roll, eff=-1), Violation.OUT_OF_RANGE),
        (lambda roll, note: right(roll, ca=100), Violation.OUT_OF_RANGE),
        (lambda roll, note: right(roll, encaissement=-100), Violation.OUT_OF_RANGE),
        (lambda roll, note: right(roll, die=21), Violation.OUT_OF_RANGE),
        (lambda roll, note: right(roll, encaissement_die=0), Violation.OUT_OF_RANGE),
        (lambda roll, note: CorrectRuling(roll, Ruling.FATIGUE), Refusal.NO_CHANGE),
        (lambda roll, note: CorrectRuling(roll, Ruling.BLESSURE), Violation.NOT_A_WOUND),
        (lambda roll, note: CorrectRuling(note, Ruling.FATIGUE), Refusal.NOT_CORRECTABLE),
        (lambda roll, note: CorrectNote(note, "À l’assaut"), Refusal.NO_CHANGE),
        (lambda roll, note: CorrectNote(note, " "), Refusal.EMPTY),
        (lambda roll, note: CorrectNote(note, "x" * 2001), Refusal.TOO_LONG),
        (lambda roll, note: CorrectNote(roll, "Bravo"), Refusal.NOT_CORRECTABLE),
    ],
)
def test_what_cannot_be_put_right_is_refused(
    session: Session, of: Callable[[int, int], Command], why: Refusal | Violation
) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    (note,) = session.execute(WriteNote("À l’assaut"))
    assert refusal(session, of(roll, note.sequence)) is why


def test_what_is_undone_is_not_put_right(session: Session) -> None:
    roll = played(session, FIREBALL)
    (note,) = session.execute(WriteNote("À l’assaut"))
    session.execute(Undo())
    session.execute(Undo())
    commands: tuple[Command, ...] = (
        right(roll, diff=4),
        CorrectRuling(roll, Ruling.FATIGUE),
        CorrectNote(note.sequence, "Autre"),
    )
    for command in commands:
        assert refusal(session, command) is Refusal.EVENT_UNDONE


def test_a_roll_without_a_ruling_has_none_to_put_right(session: Session) -> None:
    roll = played(session, HARMLESS)
    assert refusal(session, CorrectRuling(roll, Ruling.FATIGUE)) is Refusal.NO_RULING_TO_CORRECT
    roll = played(session, FIREBALL)
    assert refusal(session, CorrectRuling(roll, Ruling.FATIGUE)) is Refusal.NO_RULING_TO_CORRECT
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(right(roll, diff=4))
    assert refusal(session, CorrectRuling(roll, Ruling.SANS_EFFET)) is Refusal.NO_RULING_TO_CORRECT
