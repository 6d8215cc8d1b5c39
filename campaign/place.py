"""Where the GC is at the table, as far as no event tells of it: to be taken up again after a link that dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from campaign.events import Entry
from campaign.undoing import find


class Writing(StrEnum):
    """What a text is going to be; each value is its French name."""

    NOTE = "note"
    CORRECTION = "correction"
    SCENE = "scène"
    RETELLING = "précédemment"


@dataclass(frozen=True, slots=True)
class Draft:
    """A text that was left half written.

    Attributes:
        writing: what it is going to be.
        about: the sequence number of the event it is about, or that begins what is told again; None for none.
        text: what was typed so far.
    """

    writing: Writing
    about: int | None
    text: str


@dataclass(frozen=True, slots=True)
class HalfRoll:
    """A roll that was being made ready, as it was typed: it need not be one that can be played.

    Attributes:
        diff: its Diff.
        handicap: the handicap for this roll alone.
        called: whether the dice are called for although a CA decides by itself.
        asks_dice: whether the stakes were settled, and the dice asked for.
        die: the first die.
        encaissement_die: the second.
    """

    diff: str
    handicap: str
    called: bool
    asks_dice: bool
    die: str
    encaissement_die: str


@dataclass(frozen=True, slots=True)
class Place:
    """What was on the screen.

    Attributes:
        seen: the sequence number of the last event then.
        seen_at: when that event was written: with its number, it tells the campaign from another one.
        who: the character at hand.
        action: the name of the action at hand.
        is_secret: whether the coming roll was for the GC's eyes only.
        roll: the roll that was being made ready, if one was.
        drafts: the texts that were left half written, the one at hand last.
    """

    seen: int
    seen_at: datetime
    who: str | None = None
    action: str | None = None
    is_secret: bool = False
    roll: HalfRoll | None = None
    drafts: tuple[Draft, ...] = ()

    @property
    def is_half_done(self) -> bool:
        """Whether there is more to it than what was selected."""
        return self.is_secret or self.roll is not None or bool(self.drafts)

    def is_in(self, entries: Sequence[Entry]) -> bool:
        """Return whether these entries go on from the place: not after a backup was brought back, say."""
        last = entries[-1].sequence if entries else 0
        seen = find(entries, self.seen)
        return self.seen <= last and (seen is None or seen.at == self.seen_at)


class PlaceLost(Exception):
    """A place that could not be kept or found again; its text is a French sentence that says why."""


class Bookmark(Protocol):
    """Where the place in one campaign is kept."""

    def find(self) -> Place | None:
        """Return the place that was kept, or None.

        Raises:
            PlaceLost: there is one, but it can't be read.
        """
        ...

    def keep(self, place: Place) -> None:
        """Keep `place` instead of the one before: a program that is killed at once has it too.

        Raises:
            PlaceLost: it could not be kept.
        """
        ...

    def forget(self) -> None:
        """Keep no place any more."""
        ...
