"""Before anything is undone, the GC reads what will be."""

from __future__ import annotations

from tests.campaign.table import Table
from tests.table.at_the_table import evening


async def test_the_deltas_are_read_before_the_undo_and_no_changes_nothing(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "20", "20")
        await at.press("f")
        ruled = at.session.state
        await at.press("u")
        assert "fatigue seule, au lieu d’une blessure légère" in at.prose
        assert "−3 PF à Merlin" in at.text
        assert "le jet de Merlin attend de nouveau son jugement" in at.text
        await at.press("escape")
        assert at.session.state == ruled
        await at.press("u", "u")
        assert at.session.state.awaited is not None


async def test_what_was_undone_stays_in_the_log_struck_through(table: Table) -> None:
    async with evening(table) as at:
        await at.press("u", "u")
        assert "✗ Note : Merlin et Gaston" in at.text
        assert "Annulé : « Note : Merlin et Gaston" in at.text


async def test_with_nothing_left_to_redo_a_sentence_says_so(table: Table) -> None:
    async with evening(table) as at:
        await at.press("r")
        assert at.complaint == "Il n’y a rien à rétablir."
