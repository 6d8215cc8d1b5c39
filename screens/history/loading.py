"""The sessions of a campaign are read one after the other, between the keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from campaign.history.history import History


class Loading:
    """Makes the index of each session known, one at a time, and only while nothing else is to be done.

    Args:
        known: called with the number of each session that becomes known.
    """

    def __init__(self, known: Callable[[int], None]) -> None:
        self._known = known
        self._may_go_on = asyncio.Event()

    def go_on(self) -> None:
        """Go on as soon as there is time."""
        self._may_go_on.set()

    def hold(self) -> None:
        """Wait until `go_on` is called."""
        self._may_go_on.clear()

    async def run(self, history: History) -> None:
        """Read what isn't known yet, and what is written meanwhile.

        Raises:
            JournalError: a session can't be read.
        """
        while not history.is_loaded:
            for session in history.loading():
                self._known(session)
                await self._next()

    async def count(self, history: History) -> None:
        """Work out how each session counts now, once all are known: the first key of a search waits for none.

        Raises:
            JournalError: a session can't be read.
        """
        for session in history.sessions:
            history.index(session)
            await self._next()

    async def _next(self) -> None:
        await asyncio.sleep(0)
        await self._may_go_on.wait()
