"""Two Enters in a hurry, or a key that a laggy link repeats, count for one."""

from __future__ import annotations

from collections.abc import Callable

HURRY = 0.3
"""Seconds: a second Enter sooner than this was not meant."""


class EnterGate:
    """Tells an Enter that was meant from one that a held key, a bounce or the link repeated.

    Args:
        clock: monotonic seconds, passed in.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last_enter: float | None = None

    def accepts(self) -> bool:
        """Take note of an Enter; return False when the key just before it was an Enter less than `HURRY` ago."""
        now, before = self._clock(), self._last_enter
        self._last_enter = now
        return before is None or now - before >= HURRY

    def other_key(self) -> None:
        """Take note of any other key: the next Enter is meant."""
        self._last_enter = None
