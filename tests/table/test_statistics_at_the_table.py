"""The statistics, opened from the table and led by keys: pictures, their sentences, whose they are and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.character import Kind
from campaign.commands import AddCharacter, CloseSession, OpenSession, RuleEffect
from campaign.demo import MERLIN
from campaign.session import Session
from rules.health import Ruling
from screens.base import FEW_SIGNS
from screens.statistics.screen import StatisticsScreen
from screens.table.screen import TableScreen
from tests.campaign.table import FIREBALL, Table
from tests.table.at_the_table import Evening, evening

SIZES = [(80, 24), (120, 36)]
READINGS = (
    "2 jets de dé réel : pas assez",
    "1 réussite sur 1",
    "Dom effectif risqué : 7,8",
    "le plus lourd : 4 (Merlin)",
    "Blessures légères ou pires",
    "La plus grande Diff osée : 8 (Merlin), et réussie.",
)
"""What each picture of the second evening says, in their order."""


def play(session: Session) -> None:
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.SANS_EFFET))


@pytest.fixture
def played(table: Table) -> Table:
    """An evening with a roll, then one with another and a secret."""
    session = table.open()
    play(session)
    session.execute(CloseSession())
    session.execute(OpenSession())
    play(session)
    session.execute(replace(FIREBALL, diff=10, die=17, secret=True))
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    session.close()
    return table


async def until(at: Evening, text: str) -> None:
    for _ in range(200):
        if text in at.prose:
            return
        await at.pilot.pause(0.01)
    raise AssertionError(f"{text!r} never came into view in\n{at.text}")


@pytest.mark.parametrize("size", SIZES)
async def test_each_picture_has_its_sentence_whole_in_view(
    played: Table, size: tuple[int, int]
) -> None:
    async with evening(played, size) as at:
        await at.press("S")
        for reading in READINGS:
            await until(at, reading)
            assert "│" in at.text
            assert all(len(line) <= size[0] for line in at.lines)
            await at.press("right")
        await until(at, READINGS[0])
        await at.press("left")
        await until(at, READINGS[-1])
        for letter, reading in zip("drpobe", READINGS, strict=True):
            await at.press(letter)
            await until(at, reading)
        await at.press("escape")
        assert isinstance(at.pilot.app.screen, TableScreen)


async def test_the_session_the_campaign_and_each_person_are_a_key_away(played: Table) -> None:
    async with evening(played) as at:
        await at.press("S", "r")
        await until(at, "séance 2 · Tous")
        await until(at, "1 réussite sur 1")
        await at.press("s")
        await until(at, "toute la campagne")
        await until(at, "2 réussites sur 2")
        await at.press("down", "down")
        await until(at, "· Gaston")
        await until(at, "Aucun jet à compter.")
        await at.press("s", "up", "N")
        await until(at, "séance 1 · Merlin")
        await until(at, "1 réussite sur 1")
        await at.press("N")
        await until(at, "C’est la première séance.")


async def test_secret_rolls_count_only_after_a_key_and_the_title_says_so(played: Table) -> None:
    async with evening(played) as at:
        await at.press("S", "e")
        await until(at, "osée : 8")
        await at.press("z")
        await until(at, "osée : 10 (Merlin), et réussie.")
        assert "avec les secrets" in at.lines[0]
        await at.press("z")
        await until(at, "osée : 8")
        assert "avec les secrets" not in at.lines[0]


async def test_a_terminal_of_few_signs_gets_pictures_in_ascii(played: Table) -> None:
    async with evening(played) as at:
        at.pilot.app.set_class(True, FEW_SIGNS)
        await at.press("S", "r")
        await until(at, "# réussites o attendues")
        assert not any(block in at.text for block in "▁▂▃▄▅▆▇█•")


async def test_a_hostile_name_is_text(table: Table) -> None:
    session = table.open()
    session.execute(AddCharacter("[red]Ogre[/] $x \\", Kind.PNJ, MERLIN))
    who = next(each.who for each in session.state.company if "Ogre" in each.name)
    session.execute(replace(FIREBALL, who=who))
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    session.close()
    async with evening(table, (120, 36)) as at:
        await at.press("S", "e")
        await until(at, "osée : 8 ([red]Ogre[/] $x \\), et réussie.")
        await at.press("end")
        await until(at, "▸ [red]Ogre[/] $x \\")


async def test_leaving_while_it_is_read_stops_the_reading(played: Table) -> None:
    async with evening(played) as at:
        await at.press("S", "q", "S", "escape")
        assert isinstance(at.pilot.app.screen, TableScreen)
        assert not any(isinstance(each, StatisticsScreen) for each in at.pilot.app.screen_stack)
        assert not at.complaint
