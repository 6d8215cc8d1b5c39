"""Two Enters in a hurry, or a key that a laggy link or a finger repeats, count for one."""

from __future__ import annotations

from collections.abc import Callable

HURRY = 0.3
"""Seconds: a second Enter sooner than this was not meant."""
HELD = 0.15
"""Seconds: a key that is held down repeats faster than this, and fingers don't."""


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


class HeldKey:
    """Tells a key that is held down from one that is pressed again.

    Args:
        clock: monotonic seconds, passed in.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last: tuple[str, float] | None = None

    def repeats(self, key: str) -> bool:
        """Take note of a key; return whether it only repeats the one just before it."""
        before, now = self._last, self._clock()
        self._last = (key, now)
        return before is not None and before[0] == key and now - before[1] < HELD
