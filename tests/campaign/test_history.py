"""The campaign read back: every event where it was, as it counts; the state at each equals the fold up to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    CloseSession,
    Command,
    CorrectRoll,
    MarkEvent,
    OpenSession,
    Redo,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import DepassementResolved, Entry
from campaign.history.history import History
from campaign.narration import line
from campaign.past import Past, fold
from campaign.session import Session
from campaign.text import fold_case
from campaign.words import KINDS
from rules.health import Ruling
from rules.tableau import Gravity
from tests.campaign.evenings import COMMANDS, plays, reveal, tries
from tests.campaign.table import BURNT, FIREBALL, MemoryShelf, Table

OTHER_MOVES: dict[str, Command] = {
    "undo": Undo(),
    "redo": Redo(),
    "evening": OpenSession(),
    "closing": CloseSession(),
}


def play(moves: list[tuple[str, int]]) -> tuple[Table, Session]:
    table = Table()
    session = table.sit_down()
    for name, n in moves:
        if name == "restart":
            session.close()
            session = table.sit_down()
        elif name == "recall":
            session.recall()
        elif name == "reveal":
            tries(table, session, reveal(session, n))
        elif name == "look back":
            session.history.load()
        else:
            chosen = COMMANDS[name](session, n) if name in COMMANDS else OTHER_MOVES[name]
            tries(table, session, chosen)
    return table, session


def check(history: History, lines: list[Entry]) -> None:
    """Hold a history against the plainest one: everything in memory, folded anew for each event."""
    past = Past.of(lines)
    for entry in lines:
        assert history.find(entry.sequence) == entry
        expected = fold(lines, past=past, before=entry.sequence + 1)
        assert history.state_at(entry.sequence) == expected
    assert history.past == past
    by_number = {entry.sequence: entry for entry in lines}
    assert [text for session in history.sessions for text in rows(history, session)] == [
        line(replace(each, event=past.current(each)), by_number.get) for each in lines
    ]


def rows(history: History, session: int) -> Iterator[str]:
    index = history.index(session)
    assert index is not None
    assert list(index.words) == [fold_case(text) for text in index.lines]
    yield from index.lines


@given(plays("look back", "look back", "evening"))
@settings(max_examples=60, deadline=None)
def test_the_state_at_every_event_of_any_campaign_is_the_fold_up_to_it(
    moves: list[tuple[str, int]],
) -> None:
    table, session = play(moves)
    lines, shelf = table.journal.lines, table.journal.shelf()
    check(session.history, lines)  # which may have followed what was written
    check(History(shelf), lines)  # what was kept on the way, and the rest
    check(History(MemoryShelf(lines, {})), lines)  # nothing was kept


def evenings(count: int) -> tuple[Table, Session]:
    """Play evenings of one roll each; the last one goes on."""
    table = Table()
    session = table.sit_down()
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    for _ in range(count):
        session.begin()
        session.execute(FIREBALL)
        session.execute(RuleEffect(Ruling.FATIGUE))
        table.wait(timedelta(days=7))
    return table, session


def test_only_what_is_looked_at_is_read() -> None:
    table, _ = evenings(9)
    read: list[int] = []

    class Counted(MemoryShelf):
        def read(self, session: int, after: int) -> tuple[Entry, ...]:
            read.append(session)
            return super().read(session, after)

    History(table.journal.shelf()).load()
    history = History(Counted(table.journal.lines, table.journal.kept))
    history.load()
    assert read == []
    middle = history.index(5)
    assert middle is not None
    history.state_at(middle.last)
    assert read == [5]


def test_a_correction_of_long_ago_changes_every_state_after_it_and_no_other() -> None:
    table, session = evenings(5)
    session.history.load()
    target = next(
        entry.sequence
        for entry in table.journal.lines
        if entry.session == 2 and isinstance(entry.event, DepassementResolved)
    )
    session.execute(CorrectRoll(target, diff=8, eff=30, ca=-9))
    check(session.history, table.journal.lines)
    check(History(table.journal.shelf()), table.journal.lines)


def test_the_columns_say_what_the_events_do() -> None:
    table, session = evenings(1)
    (roll,) = session.execute(BURNT)
    session.execute(RuleEffect(Ruling.BLESSURE))
    (note,) = session.execute(WriteNote("Le pont s’écroule", about=roll.sequence))
    session.execute(MarkEvent(note.sequence, marked=True))
    session.history.load()
    index = session.history.index(1)
    assert index is not None
    kinds, gravities = list(KINDS.values()), list(Gravity)
    described = [
        (
            kinds[index.kinds[place]],
            gravities[index.gravities[place] - 1] if index.gravities[place] else None,
            index.names[index.people[place] - 1][1] if index.people[place] else None,
            index.abouts[place],
        )
        for place in range(len(index.sequences))
    ]
    assert described[-4:] == [
        ("dépassement", Gravity.LEGERE, "Merlin", 0),
        ("jugement", Gravity.LEGERE, "Merlin", roll.sequence),
        ("note", None, "Merlin", roll.sequence),
        ("étoile", None, "Merlin", note.sequence),
    ]
    assert index.present == ("Merlin",)
    assert (index.began, index.ended) == (table.journal.lines[1].at, table.journal.lines[-1].at)
