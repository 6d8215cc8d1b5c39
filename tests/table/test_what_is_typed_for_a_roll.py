"""What is typed for a roll is for that roll alone, and nothing that happens meanwhile leaves it stuck."""

from __future__ import annotations

from datetime import timedelta

import pytest
from textual.widgets import Input

from campaign.character import Action, Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    CloseSession,
    RemoveAction,
    SaveAction,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.events import DepassementResolved
from campaign.refusals import JournalError, JournalFault
from rules.aspects import Aspect, Moyen
from rules.sheet import Competence, Sheet
from screens.base import SAFE_UNTIL_NOW
from screens.choice import Choice
from screens.table.roller import Stage
from tests.campaign.table import Table
from tests.screens.at_the_keyboard import prose
from tests.table.at_the_table import Evening, evening

LONG = "Art de la longue déclamation théâtrale"


def value(at: Evening, field: str) -> str:
    return at.roller.query_one(f"#{field}", Input).value


def stage(at: Evening) -> Stage:
    return at.roller.stage


@pytest.mark.parametrize("entry", ["abc", "-1"])
async def test_escape_from_a_wrong_diff_leaves_a_way_back_to_it(table: Table, entry: str) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type(entry)
        await at.press("escape")
        assert stage(at) is Stage.ACTION
        await at.press("enter")
        assert stage(at) is Stage.STAKES
        assert value(at, "diff") == entry


async def test_the_stakes_are_frozen_while_the_dice_are_asked_for(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("8")
        await at.press("enter")
        for key in ("shift+tab", "tab"):
            await at.press(key, *"zzz", key, *"zzz")
            assert (value(at, "diff"), value(at, "handicap")) == ("8", "0")


async def test_a_handicap_and_a_call_for_the_dice_are_for_one_roll(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter", "tab")
        await at.type("-20")
        await at.press("tab", "space", "enter", *"12", "enter", *"7", "enter", "f")
        rolled = at.session.entries[-2].event
        assert isinstance(rolled, DepassementResolved)
        assert rolled.stakes.called
        await at.press("enter", "enter")
        assert value(at, "handicap") == "0"
        assert at.roller.query_one("#called", Choice).value == "non"


async def test_a_die_of_before_is_never_thrown_again(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("0")
        await at.press("enter", *"16", "enter", "escape")  # Dom ≤ 0: nothing to rule on
        await at.press("enter", "enter")
        assert (value(at, "die"), value(at, "encaissement-die")) == ("", "")


async def test_a_diff_of_six_is_understood_from_an_azerty_row(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("-")
        await at.press("enter")
        await at.type("10")
        await at.press("enter", *"7", "enter", "enter")
        assert "6 < 10 ≤ 17" in at.text


async def test_an_action_that_cannot_be_played_says_why_in_the_place_of_other_odds(
    table: Table,
) -> None:
    session = table.sit_down()
    session.execute(ChangeCharacter("gaston", "Gaston", Kind.PJ, Sheet()))
    async with evening(table) as at:
        await at.press("down")
        shown = at.text.split("Journal")[0]
        assert "Gaston n’a pas la compétence" in shown
        assert "CA 17" not in shown
        await at.press("enter", "enter")
        assert "Gaston n’a pas la compétence" in at.complaint


async def test_dice_are_not_thrown_for_an_action_taken_away_meanwhile(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("8")
        await at.press("enter", *"12")
        at.session.execute(RemoveAction("merlin", BOULE_DE_FEU.name))
        await at.settle()
        assert at.roller.stage is Stage.ACTION
        before = len(at.session.entries)
        await at.press("enter", "enter")
        assert len(at.session.entries) == before


async def test_two_characters_with_the_same_actions_each_have_their_own_diff(table: Table) -> None:
    session = table.sit_down()
    session.execute(AddCharacter("Viviane", Kind.PJ, MERLIN))
    session.execute(SaveAction("viviane", BOULE_DE_FEU))
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f")
        at.screen.who = "viviane"
        await at.press("enter", "enter")
        assert value(at, "diff") == "0"


async def test_a_ruling_left_by_an_earlier_session_is_shown_with_its_roll(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        at.session.execute(CloseSession())
    table.journal.forgetful = True
    table.wait(timedelta(days=7))
    table.sit_down()
    async with evening(table) as at:
        assert "Tableau 3.1" in at.text
        assert "Juger" in at.text


async def test_a_roll_that_is_not_in_view_cannot_be_ruled_on(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f")
        await at.roll("8", "13", "7")
        await at.press("l", "up", "up", "enter", "space", "f", "s")
        assert "dé 12 (réel)" in at.text
        assert at.session.state.awaited is not None
        await at.press("escape", "f")
        assert at.session.state.awaited is None


async def test_a_roll_that_cannot_be_written_keeps_its_dice_and_promises_nothing_of_a_lost_journal(
    table: Table,
) -> None:
    async with evening(table) as at:
        table.journal.fault = JournalError(JournalFault.VANISHED, "/campagnes")
        await at.roll("8", "12", "7")
        shown = prose(at.pilot)
        assert "a disparu" in shown
        assert SAFE_UNTIL_NOW not in shown
        await at.press("escape")
        assert (value(at, "die"), value(at, "encaissement-die")) == ("12", "7")


async def test_a_long_calculation_keeps_its_results_and_its_end_in_view(table: Table) -> None:
    session = table.sit_down()
    sheet = Sheet(competences=(Competence(LONG, 14, Aspect.MYSTIQUE),))
    session.execute(AddCharacter("Abel", Kind.PJ, sheet))
    action = Action(
        f"{LONG} à minuit", Aspect.MYSTIQUE, Moyen.MANOEUVRE, LONG, modificateur=-3, eff=15
    )
    session.execute(SaveAction("abel", action))
    async with evening(table) as at:
        at.screen.who = "abel"
        await at.press("c", "enter", "enter", "tab")
        await at.type("-2")
        await at.press("enter", *"20", "enter", *"20", "enter", "enter")
        assert "= 9" in at.text
        assert "blessure légère, 3 PF" in at.text
        assert "Juger" in at.text
    async with evening(table, (120, 36)) as at:
        assert "= 9" in at.text
