"""Undo and redo, to any depth: the state is exactly what it was, whatever came in between."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from campaign.commands import (
    Redo,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.events import EventRedone, EventUndone
from campaign.refusals import Refusal, Refused
from campaign.session import Session
from campaign.state import State
from rules.health import Ruling
from tests.campaign.table import FIREBALL, Table, in_play, last_roll


def play_three(session: Session) -> list[State]:
    """Play a note, a roll and its ruling; return the state before each."""
    states = []
    for command in (WriteNote("À l’assaut"), FIREBALL, RuleEffect(Ruling.FATIGUE)):
        states.append(session.state)
        session.execute(command)
    return states


def test_each_undo_steps_back_by_one_event(session: Session) -> None:
    states = play_three(session)
    for state in reversed(states):
        session.execute(Undo())
        assert session.state == state


def test_an_undone_ruling_awaits_the_gc_again(session: Session) -> None:
    play_three(session)
    session.execute(Undo())
    assert session.state.awaited is not None
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    assert session.state.characters["merlin"].health.etourdi == frozenset()


def test_redo_applies_what_was_rolled_and_rolls_nothing(table: Table, session: Session) -> None:
    table.faces = [12, 7]
    session.execute(replace(FIREBALL, die=None, encaissement_die=None))
    rolled, after = last_roll(session), session.state
    session.execute(Undo())
    session.execute(Redo())
    assert session.state == after
    assert after.awaited is not None
    assert after.awaited.roll == rolled


def test_undo_and_redo_are_entries_that_name_their_target(session: Session) -> None:
    (note,) = session.execute(WriteNote("À l’assaut"))
    (undone,) = session.execute(Undo())
    assert undone.event == EventUndone(note.sequence)
    assert note.sequence in session.past.undone
    assert note in session.entries
    (redone,) = session.execute(Redo())
    assert redone.event == EventRedone(note.sequence)
    assert note.sequence not in session.past.undone


def test_what_will_be_undone_or_redone_can_be_read_first(session: Session) -> None:
    (note,) = session.execute(WriteNote("À l’assaut"))
    assert (session.undoable(), session.redoable()) == ((note,), ())
    session.execute(Undo())
    assert session.redoable() == (note,)
    assert note not in session.undoable()


def test_a_new_event_ends_redo(session: Session) -> None:
    play_three(session)
    session.execute(Undo())
    session.execute(WriteNote("Autrement"))
    with pytest.raises(Refused) as refused:
        session.execute(Redo())
    assert refused.value.refusal is Refusal.NOTHING_TO_REDO
    assert session.redoable() == ()


def test_a_new_evening_does_not_end_redo(table: Table, session: Session) -> None:
    play_three(session)
    after = in_play(session.state)
    session.execute(Undo())
    session.end()
    table.wait(timedelta(days=7))
    next_week = table.sit_down()
    next_week.execute(Redo())
    assert in_play(next_week.state) == after


def test_a_new_campaign_has_nothing_to_undo_nor_redo(table: Table) -> None:
    session = table.sit_down()
    for command, refusal in (
        (Undo(), Refusal.NOTHING_TO_UNDO),
        (Redo(), Refusal.NOTHING_TO_REDO),
    ):
        with pytest.raises(Refused) as refused:
            session.execute(command)
        assert refused.value.refusal is refusal
    assert (session.undoable(), session.redoable()) == ((), ())


def test_undo_reaches_an_earlier_session_after_a_restart(table: Table, session: Session) -> None:
    table.journal.forgetful = True
    states = play_three(session)
    session.end()
    table.wait(timedelta(days=7))
    next_week = table.sit_down()
    assert {entry.session for entry in next_week.entries} == {2}
    for state in reversed(states):
        next_week.execute(Undo())
        assert in_play(next_week.state) == in_play(state)
    next_week.end()
    table.wait(timedelta(days=7))
    assert in_play(table.sit_down().state) == in_play(states[0])


def test_undo_after_the_session_was_closed_begins_the_next_one(
    table: Table, session: Session
) -> None:
    states = play_three(session)
    session.end()
    (undone,) = session.execute(Undo())
    assert undone.session == session.state.session == 2
    assert in_play(session.state) == in_play(states[-1])
    assert table.open().state == session.state


def test_recall_brings_all_entries_back_and_changes_no_state(
    table: Table, session: Session
) -> None:
    table.journal.forgetful = True
    play_three(session)
    session.execute(Undo())
    session.end()
    table.wait(timedelta(days=7))
    next_week = table.sit_down()
    before = next_week.state
    assert {entry.session for entry in next_week.entries} == {2}
    assert next_week.find(2) == table.journal.lines[1]
    assert next_week.recall()
    assert next_week.state == before
    assert list(next_week.entries) == table.journal.lines
    assert next_week.past.undone == session.past.undone
    assert not next_week.recall()
