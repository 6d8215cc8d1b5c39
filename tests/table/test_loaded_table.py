"""The table at its fullest: twelve characters with long names, every état, Dom 45. It fits, and its columns align."""

from __future__ import annotations

import pytest

from campaign.character import Action, Kind
from campaign.commands import (
    AddCharacter,
    BeginScene,
    GiveTurn,
    GiveWound,
    ResolveDepassement,
    RuleEffect,
    SaveAction,
    SetAside,
)
from campaign.demo import MERLIN
from rules.aspects import Aspect, Moyen
from rules.health import Ruling
from rules.tableau import WOUNDS, Gravity
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening

SIZES = [(80, 24), (100, 30), (120, 36)]
NAMES = (
    "Adélaïde de Montségur-en-Brume",
    "漢字 le Lettré",
    "E\u0301loi\u0308se aux accents combinants",
    "[b]Ogre[/b] des marais profonds",
    "Gobelin",
    "Gobelin 2",
    "Sœur Bénédicte",
    "Œdipe 👁 le Voyant",
    "Un nom de soixante caractères, pas un seul de plus, tout juste",
)
CAST = Action(
    "Incantation interdite du Neuvième Cercle",
    Aspect.MYSTIQUE,
    Moyen.MANOEUVRE,
    competence="Magie du Feu",
    eff=45,
)
ROSTER = {80: 25, 100: 25, 120: 30}


@pytest.fixture
def full(table: Table) -> Table:
    """The sample campaign, with nine more characters and all that can befall them."""
    session = table.open()
    for place, name in enumerate(NAMES):
        session.execute(AddCharacter(name[:60], Kind.PJ if place < 4 else Kind.PNJ, MERLIN))
        *_, who = session.state.characters
        for aspect in Aspect:
            for gravity in WOUNDS[: 1 + place % len(WOUNDS)]:
                session.execute(GiveWound(who, aspect, gravity))
    first = list(session.state.characters)[3]
    session.execute(SaveAction(first, CAST))
    session.execute(SaveAction("merlin", CAST))
    for who in ("merlin", first):
        for die, ruling in ((17, Ruling.FATIGUE), (16, Ruling.FATIGUE)):
            session.execute(ResolveDepassement(who, CAST, 2, 0, True, die, 15))
            session.execute(RuleEffect(ruling))
    session.execute(BeginScene("La salle des coffres, sous la tour de Brume, à minuit passé"))
    session.execute(SetAside("gobelin-2"))
    session.execute(GiveTurn("gaston"))
    return table


def columns(at: Evening, width: int) -> list[str]:
    """Return what the roster shows of each character that is on one line; a place in a line is a cell."""
    return [
        line[: ROSTER[width]]
        for line in at.lines
        if " PF " in line[: ROSTER[width]] and line[0] != "▸"
    ]


@pytest.mark.parametrize("size", SIZES)
async def test_everyone_is_in_the_roster_and_its_columns_align(
    full: Table, size: tuple[int, int]
) -> None:
    async with evening(full, size) as at:
        await at.press("home")
        assert len(at.lines) <= size[1]
        assert all(len(line) <= size[0] for line in at.lines)
        seen = {line.index(" PF ") for line in columns(at, size[0])}
        assert len(seen) == 1, at.text
        seen_who = [at.screen.who]
        for _ in range(11):
            await at.press("down")
            seen_who.append(at.screen.who)
        assert seen_who == [
            each.who for each in (*at.session.state.company, *at.session.state.aside)
        ]
        assert "À l’écart" in at.text


@pytest.mark.parametrize("size", SIZES)
async def test_a_roll_of_dom_45_is_played_without_scrolling(
    full: Table, size: tuple[int, int]
) -> None:
    async with evening(full, size) as at:
        await at.press("home", "enter", "enter")
        assert "Incantation interdite du Neuvième Cercle" in at.lines[1]
        await at.type("3")
        ladder = [line for line in at.lines if "/20" in line]
        assert ladder
        assert any("▸" in line for line in ladder)
        assert len({line.index("/20") for line in ladder}) == 1
        assert "PF ensuite" in at.text
        await at.press("enter")
        await at.type("20")
        await at.press("enter")
        await at.type("20")
        await at.press("enter", "enter")
        assert "Tableau 3.1" in at.text
        assert "fatale" in at.text
        assert "Juger" in at.text
        assert all(len(line) <= size[0] for line in at.lines)
        await at.press("b")
        health = at.session.state.characters["merlin"].health
        assert health.wounds[Aspect.MYSTIQUE][Gravity.FATALE] == 1
        assert "✝" in at.text
