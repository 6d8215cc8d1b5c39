"""A command that makes no sense, or that the rules refuse: nothing is written, nothing has changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.character import Action, Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    ChangeOptions,
    Command,
    RemoveAction,
    ResolveDepassement,
    SaveAction,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, GASTON, MERLIN
from campaign.events import ActionSaved, CharacterAdded, CharacterChanged, DepassementResolved
from campaign.refusals import Refusal, Refused
from campaign.sentences import sentence
from campaign.session import Session
from rules.aspects import Aspect, Moyen
from rules.errors import RuleError, Violation
from rules.options import Options
from rules.sheet import Competence
from tests.campaign.table import Table

FIREBALL = ResolveDepassement("merlin", BOULE_DE_FEU, diff=8, die=12, encaissement_die=7)
BOLT = replace(BOULE_DE_FEU, name="Éclair")
R, V = Refusal, Violation


def learnt_twice() -> AddCharacter:
    twice = (Competence("Épée", 10, Aspect.PHYSIQUE), Competence("epee", 12, Aspect.PHYSIQUE))
    return AddCharacter("Dan", Kind.PJ, replace(MERLIN, competences=twice))


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (AddCharacter("", Kind.PJ, MERLIN), R.EMPTY),
        (AddCharacter(" \t\n", Kind.PJ, MERLIN), R.EMPTY),
        (AddCharacter("\x00\x1b\u202e", Kind.PJ, MERLIN), R.EMPTY),
        (AddCharacter("\u0301", Kind.PJ, MERLIN), R.EMPTY),
        (AddCharacter("x" * 61, Kind.PJ, MERLIN), R.TOO_LONG),
        (AddCharacter("x" * 10_000, Kind.PJ, MERLIN), R.TOO_LONG),
        (AddCharacter("merlin", Kind.PJ, MERLIN), R.NAME_TAKEN),
        (AddCharacter("  Mérlin ", Kind.PJ, MERLIN), R.NAME_TAKEN),
        (learnt_twice(), R.NAME_TAKEN),
        (ChangeCharacter("merlin", "Merlin", Kind.PJ, MERLIN), R.NO_CHANGE),
        (ChangeCharacter("merlin", "Gaston", Kind.PJ, MERLIN), R.NAME_TAKEN),
        (ChangeCharacter("merlin", "", Kind.PJ, MERLIN), R.EMPTY),
        (ChangeCharacter("personne", "Dan", Kind.PJ, MERLIN), R.UNKNOWN_CHARACTER),
        (SaveAction("merlin", BOULE_DE_FEU), R.NAME_TAKEN),
        (SaveAction("merlin", replace(BOULE_DE_FEU, name="BOULE DE FEU")), R.NAME_TAKEN),
        (SaveAction("merlin", BOULE_DE_FEU, "Boule de feu"), R.NO_CHANGE),
        (SaveAction("merlin", BOLT, "Tempête"), R.UNKNOWN_ACTION),
        (SaveAction("merlin", replace(BOLT, competence="Foudre")), R.UNKNOWN_COMPETENCE),
        (SaveAction("merlin", replace(BOLT, name="")), R.EMPTY),
        (SaveAction("personne", BOLT), R.UNKNOWN_CHARACTER),
        (RemoveAction("merlin", "Tempête"), R.UNKNOWN_ACTION),
        (ChangeOptions(Options()), R.NO_CHANGE),
        (WriteNote(""), R.EMPTY),
        (WriteNote("x" * 2001), R.TOO_LONG),
        (WriteNote("?", about=0), R.UNKNOWN_EVENT),
        (WriteNote("?", about=10_000), R.UNKNOWN_EVENT),
        (replace(FIREBALL, who="personne"), R.UNKNOWN_CHARACTER),
        (replace(FIREBALL, who="gaston"), R.UNKNOWN_COMPETENCE),
        (replace(FIREBALL, action=replace(BOULE_DE_FEU, name="\x1b")), R.EMPTY),
        (replace(FIREBALL, diff=-1), V.NEGATIVE_DIFF),
        (replace(FIREBALL, diff=1000), V.OUT_OF_RANGE),
        (replace(FIREBALL, action=replace(BOULE_DE_FEU, min_diff=9)), V.BELOW_MINIMUM),
        (replace(FIREBALL, diff=0, action=replace(BOULE_DE_FEU, min_diff=1)), V.BELOW_MINIMUM),
        (replace(FIREBALL, die=0), V.OUT_OF_RANGE),
        (replace(FIREBALL, die=21), V.OUT_OF_RANGE),
        (replace(FIREBALL, encaissement_die=21), V.OUT_OF_RANGE),
        (replace(FIREBALL, die=17, diff=0, encaissement_die=21), V.OUT_OF_RANGE),
        (replace(FIREBALL, handicap=100), V.OUT_OF_RANGE),
        (replace(FIREBALL, handicap=-100), V.OUT_OF_RANGE),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said_and_nothing_is_written(
    table: Table, session: Session, command: Command, reason: Refusal | Violation
) -> None:
    told: list[object] = []
    session.listen(told.append)
    state, entries, lines = session.state, session.entries, list(table.journal.lines)
    with pytest.raises((Refused, RuleError)) as caught:
        session.execute(command)
    error = caught.value
    assert isinstance(error, Refused | RuleError)
    assert (error.refusal if isinstance(error, Refused) else error.violation) is reason
    assert sentence(error).endswith(".")
    assert (session.state, session.entries, table.journal.lines) == (state, entries, lines)
    assert told == []


@pytest.mark.parametrize(
    "values",
    [{"eff": -1}, {"eff": 1000}, {"min_diff": -1}, {"min_diff": 1000}, {"modificateur": 100}],
)
def test_an_action_out_of_range_cannot_even_be_asked_for(values: dict[str, int]) -> None:
    with pytest.raises(RuleError):
        Action("Éclair", Aspect.MYSTIQUE, Moyen.MANOEUVRE, **values)  # type: ignore[arg-type]


def test_the_widest_action_is_accepted(session: Session) -> None:
    wide = Action("Éclair", Aspect.MYSTIQUE, Moyen.MANOEUVRE, None, -99, eff=999, min_diff=999)
    session.execute(SaveAction("merlin", wide))
    assert session.state.characters["merlin"].action("Éclair") == wide


def test_names_are_cleaned_where_they_enter(session: Session) -> None:
    dirty = "E\u0301la\x1b[2Jn\u200d\n du  soir"
    clean = "Éla[2Jn du soir"
    sheet = replace(MERLIN, competences=(Competence(dirty, 10, Aspect.MYSTIQUE),))
    (added,) = session.execute(AddCharacter(dirty, Kind.PNJ, sheet))
    assert isinstance(added.event, CharacterAdded)
    assert added.event.name == clean
    assert added.event.sheet.competences[0].name == clean
    (saved,) = session.execute(SaveAction("merlin", replace(BOULE_DE_FEU, name=dirty)))
    assert isinstance(saved.event, ActionSaved)
    assert saved.event.action.name == clean
    (rolled,) = session.execute(
        replace(FIREBALL, action=replace(BOULE_DE_FEU, name=dirty, modificateur=1))
    )
    assert isinstance(rolled.event, DepassementResolved)
    assert rolled.event.action == clean
    assert clean in rolled.event.stakes.ca.formula


def test_a_name_of_60_characters_is_accepted(session: Session) -> None:
    session.execute(AddCharacter("é" * 60, Kind.PJ, MERLIN))


@pytest.mark.parametrize(
    "name", ["[b]", "[/b]", "$x", "a|b", "..", "/", "\\", "'", "漢", "’", "🔥"]
)
def test_any_visible_name_is_one(session: Session, name: str) -> None:
    session.execute(AddCharacter(name, Kind.PJ, MERLIN))
    *_, who = session.state.characters
    assert session.state.characters[who].name == name


def test_characters_whose_names_look_alike_are_two(session: Session) -> None:
    for name in ("Dan", "Daniel", "Dan 2", "漢", "字"):
        session.execute(AddCharacter(name, Kind.PJ, MERLIN))
    names = [each.name for each in session.state.characters.values()]
    assert names[-5:] == ["Dan", "Daniel", "Dan 2", "漢", "字"]
    assert all(who == each.who for who, each in session.state.characters.items())


def test_a_changed_character_keeps_what_it_has_suffered_and_its_actions(session: Session) -> None:
    session.execute(replace(FIREBALL, diff=4))
    before = session.state.characters["merlin"]
    (changed,) = session.execute(
        ChangeCharacter("merlin", "Merlin l’Ancien", Kind.PNJ, replace(GASTON, competences=()))
    )
    assert isinstance(changed.event, CharacterChanged)
    assert changed.event.name == "Merlin"
    after = session.state.characters["merlin"]
    assert (after.name, after.kind) == ("Merlin l’Ancien", Kind.PNJ)
    assert after.sheet == replace(GASTON, competences=())
    assert (after.health, after.actions, after.last_diffs) == (
        before.health,
        before.actions,
        before.last_diffs,
    )


def test_an_action_keeps_its_place_when_it_is_changed(session: Session) -> None:
    session.execute(SaveAction("merlin", BOLT))
    session.execute(SaveAction("merlin", replace(BOULE_DE_FEU, name="Brasier"), "Boule de feu"))
    assert [each.name for each in session.state.characters["merlin"].actions] == [
        "Brasier",
        "Éclair",
    ]
    session.execute(RemoveAction("merlin", "Brasier"))
    assert [each.name for each in session.state.characters["merlin"].actions] == ["Éclair"]


def test_an_action_may_change_the_case_of_its_name(session: Session) -> None:
    shouted = replace(BOULE_DE_FEU, name="BOULE DE FEU")
    session.execute(SaveAction("merlin", shouted, "Boule de feu"))
    assert session.state.characters["merlin"].actions == (shouted,)
