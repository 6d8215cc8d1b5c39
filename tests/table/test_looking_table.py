"""A table that looks at another's: it shows what counts now, and says that nothing is written there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.binding import Binding

from campaign.commands import (
    CorrectRoll,
    CorrectRuling,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU
from campaign.events import Entry
from campaign.looking import LookingSession
from campaign.preferences import Pace
from rules.health import Ruling
from screens.bars import StatusLine
from screens.table.keys import TABLE_KEYS, WRITING
from screens.table.log import Log
from screens.table.looking import READ_ONLY, LookingTable
from screens.table.replay import Replay
from screens.table.roller import Roller, Stage
from tests.campaign.table import FIREBALL, MemoryJournal, Table
from tests.table.at_the_table import Evening, evening


class Followed(MemoryJournal):
    """What another table has written until now, and what it writes from now on."""

    def __init__(self, written: MemoryJournal) -> None:
        super().__init__(*written.lines)
        self._written = written

    def follow(self) -> tuple[Entry, ...]:
        fresh = tuple(self._written.lines[len(self.lines) :])
        self.lines += fresh
        return fresh


class Looking:
    """A table that looks at another's, and the one that writes."""

    def __init__(self, at: Evening, screen: LookingTable) -> None:
        self.at, self.screen, self.writer = at, screen, at.table.open()

    async def sees(self, text: str) -> None:
        """Wait until the next look at the journal has shown `text`."""
        for _ in range(60):
            if text in self.at.prose:
                return
            await self.at.pilot.pause(0.05)
        raise AssertionError(f"{text!r} never came into view in\n{self.at.text}")

    @property
    def complaint(self) -> str:
        status = self.screen.query_one(StatusLine)
        return status.sentence if status.complains else ""


@asynccontextmanager
async def looking(table: Table, pace: Pace = Pace.POSE) -> AsyncIterator[Looking]:
    async with evening(table, (120, 36)) as at:
        session = LookingSession(Followed(table.journal), lambda: table.now, lambda: 1)
        screen = LookingTable(session, lambda: 0.0, lambda: pace)
        await at.pilot.app.push_screen(screen)
        await at.settle()
        yield Looking(at, screen)


def right(roll: int, diff: int) -> CorrectRoll:
    return CorrectRoll(roll, diff, BOULE_DE_FEU.eff)


async def test_a_roll_that_awaits_its_ruling_says_so_then_how_it_was_ruled(table: Table) -> None:
    async with looking(table, Pace.IMMEDIAT) as look:
        look.writer.execute(FIREBALL)
        await look.sees("Ce jet attend son jugement")
        assert "Juger" not in look.at.text
        look.writer.execute(RuleEffect(Ruling.FATIGUE))
        await look.sees("Jugé fatigue seule")
        assert "changer" not in look.at.text
        look.writer.execute(CorrectRuling(look.writer.entries[-2].sequence, Ruling.SANS_EFFET))
        await look.sees("Jugé sans effet")


async def test_a_roll_in_view_is_shown_at_once_as_it_was_corrected(table: Table) -> None:
    async with looking(table) as look:
        (roll,) = look.writer.execute(FIREBALL)
        await look.sees("8 < 12 ≤ 17 → réussie")
        look.writer.execute(right(roll.sequence, diff=13))
        await look.sees("13 < 12 ≤ 17 → ratée")
        assert not look.screen.query_one(Replay).is_playing
        look.writer.execute(Undo())
        await look.sees("8 < 12 ≤ 17 → réussie")
        assert not look.screen.query_one(Replay).is_playing


async def test_a_roll_in_view_that_is_undone_makes_room(table: Table) -> None:
    async with looking(table, Pace.IMMEDIAT) as look:
        look.writer.execute(FIREBALL)
        await look.sees("Ce jet attend son jugement")
        look.writer.execute(Undo())
        await look.sees("Annulé")
        assert look.screen.query_one(Roller).stage is Stage.ACTION


async def test_who_reads_the_log_goes_on_reading_while_the_roll_in_view_is_corrected(
    table: Table,
) -> None:
    async with looking(table, Pace.IMMEDIAT) as look:
        (roll,) = look.writer.execute(FIREBALL)
        await look.sees("Ce jet attend son jugement")
        await look.at.press("l")
        look.writer.execute(right(roll.sequence, diff=13))
        await look.sees("13 < 12 ≤ 17 → ratée")
        assert look.screen.query_one(Log).has_focus


async def test_what_does_not_touch_the_roll_in_view_leaves_its_replay_alone(table: Table) -> None:
    async with looking(table) as look:
        look.writer.execute(FIREBALL)
        await look.sees("8 < 12 ≤ 17 → réussie")
        await look.at.press("backspace")
        assert look.screen.query_one(Replay).is_playing
        look.writer.execute(WriteNote("Il pleut."))
        await look.sees("Il pleut.")
        assert look.screen.query_one(Replay).is_playing


WRITING_KEYS = [
    (each.key, each.action)
    for each in TABLE_KEYS
    if isinstance(each, Binding) and each.action.split("(")[0] in WRITING
]


async def test_a_key_that_would_write_says_that_nothing_is_written_here(table: Table) -> None:
    async with looking(table) as look:
        for key, action in WRITING_KEYS:
            await look.at.press(key)
            assert (action, look.complaint) == (action, READ_ONLY)
            assert look.at.pilot.app.screen is look.screen
            await look.at.press("c")
            assert look.complaint == ""
        await look.at.press("question_mark")
        assert look.at.pilot.app.screen is not look.screen


async def test_a_letter_typed_in_a_field_is_no_key_that_would_write(table: Table) -> None:
    async with looking(table) as look:
        await look.at.press("enter", "enter")
        await look.at.press("u", "8")
        assert look.complaint == ""
