"""★ marks: on any event that counts, off again, and found again in any later session."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.commands import (
    CorrectNote,
    MarkEvent,
    Redo,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.refusals import Refusal
from campaign.session import Session
from rules.health import Ruling
from tests.campaign.table import FIREBALL, Table, foreseen, recall_all, refusal, told


def test_a_mark_is_put_on_an_event_and_taken_off(session: Session) -> None:
    (roll,) = session.execute(FIREBALL)
    quoted = f"« {told(session, [roll])[0]} »"
    before = session.state
    written = session.execute(MarkEvent(roll.sequence, True))
    assert session.past.marked == {roll.sequence}
    assert told(session, written) == [f"★ mise sur {quoted}"]
    written = session.execute(MarkEvent(roll.sequence, False))
    assert session.past.marked == frozenset()
    assert told(session, written) == [f"★ ôtée de {quoted}"]
    assert session.state == before


def test_what_stands_as_it_should_is_not_marked_again(session: Session) -> None:
    target = session.entries[-1].sequence
    assert refusal(session, MarkEvent(target, False)) is Refusal.NO_CHANGE
    session.execute(MarkEvent(target, True))
    assert refusal(session, MarkEvent(target, True)) is Refusal.NO_CHANGE


@pytest.mark.parametrize("target", [0, -1, 10_000])
def test_only_an_event_that_there_is_can_be_marked(session: Session, target: int) -> None:
    assert refusal(session, MarkEvent(target, True)) is Refusal.UNKNOWN_EVENT


def test_an_undone_event_is_not_marked(session: Session) -> None:
    (note,) = session.execute(WriteNote("À l’assaut"))
    session.execute(Undo())
    assert refusal(session, MarkEvent(note.sequence, True)) is Refusal.EVENT_UNDONE


def test_putting_a_mark_and_taking_it_off_are_undone_and_redone(session: Session) -> None:
    target = session.entries[-1].sequence
    for marked in (True, False):
        session.execute(MarkEvent(target, marked))
    assert foreseen(session, Undo()) == ()
    assert session.past.marked == {target}
    session.execute(Undo())
    assert session.past.marked == frozenset()
    session.execute(Redo())
    assert session.past.marked == {target}
    session.execute(Redo())
    assert session.past.marked == frozenset()


def test_a_mark_stays_through_correction_undo_and_redo(session: Session) -> None:
    (note,) = session.execute(WriteNote("À l’assaut"))
    session.execute(MarkEvent(note.sequence, True))
    session.execute(CorrectNote(note.sequence, "À la retraite"))
    session.execute(Undo())
    session.execute(Redo())
    assert session.past.marked == {note.sequence}
    for _ in range(3):
        session.execute(Undo())
    assert (session.past.marked, note.sequence in session.past.undone) == (frozenset(), True)
    for _ in range(3):
        session.execute(Redo())
    assert session.past.marked == {note.sequence}


def test_a_mark_lasts_over_sessions_and_is_put_on_those_of_earlier_ones(
    table: Table, session: Session
) -> None:
    table.journal.forgetful = True
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    roll, ruling = (entry.sequence for entry in session.entries[-2:])
    session.execute(MarkEvent(roll, True))
    for marked, bearing in ((True, {roll, ruling}), (False, {roll})):
        session.end()
        table.wait(timedelta(days=7))
        session = table.sit_down()
        state = session.state
        assert roll not in {each.sequence for each in session.entries}, "it isn't in memory"
        session.execute(MarkEvent(ruling, marked))
        assert session.past.marked == bearing
        assert session.state == state
        assert table.open().state == state
    reopened = table.open()
    recall_all(reopened)
    assert reopened.past.marked == {roll}
