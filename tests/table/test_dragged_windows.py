"""A window dragged about while a roll is made: when it is large enough again, all is where it was."""

from __future__ import annotations

from asyncio import gather

import pytest
from textual.events import Resize
from textual.geometry import Size

from screens.fields import Field
from screens.table.screen import TableScreen
from screens.too_small import TooSmall
from tests.campaign.table import Table
from tests.screens.at_the_keyboard import prose, shown
from tests.screens.rough_hands import instead, lump, settle
from tests.table.at_the_table import Evening, evening

SIZES = [(79, 24), (120, 36), (40, 10), (80, 24), (200, 60), (80, 23), (100, 30), (1, 1)]

PATIENCE = 200
"""More moments than a size needs to be passed on."""


async def drag(at: Evening) -> None:
    """Give the terminal all sizes, below what is needed and far above; where nothing shows, press keys blindly."""
    for size in SIZES:
        await at.pilot.resize_terminal(*size)
    await until(at, TooSmall)
    front = len(at.pilot.app.screen_stack)
    await lump(at.pilot, *"ufbsn12", "enter", "escape")
    await at.pilot.resize_terminal(80, 24)
    for _ in range(PATIENCE):
        if len(at.pilot.app.screen_stack) < front:
            break
        await at.pilot.pause(0.01)
    await settle(at.pilot)


async def until(at: Evening, kind: type) -> None:
    """Wait until a screen of that kind is in front: Textual passes sizes on a moment later."""
    for _ in range(PATIENCE):
        if isinstance(at.pilot.app.screen, kind):
            break
        await at.pilot.pause(0.01)
    await settle(at.pilot)
    assert isinstance(at.pilot.app.screen, kind)


def marked(at: Evening) -> list[str]:
    """Return what the cursors are on, less the scroll bars."""
    found = (line.rpartition("▸")[2] for line in shown(at.pilot).splitlines() if "▸" in line)
    return [each.rstrip(" ▁▂▃▄▅▆▇█") for each in found]


STAKED = ("enter", "enter", *instead("8"), "tab", *instead("-1"), "shift+tab")
ROLLED = ("enter", *"12", "enter", "7", "enter")
PLACES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "roster": (("down", "down"), ("home", *STAKED, *ROLLED)),
    "actions": (("enter",), ("escape", *STAKED, *ROLLED)),
    "stakes": (STAKED, ROLLED),
    "dice": ((*STAKED, *ROLLED[:-1]), ("enter",)),
    "replay": ((*STAKED, *ROLLED, "space"), ()),
    "log": (("l", "up", "up"), ("c", *STAKED, *ROLLED)),
    "note": (("t", *"à demi écri"), (*"te",)),
}
"""For each place of an evening: the keys that lead there with something half typed, and those that go on from it."""


@pytest.mark.parametrize("place", PLACES)
async def test_a_window_dragged_about_during_a_roll_changes_nothing_but_its_size(
    table: Table, place: str
) -> None:
    lead, go_on = PLACES[place]
    async with evening(table) as at:
        await lump(at.pilot, *lead)
        screen, focus = at.pilot.app.screen, at.pilot.app.focused
        seen, state = marked(at), at.session.state
        typed = [field.value for field in screen.query(Field)]
        written = list(table.journal.lines)
        await drag(at)
        assert (at.pilot.app.screen, at.pilot.app.focused) == (screen, focus)
        assert [field.value for field in screen.query(Field)] == typed
        assert at.session.state == state
        assert table.journal.lines == written
        assert marked(at) == seen
        await lump(at.pilot, *go_on, "enter")
        if place == "note":
            assert "Note : à demi écrite" in at.text
        else:
            assert "− 1 handicap = 16" in at.prose
            assert "15 + 8 − 12 = 11" in at.text
            assert "11 − 7 = 4" in at.text
            assert "étourdi, 0 PF" in at.text


async def test_sizes_that_come_all_at_once_end_as_the_last_of_them_says(table: Table) -> None:
    async with evening(table) as at:
        screen = at.pilot.app.screen
        for sizes in (
            [(120, 36), (40, 10)],
            [(120, 36), (40, 10), (100, 30), (79, 24)],
            [(40, 10), (120, 36), (79, 24), (100, 30)],
            [(40, 10), (120, 36)],
        ):
            await gather(*(at.pilot.resize_terminal(*size) for size in sizes))
            width, height = sizes[-1]
            await until(at, TooSmall if width < 80 else TableScreen)
            if width < 80:
                assert f"le terminal en a {width} × {height}" in prose(at.pilot)
            else:
                assert at.pilot.app.screen is screen
                assert "Compagnie" in shown(at.pilot)


async def test_a_size_that_comes_late_uncovers_nothing(table: Table) -> None:
    async with evening(table) as at:
        await at.pilot.resize_terminal(40, 10)
        await until(at, TooSmall)
        for size in (Size(120, 36), Size(40, 10)):  # the window was large for a moment
            at.pilot.app.screen.post_message(Resize(size, size))
        await settle(at.pilot)
        assert "le terminal en a 40 × 10" in prose(at.pilot)
