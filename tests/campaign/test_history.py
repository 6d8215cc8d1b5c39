"""The campaign read back: every event where it was, as it counts; the state at each equals the fold up to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    CorrectRoll,
    CorrectRuling,
    MarkEvent,
    OpenSession,
    ResolveDepassement,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import (
    CampaignCreated,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    NoteWritten,
    SceneBegun,
)
from campaign.history.history import History
from campaign.history.index import SessionIndex, indexed
from campaign.narration import line
from campaign.past import Past, fold, subject
from campaign.session import Session
from campaign.session_events import SessionOpened
from campaign.state import State
from campaign.text import fold_case
from campaign.words import KINDS
from rules.health import Ruling
from rules.options import Options
from rules.tableau import Gravity
from tests.campaign.evenings import play, plays
from tests.campaign.table import BURNT, EVENING, FIREBALL, MemoryShelf, Table, in_play


def check(history: History, lines: list[Entry]) -> None:
    """Hold a history against the plainest one: everything in memory, folded anew for each event."""
    history.load()
    past = Past.of(lines)
    for entry in lines:
        assert history.find(entry.sequence) == entry
        expected = fold(lines, past=past, before=entry.sequence + 1)
        assert in_play(history.state_at(entry.sequence)) == in_play(expected)
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


@given(plays("look back", "look back", "evening", "evening", "undo any", "redo any"))
@settings(max_examples=60, deadline=None)
def test_the_state_at_every_event_of_any_campaign_is_the_fold_up_to_it(
    moves: list[tuple[str, int]],
) -> None:
    table, session = play(moves)
    lines, shelf = table.journal.lines, table.journal.shelf()
    assert in_play(session.state) == in_play(fold(lines))
    check(session.history, lines)  # which may have followed what was written
    check(History(shelf), lines)  # what was kept on the way, and the rest
    check(History(MemoryShelf(lines, {})), lines)  # nothing was kept


def evenings(count: int, roll: ResolveDepassement = FIREBALL) -> tuple[Table, Session]:
    """Play evenings of one roll each; the last one goes on."""
    table = Table()
    session = table.sit_down()
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    for _ in range(count):
        session.execute(roll)
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


def test_where_nothing_can_be_kept_the_states_are_not_made_a_second_time() -> None:
    table, session = evenings(9)
    session.execute(CorrectRoll(numbers_of_rolls(table)[0], diff=8, eff=30, ca=-9))
    read: list[int] = []

    class Forgetful(MemoryShelf):
        def read(self, session: int, after: int) -> tuple[Entry, ...]:
            read.append(session)
            return super().read(session, after)

        def keep(self, index: SessionIndex, after: State) -> None:
            pass

    history = History(Forgetful(table.journal.lines, {}))
    history.load()
    read.clear()
    history.state_at(table.journal.lines[-1].sequence)
    assert set(read) <= {table.journal.lines[-1].session}
    check(history, table.journal.lines)


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


def test_a_state_that_is_kept_with_a_correction_serves_no_more_once_that_is_corrected() -> None:
    table, session = evenings(1)
    roll = numbers_of_rolls(table)[0]
    for ruling in (Ruling.SANS_EFFET, Ruling.FATIGUE):  # which it was at first
        session.execute(OpenSession())
        session.execute(CorrectRuling(roll, ruling))
        session.history.load()
    check(History(table.journal.shelf()), table.journal.lines)
    assert in_play(table.open().state) == in_play(fold(table.journal.lines))


def numbers_of_rolls(table: Table) -> list[int]:
    lines = table.journal.lines
    return [each.sequence for each in lines if isinstance(each.event, DepassementResolved)]


def test_the_columns_say_what_the_events_do() -> None:
    table, session = evenings(1)
    (roll,) = session.execute(BURNT)
    session.execute(RuleEffect(Ruling.BLESSURE))
    (note,) = session.execute(WriteNote("Le pont s’écroule", about=roll.sequence))
    table.wait(timedelta(hours=1))
    session.execute(MarkEvent(note.sequence, marked=True))
    session.history.load()
    index = session.history.index(2)
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
    assert (index.began, index.ended) == (roll.at, roll.at), (
        "what is said of it later doesn’t count"
    )


def test_a_correction_that_puts_back_what_another_changed_is_not_taken_for_none() -> None:
    table, session = evenings(2, BURNT)
    ruling = next(
        each.sequence for each in table.journal.lines if isinstance(each.event, EffectRuled)
    )
    rolled = ruling - 1
    session.execute(CorrectRuling(rolled, Ruling.SANS_EFFET))
    table.wait(timedelta(days=7))
    session.execute(CorrectRuling(rolled, Ruling.FATIGUE))
    check(History(table.journal.shelf()), table.journal.lines)


def test_a_number_that_another_hand_made_huge_is_indexed_like_any_other() -> None:
    table, _ = evenings(1)
    note = NoteWritten("loin", about=1 << 41)
    entry = replace(table.journal.lines[-1], sequence=1 << 40, event=note)
    index = indexed(1, (entry,), State(), lambda _: None)
    assert (index.last, index.abouts[0]) == (1 << 40, 1 << 41)


def test_a_character_is_found_however_many_others_there_were_in_the_session() -> None:
    table = Table()
    session = table.sit_down()
    for number in range(300):
        session.execute(AddCharacter(f"Gobelin {number}", Kind.PNJ, MERLIN))
    session.history.load()
    for history in (session.history, History(table.journal.shelf())):
        history.load()
        index = history.index(1)
        assert index is not None
        assert [index.names[each - 1][1] for each in index.people if each] == [
            f"Gobelin {number}" for number in range(300)
        ]


@pytest.mark.parametrize("is_undone", [False, True])
def test_a_correction_counts_unless_it_is_undone_whatever_was_read_first(
    *, is_undone: bool
) -> None:
    table, session = evenings(1)
    session.execute(OpenSession())
    (correction, *_) = session.execute(CorrectRoll(numbers_of_rolls(table)[0], diff=8, eff=30))
    session.execute(OpenSession())
    if is_undone:
        session.execute(Undo(correction.sequence))
    history = History(MemoryShelf(table.journal.lines, {}))
    for _ in history.loading():
        history.index(1)  # as the list on the screen asks for it between two
    check(history, table.journal.lines)


@pytest.mark.parametrize(
    ("third", "fourth"),
    [
        (EventMarked(3, marked=True), SceneBegun("")),
        (EventUndone(4), EventRedone(3)),
        (NoteWritten("plus bas", 4), NoteWritten("plus haut", 3)),
    ],
)
def test_events_that_speak_of_themselves_or_each_other_are_about_nobody(
    third: Event, fourth: Event
) -> None:
    events = (CampaignCreated("La tour", Options()), SessionOpened(1), third, fourth)
    lines = [Entry(number, 1, EVENING, event) for number, event in enumerate(events, 1)]
    history = History(MemoryShelf(lines, {}))
    history.load()
    index = history.index(1)
    assert index is not None
    assert set(index.people) == {0}
    assert subject(lines[2], history.find).sequence in (3, 4)


def test_what_is_revealed_is_told_where_it_happened_though_that_was_read_before() -> None:
    table, _ = evenings(2)
    lines = tuple(table.journal.lines)
    roll = numbers_of_rolls(table)[0]
    told = next(each for each in lines if each.sequence == roll)
    assert isinstance(told.event, DepassementResolved)
    history = History(MemoryShelf([each for each in lines if each is not told], {}))
    assert told.sequence not in {each.sequence for each in history.entries(1)}
    revealed = EventRevealed(roll, told.event)
    history.written((Entry(lines[-1].sequence + 1, 2, table.now, revealed),))
    assert [each.event for each in history.entries(1) if each.sequence == roll] == [told.event]
