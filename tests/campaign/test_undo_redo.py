"""Undo and redo, to any depth: the state is exactly what it was, whatever came in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    ChangeOptions,
    CloseSession,
    Command,
    OpenSession,
    Redo,
    RemoveAction,
    ResolveDepassement,
    RuleEffect,
    SaveAction,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.events import EventRedone, EventUndone
from campaign.refusals import Refusal, Refused
from campaign.session import Session
from campaign.state import State, fold
from rules.aspects import Aspect
from rules.errors import RuleError
from rules.health import Ruling
from rules.options import BorneCA, MalusFatigue, Options
from tests.campaign.table import Table, in_play, last_roll

FIREBALL = ResolveDepassement("merlin", BOULE_DE_FEU, diff=8, die=12, encaissement_die=7)
NAMES = ("Merlin", "Dan", "Daniel")
CHOICES = (Options(), Options(borne_ca=BorneCA.EXCLUE), Options(malus_fatigue=MalusFatigue.AUCUN))


def _who(state: State, n: int) -> str:
    company = list(state.characters)
    return company[n % len(company)] if company else "personne"


def _rename(state: State, n: int) -> Command:
    sheet = replace(MERLIN, aspects=MERLIN.aspects.put(Aspect.PHYSIQUE, n % 4))
    return ChangeCharacter(_who(state, n), NAMES[n % 3], Kind.PNJ, sheet)


def _roll(state: State, n: int) -> Command:
    action = replace(BOULE_DE_FEU, competence=None, eff=3 * n)
    return ResolveDepassement(_who(state, n), action, n % 20, die=n % 20 + 1, encaissement_die=20)


COMMANDS: dict[str, Callable[[State, int], Command]] = {
    "add": lambda state, n: AddCharacter(NAMES[n % 3], Kind.PJ, MERLIN),
    "rename": _rename,
    "save": lambda state, n: SaveAction(
        _who(state, n), replace(BOULE_DE_FEU, name=f"Feu {n % 3}", eff=n)
    ),
    "remove": lambda state, n: RemoveAction(_who(state, n), f"Feu {n % 3}"),
    "options": lambda state, n: ChangeOptions(CHOICES[n % 3]),
    "roll": _roll,
    "rule": lambda state, n: RuleEffect(list(Ruling)[n % 3]),
    "note": lambda state, n: WriteNote(f"note {n}"),
}
MOVES = ("undo", "undo", "undo", "redo", "redo", "restart", "evening", "closing", "recall")
_moves = st.tuples(st.sampled_from((*COMMANDS, "roll", "rule", *MOVES)), st.integers(0, 20))
plays = st.lists(_moves, min_size=10, max_size=40).map(lambda moves: [("add", 0), *moves])


class Model:
    """What undo promises, in the plainest way: two piles of whole states."""

    def __init__(self, forgetful: bool) -> None:
        self.table = Table()
        self.table.journal.forgetful = forgetful
        self.session = self.table.sit_down()
        self.past: list[tuple[State, list[str]]] = []
        self.future: list[tuple[State, list[str]]] = []

    def move(self, name: str, n: int) -> None:
        now = in_play(self.session.state)
        if name in COMMANDS:
            if self.tries(COMMANDS[name](self.session.state, n)):
                self.past.append(now)
                self.future.clear()
                return
        elif name == "undo":
            assert self.tries(Undo()) is bool(self.past)
            if self.past:
                self.future.append(now)
                now = self.past.pop()
        elif name == "redo":
            assert self.tries(Redo()) is bool(self.future)
            if self.future:
                self.past.append(now)
                now = self.future.pop()
        elif name == "restart":
            self.session.close()
            self.session = self.table.sit_down()
        elif name == "evening":
            self.session.execute(OpenSession())
        elif name == "closing":
            self.tries(CloseSession())
        elif name == "recall":
            self.session.recall()
        assert in_play(self.session.state) == now

    def tries(self, command: Command) -> bool:
        written = len(self.table.journal.lines)
        try:
            self.session.execute(command)
        except (Refused, RuleError):
            assert len(self.table.journal.lines) == written
            return False
        return True


@given(plays, st.booleans())
def test_whatever_is_played_undo_and_redo_give_back_the_very_states(
    moves: list[tuple[str, int]], forgetful: bool
) -> None:
    model = Model(forgetful)
    for name, n in moves:
        model.move(name, n)
        session = model.session
        assert session.state == fold(model.table.journal.lines)
        assert [entry.sequence for entry in model.table.journal.lines] == list(
            range(1, len(model.table.journal.lines) + 1)
        )
    while model.past:
        model.move("undo", 0)
    model.move("undo", 0)
    assert in_play(model.session.state) == in_play(Table().open().state)
    while model.future:
        model.move("redo", 0)
    model.move("redo", 0)


@given(plays, st.booleans())
def test_a_snapshot_and_the_entries_since_say_what_all_entries_say(
    moves: list[tuple[str, int]], forgetful: bool
) -> None:
    model = Model(forgetful)
    for name, n in moves:
        model.move(name, n)
        reopened = model.table.open()
        assert reopened.state == model.session.state
        assert list(reopened.state.characters) == list(model.session.state.characters)


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
    assert note.sequence in session.undone
    assert note in session.entries
    (redone,) = session.execute(Redo())
    assert redone.event == EventRedone(note.sequence)
    assert note.sequence not in session.undone


def test_what_will_be_undone_or_redone_can_be_read_first(session: Session) -> None:
    (note,) = session.execute(WriteNote("À l’assaut"))
    assert (session.undoable(), session.redoable()) == (note, None)
    session.execute(Undo())
    assert session.redoable() == note
    assert session.undoable() != note


def test_a_new_event_ends_redo(session: Session) -> None:
    play_three(session)
    session.execute(Undo())
    session.execute(WriteNote("Autrement"))
    with pytest.raises(Refused) as refused:
        session.execute(Redo())
    assert refused.value.refusal is Refusal.NOTHING_TO_REDO
    assert session.redoable() is None


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
    assert (session.undoable(), session.redoable()) == (None, None)


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
    assert next_week.find(2) is None
    assert next_week.recall()
    assert next_week.state == before
    assert list(next_week.entries) == table.journal.lines
    assert next_week.undone == session.undone
    assert next_week.find(2) == table.journal.lines[1]
    assert not next_week.recall()
