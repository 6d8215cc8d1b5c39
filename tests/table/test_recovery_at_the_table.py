"""The health of a character, changed by keys on the GC's word."""

from __future__ import annotations

from tests.campaign.table import Table
from tests.table.at_the_table import evening


async def test_a_wound_is_given_rested_from_and_healed(table: Table) -> None:
    async with evening(table) as at:
        await at.press("g", *"blessure grave my", "enter")
        assert "Merlin : blessure grave en My, PF 0 → 5" in at.text
        assert "○○○○ ●○ ○" in at.text
        await at.press("g", "enter")
        assert "Merlin : repos complet, PF 5 → 3" in at.text
        await at.press("g", *"soin", "enter")
        assert "Merlin : soin, grave en My 1 → 0" in at.text


async def test_pf_are_taken_by_a_negative_number_and_a_wrong_one_is_refused(table: Table) -> None:
    async with evening(table) as at:
        await at.press("g", *"donner", "enter", *"7", "enter")
        assert "PF 0 → 7" in at.text
        await at.press("g", *"donner", "enter", *"abc", "enter")
        assert "« abc » n’est pas un nombre entier de −999 à 999" in at.prose
        await at.press("ctrl+e", "ctrl+u", *"-3", "enter")
        assert "PF 7 → 4" in at.text


async def test_what_would_change_nothing_is_not_offered(table: Table) -> None:
    async with evening(table) as at:
        await at.press("g")
        assert "repos complet" not in at.text
        assert "soin" not in at.text
