"""The rolls of a campaign, read between the keys, and added up as they come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain

from campaign.history.figures import Rolls
from campaign.history.luck import Period
from campaign.history.rolls import RollFacts
from campaign.history.statistics import Accounts, RollSource, accounts, one_by_one, total

_AT_A_TIME = 0.015
"""Seconds of reading between which keys are heard."""


class RollReader:
    """What is known of the rolls of a campaign so far.

    Args:
        source: where they come from.

    Attributes:
        is_ready: whether it is known how events count: a session can be told.
    """

    def __init__(self, source: RollSource) -> None:
        self._source = source
        self._accounts: dict[int, Accounts] = {}
        self._session: tuple[int, tuple[RollFacts, ...]] | None = None
        self.is_ready = False

    @property
    def is_whole(self) -> bool:
        """Whether every session was read: the campaign can be told."""
        return self.is_ready and len(self._accounts) == len(self._source.sessions)

    @property
    def progress(self) -> str:
        """How far the reading has come."""
        return f"{len(self._accounts)} séances lues sur {len(self._source.sessions)}…"

    async def read(self, told: Callable[[], object]) -> None:
        """Read everything, the last session first, and call `told` whenever keys have been heard meanwhile.

        Raises:
            JournalError: something can't be read.
        """
        now = asyncio.get_running_loop().time
        until = now() + _AT_A_TIME
        for _ in chain(self._loading(), self._adding_up()):
            if now() >= until:
                told()
                await asyncio.sleep(0)
                until = now() + _AT_A_TIME
        told()

    def _loading(self) -> Iterator[object]:
        yield from self._source.loading()
        self.is_ready = True
        yield None

    def _adding_up(self) -> Iterator[object]:
        for session in reversed(self._source.sessions):
            self._accounts[session] = accounts(self._source.rolls(session))
            yield session

    def of_session(self, session: int, who: str | None, *, secrets: bool) -> Rolls:
        """Return the rolls of a session, one by one.

        Raises:
            JournalError: they can't be read.
        """
        if self._session is None or self._session[0] != session:
            self._session = session, tuple(self._source.rolls(session))
        points = one_by_one(self._session[1], who, secrets=secrets)
        return Rolls(points, range(1, len(points) + 1), Period.NIGHT, self._source.names)

    def of_campaign(self, who: str | None, *, secrets: bool) -> Rolls:
        """Return the rolls of the campaign, session by session; those in which nobody rolled are left out."""
        sums = {
            each: total(self._accounts[each], who, secrets=secrets)
            for each in self._source.sessions
        }
        points = {session: account for session, account in sums.items() if account.rolls}
        return Rolls(tuple(points.values()), tuple(points), Period.CAMPAIGN, self._source.names)
