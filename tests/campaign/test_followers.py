"""Who has only the public entries: what was revealed happened to them when it did, and the rest never did."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from campaign.commands import (
    Command,
    CorrectRuling,
    GivePF,
    MarkEvent,
    Redo,
    Rest,
    Reveal,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.events import DepassementResolved, Entry
from campaign.past import Past, fold
from campaign.session import Session
from campaign.state import State
from rules.health import Ruling
from tests.campaign.correcting import played, right
from tests.campaign.evenings import COMMANDS, plays, reveal, tries
from tests.campaign.table import BURNT, FIREBALL, HARMLESS, Table

SECRET = replace(FIREBALL, secret=True)


def public(table: Table) -> list[Entry]:
    return [entry for entry in table.journal.lines if not entry.secret]


def followed(table: Table) -> State:
    """Return the state as a player's own program makes it of what it may read."""
    return fold(public(table))


def knows_all(table: Table, session: Session) -> bool:
    return followed(table) == session.state


def test_a_secret_roll_never_happened_until_it_is_revealed(table: Table, session: Session) -> None:
    before = session.state
    roll = played(session, replace(BURNT, secret=True), Ruling.BLESSURE)
    assert followed(table) == before
    session.execute(Reveal(roll))
    assert knows_all(table, session)


@pytest.mark.parametrize(
    "since",
    [
        [HARMLESS],
        [GivePF("merlin", 5), Rest("merlin")],
        [Rest("merlin")],
        [GivePF("merlin", 4), GivePF("merlin", -6)],
        [replace(FIREBALL, die=11), RuleEffect(Ruling.FATIGUE), Undo()],
        [replace(SECRET, die=11), RuleEffect(Ruling.FATIGUE), Undo(), Undo()],
    ],
)
def test_what_is_revealed_late_happened_when_it_did(
    table: Table, session: Session, since: list[Command]
) -> None:
    roll = played(session, replace(SECRET, die=3), Ruling.FATIGUE)
    for command in since:
        session.execute(command)
    session.execute(Reveal(roll))
    assert knows_all(table, session)


def test_a_follower_hears_of_all_that_becomes_of_a_revealed_roll(
    table: Table, session: Session
) -> None:
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(right(roll, eff=25))
    played(session, BURNT, Ruling.SANS_EFFET)
    session.execute(Reveal(roll))
    for command in (
        right(roll, eff=15),
        CorrectRuling(roll, Ruling.SANS_EFFET),
        *(Undo(), Redo(), Undo(), Undo(), Undo(), Undo(), Undo()),
        *(Redo(), Redo(), Redo(), Redo(), Redo()),
    ):
        session.execute(command)
        assert knows_all(table, session)


def test_a_roll_revealed_before_its_ruling_awaits_it_for_all(
    table: Table, session: Session
) -> None:
    roll = played(session, SECRET)
    assert followed(table).awaited is None
    session.execute(Reveal(roll))
    assert knows_all(table, session)
    assert followed(table).awaited is not None
    session.execute(RuleEffect(Ruling.FATIGUE))
    assert knows_all(table, session)


def test_a_roll_that_has_an_effect_only_since_it_was_corrected_is_revealed_whole(
    table: Table, session: Session
) -> None:
    roll = played(session, replace(HARMLESS, secret=True))
    session.execute(right(roll, 0, 30, encaissement_die=7))
    session.execute(Reveal(roll))
    assert knows_all(table, session)
    for command in (Undo(), Undo(), Redo(), Redo()):
        session.execute(command)
        assert knows_all(table, session)


def test_marks_are_revealed_with_what_bears_them(table: Table, session: Session) -> None:
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(MarkEvent(roll, True))
    session.execute(MarkEvent(session.entries[0].sequence, True))
    assert roll not in Past.of(public(table)).marked
    session.execute(Reveal(roll))
    assert Past.of(public(table)).marked == session.past.marked


def test_what_is_never_revealed_leaves_no_trace(table: Table, session: Session) -> None:
    played(session, SECRET, Ruling.FATIGUE)
    (note,) = session.execute(WriteNote("Du poison !", about=session.entries[-2].sequence))
    session.execute(Reveal(note.sequence))
    assert followed(table).characters["merlin"].health.etourdi == frozenset()


def hidden(session: Session) -> list[int]:
    """Return the rolls that count and that only the GC knows of."""
    return [
        entry.sequence
        for entry in session.entries
        if isinstance(entry.event, DepassementResolved)
        and session.past.is_secret(entry)
        and entry.sequence not in session.past.undone
    ]


@settings(max_examples=60)
@given(plays("secret roll", "secret roll", "rule", "reveal", "reveal"))
def test_whoever_was_told_all_that_counts_knows_what_the_gc_knows(
    moves: list[tuple[str, int]],
) -> None:
    table = Table()
    session = table.sit_down()
    steps: dict[str, Command] = {"undo": Undo(), "redo": Redo()}
    for name, n in moves:
        if name in COMMANDS:
            tries(table, session, COMMANDS[name](session, n))
        elif name in steps:
            tries(table, session, steps[name])
        elif name == "reveal":
            state = session.state
            tries(table, session, reveal(session, n))
            assert session.state == state
        elif name == "restart":
            session = table.sit_down()
        if not hidden(session):
            assert knows_all(table, session)
    for roll in hidden(session):
        session.execute(Reveal(roll))
    assert knows_all(table, session)
    while session.undoable():
        session.execute(Undo())
        assert knows_all(table, session)
    while session.redoable():
        session.execute(Redo())
    assert hidden(session) or knows_all(table, session)  # a secret that was undone may be back
