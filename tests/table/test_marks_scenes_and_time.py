"""What structures the log: ★ on events, scenes, and how long the evening has lasted."""

from __future__ import annotations

from datetime import timedelta

from tests.campaign.table import Table
from tests.table.at_the_table import evening


async def test_the_last_event_is_starred_and_unstarred_by_the_same_key(table: Table) -> None:
    async with evening(table) as at:
        await at.press("asterisk")
        assert "★ Note : Merlin et Gaston" in at.text
        await at.press("asterisk")
        assert "★ Note : Merlin et Gaston" not in at.text
        assert "★ ôtée de « Note : Merlin et Gaston" in at.prose
    async with evening(table) as again:
        await again.press("u", "u")
        assert "★ Note : Merlin et Gaston" in again.text


async def test_the_selected_event_is_the_one_that_is_starred(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f", "l", "up", "asterisk")
        assert "★ Merlin · Boule de feu, Diff 8" in at.text
        assert "★ Merlin : fatigue seule" not in at.text


async def test_a_scene_is_a_line_of_its_own_with_or_without_a_title(table: Table) -> None:
    async with evening(table) as at:
        await at.press("w", *"La salle", "enter")
        assert "── La salle ──" in at.text
        await at.press("w", "enter")
        assert "── Nouvelle scène ──" in at.text


async def test_the_time_since_the_session_began_is_told_at_each_key(table: Table) -> None:
    async with evening(table) as at:
        assert "séance 1 depuis 20:00 · 0 min" in at.lines[0]
        table.wait(timedelta(hours=1, minutes=5))
        await at.press("down")
        assert "séance 1 depuis 20:00 · 1 h 05" in at.lines[0]


async def test_the_title_says_what_begins_the_next_session_and_looking_begins_none(
    table: Table,
) -> None:
    lines = len(table.journal.lines)
    table.wait(timedelta(days=1))
    async with evening(table, size=(120, 36)) as at:
        left = "séance 1 restée ouverte le samedi 14 mars 2026 · un geste commence la 2"
        assert left in at.lines[0]
        await at.press("H", "escape")
        assert len(table.journal.lines) == lines
        await at.press("n", "escape", "k", "o")
        assert "séance 1 close · un geste commence la 2" in at.lines[0]
    assert len(table.journal.lines) == lines + 1
