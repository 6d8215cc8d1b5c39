"""Whatever is played, corrected, undone and redone: the state is what the entries say, and undo gives back what was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.commands import CloseSession, OpenSession, Redo, Undo
from campaign.events import Entry, EventCorrected, EventRedone, EventUndone
from campaign.past import fold
from campaign.refusals import Refused
from campaign.state import State, apply
from tests.campaign.evenings import COMMANDS, plays, tries
from tests.campaign.table import Table, in_play

Pile = list[tuple[State, list[str]]]


class Model:
    """What undo promises, in the plainest way: two piles of whole states."""

    def __init__(self, forgetful: bool) -> None:
        self.table = Table()
        self.table.journal.forgetful = forgetful
        self.session = self.table.sit_down()
        self.past: Pile = []
        self.future: Pile = []

    def move(self, name: str, n: int) -> None:
        now = in_play(self.session.state)
        if name in COMMANDS:
            if tries(self.table, self.session, COMMANDS[name](self.session, n)):
                self.past.append(now)
                self.future.clear()
                return
        elif name == "undo":
            now = self._step(Undo(), self.past, self.future, now)
        elif name == "redo":
            now = self._step(Redo(), self.future, self.past, now)
        elif name == "restart":
            self.session.close()
            self.session = self.table.sit_down()
        elif name == "evening":
            self.session.execute(OpenSession())
        elif name == "closing":
            tries(self.table, self.session, CloseSession())
        elif name == "recall":
            self.session.recall()
        assert in_play(self.session.state) == now

    def _step(
        self, command: Undo | Redo, whence: Pile, whither: Pile, now: tuple[State, list[str]]
    ) -> tuple[State, list[str]]:
        """Undo or redo, which is possible as long as there is a state to go to; return that state."""
        assert tries(self.table, self.session, command) is bool(whence)
        if not whence:
            return now
        whither.append(now)
        return whence.pop()


def as_they_count(lines: list[Entry]) -> Iterator[Entry]:
    """Yield the entries that count, as they count, worked out one at a time and without haste."""
    undone: dict[int, bool] = {}
    for entry in lines:
        match entry.event:
            case EventUndone(target):
                undone[target] = True
            case EventRedone(target):
                undone[target] = False
    versions = {
        entry.event.target: entry.event.event
        for entry in lines
        if isinstance(entry.event, EventCorrected) and not undone.get(entry.sequence)
    }
    for entry in lines:
        if not undone.get(entry.sequence):
            yield replace(entry, event=versions.get(entry.sequence, entry.event))


@settings(max_examples=60)
@given(plays(), st.booleans())
def test_whatever_is_played_undo_and_redo_give_back_the_very_states(
    moves: list[tuple[str, int]], forgetful: bool
) -> None:
    model = Model(forgetful)
    for name, n in moves:
        model.move(name, n)
        lines = model.table.journal.lines
        assert model.session.state == fold(lines)
        assert [entry.sequence for entry in lines] == list(range(1, len(lines) + 1))
    while model.past:
        model.move("undo", 0)
    model.move("undo", 0)
    assert in_play(model.session.state) == in_play(Table().open().state)
    while model.future:
        model.move("redo", 0)
    model.move("redo", 0)


@settings(max_examples=60)
@given(plays(), st.booleans())
def test_a_snapshot_and_the_entries_since_say_what_all_entries_say(
    moves: list[tuple[str, int]], forgetful: bool
) -> None:
    model = Model(forgetful)
    for name, n in moves:
        model.move(name, n)
        reopened = model.table.open()
        assert reopened.state == model.session.state
        assert list(reopened.state.characters) == list(model.session.state.characters)


@settings(max_examples=60)
@given(plays(), st.booleans())
def test_the_state_before_an_event_is_what_the_entries_before_it_say(
    moves: list[tuple[str, int]], forgetful: bool
) -> None:
    model = Model(forgetful)
    for name, n in moves:
        model.move(name, n)
    lines = model.table.journal.lines
    counting = list(as_they_count(lines))
    for sequence in (1, len(lines) // 2, len(lines), len(lines) + 1):
        before = [entry for entry in counting if entry.sequence < sequence]
        reopened = model.table.open()
        assert reopened.state_before(sequence) == reduce(apply, before, State())
        assert reopened.state == model.session.state


@settings(max_examples=60)
@given(plays(), st.booleans())
def test_what_undo_and_redo_will_do_is_foreseen(
    moves: list[tuple[str, int]], forgetful: bool
) -> None:
    model = Model(forgetful)
    for name, n in moves:
        if name in {"undo", "redo"}:
            command = Undo() if name == "undo" else Redo()
            before = model.session.state
            try:
                foreseen = model.session.foresee(command)
            except Refused:
                continue
            assert model.session.state == before
            model.move(name, n)
            assert in_play(model.session.state) == in_play(foreseen)
        else:
            model.move(name, n)
