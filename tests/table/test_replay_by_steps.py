"""The replay at the GC's own pace: a step on, a step back, all of it, again, and out as text."""

from __future__ import annotations

from screens.table.replay import Replay
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening


def shown(at: Evening) -> int:
    return at.roller.query_one(Replay).shown


async def test_space_shows_a_step_and_backspace_takes_one_back(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("space", *["backspace"] * 20)  # from here on, nothing moves by itself
        assert shown(at) == 1
        await at.press("space", "space")
        assert shown(at) == 3
        assert "15 + 8 − 12 = 11" in at.text
        await at.press("backspace")
        assert shown(at) == 2
        assert "15 + 8 − 12 = 11" not in at.text
        await at.press(*["space"] * 20)
        assert shown(at) == 7


async def test_a_replay_that_waits_for_the_gc_goes_no_further_by_itself(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("space")
        before = shown(at)
        await at.pilot.pause(1.0)
        assert shown(at) == before


async def test_home_plays_it_again_and_enter_shows_all_of_it(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("enter")
        assert shown(at) == 7
        await at.press("home")
        assert shown(at) < 7


async def test_the_calculation_is_copied_as_text(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("enter", "x")
        assert at.pilot.app.clipboard.splitlines() == [
            "Merlin · Boule de feu · Diff 8 · Eff 15",
            "dé 12 (réel), encaissement 7 (réel)",
            "CA : My 15 + Ma 2 + Magie du Feu 10 − 10 = 17",
            "Réussite : 8 < 12 ≤ 17 → réussie, °R 12",
            "Dom : 15 + 8 − 12 = 11",
            "CA d’encaissement : My 15 + Ré −1 = 14",
            "Encaissement : 7 ≤ 14 → réussie, °R 7",
            "Dom effectif : 11 − 7 = 4",
            "Tableau 3.1 : 1–5 → étourdi, 0 PF",
        ]
