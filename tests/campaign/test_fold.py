"""The state is the fold of the events, and the fold is total: what it can't apply, it skips."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.changes import Change
from campaign.character import Character, Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    ChangeOptions,
    RemoveAction,
    ResolveDepassement,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN, populate
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterChanged,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventRedone,
    EventUndone,
    Unreadable,
)
from campaign.state import State, apply, fold, undone
from rules.aspects import Aspect
from rules.health import Ruling
from rules.options import Options, PFEtourdi
from tests.campaign.gallery import gallery
from tests.campaign.table import CAMPAIGN, EVENING, Table


def entries_of(*events: Event) -> list[Entry]:
    return [Entry(number, 1, EVENING, event) for number, event in enumerate(events, 1)]


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
        fireball,
        Undo(),
    ):
        session.execute(command)
    table.wait(timedelta(days=7))
    session = table.sit_down()
    session.execute(WriteNote("Reprise", about=4))
    return table.journal.lines


EVENTFUL = an_evening()


def test_before_any_event_there_is_an_empty_campaign() -> None:
    assert fold([]) == State()


def test_the_state_is_the_fold_from_any_snapshot() -> None:
    until_undo = EVENTFUL[:-4]
    assert not undone(until_undo)
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
    assert list(state.characters)[:3] == ["merlin", "gaston", "brunehaut"]


def test_an_unreadable_line_counts_for_nothing() -> None:
    with_it = [*EVENTFUL[:5], replace(EVENTFUL[5], event=Unreadable("?!", "illisible"))]
    assert fold(with_it) == fold(EVENTFUL[:5])


def test_events_about_a_character_that_is_not_there_change_nothing() -> None:
    state = fold(EVENTFUL)
    strangers = 0
    for event in gallery():
        if isinstance(
            event,
            CharacterChanged | ActionSaved | ActionRemoved | DepassementResolved | EffectRuled,
        ):
            stranger = replace(event, who="personne")
            assert apply(state, Entry(99, 2, EVENING, stranger)) == state
            strangers += 1
    assert strangers == 5


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
    assert undone(entries[:2]) == {1}
    assert undone(entries[:3]) == frozenset()
    assert undone(entries) == {1, 77}
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
