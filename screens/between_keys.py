"""Long work done between keys: a little at a time, and not at all while a key is at work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

_AT_A_TIME = 0.015
"""Seconds of work after which keys are heard; a step that takes longer is done whole."""


class BetweenKeys:
    """Takes the steps of a work while nothing else is to be done.

    A key passes through many hands before it has done its work: a slice between each two would make it wait for all.
    """

    def __init__(self) -> None:
        self._may_go_on = asyncio.Event()
        self._may_go_on.set()

    def hold(self) -> None:
        """Wait until `go_on` is called."""
        self._may_go_on.clear()

    def go_on(self) -> None:
        """Go on as soon as there is time."""
        self._may_go_on.set()

    async def turn(self) -> None:
        """Return once keys were heard and none is at work."""
        await asyncio.sleep(0)
        await self._may_go_on.wait()

    async def work(
        self, steps: Iterable[object], told: Callable[[], object] = lambda: None
    ) -> None:
        """Take each of `steps`, and call `told` whenever keys have been heard meanwhile, and at the end."""
        now = asyncio.get_running_loop().time
        until = now() + _AT_A_TIME
        for _ in steps:
            if now() >= until:
                told()
                await self.turn()
                until = now() + _AT_A_TIME
        told()
