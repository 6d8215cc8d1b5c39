"""What the tests of the history share: a campaign of three evenings on disk, and hands and eyes on its history."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.pilot import Pilot

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    CorrectRoll,
    MarkEvent,
    OpenSession,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, populate
from campaign.session import Session
from rules.health import Ruling
from rules.options import Options
from screens.bars import StatusLine
from screens.base import GardienScreen
from screens.history.company_then import CompanyThen
from screens.history.screen import HistoryScreen
from screens.table.roster import Roster
from storage.library import FolderLibrary
from tests.campaign.table import BURNT, FIREBALL
from tests.screens.at_the_keyboard import MERLIN, lines, no_dice
from tui.app import GardienApp

FIRST = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
HOSTILE = "[/b] $x \\ | 漢"
_MANY = 200
"""More pauses than anything here takes."""


class Played:
    """A campaign that was played for three evenings.

    Attributes:
        library: where it is.
        slug: its folder.
        now: the time.
        numbers: those of the events that tests speak of, by a name.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = FIRST
        self.library = FolderLibrary(folder, lambda: self.now)
        self.slug = self.library.create("La tour", Options())
        self.numbers: dict[str, int] = {}
        session = self.open()
        populate(session)
        self._first_evening(session)
        self._second_evening(session)
        self._third_evening(session)
        session.close()

    def open(self) -> Session:
        return Session(self.library.open(self.slug), lambda: self.now, no_dice)

    def app(self, name: str | None = None) -> GardienApp:
        ticks = iter(range(100_000))
        return GardienApp(
            self.library, lambda: self.now, no_dice, name, monotonic=lambda: float(next(ticks))
        )

    def _first_evening(self, session: Session) -> None:
        self.numbers["wound"] = self._roll(session, Ruling.BLESSURE)
        session.execute(MarkEvent(self.numbers["wound"] - 1, marked=True))
        note = WriteNote("un cri dans la nuit", self.numbers["wound"] - 1)
        self.numbers["note"] = session.execute(note)[0].sequence
        self.now += timedelta(hours=2)
        session.execute(WriteNote("on se quitte"))

    def _second_evening(self, session: Session) -> None:
        self._next_evening(session)
        session.execute(AddCharacter(HOSTILE, Kind.PNJ, MERLIN))
        secret = replace(FIREBALL, secret=True)
        self.numbers["secret"] = session.execute(secret)[0].sequence
        session.execute(RuleEffect(Ruling.FATIGUE))
        self.numbers["undone"] = session.execute(WriteNote("jamais dit"))[0].sequence
        session.execute(Undo())
        session.execute(CorrectRoll(self.numbers["wound"] - 1, 9, BOULE_DE_FEU.eff))

    def _third_evening(self, session: Session) -> None:
        self._next_evening(session)
        self.numbers["last wound"] = self._roll(session, Ruling.BLESSURE)

    def _roll(self, session: Session, ruling: Ruling) -> int:
        session.execute(BURNT)
        return session.execute(RuleEffect(ruling))[0].sequence

    def _next_evening(self, session: Session) -> None:
        self.now += timedelta(days=7, hours=-2)
        session.execute(OpenSession())


class Reader:
    """A history on the screen, under the GC's fingers."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until all that they set off is done."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        app = self.pilot.app
        assert isinstance(app, GardienApp)
        for _ in range(_MANY):
            await self.pilot.pause()
            if app.key_order.is_settled:
                break
        await self.pilot.pause()

    async def to(self, number: int) -> None:
        """Go up the list of events to the one of that number."""
        await self.press("end")
        while self.chosen is not None and self.chosen > number:
            await self.press("up")
        assert self.chosen == number

    async def sees(self, text: str) -> None:
        """Wait until `text` is on the screen."""
        for _ in range(_MANY):
            if text in self.text:
                return
            await self.pilot.pause(0.05)
        raise AssertionError(f"{text!r} never came into view in\n{self.text}")

    @property
    def screen(self) -> HistoryScreen:
        screen = self.pilot.app.screen
        assert isinstance(screen, HistoryScreen)
        return screen

    @property
    def text(self) -> str:
        return "\n".join(lines(self.pilot))

    @property
    def chosen(self) -> int | None:
        """The number of the event under the cursor."""
        return self.screen.spot.sequence

    @property
    def roster(self) -> Roster:
        return self.screen.query_one(CompanyThen).query_one(Roster)

    @property
    def complaint(self) -> str:
        screen = self.pilot.app.screen
        assert isinstance(screen, GardienScreen)
        status = screen.query_one(StatusLine)
        return status.sentence if status.complains else ""


@asynccontextmanager
async def reading(
    played: Played, size: tuple[int, int] = (120, 36), table: bool = False
) -> AsyncIterator[Reader]:
    """Open the history from the library, or from the campaign's table."""
    async with played.app(played.slug if table else None).run_test(size=size) as pilot:
        at = Reader(pilot)
        await at.press("H")
        await at.sees("Séance 3")
        yield at
