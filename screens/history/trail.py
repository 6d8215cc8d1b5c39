"""Where one is in the history, and where one came from."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

_LONGEST = 100
"""How many places are remembered."""


class View(StrEnum):
    """What is being read; it is also the screen's CSS class, with a dash before it."""

    SESSIONS = "sessions"
    SEARCH = "search"
    EVENTS = "events"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the history.

    Attributes:
        session: the number of a session.
        sequence: the number of an event of it; None for none in particular.
        view: what was being read.
    """

    session: int
    sequence: int | None
    view: View


class Trail:
    """The places one came from, the last one last. It outlives the screen: one comes back to where one left.

    Attributes:
        here: where one left the history; None before the first time.
        searched: what was last typed to be found.
    """

    def __init__(self) -> None:
        self.here: Spot | None = None
        self.searched = ""
        self._before: deque[Spot] = deque(maxlen=_LONGEST)

    def leave(self, spot: Spot) -> None:
        """Remember a place that one goes away from."""
        if not self._before or self._before[-1] != spot:
            self._before.append(spot)

    def back(self) -> Spot | None:
        """Return the last place that one went away from, and forget it; None where there is none."""
        return self._before.pop() if self._before else None
