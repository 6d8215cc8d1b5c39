"""The state is the fold of the events, and the fold is total: what it can't apply, it skips."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.changes import Change
from campaign.character import Character, Kind
from campaign.commands import (
    AddCharacter,
    BeginScene,
    ChangeCharacter,
    ChangeOptions,
    CorrectRoll,
    DuplicateCharacter,
    GiveTurn,
    MarkEvent,
    MoveCharacter,
    RemoveAction,
    ResolveDepassement,
    RestCompany,
    Reveal,
    RuleEffect,
    SetAside,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN, populate
from campaign.events import (
    CampaignCreated,
    CharacterChanged,
    Entry,
    Event,
    EventRedone,
    EventUndone,
    OfACharacter,
    Unreadable,
)
from campaign.past import Past, fold
from campaign.state import State, apply
from rules.aspects import Aspect
from rules.health import Ruling
from rules.options import Options, PFEtourdi
from tests.campaign.gallery import gallery
from tests.campaign.table import CAMPAIGN, EVENING, Table


def entries_of(*events: Event) -> list[Entry]:
    return [Entry(number, 1, EVENING, event) for number, event in enumerate(events, 1)]


ROLL = 11
"""The number of the first roll of the evening below."""


def an_evening() -> list[Entry]:
    """Return the entries of two sessions in which everything happens."""
    table = Table()
    session = table.sit_down()
    populate(session)
    fireball = ResolveDepassement("merlin", BOULE_DE_FEU, diff=8, die=18, encaissement_die=1)
    for command in (
        fireball,
        RuleEffect(Ruling.BLESSURE),
        ChangeOptions(Options(pf_etourdi=PFEtourdi.EXEMPLE)),
        ChangeCharacter("gaston", "Gaston le Grand", Kind.PNJ, MERLIN),
        RemoveAction("brunehaut", "Injonction"),
        DuplicateCharacter("merlin", "Merlin 2"),
        MoveCharacter("merlin", None),
        GiveTurn("merlin"),
        SetAside("merlin-2"),
        RestCompany(),
        BeginScene("La crypte"),
        fireball,
        Undo(),
        CorrectRoll(ROLL, diff=8, eff=25),
        replace(fireball, secret=True),
        RuleEffect(Ruling.FATIGUE),
    ):
        session.execute(command)
    ruling = session.entries[-1].sequence
    session.execute(MarkEvent(ruling, True))
    session.execute(Reveal(ruling))
    table.wait(timedelta(days=7))
    session = table.sit_down()
    session.execute(WriteNote("Reprise", about=4))
    return table.journal.lines


EVENTFUL = an_evening()


def test_before_any_event_there_is_an_empty_campaign() -> None:
    assert fold([]) == State()


def test_the_state_is_the_fold_from_any_snapshot() -> None:
    kinds = [type(entry.event) for entry in EVENTFUL]
    until_undo = EVENTFUL[: kinds.index(EventUndone)]
    assert len(until_undo) > 20
    for split in range(len(until_undo) + 1):
        assert fold(until_undo[split:], fold(until_undo[:split])) == fold(until_undo)


@given(st.lists(st.sampled_from(EVENTFUL), max_size=30))
def test_entries_in_any_order_missing_or_doubled_always_fold(entries: list[Entry]) -> None:
    assert isinstance(fold(entries), State)


@given(st.lists(st.sampled_from([*EVENTFUL, *entries_of(*gallery())]), max_size=30))
def test_an_event_of_any_kind_applies_to_any_state(entries: list[Entry]) -> None:
    state = fold(EVENTFUL)
    for entry in entries:
        state = apply(state, entry)
    assert set(state.characters) >= {"merlin", "gaston", "brunehaut"}


@given(st.lists(st.sampled_from([*EVENTFUL, *entries_of(*gallery())]), max_size=30))
def test_whatever_stands_in_the_lines_they_fold_and_say_how_each_counts(
    entries: list[Entry],
) -> None:
    past = Past.of(entries)
    assert fold(entries) == fold(entries, past=past)
    assert all(isinstance(past.current(entry), Event) for entry in entries)
    assert fold(entries, before=0) == State()


def test_an_unreadable_line_counts_for_nothing() -> None:
    with_it = [*EVENTFUL[:5], replace(EVENTFUL[5], event=Unreadable("?!", "illisible"))]
    assert fold(with_it) == fold(EVENTFUL[:5])


def test_events_about_a_character_that_is_not_there_change_nothing() -> None:
    state = fold(EVENTFUL)
    strangers = 0
    for event in gallery():
        if isinstance(event, OfACharacter):
            stranger = replace(event, who="personne")
            assert apply(state, Entry(99, 2, EVENING, stranger)) == state
            strangers += 1
    assert strangers == len(get_args(OfACharacter))


@pytest.mark.parametrize(
    "change",
    [Change("My", 15, 5000), Change("My", 15, "beaucoup"), Change("genre", "PJ", "dragon")],
)
def test_a_change_that_gives_no_sheet_changes_nothing(change: Change) -> None:
    state = fold(EVENTFUL)
    nonsense = CharacterChanged("merlin", "Merlin", (change,))
    assert apply(state, Entry(99, 2, EVENING, nonsense)) == state


def test_what_is_undone_and_redone_counts_by_the_last_word() -> None:
    entries = entries_of(
        CampaignCreated(CAMPAIGN, Options()),
        EventUndone(1),
        EventRedone(1),
        EventUndone(1),
        EventUndone(77),
    )
    assert Past.of(entries[:2]).undone == {1}
    assert Past.of(entries[:3]).undone == frozenset()
    assert Past.of(entries).undone == {1, 77}
    assert fold(entries) == State()
    assert fold(entries[:3]).name == CAMPAIGN


def test_two_characters_never_share_what_they_suffer() -> None:
    table = Table()
    session = table.sit_down()
    for name in ("Garde", "Garde 2"):
        session.execute(AddCharacter(name, Kind.PNJ, MERLIN))
    session.execute(ResolveDepassement("garde", BOULE_DE_FEU, 8, die=18, encaissement_die=1))
    session.execute(RuleEffect(Ruling.BLESSURE))
    hurt, whole = session.state.characters.values()
    assert hurt.health.wounds[Aspect.MYSTIQUE].legere == 1
    assert whole == Character("garde-2", "Garde 2", Kind.PNJ, MERLIN)


def test_a_smaller_room_leaves_the_wounds_already_borne() -> None:
    table = Table()
    session = table.sit_down()
    session.execute(AddCharacter("Garde", Kind.PNJ, MERLIN))
    session.execute(ResolveDepassement("garde", BOULE_DE_FEU, 8, die=18, encaissement_die=1))
    session.execute(RuleEffect(Ruling.BLESSURE))
    health = session.state.characters["garde"].health
    cramped = replace(MERLIN, room=replace(MERLIN.room, legere=0))
    session.execute(ChangeCharacter("garde", "Garde", Kind.PNJ, cramped))
    assert session.state.characters["garde"].health == health
    session.execute(ChangeCharacter("garde", "Garde", Kind.PNJ, MERLIN))
    assert session.state.characters["garde"].health == health
