"""An open campaign: evenings begin and end, and nothing is seen before it is written."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    CloseSession,
    Command,
    OpenSession,
    ResolveDepassement,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.events import Entry, NoteWritten, SessionClosed, SessionOpened
from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.sentences import sentence
from campaign.session import Session
from campaign.state import State
from tests.campaign.table import CAMPAIGN, EVENING, Table, in_play

TWELVE_HOURS = timedelta(hours=12)
DISK_FULL = JournalError(JournalFault.NO_SPACE, "seances/0001.jsonl")


def opened(table: Table) -> list[int]:
    """Return the numbers of the sessions that were opened."""
    events = [entry.event for entry in table.journal.lines]
    return [event.number for event in events if isinstance(event, SessionOpened)]


def test_a_new_campaign_begins_with_its_first_session(table: Table) -> None:
    session = table.sit_down()
    assert session.state == State(name=CAMPAIGN, session=1, session_opened=EVENING)
    assert [entry.sequence for entry in table.journal.lines] == [1, 2]


@pytest.mark.parametrize("away", [timedelta(0), timedelta(hours=1), TWELVE_HOURS])
def test_a_dropped_link_is_no_new_evening(table: Table, away: timedelta) -> None:
    table.sit_down().close()
    table.wait(away)
    assert table.sit_down().state.session == 1
    assert opened(table) == [1]


def test_after_twelve_hours_a_new_evening_begins(table: Table) -> None:
    left = table.sit_down()
    left.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    table.wait(TWELVE_HOURS + timedelta(seconds=1))
    session = table.sit_down()
    assert (session.state.session, session.state.session_opened) == (2, table.now)
    assert in_play(session.state) == in_play(left.state)
    assert [type(entry.event) for entry in table.journal.lines[-2:]] == [
        SessionClosed,
        SessionOpened,
    ]
    assert [entry.session for entry in table.journal.lines[-2:]] == [1, 2]


def test_the_twelve_hours_count_from_the_last_event(table: Table) -> None:
    session = table.sit_down()
    table.wait(timedelta(hours=11))
    session.execute(WriteNote("Toujours là"))
    table.wait(timedelta(hours=11))
    assert table.sit_down().state.session == 1


def test_a_session_that_was_closed_is_not_gone_on_with(table: Table) -> None:
    table.sit_down().end()
    session = table.sit_down()
    assert session.state.session_opened is None
    assert opened(table) == [1]
    session.execute(WriteNote("Le lendemain"))
    assert opened(table) == [1, 2]


def test_long_after_a_session_was_closed_another_one_begins_at_once(table: Table) -> None:
    table.sit_down().end()
    table.wait(TWELVE_HOURS + timedelta(seconds=1))
    assert table.sit_down().state.session == 2


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
    again = table.sit_down()
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
    table.sit_down()
    table.wait(timedelta(days=7))
    table.journal.unkept = NOT_KEPT
    session = table.sit_down()
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
