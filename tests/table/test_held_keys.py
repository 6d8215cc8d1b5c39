"""A key held down at the table: every repeat counts for what it is, and nothing is done twice, unseen or unmeant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from textual.widgets import Input

from campaign.character import Kind
from campaign.commands import AddCharacter, CloseSession, WriteNote
from campaign.demo import MERLIN
from campaign.events import (
    CharacterAdded,
    DepassementResolved,
    EffectRuled,
    EventRedone,
    EventUndone,
    NoteWritten,
)
from screens.dialogs.confirm import Confirm
from screens.fields import Field
from screens.table.replay import Replay
from screens.table.roller import Stage
from tests.campaign.table import Table
from tests.screens.rough_hands import in_front, instead, lump
from tests.table.at_the_table import Evening, evening

HELD = 200
"""How often a key is repeated that is held down for seven seconds."""


def hurry() -> Callable[[], float]:
    """Return a clock by which every key comes at once."""
    return lambda: 0.0


def value(at: Evening, field: str) -> str:
    return at.roller.query_one(f"#{field}", Input).value


def crowded(table: Table) -> Table:
    """Add people to the company and notes to the log, with an evening before this one."""
    session = table.open()
    for number in range(9):
        session.execute(AddCharacter(f"Garde {number}", Kind.PNJ, MERLIN))
    session.execute(CloseSession())
    table.wait(timedelta(days=7))
    table.journal.forgetful = True
    session = table.sit_down()
    for number in range(300):
        session.execute(WriteNote(f"note {number}"))
    return table


async def roll(at: Evening) -> None:
    """Play Example 2.10, whose ruling is then awaited."""
    await lump(at.pilot, "enter", "enter", *"8", "enter", *"12", "enter", *"7", "enter")


async def test_arrows_held_on_the_roster_go_round_it_as_often(table: Table) -> None:
    async with evening(crowded(table)) as at:
        written = list(table.journal.lines)
        company = list(at.session.state.characters)
        await lump(at.pilot, *["down"] * HELD)
        assert at.screen.who == company[HELD % len(company)]
        marked = [line for line in at.lines[1:16] if line.startswith("▸") and "PF" in line[:25]]
        assert len(marked) == 1
        assert at.session.state.characters[at.screen.who].name in marked[0]
        assert table.journal.lines == written


async def test_arrows_held_on_the_ladder_move_diff_by_as_many_within_its_bounds(
    table: Table,
) -> None:
    async with evening(table) as at:
        await lump(at.pilot, "down", "enter", "end", "enter", *["down"] * HELD)
        assert value(at, "diff") == str(3 + HELD)  # the least Diff of Coup désespéré is 3
        assert f"▸ {3 + HELD}   0/20" in at.text
        await lump(at.pilot, *instead("20"), *["up"] * 50)
        assert value(at, "diff") == "3"
        await lump(at.pilot, *instead("990"), *["down"] * 20)
        assert value(at, "diff") == "999"


async def test_arrows_held_in_the_log_go_as_far_and_bring_the_earlier_evening_in_once(
    table: Table,
) -> None:
    async with evening(crowded(table)) as at:
        written = list(table.journal.lines)
        last = written[-1].sequence
        await lump(at.pilot, "l", "end", *["up"] * HELD)
        assert at.log.selected() == last - HELD
        await lump(at.pilot, *["up"] * HELD)
        assert at.log.selected() == 1
        assert "▸ 20:00 Campagne « La tour » créée" in at.text
        await lump(at.pilot, *["down"] * HELD)
        assert at.log.selected() == 1 + HELD
        assert [entry.sequence for entry in at.session.entries] == list(range(1, last + 1))
        assert table.journal.lines == written


async def test_a_key_that_is_held_down_does_not_answer_the_question_that_it_raises(
    table: Table,
) -> None:
    async with evening(table, monotonic=hurry()) as at:
        written = list(table.journal.lines)
        await lump(at.pilot, *["u"] * HELD)
        assert isinstance(in_front(at.pilot), Confirm)
        assert table.journal.lines == written
        await lump(at.pilot, "o")
        assert len(table.journal.lines) == len(written) + 1


async def test_undo_pressed_often_undoes_each_event_once_and_redo_brings_all_back(
    table: Table,
) -> None:
    async with evening(table) as at:
        await roll(at)
        await lump(at.pilot, "f")
        before, written = at.session.state, len(table.journal.lines)
        await lump(at.pilot, *["u"] * HELD)
        undone = [entry.event for entry in table.journal.lines[written:]]
        targets = [event.target for event in undone if isinstance(event, EventUndone)]
        assert len(targets) == len(undone)
        assert targets == sorted(set(targets), reverse=True)
        assert at.session.state.characters == {}
        assert in_front(at.pilot) is at.screen
        assert at.complaint == "Il n’y a rien à annuler."
        await lump(at.pilot, *["r"] * HELD)
        redone = [entry.event for entry in table.journal.lines[written + len(undone) :]]
        assert [event.target for event in redone if isinstance(event, EventRedone)] == targets[::-1]
        assert at.session.state == before


async def test_enter_held_down_leads_to_the_dice_and_rolls_none(table: Table) -> None:
    async with evening(table, monotonic=hurry()) as at:
        written = list(table.journal.lines)
        for key in ("enter", "ctrl+j"):
            await lump(at.pilot, "escape", "c", *[key] * HELD)
            assert at.roller.stage in (Stage.STAKES, Stage.DICE)
            assert table.journal.lines == written


async def test_enter_held_down_from_the_last_die_on_makes_one_roll_and_rules_nothing(
    table: Table,
) -> None:
    async with evening(table, monotonic=hurry()) as at:
        written = len(table.journal.lines)
        await lump(at.pilot, "enter", "enter", *"8", "enter", *"12", "enter", *"7")
        await lump(at.pilot, *["enter"] * HELD)
        (rolled,) = (entry.event for entry in table.journal.lines[written:])
        assert isinstance(rolled, DepassementResolved)
        assert at.session.state.awaited is not None
        assert not at.roller.query_one(Replay).is_playing


async def test_a_key_held_on_a_replay_or_on_the_log_writes_nothing(table: Table) -> None:
    async with evening(table, monotonic=hurry()) as at:
        await roll(at)
        awaited, written = at.session.state, list(table.journal.lines)
        for key in ("down", "space", "enter"):
            await lump(at.pilot, *[key] * HELD)
        assert not at.roller.query_one(Replay).is_playing
        for key in ("space", "enter"):
            await lump(at.pilot, "l", "end", *[key] * HELD)
        assert at.session.state == awaited
        assert table.journal.lines == written
        await lump(at.pilot, "escape", "escape", "f")
        assert isinstance(at.session.entries[-1].event, EffectRuled)


@pytest.mark.parametrize(
    ("opened", "saved"),
    [
        (("t", *"une note"), NoteWritten),
        (("n", *"Éloïse", "tab", *["down"] * 18), CharacterAdded),
        (("g", *"grave ph"), None),
    ],
    ids=["a note", "a sheet", "the health"],
)
async def test_enter_held_in_a_dialog_answers_it_once_and_reaches_nothing_under_it(
    table: Table, opened: tuple[str, ...], saved: type | None
) -> None:
    async with evening(table, monotonic=hurry()) as at:
        written = len(table.journal.lines)
        await lump(at.pilot, *opened)
        await lump(at.pilot, *["enter"] * HELD)
        assert in_front(at.pilot) is at.screen
        (event,) = (entry.event for entry in table.journal.lines[written:])
        assert saved is None or isinstance(event, saved)
        assert at.roller.stage is Stage.ACTION


async def test_a_key_held_on_a_question_never_says_yes(table: Table) -> None:
    async with evening(table, monotonic=hurry()) as at:
        written = list(table.journal.lines)
        for asked, key in (("k", "enter"), ("u", "space"), ("u", "down")):
            await lump(at.pilot, asked)
            assert isinstance(in_front(at.pilot), Confirm)
            await lump(at.pilot, *[key] * HELD, "escape")
            assert in_front(at.pilot) is at.screen
        assert table.journal.lines == written


async def test_space_held_on_a_choice_turns_it_as_often_and_in_a_field_is_text(
    table: Table,
) -> None:
    async with evening(table) as at:
        await lump(at.pilot, "n", *["space"] * HELD, *"x", "tab", *["space"] * (HELD + 1))
        field = at.pilot.app.screen.query_one("#name", Field)
        assert field.value == " " * HELD + "x"
        await lump(at.pilot, "ctrl+s")
        added = table.journal.lines[-1].event
        assert isinstance(added, CharacterAdded)
        assert (added.name, added.kind) == ("x", Kind.PNJ)
