"""Whose turn it is, round and round, and where the story has come to."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    BeginScene,
    BringBack,
    Command,
    GiveTurn,
    MoveCharacter,
    Redo,
    SetAside,
    Undo,
)
from campaign.demo import MERLIN
from campaign.events import SceneBegun, TurnGiven
from campaign.refusals import Refusal
from campaign.session import Session
from campaign.state import State, apply
from tests.campaign.table import Table, foreseen, refusal, told


def turn(session: Session) -> str | None:
    return session.state.turn


def next_one(session: Session) -> str | None:
    coming = session.state.next_turn
    return coming.who if coming else None


def test_turns_go_round_in_the_order_of_the_company(session: Session) -> None:
    session.execute(AddCharacter("Dan", Kind.PJ, MERLIN))
    session.execute(MoveCharacter("gaston", "merlin"))
    seen = []
    for _ in range(6):
        session.execute(GiveTurn(next_one(session)))
        seen.append(turn(session))
    assert seen == ["gaston", "merlin", "dan", "brunehaut", "gaston", "merlin"]


def test_a_turn_is_told_and_ends_on_the_gc_s_word(session: Session) -> None:
    assert turn(session) is None
    assert told(session, session.execute(GiveTurn("gaston"))) == ["Au tour de Gaston"]
    assert told(session, session.execute(GiveTurn(None))) == ["Les tours ne sont plus tenus"]
    assert turn(session) is None
    assert next_one(session) == "merlin"


def test_turns_are_undone_one_by_one(session: Session) -> None:
    for who in ("merlin", "gaston", None):
        session.execute(GiveTurn(who))
    assert foreseen(session, Undo()) == ("c’est au tour de Gaston",)
    assert foreseen(session, Undo()) == ("c’est au tour de Merlin",)
    assert foreseen(session, Undo()) == ("les tours ne sont plus tenus",)
    assert foreseen(session, Redo()) == ("c’est au tour de Merlin",)


def test_the_turn_of_who_is_set_aside_passes_to_the_one_who_follows_it(session: Session) -> None:
    session.execute(GiveTurn("gaston"))
    session.execute(SetAside("gaston"))
    assert next_one(session) == "brunehaut"
    session.execute(SetAside("brunehaut"))
    assert next_one(session) == "merlin"
    session.execute(SetAside("merlin"))
    assert session.state.next_turn is None


def test_who_is_aside_is_passed_over_and_gets_no_turn(session: Session) -> None:
    session.execute(SetAside("gaston"))
    session.execute(GiveTurn("merlin"))
    assert next_one(session) == "brunehaut"
    assert refusal(session, GiveTurn("gaston")) is Refusal.IS_ASIDE
    session.execute(BringBack("gaston"))
    assert next_one(session) == "gaston"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (GiveTurn(None), Refusal.NO_TURNS),
        (GiveTurn("personne"), Refusal.UNKNOWN_CHARACTER),
        (BeginScene("x" * 61), Refusal.TOO_LONG),
        (BeginScene("\u0301"), Refusal.EMPTY),
    ],
)
def test_what_is_no_turn_or_no_title_is_refused(
    session: Session, command: Command, why: Refusal
) -> None:
    assert refusal(session, command) is why


def test_a_turn_is_not_given_twice(session: Session) -> None:
    session.execute(GiveTurn("merlin"))
    assert refusal(session, GiveTurn("merlin")) is Refusal.NO_CHANGE


def test_in_an_empty_company_it_is_nobody_s_turn(table: Table) -> None:
    session = table.sit_down()
    assert next_one(session) is None
    session.execute(AddCharacter("Dan", Kind.PJ, MERLIN))
    assert next_one(session) == "dan"
    session.execute(SetAside("dan"))
    assert next_one(session) is None


def test_one_alone_has_every_turn(table: Table) -> None:
    session = table.sit_down()
    session.execute(AddCharacter("Dan", Kind.PJ, MERLIN))
    session.execute(GiveTurn("dan"))
    assert next_one(session) == "dan"


def test_the_turn_is_kept_over_a_restart_and_another_evening(
    table: Table, session: Session
) -> None:
    table.journal.forgetful = True
    session.execute(GiveTurn("gaston"))
    assert turn(table.open()) == "gaston"
    session.end()
    table.wait(timedelta(days=7))
    next_week = table.sit_down()
    assert turn(next_week) == "gaston"
    next_week.execute(Undo())
    assert turn(next_week) is None


def test_a_turn_of_who_is_not_there_is_nobody_s(session: Session) -> None:
    entry = session.entries[-1]
    session.execute(GiveTurn("merlin"))
    stranger = type(entry)(99, 1, entry.at, TurnGiven("personne", "Personne"))
    assert apply(session.state, stranger).turn is None
    assert apply(State(), stranger) == State()


@pytest.mark.parametrize(
    ("title", "kept", "line"),
    [
        ("La crypte", "La crypte", "Scène : La crypte"),
        ("", "", "Nouvelle scène"),
        (" \t\n", "", "Nouvelle scène"),
        ("La\x1b[2J  crypte\u202e", "La[2J crypte", "Scène : La[2J crypte"),
    ],
)
def test_a_scene_is_told_by_its_title_and_changes_nothing_that_is_played(
    session: Session, title: str, kept: str, line: str
) -> None:
    before = session.state
    written = session.execute(BeginScene(title))
    assert [entry.event for entry in written] == [SceneBegun(kept)]
    assert told(session, written) == [line]
    assert session.state == before
    assert foreseen(session, Undo()) == ()
    assert written[0].sequence in session.past.undone
