"""The company: its order, a twin of a PNJ, who is set aside, and the rest of them all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    BringBack,
    ChangeCharacter,
    Command,
    DuplicateCharacter,
    GivePF,
    GiveWound,
    MoveCharacter,
    Redo,
    RestCompany,
    RuleEffect,
    SetAside,
    Undo,
)
from campaign.company import next_name
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.refusals import Refusal
from campaign.session import Session
from rules.aspects import Aspect
from rules.health import Health, Ruling
from rules.sheet import Sheet
from rules.tableau import Gravity
from tests.campaign.table import FIREBALL, Table, foreseen, health, refusal, told

MY = Aspect.MYSTIQUE


def order(session: Session) -> list[str]:
    return list(session.state.characters)


def company(session: Session) -> list[str]:
    return [each.name for each in session.state.company]


def test_a_twin_has_all_of_its_model_but_what_that_one_has_suffered_and_done(
    session: Session,
) -> None:
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(GiveWound("merlin", MY, Gravity.GRAVE))
    written = session.execute(DuplicateCharacter("merlin", "Merlin 2"))
    model, twin = session.state.characters["merlin"], session.state.characters["merlin-2"]
    assert model.last_diffs
    assert twin == replace(
        model, who="merlin-2", name="Merlin 2", health=Health(), last_diffs=twin.last_diffs
    )
    assert twin.last_diffs == {}
    assert told(session, written) == [
        "Merlin 2 rejoint la compagnie (PJ)",
        "Merlin 2 : action « Boule de feu » ajoutée (My + Ma + Magie du Feu · Eff 15)",
    ]


def test_what_one_of_two_twins_suffers_is_its_own(session: Session) -> None:
    session.execute(GivePF("brunehaut", 2))
    session.execute(DuplicateCharacter("brunehaut", "Brunehaut 2"))
    session.execute(GiveWound("brunehaut-2", MY, Gravity.LEGERE))
    session.execute(DuplicateCharacter("brunehaut-2", "Brunehaut 3"))
    assert health(session, "brunehaut") == Health(pf=2)
    assert health(session, "brunehaut-2").wounds[MY].legere == 1
    assert health(session, "brunehaut-3") == Health()
    sheet = replace(MERLIN, room=replace(MERLIN.room, legere=9))
    session.execute(ChangeCharacter("brunehaut-2", "Brunehaut 2", Kind.PNJ, sheet))
    assert session.state.characters["brunehaut"].sheet.room.legere == 4


def test_a_twin_comes_and_goes_whole(session: Session) -> None:
    before = session.state
    session.execute(DuplicateCharacter("gaston", "Gaston 2"))
    after = session.state
    assert [entry.place for entry in session.undoable()] == [(1, 3), (2, 3), (3, 3)]
    assert foreseen(session, Undo()) == ("Gaston 2 n’est plus de la compagnie",)
    assert session.state == before
    assert len(session.redoable()) == 3
    assert foreseen(session, Redo()) == ("Gaston 2 est de nouveau de la compagnie",)
    assert session.state == after


def test_a_twin_of_one_that_is_aside_takes_part(session: Session) -> None:
    session.execute(SetAside("brunehaut"))
    session.execute(DuplicateCharacter("brunehaut", "Brunehaut 2"))
    assert company(session) == ["Merlin", "Gaston", "Brunehaut 2"]


@pytest.mark.parametrize(
    ("name", "taken", "proposed"),
    [
        ("Gobelin", [], "Gobelin 2"),
        ("Gobelin", ["gobelin 2", "Gobelin 4"], "Gobelin 3"),
        ("Gobelin 2", ["Gobelin 2"], "Gobelin 3"),
        ("Gobelin 9", [], "Gobelin 2"),
        ("2", [], "2 2"),
        ("x" * 60, [], "x" * 58 + " 2"),
        ("Élan", ["elan 2"], "Élan 3"),
    ],
)
def test_the_name_proposed_for_a_twin_is_free(
    session: Session, name: str, taken: list[str], proposed: str
) -> None:
    for each in {name, *taken}:
        session.execute(AddCharacter(each, Kind.PNJ, Sheet()))
    assert next_name(name, session.state) == proposed
    session.execute(DuplicateCharacter("merlin", proposed))


def test_a_long_name_is_cut_where_a_word_ends_for_its_number(session: Session) -> None:
    long = f"{'x' * 57} xx"
    session.execute(AddCharacter(f"{'x' * 57} 2", Kind.PNJ, Sheet()))
    session.execute(DuplicateCharacter("merlin", long))
    session.execute(DuplicateCharacter("merlin", next_name(long, session.state)))


@pytest.mark.parametrize(
    ("who", "ahead", "after", "line"),
    [
        ("gaston", "merlin", ["gaston", "merlin", "brunehaut"], "Gaston passe devant Merlin"),
        ("merlin", "brunehaut", ["gaston", "merlin", "brunehaut"], "Merlin passe devant Brunehaut"),
        ("merlin", None, ["gaston", "brunehaut", "merlin"], "Merlin passe en dernier"),
    ],
)
def test_a_character_moves_before_another_or_to_the_end(
    session: Session, who: str, ahead: str | None, after: list[str], line: str
) -> None:
    before, state = order(session), session.state
    written = session.execute(MoveCharacter(who, ahead))
    assert (order(session), told(session, written)) == (after, [line])
    assert session.state == state, "who they are is the same"
    session.execute(Undo())
    assert order(session) == before
    session.execute(Redo())
    assert order(session) == after


def test_the_pj_come_first_and_each_kind_is_in_its_order(session: Session) -> None:
    session.execute(AddCharacter("Ogre", Kind.PNJ, Sheet()))
    session.execute(MoveCharacter("ogre", "merlin"))
    assert company(session) == ["Merlin", "Gaston", "Ogre", "Brunehaut"]
    session.execute(MoveCharacter("merlin", None))
    assert company(session) == ["Gaston", "Merlin", "Ogre", "Brunehaut"]
    assert foreseen(session, Undo()) == ("la compagnie se range : Merlin, Gaston, Ogre, Brunehaut",)


def test_a_character_keeps_its_place_whatever_happens_to_it(session: Session) -> None:
    session.execute(MoveCharacter("gaston", "merlin"))
    session.execute(ChangeCharacter("gaston", "Gaston le Grand", Kind.PJ, MERLIN))
    session.execute(SetAside("merlin"))
    session.execute(BringBack("merlin"))
    session.execute(GivePF("brunehaut", 1))
    assert order(session) == ["gaston", "merlin", "brunehaut"]


def test_who_is_set_aside_takes_no_part_and_loses_nothing(table: Table, session: Session) -> None:
    session.execute(GiveWound("gaston", MY, Gravity.LEGERE))
    suffered = health(session, "gaston")
    written = session.execute(SetAside("gaston"))
    assert told(session, written) == ["Gaston passe à l’écart"]
    assert company(session) == ["Merlin", "Brunehaut"]
    assert [each.name for each in session.state.aside] == ["Gaston"]
    assert health(session, "gaston") == suffered
    assert table.open().state == session.state
    assert foreseen(session, Undo()) == ("Gaston n’est plus à l’écart",)
    assert foreseen(session, Redo()) == ("Gaston est à l’écart",)
    written = session.execute(BringBack("gaston"))
    assert told(session, written) == ["Gaston revient dans la compagnie"]
    assert company(session) == ["Merlin", "Gaston", "Brunehaut"]
    assert health(session, "gaston") == suffered


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (DuplicateCharacter("personne", "Double"), Refusal.UNKNOWN_CHARACTER),
        (DuplicateCharacter("merlin", "gaston"), Refusal.NAME_TAKEN),
        (DuplicateCharacter("merlin", "Merlin"), Refusal.NAME_TAKEN),
        (DuplicateCharacter("merlin", " "), Refusal.EMPTY),
        (DuplicateCharacter("merlin", "x" * 61), Refusal.TOO_LONG),
        (MoveCharacter("personne", None), Refusal.UNKNOWN_CHARACTER),
        (MoveCharacter("merlin", "personne"), Refusal.UNKNOWN_CHARACTER),
        (MoveCharacter("merlin", "merlin"), Refusal.NO_CHANGE),
        (MoveCharacter("merlin", "gaston"), Refusal.NO_CHANGE),
        (MoveCharacter("brunehaut", None), Refusal.NO_CHANGE),
        (MoveCharacter("gaston", None), Refusal.NO_CHANGE),
        (MoveCharacter("brunehaut", "merlin"), Refusal.NO_CHANGE),
        (SetAside("personne"), Refusal.UNKNOWN_CHARACTER),
        (BringBack("personne"), Refusal.UNKNOWN_CHARACTER),
        (BringBack("merlin"), Refusal.NO_CHANGE),
        (RestCompany(), Refusal.NOBODY_TO_REST),
    ],
)
def test_what_would_change_nothing_or_nobody_is_refused(
    session: Session, command: Command, why: Refusal
) -> None:
    assert refusal(session, command) is why


def test_who_is_aside_already_is_not_set_aside(session: Session) -> None:
    session.execute(SetAside("gaston"))
    assert refusal(session, SetAside("gaston")) is Refusal.NO_CHANGE


def test_the_company_rests_at_once_and_one_undo_takes_all_of_it_back(session: Session) -> None:
    session.execute(GiveWound("merlin", MY, Gravity.LEGERE))
    session.execute(GivePF("brunehaut", 4))
    session.execute(GivePF("gaston", 2))
    session.execute(SetAside("gaston"))
    tired = session.state
    written = session.execute(RestCompany())
    assert told(session, written) == [
        "Merlin : repos complet, PF 3 → 1",
        "Brunehaut : repos complet, PF 4 → 0",
    ]
    assert health(session, "gaston").pf == 2, "who is aside doesn't rest with them"
    rested = session.state
    assert session.undoable() == written
    assert foreseen(session, Undo()) == ("+2 PF à Merlin", "+4 PF à Brunehaut")
    assert session.state == tired
    session.execute(Redo())
    assert session.state == rested
    assert refusal(session, RestCompany()) is Refusal.NOBODY_TO_REST


def test_a_rest_of_the_company_ends_etourdi_too(session: Session) -> None:
    session.execute(replace(FIREBALL, action=BOULE_DE_FEU))
    session.execute(RuleEffect(Ruling.FATIGUE))
    written = session.execute(RestCompany())
    assert told(session, written) == ["Merlin : repos complet, étourdi en My levé"]
