"""What a GC prefers on his own terminal, whichever campaign he opens: no event tells of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Theme(StrEnum):
    """The colours of the screen; each value is its French name."""

    SOMBRE = "sombre"
    CLAIR = "clair"
    SOMBRE_CONTRASTE = "sombre, contraste élevé"
    CLAIR_CONTRASTE = "clair, contraste élevé"


class Pace(StrEnum):
    """How fast a replay goes from a step to the next, from the slowest; each value is its French name."""

    LENT = "lent"
    POSE = "posé"
    VIF = "vif"
    IMMEDIAT = "immédiat"

    @property
    def seconds(self) -> float:
        """The time between two steps; 0 shows them all at once."""
        return _SECONDS[self]

    def faster(self, by: int) -> Pace:
        """Return the pace `by` degrees faster, or slower where it is negative; the first or the last beyond them."""
        paces = list(Pace)
        return paces[max(0, min(len(paces) - 1, paces.index(self) + by))]


_SECONDS = {Pace.LENT: 1.0, Pace.POSE: 0.45, Pace.VIF: 0.2, Pace.IMMEDIAT: 0.0}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the GC prefers.

    Attributes:
        theme: the colours.
        pace: how fast a replay plays by itself.
        slow_link: whether what costs bytes and only looks nice is left out: replays are shown at their end at once,
            and what is behind a dialog isn't dimmed.
        mouse: whether Gardien hears the mouse; otherwise it is left to the terminal, for its own selection.
    """

    theme: Theme = Theme.SOMBRE
    pace: Pace = Pace.POSE
    slow_link: bool = False
    mouse: bool = True


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was kept the last time.

    Attributes:
        preferences: the preferences; the usual ones where none could be read.
        notice: why they could not be read, in a French sentence; empty if nothing is wrong.
    """

    preferences: Preferences
    notice: str = ""


class NotRemembered(Exception):
    """Preferences that could not be kept; its text is a French sentence that says why."""


class PreferenceShelf(Protocol):
    """Where preferences are kept from one evening to the next."""

    def load(self) -> Remembered:
        """Return what was kept; whatever is wrong with it is told and changes nothing else."""
        ...

    def keep(self, preferences: Preferences) -> None:
        """Keep `preferences` for the next time.

        Raises:
            NotRemembered: they could not be written; what was kept before is still there.
        """
        ...
