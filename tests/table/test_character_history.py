"""The history of a character from the table: all that happened to it, its wounds, its efforts and its luck, by keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from campaign.commands import HealWound, RuleEffect, Undo, WriteNote
from campaign.events import EffectRuled, Entry
from rules.aspects import Aspect
from rules.health import Ruling
from rules.tableau import Gravity
from screens.character.history import CharacterHistory
from screens.history.screen import HistoryScreen
from screens.table.screen import TableScreen
from tests.campaign.table import BURNT, FIREBALL, MemoryJournal, MemoryShelf, Table
from tests.table.at_the_table import Evening, evening

SECRET = replace(FIREBALL, die=20, encaissement_die=20, secret=True)


def play_years(table: Table) -> None:
    """Hurt Merlin on a first evening, secretly too; heal him on a second."""
    session = table.open()
    session.execute(BURNT)
    session.execute(RuleEffect(Ruling.BLESSURE))
    session.execute(SECRET)
    session.execute(RuleEffect(Ruling.BLESSURE))
    table.wait(timedelta(days=7))
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(HealWound("merlin", Aspect.MYSTIQUE, Gravity.LEGERE))
    session.close()


async def open_history(at: Evening) -> CharacterHistory:
    await at.press("C")
    await until_read(at)
    screen = at.pilot.app.screen
    assert isinstance(screen, CharacterHistory)
    return screen


async def until_read(at: Evening) -> None:
    for _ in range(200):
        await at.pilot.pause()
        if "Lecture :" not in at.text:
            return
    raise AssertionError(f"it was never read to its end:\n{at.text}")


async def test_what_happened_to_a_character_is_told_from_its_first_day_on(table: Table) -> None:
    play_years(table)
    async with evening(table) as at:
        await open_history(at)
        assert "Histoire de Merlin" in at.lines[0]
        assert "7 événements en 2 séances." in at.text
        assert "14/03/26 20:00 Merlin rejoint la compagnie (PJ)" in at.text
        assert "14/03/26 20:00 blessure légère en My, PF 0 → 3" in at.text
        assert "▸ 21/03/26 20:00 soin, légère en My" in at.text
        assert "Gaston" not in at.text
        await at.press("up", "up", "enter")
        assert "Séance 2, samedi 21 mars 2026, 20:00" in at.text
        assert "Merlin · Boule de feu · Diff 8 · Eff 15" in at.text
        assert "Dom effectif : 15 − 7 = 8" in at.text
        await at.press("escape", "escape")
        assert isinstance(at.pilot.app.screen, TableScreen)


async def test_each_part_has_its_letter_and_the_arrows_go_round(table: Table) -> None:
    play_years(table)
    async with evening(table) as at:
        await open_history(at)
        await at.press("b")
        assert "1 vraie blessure, guérie." in at.text
        assert "14/03/26  légère en My    guérie 21/03/26  Boule de feu, Diff 8, Dom" in at.text
        await at.press("e")
        assert "2 dépassements" in at.prose
        assert "14/03/26  séance 1     1 jet   Diff max 8" in at.text
        await at.press("right")
        assert "autant de malchance ou plus" in at.prose
        assert "0 sur 1    0,5 attendue" in at.text
        await at.press("enter")
        assert "Dom effectif risqué" in at.prose
        await at.press("escape", "right")
        assert "7 événements" in at.text
        await at.press("left")
        assert "attendue" in at.text


async def test_secrets_are_told_only_once_the_gc_says_so(table: Table) -> None:
    play_years(table)
    async with evening(table) as at:
        await open_history(at)
        assert "secret " not in at.text
        await at.press("z")
        assert "avec les secrets" in at.lines[0]
        assert "secret blessure légère en My, PF 3 → 6" in at.text
        await at.press("b")
        assert "2 vraies blessures ; 1 guérie, encore là : 1 légère en My." in at.prose
        await at.press("z")
        assert "1 vraie blessure" in at.text


async def test_what_is_written_meanwhile_is_taken_in_and_what_is_undone_struck(
    table: Table,
) -> None:
    play_years(table)
    async with evening(table) as at:
        await open_history(at)
        roll = at.session.entries[-3].sequence
        at.session.execute(WriteNote("Il s’en souviendra", about=roll))
        await until_read(at)
        assert "▸ 21/03/26 20:00 Note : Il s’en souviendra" in at.text
        at.session.execute(Undo())
        await until_read(at)
        assert "✗ Note : Il s’en souviendra" in at.text
        await at.press("b")
        at.session.execute(Undo())
        await until_read(at)
        assert "1 vraie blessure ; encore là : 1 légère en My." in at.prose


async def test_an_event_is_seen_in_the_history_of_the_campaign_and_from_there_its_character(
    table: Table,
) -> None:
    play_years(table)
    async with evening(table) as at:
        await open_history(at)
        await at.press("b", "H")
        history = at.pilot.app.screen
        assert isinstance(history, HistoryScreen)
        entry = at.session.history.find(history.spot.sequence or 0)
        assert entry is not None
        assert (entry.session, type(entry.event)) == (1, EffectRuled)
        await open_history(at)
        await at.press("b", "end", "H")
        assert history.is_current
        await at.press("n", "S")
        assert "statistiques" in at.text
        await at.press("escape", "q")
        assert isinstance(at.pilot.app.screen, TableScreen)


async def test_leaving_ends_the_reading(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    leave: list[Callable[[], None]] = []

    class Slow(MemoryShelf):
        def read(self, session: int, after: int) -> tuple[Entry, ...]:
            read.append(session)
            if len(read) == 5:
                leave[0]()
            time.sleep(0.02)  # as a long evening takes
            return super().read(session, after)

    for _ in range(20):
        play_years(table)
        table.wait(timedelta(days=7))
    monkeypatch.setattr(MemoryJournal, "shelf", lambda kept: Slow(kept.lines, kept.kept))
    async with evening(table) as at:
        leave.append(partial(at.pilot.app.simulate_key, "q"))
        await at.press("C")
        while not isinstance(at.pilot.app.screen, TableScreen):
            await at.pilot.pause()
        until_then = len(read)
        assert until_then < len({each.session for each in table.journal.lines})
        await at.press("l", "up", "up")
        assert len(read) == until_then
