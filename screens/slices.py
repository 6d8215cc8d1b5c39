"""Long work done between keys: a little at a time, so that none waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

_AT_A_TIME = 0.015
"""Seconds of work between which keys are heard; a step that takes longer is done whole."""
_REST = 0.005
"""Seconds left to the keys each time: one goes through several hands before it has done its work."""


async def between_keys(steps: Iterable[object], told: Callable[[], object]) -> None:
    """Take each of `steps`, and call `told` whenever keys have been heard meanwhile, and at the end."""
    now = asyncio.get_running_loop().time
    until = now() + _AT_A_TIME
    for _ in steps:
        if now() >= until:
            told()
            await asyncio.sleep(_REST)
            until = now() + _AT_A_TIME
    told()
