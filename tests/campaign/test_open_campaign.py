"""An open campaign: evenings begin and end, and nothing is seen before it is written."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.character import Kind
from campaign.chronicle.story import story
from campaign.commands import (
    AddCharacter,
    CloseSession,
    Command,
    MarkEvent,
    OpenSession,
    Redo,
    RenameSession,
    ResolveDepassement,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.events import Entry, NoteWritten
from campaign.history.sittings import facts, parts, sittings
from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.sentences import sentence
from campaign.session import Session
from campaign.session_events import SessionClosed, SessionOpened
from campaign.state import State
from tests.campaign.table import CAMPAIGN, EVENING, Table, in_play, refusal

TWELVE_HOURS = timedelta(hours=12)
DISK_FULL = JournalError(JournalFault.NO_SPACE, "seances/0001.jsonl")


def opened(table: Table) -> list[int]:
    """Return the numbers of the sessions that were opened."""
    events = [entry.event for entry in table.journal.lines]
    return [event.number for event in events if isinstance(event, SessionOpened)]


def test_a_new_campaign_begins_with_its_first_gesture(table: Table) -> None:
    session = table.open()
    assert session.state == State(name=CAMPAIGN)
    assert len(table.journal.lines) == 1
    table.wait(timedelta(minutes=5))
    (note,) = session.execute(WriteNote("Il était une fois"))
    assert (note.sequence, note.session) == (3, 1)
    assert session.state == State(name=CAMPAIGN, session=1, session_opened=table.now)


def played(table: Table) -> Session:
    """Begin an evening by a gesture."""
    session = table.open()
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    return session


@pytest.mark.parametrize("away", [timedelta(0), timedelta(hours=1), TWELVE_HOURS])
def test_a_dropped_link_is_no_new_evening(table: Table, away: timedelta) -> None:
    played(table).close()
    table.wait(away)
    table.open().execute(WriteNote("Où en étions-nous ?"))
    assert opened(table) == [1]


def test_after_twelve_hours_a_gesture_begins_a_new_evening(table: Table) -> None:
    left = played(table)
    table.wait(TWELVE_HOURS + timedelta(seconds=1))
    session = table.open()
    session.execute(WriteNote("Une semaine plus tard"))
    assert (session.state.session, session.state.session_opened) == (2, table.now)
    assert in_play(session.state) == in_play(left.state)
    kinds = [type(entry.event) for entry in table.journal.lines[-3:]]
    assert kinds == [SessionClosed, SessionOpened, NoteWritten]
    assert [entry.session for entry in table.journal.lines[-3:]] == [1, 2, 2]
    assert list(table.journal.snapshots) == [1], "it is kept apart as any that is closed"


def test_a_table_that_stays_open_begins_a_new_evening_too(table: Table) -> None:
    session = played(table)
    table.wait(TWELVE_HOURS + timedelta(seconds=1))
    session.execute(WriteNote("Le lendemain"))
    assert opened(table) == [1, 2]


def test_the_twelve_hours_count_from_the_last_event(table: Table) -> None:
    session = played(table)
    for _ in range(3):
        table.wait(timedelta(hours=11))
        session.execute(WriteNote("Toujours là"))
    assert opened(table) == [1]


@pytest.mark.parametrize("closed", [False, True])
def test_looking_at_a_campaign_on_a_later_day_writes_nothing(table: Table, closed: bool) -> None:
    left = played(table)
    if closed:
        left.end()
    lines = list(table.journal.lines)
    for _ in range(3):
        table.wait(timedelta(days=1))
        session = table.open()
        session.history.load()
        assert session.undoable()
        session.close()
    assert table.journal.lines == lines


def test_what_is_refused_on_a_later_day_begins_no_evening(table: Table) -> None:
    session = played(table)
    table.wait(timedelta(days=1))
    assert refusal(session, WriteNote(" ")) is Refusal.EMPTY
    assert opened(table) == [1]


def test_a_session_that_was_left_open_is_closed_on_a_later_day_and_nothing_more(
    table: Table,
) -> None:
    session = played(table)
    table.wait(timedelta(days=1))
    session.end()
    assert opened(table) == [1]
    assert session.state.session_opened is None


def test_a_session_that_was_closed_is_not_gone_on_with(table: Table) -> None:
    played(table).end()
    session = table.open()
    assert session.state.session_opened is None
    session.execute(WriteNote("Le lendemain"))
    assert opened(table) == [1, 2]


PUT_RIGHT = [
    MarkEvent(3, marked=True),
    WriteNote("À relire", about=3),
    RenameSession(1, "Le pont"),
    Undo(),
]


@pytest.mark.parametrize("command", PUT_RIGHT, ids=lambda each: type(each).__name__)
def test_what_is_said_of_a_past_evening_is_none_by_itself(table: Table, command: Command) -> None:
    played(table).end()
    for _ in range(2):
        table.wait(timedelta(days=1))
        session = table.open()
        session.execute(command)
        assert (session.began, session.elapsed) == (None, timedelta())
        assert [each.label for each in session.history.chapters()] == ["1"]
        session.execute(Undo() if not isinstance(command, Undo) else Redo())

    table.wait(timedelta(days=5))
    session = table.open()
    session.execute(WriteNote("On joue"))
    table.wait(timedelta(hours=1))
    assert opened(table) == [1, 2], "it waited for its evening"
    assert session.elapsed == timedelta(hours=1)
    last = session.history.chapters()[-1]
    assert (last.label, last.day) == ("2", (EVENING + timedelta(days=7)).date())
    *_, told = story([table.journal.lines]).chapters
    assert told.length == timedelta()
    (sitting,) = [each for each in sittings(session.history) if each.label == "2"]
    assert facts(session.history, parts(session.history, sitting) or ()).day == last.day


def test_opening_a_session_closes_the_one_that_is_open(table: Table) -> None:
    session = table.sit_down()
    session.execute(OpenSession())
    assert opened(table) == [1, 2]
    assert session.state.session == 2


def test_what_comes_after_a_closed_session_begins_the_next(table: Table) -> None:
    session = table.sit_down()
    session.end()
    closed = session.state
    (note,) = session.execute(WriteNote("Encore un mot"))
    assert (note.session, session.state.session) == (2, 2)
    assert table.journal.snapshots == {1: (closed, 3)}
    assert all(entry.session == 2 for entry in table.journal.lines[3:])


def test_a_closed_session_cannot_be_closed(table: Table) -> None:
    session = table.sit_down()
    session.end()
    with pytest.raises(Refused) as refused:
        session.execute(CloseSession())
    assert refused.value.refusal is Refusal.SESSION_CLOSED


def test_only_the_last_session_is_in_memory_after_a_snapshot(table: Table) -> None:
    table.journal.forgetful = True
    session = table.sit_down()
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    session.end()
    again = table.open()
    assert not again.entries
    again.execute(OpenSession())
    assert [entry.sequence for entry in again.entries] == [5]
    assert list(again.state.characters) == ["merlin"]
    assert again.execute(WriteNote("Reprise"))[0].sequence == 6


def test_an_event_is_on_disk_and_in_the_state_when_it_is_told(
    table: Table, session: Session
) -> None:
    seen: list[tuple[bool, bool, bool]] = []

    def listener(entries: tuple[Entry, ...]) -> None:
        written = tuple(table.journal.lines[-len(entries) :]) == entries
        known = session.entries[-len(entries) :] == entries
        seen.append((written, known, "dan" in session.state.characters))

    session.listen(listener)
    session.execute(AddCharacter("Dan", Kind.PNJ, MERLIN))
    assert seen == [(True, True, True)]


def test_every_listener_is_told_once_until_it_stops(session: Session) -> None:
    first: list[Entry] = []
    second: list[Entry] = []
    stop = session.listen(first.extend)
    session.listen(second.extend)
    (one,) = session.execute(WriteNote("un"))
    stop()
    (two,) = session.execute(WriteNote("deux"))
    assert (first, second) == ([one], [one, two])


@pytest.mark.parametrize(
    "command",
    [
        WriteNote("Perdu"),
        AddCharacter("Dan", Kind.PJ, MERLIN),
        ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7),
        OpenSession(),
        CloseSession(),
    ],
)
def test_what_could_not_be_written_has_not_happened(
    table: Table, session: Session, command: Command
) -> None:
    told: list[Entry] = []
    session.listen(told.extend)
    state, entries, lines = session.state, session.entries, list(table.journal.lines)
    table.journal.fault = DISK_FULL
    with pytest.raises(JournalError) as failed:
        session.execute(command)
    assert failed.value.fault is JournalFault.NO_SPACE
    assert (session.state, session.entries, table.journal.lines) == (state, entries, lines)
    assert told == []

    table.journal.fault = None
    session.execute(WriteNote("Après"))
    assert table.journal.lines[-1].sequence == len(table.journal.lines)
    assert table.open().state == session.state


def test_a_note_may_be_about_any_event_there_is_and_no_other(session: Session) -> None:
    last = session.entries[-1].sequence
    with pytest.raises(Refused) as refused:
        session.execute(WriteNote("?", about=last + 1))
    assert refused.value.details == {"sequence": last + 1}
    for sequence in (1, last):
        (note,) = session.execute(WriteNote("Bravo", about=sequence))
        assert note.event == NoteWritten("Bravo", sequence)


def test_a_campaign_that_is_only_its_snapshot_recalls_all_of_it(table: Table) -> None:
    table.journal.forgetful = True
    table.sit_down().end()
    closed = table.open()
    assert closed.entries == ()
    assert closed.recall()
    assert list(closed.entries) == table.journal.lines


NOT_KEPT = JournalError(JournalFault.NOT_KEPT, "la-tour", cause=JournalFault.NO_SPACE)


def test_a_session_that_could_not_be_kept_apart_is_closed_and_told_all_the_same(
    table: Table,
) -> None:
    session = table.sit_down()
    told: list[Entry] = []
    session.listen(told.extend)
    table.journal.unkept = NOT_KEPT
    with pytest.raises(JournalError) as failed:
        session.end()
    assert failed.value.fault is JournalFault.NOT_KEPT
    assert session.state.session_opened is None
    assert [entry.event for entry in told] == [SessionClosed(1)]
    assert table.open().state == session.state


def test_a_session_that_could_not_be_kept_apart_does_not_keep_the_next_from_beginning(
    table: Table,
) -> None:
    session = played(table)
    table.wait(timedelta(days=7))
    table.journal.unkept = NOT_KEPT
    session.execute(WriteNote("Reprise"))
    assert session.state.session == 2
    assert session.notices == (sentence(NOT_KEPT),)


def test_an_entry_says_when_and_in_which_session_it_was_written(
    table: Table, session: Session
) -> None:
    table.wait(timedelta(minutes=5))
    (note,) = session.execute(WriteNote("À l’assaut"))
    assert (note.session, note.at) == (1, EVENING + timedelta(minutes=5))
    assert note.event == NoteWritten("À l’assaut")
    assert session.find(note.sequence) == note
    assert session.find(note.sequence + 1) is None
    assert session.find(0) is None
