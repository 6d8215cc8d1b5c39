"""A changed sheet is told as small changes, and those changes give it back."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.changes import Change, apply_changes, differences
from campaign.character import Character, Kind
from campaign.demo import BOULE_DE_FEU, MERLIN
from rules.aspects import Aspect, Moyens, PerAspect
from rules.errors import RuleError
from rules.health import Health
from rules.sheet import Competence, Sheet, WoundRoom
from tests.rules import strategies

MERLIN_HIMSELF = Character(
    "merlin", "Merlin", Kind.PJ, MERLIN, Health(pf=3), (BOULE_DE_FEU,), {"Boule de feu": 8}
)

names = st.sampled_from(
    ["Magie du Feu", "Épée à deux mains", "a | b", "10 My", "compétence nom", "armure Ph", "nom"]
) | st.text(min_size=1, max_size=12)
competences = st.lists(
    st.builds(Competence, names, st.integers(0, 99), strategies.aspects),
    unique_by=lambda each: each.name,
    max_size=6,
)


@st.composite
def characters(draw: st.DrawFn) -> Character:
    sheet = replace(draw(strategies.sheets), competences=tuple(draw(competences)))
    return replace(MERLIN_HIMSELF, name=draw(names), kind=draw(st.sampled_from(Kind)), sheet=sheet)


@given(characters(), characters())
def test_the_differences_lead_from_one_version_to_the_other(
    before: Character, after: Character
) -> None:
    reached = apply_changes(before, differences(before, after))
    learnt = {each.name: each for each in after.sheet.competences}
    known = [each.name for each in before.sheet.competences if each.name in learnt]
    order = known + [name for name in learnt if name not in known]
    in_order = tuple(learnt[name] for name in order)
    assert reached == replace(after, sheet=replace(after.sheet, competences=in_order))


@given(characters(), st.lists(characters(), min_size=1, max_size=4))
def test_edited_many_times_a_sheet_is_what_one_edit_would_give(
    before: Character, versions: list[Character]
) -> None:
    stepwise = reduce(
        lambda character, version: apply_changes(character, differences(character, version)),
        versions,
        before,
    )
    assert differences(stepwise, versions[-1]) == ()


@given(characters())
def test_nothing_changed_is_no_difference(character: Character) -> None:
    assert differences(character, character) == ()
    assert apply_changes(character, ()) == character


@given(characters(), characters())
def test_only_what_differs_is_told(before: Character, after: Character) -> None:
    changes = differences(before, after)
    assert all(change.before != change.after for change in changes)
    assert len({change.field for change in changes}) == len(changes)


def test_another_order_of_competences_is_no_difference() -> None:
    learnt = tuple(Competence(name, 10, Aspect.MYSTIQUE) for name in ("Feu", "Eau", "Terre"))
    one = replace(MERLIN_HIMSELF, sheet=replace(MERLIN, competences=learnt))
    other = replace(MERLIN_HIMSELF, sheet=replace(MERLIN, competences=learnt[::-1]))
    assert differences(one, other) == ()


def test_every_field_of_a_sheet_has_a_name() -> None:
    after = replace(
        MERLIN_HIMSELF,
        name="Merlin l’Ancien",
        kind=Kind.PNJ,
        sheet=Sheet(
            PerAspect(6, 11, 16),
            Moyens(1, 0, 3, 2, 0, 1),
            (Competence("Magie du Feu", 11, Aspect.MENTAL), Competence("Vol", 9, Aspect.PHYSIQUE)),
            PerAspect(1, 2, 3),
            WoundRoom(5, 6, 7),
        ),
    )
    told = [(each.field, each.before, each.after) for each in differences(MERLIN_HIMSELF, after)]
    assert told == [
        ("nom", "Merlin", "Merlin l’Ancien"),
        ("genre", "PJ", "PNJ"),
        ("Ph", 5, 6),
        ("Me", 10, 11),
        ("My", 15, 16),
        ("Pu", 0, 1),
        ("Ré", -1, 0),
        ("Ma", 2, 3),
        ("Pr", 1, 2),
        ("Ex", -1, 0),
        ("Pe", -1, 1),
        ("armure Ph", 0, 1),
        ("armure Me", 0, 2),
        ("armure My", 0, 3),
        ("place légères", 4, 5),
        ("place graves", 2, 6),
        ("place critiques", 1, 7),
        ("compétence Magie du Feu", "10 My", "11 Me"),
        ("compétence Vol", None, "9 Ph"),
    ]


@pytest.mark.parametrize(
    "change",
    [
        Change("My", 15, 1000),
        Change("My", 15, "quinze"),
        Change("My", 15, None),
        Change("genre", "PJ", "dragon"),
        Change("place graves", 2, -1),
        Change("compétence Vol", None, "haut"),
        Change("compétence Vol", None, "10 Xx"),
        Change("compétence Vol", None, "100 Ph"),
    ],
)
def test_changes_that_give_no_sheet_are_an_error(change: Change) -> None:
    with pytest.raises((ValueError, RuleError)):
        apply_changes(MERLIN_HIMSELF, (change,))


def test_a_change_of_a_later_version_is_left_aside() -> None:
    assert apply_changes(MERLIN_HIMSELF, (Change("taille", 10, 12),)) == MERLIN_HIMSELF
