"""What the GC keeps to himself: a secret roll and all that is said of it, until he reveals it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from campaign.commands import (
    Command,
    CorrectNote,
    CorrectRuling,
    GivePF,
    GiveTurn,
    MarkEvent,
    Redo,
    Rest,
    Reveal,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.events import EffectRuled, Entry, EventMarked, EventRevealed
from campaign.narration import line
from campaign.refusals import Refusal
from campaign.session import Session
from rules.health import Ruling
from tests.campaign.correcting import played, right
from tests.campaign.table import BURNT, FIREBALL, Table, health, refusal, told

SECRET = replace(FIREBALL, secret=True)


def are_secret(session: Session, command: Command) -> bool:
    """Execute a command; return whether what it wrote is the GC's own."""
    written = session.execute(command)
    assert len({entry.secret for entry in written}) == 1, "a command is secret whole, or not at all"
    assert all(session.past.is_secret(entry) is entry.secret for entry in written)
    return written[0].secret


def public(session: Session) -> list[Entry]:
    return [entry for entry in session.entries if not entry.secret]


def test_all_that_is_said_of_a_secret_roll_is_secret(session: Session) -> None:
    roll = session.entries[-1].sequence + 1
    assert are_secret(session, SECRET)
    assert are_secret(session, right(roll, eff=25))
    assert are_secret(session, RuleEffect(Ruling.FATIGUE))
    ruling = session.entries[-1].sequence
    assert are_secret(session, CorrectRuling(roll, Ruling.BLESSURE))
    assert are_secret(session, WriteNote("Du poison !", about=ruling))
    note = session.entries[-1].sequence
    assert are_secret(session, CorrectNote(note, "De la ciguë !"))
    assert are_secret(session, MarkEvent(note, True))
    assert are_secret(session, WriteNote("Ha !", about=session.entries[-1].sequence))
    for _ in range(8):
        assert are_secret(session, Undo())
    for _ in range(8):
        assert are_secret(session, Redo())


def test_what_is_said_of_another_event_is_public(session: Session) -> None:
    played(session, SECRET, Ruling.FATIGUE)
    for command in (
        FIREBALL,
        RuleEffect(Ruling.FATIGUE),
        WriteNote("Il pleut."),
        WriteNote("Ici", about=session.entries[0].sequence),
        MarkEvent(session.entries[0].sequence, True),
        GiveTurn("merlin"),
        GivePF("merlin", 1),
        Rest("merlin"),
        Undo(),
        Redo(),
    ):
        assert not are_secret(session, command)


def test_a_roll_is_public_unless_it_is_said_to_be_secret(session: Session) -> None:
    assert not are_secret(session, FIREBALL)


def test_a_secret_roll_has_its_effect_all_the_same(session: Session) -> None:
    played(session, replace(BURNT, secret=True), Ruling.FATIGUE)
    assert health(session).pf == 3


@pytest.mark.parametrize(
    "command_about",
    [
        lambda roll: WriteNote("Du poison !", about=roll),
        lambda roll: WriteNote("Du poison !", about=roll + 1),
        lambda roll: MarkEvent(roll, True),
        lambda roll: right(roll, eff=25),
        lambda roll: CorrectRuling(roll, Ruling.SANS_EFFET),
        lambda roll: Undo(),
    ],
)
def test_what_is_said_of_a_secret_roll_in_a_later_session_is_secret_too(
    table: Table, session: Session, command_about: Callable[[int], Command]
) -> None:
    table.journal.forgetful = True
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.end()
    table.wait(timedelta(days=7))
    next_week = table.sit_down()
    assert roll not in {each.sequence for each in next_week.entries}
    assert are_secret(next_week, command_about(roll))
    assert table.open().state == next_week.state


def test_the_ruling_of_a_secret_roll_that_awaited_it_for_a_week_is_secret(
    table: Table, session: Session
) -> None:
    table.journal.forgetful = True
    session.execute(SECRET)
    session.end()
    table.wait(timedelta(days=7))
    assert are_secret(table.sit_down(), RuleEffect(Ruling.FATIGUE))


def test_a_roll_is_revealed_with_its_ruling_as_they_count(session: Session) -> None:
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(right(roll, eff=25))
    corrected = session.counting(roll).event, session.counting(roll + 1).event
    state = session.state
    written = session.execute(Reveal(roll))
    assert [entry.event for entry in written] == [
        EventRevealed(roll, corrected[0]),  # type: ignore[arg-type]
        EventRevealed(roll + 1, corrected[1]),  # type: ignore[arg-type]
    ]
    assert not any(entry.secret for entry in written)
    assert session.state == state, "the GC learns nothing"
    assert session.past.revealed == {roll, roll + 1}
    assert told(session, written) == [
        "Révélé : Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 21 − 7 = 14 : légère",
        "Révélé : Merlin : fatigue seule, au lieu d’une blessure légère, PF 0 → 3",
    ]


def test_a_ruling_is_revealed_with_its_roll(session: Session) -> None:
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(Reveal(roll + 1))
    assert session.past.revealed == {roll, roll + 1}


def test_marks_on_a_roll_are_revealed_with_it_but_no_notes(session: Session) -> None:
    roll = played(session, SECRET, Ruling.SANS_EFFET)
    (note,) = session.execute(WriteNote("Le traître est Gaston", about=roll))
    session.execute(MarkEvent(roll, True))
    assert [event.target for event in session.revelation(roll)] == [roll, roll + 1, roll + 3]
    written = session.execute(Reveal(roll))
    assert told(session, written)[2:] == [
        "Révélé : ★ mise sur « Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi »",
    ]
    assert session.past.is_secret(note)


def test_a_note_alone_may_be_revealed(session: Session) -> None:
    roll = played(session, SECRET, Ruling.SANS_EFFET)
    (note,) = session.execute(WriteNote("Du poison !", about=roll))
    session.execute(Reveal(note.sequence))
    assert session.past.revealed == {note.sequence}
    session.execute(Reveal(roll))
    assert session.past.revealed == {roll, roll + 1, note.sequence}


def test_what_is_said_of_a_revealed_roll_is_public(session: Session) -> None:
    roll = played(session, SECRET)
    session.execute(Reveal(roll))
    for command in (
        right(roll, eff=25),
        RuleEffect(Ruling.FATIGUE),
        CorrectRuling(roll, Ruling.BLESSURE),
        WriteNote("Du poison !", about=roll),
        MarkEvent(roll, True),
        *(Undo(), Undo(), Undo(), Undo(), Undo(), Redo(), Redo(), Redo(), Redo(), Redo()),
    ):
        assert not are_secret(session, command)


def test_a_revelation_is_never_taken_back(session: Session) -> None:
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(Reveal(roll))
    (undone,) = session.undoable()
    assert isinstance(undone.event, EffectRuled)
    session.execute(Undo())
    assert session.past.revealed == {roll, roll + 1}


def test_what_was_revealed_in_its_corrected_form_stays_in_it(session: Session) -> None:
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(right(roll, eff=25))
    session.execute(Reveal(roll))
    assert [entry.sequence for entry in session.undoable()] == [roll + 1]


def test_a_revelation_ends_redo(session: Session) -> None:
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(Undo())
    session.execute(Reveal(roll))
    assert session.redoable() == ()
    assert refusal(session, Redo()) is Refusal.NOTHING_TO_REDO
    assert not are_secret(session, RuleEffect(Ruling.FATIGUE))


def test_what_is_public_known_or_undone_is_not_revealed(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    assert refusal(session, Reveal(roll)) is Refusal.NOT_SECRET
    assert refusal(session, Reveal(roll + 1)) is Refusal.NOT_SECRET
    assert refusal(session, Reveal(10_000)) is Refusal.UNKNOWN_EVENT
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.execute(right(roll, eff=25))
    assert refusal(session, Reveal(session.entries[-1].sequence)) is Refusal.NOT_SECRET
    session.execute(Reveal(roll))
    assert refusal(session, Reveal(roll)) is Refusal.NOT_SECRET
    session.execute(SECRET)
    session.execute(Undo())
    assert refusal(session, Reveal(session.entries[-2].sequence)) is Refusal.EVENT_UNDONE


def test_a_roll_of_an_earlier_session_is_revealed(table: Table, session: Session) -> None:
    table.journal.forgetful = True
    roll = played(session, SECRET, Ruling.FATIGUE)
    session.end()
    table.wait(timedelta(days=7))
    next_week = table.sit_down()
    state = next_week.state
    next_week.execute(Reveal(roll))
    assert next_week.state == state
    assert table.open().state == state


def test_nothing_secret_stands_in_a_public_entry(session: Session) -> None:
    roll = played(session, replace(SECRET, encaissement_die=3), Ruling.FATIGUE)
    session.execute(WriteNote("ciguë", about=roll))
    session.execute(MarkEvent(roll, True))
    for command in (Undo(), Redo(), Undo(), FIREBALL, RuleEffect(Ruling.SANS_EFFET)):
        session.execute(command)
    secrets = {entry.sequence: entry for entry in session.entries if entry.secret}
    known = {entry.sequence: entry for entry in public(session)}
    for entry in public(session):
        assert "ciguë" not in repr(entry)
        assert told(session, [entry]) == [line(entry, known.get)], "it quotes no secret either"
    assert {type(entry.event) for entry in secrets.values()} >= {EventMarked, EffectRuled}
