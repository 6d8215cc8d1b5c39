"""The palette at the table: what can be done, and every character and saved action by name."""

from __future__ import annotations

import pytest

from screens.table.action_list import ActionList
from screens.table.replay import Replay
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening


async def choose(at: Evening, typed: str) -> None:
    """Find a row of the palette, and choose it."""
    await at.press("ctrl+p", *typed)
    assert "aucun résultat" not in at.prose
    await at.press("enter")


def in_hand(at: Evening) -> tuple[str | None, str | None]:
    """Return the character and the action at hand."""
    action = at.roller.action
    return at.screen.who, action.name if action else None


@pytest.mark.parametrize("place", ["c", "enter"])
async def test_no_mere_movement_is_offered(table: Table, place: str) -> None:
    async with evening(table) as at:
        await at.press(place, "ctrl+p")
        for word in ("précédent", "suivante", "Premi", "Derni"):
            assert word not in at.text
        assert "▸ " in at.text


async def test_a_saved_action_is_found_and_put_at_hand_with_its_character(table: Table) -> None:
    async with evening(table) as at:
        await at.press("down", "down")
        assert at.screen.who == "brunehaut"
        await at.press("ctrl+p", *"boule")
        assert "▸ Boule de feu Aller à cette action de Merlin" in at.prose
        await at.press("enter")
        assert in_hand(at) == ("merlin", "Boule de feu")
        await choose(at, "coup des")
        assert in_hand(at) == ("gaston", "Coup désespéré")
        assert isinstance(at.pilot.app.focused, ActionList)
        await at.press("enter")
        assert at.roller.has_class("-stakes")


async def test_an_action_is_found_while_another_is_being_played(table: Table) -> None:
    async with evening(table) as at:
        await at.press("down", "enter", "enter")
        assert at.roller.has_class("-stakes")
        await choose(at, "coup des")
        assert in_hand(at) == ("gaston", "Coup désespéré")
        assert isinstance(at.pilot.app.focused, ActionList)


async def test_a_roll_that_awaits_its_ruling_stays_in_view(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await choose(at, "coup des")
        assert isinstance(at.pilot.app.focused, Replay)
        await at.press("f")
        assert at.session.state.awaited is None
        assert in_hand(at) == ("gaston", "Coup désespéré")


async def test_going_to_a_character_offers_no_action(table: Table) -> None:
    async with evening(table) as at:
        await at.press("j", *"boule")
        assert "aucun résultat" in at.prose
