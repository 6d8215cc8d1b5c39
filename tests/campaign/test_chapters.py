"""The sessions as they are read: titled, split, joined, and back. Nothing that was played is lost or changed by it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.character import Kind, Member
from campaign.commands import (
    Command,
    Enlist,
    JoinSessions,
    OpenSession,
    Redo,
    RenameSession,
    ReopenSession,
    SplitSession,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import NoteWritten
from campaign.history.chapters import Chapter
from campaign.past import fold
from campaign.refusals import Refusal, Refused
from campaign.session import Session
from tests.campaign.table import Table, in_play, refusal, told


@pytest.fixture
def played() -> Session:
    return three_evenings()


def three_evenings() -> Session:
    """A campaign of three evenings, a week apart, each with an opening and four notes, from events 1, 8 and 14 on."""
    table = Table()
    session = table.sit_down()
    for evening in range(3):
        if evening:
            table.wait(timedelta(days=7))
            session.execute(OpenSession())
        for note in range(4):
            session.execute(WriteNote(f"soir {evening + 1}, note {note + 1}"))
    return session


def read(session: Session) -> list[str]:
    """What is read: the heading of each session, but for the date, and its events."""
    return [
        f"{each.heading.rpartition(' · ')[0]} : {each.first}-{each.last}"
        for each in session.history.chapters()
    ]


def test_an_untouched_session_is_its_number_and_its_date(played: Session) -> None:
    assert [each.heading for each in played.history.chapters()] == [
        "Séance 1 · samedi 14 mars 2026",
        "Séance 2 · samedi 21 mars 2026",
        "Séance 3 · samedi 28 mars 2026",
    ]
    assert read(played) == ["Séance 1 : 1-7", "Séance 2 : 8-13", "Séance 3 : 14-18"]


def test_a_title_is_cleaned_read_everywhere_and_taken_off_again(played: Session) -> None:
    written = played.execute(RenameSession(8, "  Le pont\x1b de \n Brume "))
    assert told(played, written) == ["Séance 2 : titre « Le pont de Brume »"]
    assert (
        played.history.chapters()[1].heading == "Séance 2 · Le pont de Brume · samedi 21 mars 2026"
    )
    written = played.execute(RenameSession(8, "La nuit"))
    assert told(played, written) == ["Séance 2 : titre « Le pont de Brume » → « La nuit »"]
    written = played.execute(RenameSession(8, " "))
    assert told(played, written) == ["Séance 2 : titre « La nuit » ôté"]
    assert read(played)[1] == "Séance 2 : 8-13"


def test_a_split_session_is_read_as_several_with_their_own_days(played: Session) -> None:
    for first in (16, 10, 11, 12, 9):
        played.execute(SplitSession(first))
    assert [each.label for each in played.history.chapters()] == [
        *("1", "2", "2 bis", "2 ter", "2 quater", "2 (5)", "3", "3 bis")
    ]
    assert told(played, played.entries[-1:]) == ["Séance 2 : coupée en deux à l’événement 9"]
    assert [each.day.day for each in played.history.chapters()] == [14, *[21] * 5, 28, 28]


def test_joined_sessions_are_read_as_one(played: Session) -> None:
    played.execute(RenameSession(8, "Le pont"))
    written = played.execute(JoinSessions(14))
    assert told(played, written) == ["Séances 2 et 3 réunies"]
    assert read(played) == ["Séance 1 : 1-7", "Séances 2–3 · Le pont : 8-20"]
    played.execute(JoinSessions(8))
    assert [(each.label, each.sessions) for each in played.history.chapters()] == [
        ("1–3", (1, 2, 3))
    ]
    played.execute(SplitSession(10))
    assert [(each.label, each.sessions) for each in played.history.chapters()] == [
        ("1–2", (1, 2)),
        ("2 bis–3", (2, 3)),
    ]
    assert told(played, played.entries[-1:]) == ["Séances 1–3 : coupée en deux à l’événement 10"]


def test_what_was_joined_can_be_split_there_again_and_has_its_title_back(played: Session) -> None:
    before = [each.heading for each in played.history.chapters()]
    played.execute(SplitSession(10))
    played.execute(JoinSessions(10))
    assert [each.heading for each in played.history.chapters()] == before
    played.execute(RenameSession(14, "La tour"))
    played.execute(JoinSessions(14))
    played.execute(SplitSession(14))
    assert read(played)[2].startswith("Séance 3 · La tour")


def test_undoing_an_edit_brings_back_what_was_read_and_redoing_it_the_edit(
    played: Session,
) -> None:
    seen = [headings(played)]
    for command in (RenameSession(1, "Le gué"), SplitSession(10), JoinSessions(14)):
        played.execute(command)
        seen.append(headings(played))
    for expected in seen[2::-1]:
        played.execute(Undo())
        assert headings(played) == expected
    for expected in seen[1:]:
        played.execute(Redo())
        assert headings(played) == expected


def headings(session: Session) -> list[str]:
    return [each.heading for each in session.history.chapters()]


def test_what_makes_no_sense_is_refused(played: Session) -> None:
    played.execute(RenameSession(8, "Le pont"))
    members = tuple(Member(name, Kind.PJ, MERLIN, ()) for name in ("Dan", "Zoé"))
    first, second = played.execute(Enlist(members))
    assert refusal(played, RenameSession(8, "Le  pont")) is Refusal.NO_CHANGE
    assert refusal(played, RenameSession(9, "Le gué")) is Refusal.NO_BEGINNING
    assert refusal(played, RenameSession(8, "x" * 61)) is Refusal.TOO_LONG
    assert refusal(played, SplitSession(8)) is Refusal.BEGINS_ALREADY
    assert refusal(played, SplitSession(99)) is Refusal.UNKNOWN_EVENT
    assert refusal(played, SplitSession(0)) is Refusal.UNKNOWN_EVENT
    assert refusal(played, SplitSession(second.sequence)) is Refusal.WITHIN_A_COMMAND
    assert refusal(played, JoinSessions(1)) is Refusal.FIRST_SESSION
    assert refusal(played, JoinSessions(9)) is Refusal.NO_BEGINNING
    assert refusal(played, SplitSession(13)) is Refusal.NOTHING_AFTER
    played.execute(SplitSession(first.sequence))


def test_what_would_be_read_can_be_told_before(played: Session) -> None:
    before = played.history.chapters()
    foreseen = played.history.chapters(SplitSession(10))
    assert played.history.chapters() == before
    played.execute(SplitSession(10))
    assert [replace(each, last=0) for each in foreseen] == [
        replace(each, last=0) for each in played.history.chapters()
    ]


def test_the_title_of_the_session_that_is_played_is_at_hand(played: Session) -> None:
    played.execute(RenameSession(8, "Le pont"))
    assert played.title == ""
    played.execute(RenameSession(14, "La tour"))
    assert played.title == "La tour"
    played.execute(Undo())
    assert played.title == ""
    played.execute(Redo())
    played.execute(OpenSession())
    assert played.title == ""


EDITS = st.lists(
    st.tuples(st.sampled_from(["title", "split", "join", "undo", "redo", "note"]), st.integers(0)),
    max_size=25,
)


@given(EDITS)
def test_whatever_is_edited_each_event_is_of_one_session_and_nothing_played_changes(
    edits: list[tuple[str, int]],
) -> None:
    session = three_evenings()
    begun, state = session.history.chapters()[0].first, in_play(session.state)
    unseen: list[tuple[Chapter, ...]] = []  # what was read before each edit that may be undone
    for kind, number in edits:
        last = session.entries[-1].sequence
        before = session.history.chapters()
        beginning = before[number % len(before)].first
        commands: dict[str, Command] = {
            "title": RenameSession(beginning, f"titre {number % 3}"),
            "split": SplitSession(number % last + 1),
            "join": JoinSessions(beginning),
            "undo": Undo(),
            "redo": Redo(),
            "note": WriteNote("encore"),
        }
        try:
            session.execute(commands[kind])
        except Refused:
            assert session.history.chapters() == before
            continue
        after = session.history.chapters()
        covered = [number for each in after for number in range(each.first, each.last + 1)]
        assert covered == list(range(begun, session.entries[-1].sequence + 1))
        assert len({each.label for each in after}) == len(after)
        if kind == "undo" and unseen:
            expected = unseen.pop()
            assert [_but_last(each) for each in after] == [_but_last(each) for each in expected]
        elif kind != "undo":
            unseen.append(before)
    assert in_play(session.state) == state
    assert in_play(fold(session.entries)) == state
    notes = [entry for entry in session.entries if isinstance(entry.event, NoteWritten)]
    assert len(notes) >= 12


def _but_last(chapter: Chapter) -> Chapter:
    return replace(chapter, last=0)


def test_the_session_that_was_closed_last_goes_on_as_it_was(table: Table) -> None:
    session = table.sit_down()
    session.execute(WriteNote("Avant"))
    session.end()
    table.wait(timedelta(minutes=20))
    reopened = session.execute(ReopenSession(1))
    assert told(session, reopened) == ["Séance 1 rouverte, samedi 14 mars 2026"]
    (note,) = session.execute(WriteNote("Après"))
    assert (note.session, session.state.session, session.state.session_opened) == (1, 1, table.now)
    assert session.undoable() == (note,)
    table.wait(timedelta(hours=11))
    assert table.sit_down().state.session == 1
    session.end()
    assert table.journal.snapshots[1][1] == session.entries[-1].sequence


def test_no_other_session_can_be_reopened(played: Session) -> None:
    assert refusal(played, ReopenSession(3)) is Refusal.SESSION_OPEN
    assert refusal(played, ReopenSession(2)) is Refusal.SESSION_PASSED
    assert refusal(played, ReopenSession(4)) is Refusal.UNKNOWN_SESSION
    assert refusal(played, ReopenSession(0)) is Refusal.UNKNOWN_SESSION
    played.end()
    assert refusal(played, ReopenSession(2)) is Refusal.SESSION_PASSED


def test_reopening_is_never_undone_and_keeps_what_was_undone_from_nothing(table: Table) -> None:
    session = table.sit_down()
    (note,) = session.execute(WriteNote("Avant"))
    session.execute(Undo())
    session.end()
    session.execute(ReopenSession(1))
    assert session.redoable() == (note,)
    assert refusal(session, Undo()) is Refusal.NOTHING_TO_UNDO
