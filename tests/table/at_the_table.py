"""What the tests of the table share: the app over a campaign in memory, and the parts of its screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from campaign.place import Bookmark
from campaign.ports import Backup, CampaignSummary, FollowedJournal, Journal
from campaign.preferences import PreferenceShelf
from rules.options import Options
from screens.bars import StatusLine
from screens.table.log import Log
from screens.table.roller import Roller
from screens.table.screen import TableScreen
from storage.key_file import KeyFile
from tests.campaign.table import CAMPAIGN, Table
from tests.screens.at_the_keyboard import lines, prose
from tui.app import GardienApp

_MANY = 200
"""More pauses than any key needs to do its work."""


class OneCampaign:
    """A library that holds the campaign of a table in memory."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def campaigns(self) -> tuple[CampaignSummary, ...]:
        return (CampaignSummary("la-tour", CAMPAIGN, 1, self._table.now),)

    def create(self, name: str, options: Options) -> str:
        raise AssertionError("no test of the table creates a campaign")

    def open(self, name: str) -> Journal:
        return self._table.journal

    def open_for_reading(self, name: str, *, public: bool = False) -> FollowedJournal:
        raise AssertionError("no test of the table looks at another's")

    def back_up(self, name: str) -> Path:
        raise AssertionError("no test of the table makes a backup")

    def backups(self, name: str) -> tuple[Backup, ...]:
        return ()

    def restore(self, name: str, archive: Path) -> None:
        raise AssertionError("no test of the table restores a backup")


class Evening:
    """The table screen, under the GC's fingers.

    Attributes:
        pilot: presses keys.
        table: the campaign's journal, clock and dice.
        session: the open campaign.
    """

    def __init__(self, pilot: Pilot[None], table: Table) -> None:
        self.pilot = pilot
        self.table = table
        stack = pilot.app.screen_stack  # a question may be on top
        self.session = next(each.session for each in stack if isinstance(each, TableScreen))

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until they have done their work."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type a text, in the place of what the field holds."""
        await self.press("ctrl+e", "ctrl+u", *text)

    async def settle(self) -> None:
        """Wait until every key has done its work."""
        app = self.pilot.app
        assert isinstance(app, GardienApp)
        for _ in range(_MANY):
            await self.pilot.pause()
            if app.key_order.is_settled:
                return
        raise AssertionError("a key never came to its end")

    async def roll(self, diff: str, die: str, encaissement_die: str) -> None:
        """Play the action at hand from the roster, with real dice."""
        await self.press("enter", "enter")
        await self.type(diff)
        await self.press("enter")
        await self.type(die)
        await self.press("enter")
        await self.type(encaissement_die)
        await self.press("enter")

    @property
    def screen(self) -> TableScreen:
        screen = self.pilot.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def roller(self) -> Roller:
        return self.screen.query_one(Roller)

    @property
    def log(self) -> Log:
        return self.screen.query_one(Log)

    @property
    def complaint(self) -> str:
        """The error on the status line; empty if there is none."""
        status = self.screen.query_one(StatusLine)
        return status.sentence if status.complains else ""

    @property
    def lines(self) -> list[str]:
        """What is on the screen, line by line."""
        return lines(self.pilot)

    @property
    def prose(self) -> str:
        """What is on the screen as running text."""
        return prose(self.pilot)

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.lines)


@asynccontextmanager
async def evening(
    table: Table,
    size: tuple[int, int] = (80, 24),
    monotonic: Callable[[], float] | None = None,
    *,
    key_file: KeyFile | None = None,
    shelf: PreferenceShelf | None = None,
    bookmark: Bookmark | None = None,
) -> AsyncIterator[Evening]:
    """Open the table of the sample campaign; without a `monotonic` of its own, no Enter is in a hurry."""
    ticks = iter(range(10_000))
    app = GardienApp(
        OneCampaign(table),
        lambda: table.now,
        lambda: table.faces.pop(0),
        CAMPAIGN,
        key_file=key_file,
        shelf=shelf,
        bookmark_of=(lambda _: bookmark) if bookmark else None,
        monotonic=monotonic or (lambda: float(next(ticks))),
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Evening(pilot, table)
