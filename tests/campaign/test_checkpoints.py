"""The states kept on the way make no difference to what a fold says, only to how much of the past it reads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.checkpoints import Checkpoints
from campaign.commands import CorrectRoll, Redo, Reveal, Undo, WriteNote
from campaign.demo import populate
from campaign.events import Entry, EventUndone
from campaign.past import Past, fold
from campaign.refusals import Refused
from campaign.state import State
from rules.errors import RuleError
from tests.campaign.evenings import COMMANDS, plays, reveal, tries
from tests.campaign.table import FIREBALL, Table

STRIDES = st.integers(1, 7)


def evening(moves: list[tuple[str, int]]) -> tuple[Table, list[int]]:
    """Play an evening; return its table, and how many entries there were after each move."""
    table = Table()
    session = table.sit_down()
    lengths = []
    for name, n in moves:
        if name in COMMANDS:
            tries(table, session, COMMANDS[name](session, n))
        elif name in {"undo", "redo"}:
            tries(table, session, Undo() if name == "undo" else Redo())
        elif name == "reveal":
            tries(table, session, reveal(session, n))
        lengths.append(len(table.journal.lines))
    return table, lengths


def same(state: State, other: State) -> bool:
    """Whether two states are the same, down to the order of the company, which == overlooks."""
    return state == other and list(state.characters) == list(other.characters)


@settings(max_examples=60)
@given(plays("reveal", "reveal", "secret roll"), STRIDES, st.booleans())
def test_a_fold_by_checkpoints_is_the_whole_fold_whatever_changes_in_the_past(
    moves: list[tuple[str, int]], stride: int, in_the_know: bool
) -> None:
    """Whoever may not read the secrets learns of them late, in the midst of what is known."""
    table, lengths = evening(moves)
    checkpoints = Checkpoints(State(), stride)
    for length in lengths:
        entries = [each for each in table.journal.lines[:length] if in_the_know or not each.secret]
        past = Past.of(entries)
        assert same(checkpoints.advance(entries, past), fold(entries))
        for before in (1, length // 3, length - 2, length + 1):
            known = checkpoints.fold(entries, past, before)
            assert same(known, fold(entries, before=before))


@settings(max_examples=60)
@given(plays(), STRIDES, st.data())
def test_what_is_only_foreseen_leaves_no_trace(
    moves: list[tuple[str, int]], stride: int, data: st.DataObject
) -> None:
    table, lengths = evening(moves)
    checkpoints = Checkpoints(State(), stride)
    for length in lengths:
        entries = table.journal.lines[:length]
        past = Past.of(entries)
        checkpoints.advance(entries, past)
        target = data.draw(st.integers(1, length))
        foreseen = Entry(length + 1, 1, table.now, EventUndone(target))
        with_it = [*entries, foreseen]
        assert same(checkpoints.fold(with_it, past.after([foreseen])), fold(with_it))
        assert same(checkpoints.fold(entries, past), fold(entries))


@settings(max_examples=60)
@given(plays("reveal", "secret roll"), st.booleans())
def test_a_past_goes_on_as_if_it_were_read_anew(
    moves: list[tuple[str, int]], in_the_know: bool
) -> None:
    table, lengths = evening(moves)
    past, known = Past(), 0
    for length in lengths:
        entries = [each for each in table.journal.lines[:length] if in_the_know or not each.secret]
        past = past.after(entries[known:])
        known = len(entries)
        assert past == Past.of(entries)


@settings(max_examples=60)
@given(plays())
def test_each_correction_is_foreseen(moves: list[tuple[str, int]]) -> None:
    table = Table()
    session = table.sit_down()
    for name, n in moves:
        if name not in COMMANDS:
            continue
        command = COMMANDS[name](session, n)
        if isinstance(command, CorrectRoll):
            try:
                foreseen = session.foresee(command)
            except (Refused, RuleError):
                continue
            session.execute(command)
            assert same(session.state, foreseen)
        else:
            tries(table, session, command)


class Read(list[Entry]):
    """Entries that count how many of them are taken out at once."""

    taken = 0

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        self.taken += len(found) if isinstance(index, slice) else 0
        return found


def test_what_changes_late_costs_the_same_whatever_came_before() -> None:
    def taken(notes: int) -> int:
        table = Table()
        session = table.sit_down()
        for number in range(notes):
            session.execute(WriteNote(f"note {number}"))
        entries = session.entries
        checkpoints = Checkpoints(State(), 10)
        checkpoints.advance(entries, Past.of(entries))
        foreseen = Entry(len(entries) + 1, 1, table.now, EventUndone(len(entries) - 5))
        read = Read((*entries, foreseen))
        checkpoints.fold(read, Past.of(read))
        return read.taken

    assert taken(500) == taken(100) < 30


def test_a_roll_that_is_told_late_is_folded_where_it_stood() -> None:
    table = Table()
    session = table.sit_down()
    populate(session)
    (roll,) = session.execute(replace(FIREBALL, secret=True))
    for number in range(5):
        session.execute(WriteNote(f"note {number}"))
    heard = [each for each in session.entries if not each.secret]
    checkpoints = Checkpoints(State(), 2)
    checkpoints.advance(heard, Past.of(heard))
    heard += session.execute(Reveal(roll.sequence))
    state = checkpoints.advance(heard, Past.of(heard))
    assert same(state, fold(heard))
    assert state.awaited is not None
    assert checkpoints.fold(heard, Past.of(heard), roll.sequence).awaited is None
