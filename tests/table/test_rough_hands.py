"""A text pasted anywhere, and typing over a replay: what is text is kept whole, and what is none commands nothing."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.widgets import Input

from campaign.events import (
    DepassementResolved,
    EffectRuled,
    NoteWritten,
)
from screens.table.replay import Replay
from screens.table.roller import Stage
from tests.campaign.table import Table
from tests.screens.at_the_keyboard import shown
from tests.screens.rough_hands import in_front, lump, pasted
from tests.table.at_the_table import Evening, evening

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def value(at: Evening, field: str) -> str:
    return at.roller.query_one(f"#{field}", Input).value


async def roll(at: Evening) -> None:
    """Play Example 2.10, whose ruling is then awaited."""
    await lump(at.pilot, "enter", "enter", *"8", "enter", *"12", "enter", *"7", "enter")


@pytest.mark.parametrize(
    "opened",
    [("c",), ("enter",), ("l",), ("u",), ("k",), ("question_mark",)],
    ids=["roster", "actions", "log", "undo", "close", "help"],
)
async def test_a_paste_where_letters_are_commands_does_nothing(
    table: Table, opened: tuple[str, ...]
) -> None:
    async with evening(table) as at:
        await lump(at.pilot, *opened)
        screen, focus = at.pilot.app.screen, at.pilot.app.focused
        seen, state, written = shown(at.pilot), at.session.state, list(table.journal.lines)
        await lump(at.pilot, Paste("uu" + LETTERS + "o\r\n20\x1b[31m"), Paste(LETTERS * 100))
        assert at.pilot.app.screen is screen
        assert at.pilot.app.focused is focus
        assert shown(at.pilot) == seen
        assert at.session.state == state
        assert table.journal.lines == written


async def test_a_paste_over_a_replay_leaves_the_roll_to_be_ruled_on(table: Table) -> None:
    async with evening(table) as at:
        await roll(at)
        written = list(table.journal.lines)
        await lump(at.pilot, Paste("fbsuuq\n"))
        assert table.journal.lines == written
        assert at.session.state.awaited is not None
        assert at.roller.stage is Stage.REPLAY


async def test_a_paste_with_its_line_ends_fills_a_die_and_throws_nothing(table: Table) -> None:
    async with evening(table) as at:
        written = list(table.journal.lines)
        await lump(at.pilot, "enter", "enter", *pasted("8\n"))
        assert at.roller.stage is Stage.STAKES
        await lump(at.pilot, "enter", *pasted("12\r\n"))
        assert value(at, "die") == "12"
        assert table.journal.lines == written
        await lump(at.pilot, "enter", *pasted("\n 7 \n"), "enter", "enter")
        assert "8 < 12 ≤ 17" in at.text
        assert "11 − 7 = 4" in at.text


async def test_what_is_typed_while_the_replay_plays_is_all_there(table: Table) -> None:
    async with evening(table) as at:
        await roll(at)
        assert at.roller.query_one(Replay).is_playing
        await lump(at.pilot, "t", *f"la salle retient son souffle, {LETTERS} 1234567890", "enter")
        noted = table.journal.lines[-1].event
        assert isinstance(noted, NoteWritten)
        assert noted.text == f"la salle retient son souffle, {LETTERS} 1234567890"
        assert not at.roller.query_one(Replay).is_playing
        assert at.session.state.awaited is not None
        await lump(
            at.pilot, "f", "enter", "enter", *"8", "enter", *"20", "enter", *"20", "enter", "s"
        )
        kinds = [type(entry.event) for entry in table.journal.lines[-5:]]
        assert kinds == [
            DepassementResolved,
            NoteWritten,
            EffectRuled,
            DepassementResolved,
            EffectRuled,
        ]


@pytest.mark.parametrize("keys", ["1234567890", "&é\"'(-è_çà", ";:!§~#", ["up", "down", "tab"] * 5])
async def test_keys_that_mean_nothing_only_end_the_replay(
    table: Table, keys: str | list[str]
) -> None:
    async with evening(table) as at:
        await roll(at)
        state, written = at.session.state, list(table.journal.lines)
        await lump(at.pilot, *keys)
        assert "étourdi, 0 PF" in at.text
        assert at.session.state == state
        assert table.journal.lines == written
        assert in_front(at.pilot) is at.screen
