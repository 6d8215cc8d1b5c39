"""A wrong entry in a field of the roller: a French sentence, and nothing is lost."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.widgets import Input

from screens.table.dice_form import DiceForm
from screens.table.roller import Stage
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening

WRONG = ["abc", "0", "21", "-1", "1.5", "１２", "9" * 10_000, "[/b]", "\x1b[31m12", "1e1", "+"]


async def paste(at: Evening, text: str) -> None:
    await at.press("ctrl+e", "ctrl+u")
    at.pilot.app.post_message(Paste(text))
    await at.pilot.pause()


@pytest.mark.parametrize("entry", WRONG)
@pytest.mark.parametrize("field", ["die", "encaissement-die"])
async def test_a_die_that_is_no_face_is_refused_with_the_range(
    table: Table, field: str, entry: str
) -> None:
    async with evening(table) as at:
        before = list(table.journal.lines)
        await at.press("enter", "enter")
        await at.type("8")
        await at.press("enter")
        if field == "encaissement-die":
            await at.type("12")
            await at.press("enter")
        await paste(at, entry)
        typed = at.roller.query_one(f"#{field}", Input).value
        await at.press("enter")
        assert "de 1 à 20" in at.complaint
        assert at.roller.query_one(f"#{field}", Input).has_focus
        assert at.roller.query_one(f"#{field}", Input).value == typed
        assert table.journal.lines == before


@pytest.mark.parametrize(
    "entry", ["", "abc", "-1", "1.5", "１２", "9" * 10_000, "[/b]", "\x1b[31m12"]
)
async def test_a_diff_that_is_none_is_refused_and_the_dice_are_not_asked_for(
    table: Table, entry: str
) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await paste(at, entry)
        await at.press("enter")
        assert at.complaint.startswith("Diff : ")
        assert at.complaint.endswith(".")
        assert at.roller.stage is Stage.STAKES
        assert at.roller.query_one("#diff", Input).has_focus


@pytest.mark.parametrize("entry", ["abc", "100", "-100", "1.5", "１２", "[/b]"])
async def test_a_handicap_that_is_none_is_refused(table: Table, entry: str) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter", "tab")
        await paste(at, entry)
        await at.press("enter")
        assert at.complaint.startswith("Handicap : ")
        assert at.roller.stage is Stage.STAKES


async def test_a_diff_under_the_minimum_of_the_action_is_refused_with_it(table: Table) -> None:
    async with evening(table) as at:
        await at.press("down", "enter", "down", "enter")
        await at.type("2")
        await at.press("enter")
        assert "minimum" in at.complaint
        assert "3" in at.complaint


async def test_a_complaint_goes_once_the_entry_is_right(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("abc")
        await at.press("enter")
        assert at.complaint
        await at.type("8")
        await at.press("enter")
        assert not at.complaint


async def test_azerty_digits_without_shift_are_understood(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await paste(at, "_")
        await at.press("enter")
        await paste(at, "&é")
        await at.press("enter")
        await paste(at, "è")
        await at.press("enter", "enter")
        assert "8 < 12 ≤ 17" in at.text


async def test_escape_goes_back_and_keeps_what_was_typed(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("8")
        await at.press("enter")
        await at.type("12")
        await at.press("escape", "escape")
        assert at.roller.stage is Stage.ACTION
        await at.press("enter", "enter")
        assert at.roller.query_one(DiceForm).query_one("#die", Input).value == "12"


async def test_letters_typed_in_a_field_are_no_commands(table: Table) -> None:
    async with evening(table) as at:
        before = list(table.journal.lines)
        await at.press("enter", "enter", *"nufbsqkr")
        assert at.roller.query_one("#diff", Input).value.endswith("nufbsqkr")
        assert table.journal.lines == before


async def test_tab_stays_within_the_roll_whose_fields_it_goes_round(table: Table) -> None:
    async with evening(table) as at:
        before = list(table.journal.lines)
        await at.press("enter", "enter", "tab", "tab")
        assert at.roller.query_one("#diff", Input).has_focus
        await at.type("8")
        await at.press("enter", "shift+tab", *"na", "tab", *"n")
        assert at.roller.query_one("#die", Input).value == "n"
        assert at.roller.query_one("#encaissement-die", Input).value == "na"
        assert table.journal.lines == before
