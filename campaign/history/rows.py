"""The events of a part of the campaign as the rows of a list, each made only when it is looked at."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from campaign.events import Entry, Event
from campaign.history.index import MINUTES_OF_A_DAY, SessionIndex, place_of
from campaign.narration import line
from campaign.past import Past
from campaign.words import KINDS

KIND_OF: tuple[type[Event], ...] = tuple(KINDS)
"""The type of an event, by its place in the columns of an index."""


@dataclass(frozen=True, slots=True)
class Row:
    """An event in a list of them.

    Attributes:
        session: the number of the session in whose file it stands.
        sequence: its number.
        day: when it was written, where it was played.
        time: the time of that day, as "21:04".
        kind: its type.
        words: what happened, as it counts.
        secret: whether it was written for the GC alone.
        who: the identity of whom it is about; None for nobody.
    """

    session: int
    sequence: int
    day: date
    time: str
    kind: type[Event]
    words: str
    secret: bool
    who: str | None


class Rows(Protocol):
    """What a list of events shows, in order."""

    def __len__(self) -> int:
        """Return how many events there are."""
        ...

    def __getitem__(self, index: int) -> Row:
        """Return the one at `index`, from 0."""
        ...

    def place(self, sequence: int) -> int | None:
        """Return the place of the event of that number, if it is there."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of the index of one session: those from `start` to before `stop`."""

    index: SessionIndex
    start: int
    stop: int

    @classmethod
    def between(cls, index: SessionIndex, first: int, last: int) -> Part:
        """Return the rows of the events from number `first` to number `last`."""
        sequences = index.sequences
        return cls(index, bisect_left(sequences, first), bisect_right(sequences, last))

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self.stop - self.start


class IndexedRows:
    """Events of which the indexes are known."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        ends, end = list[int](), 0
        for part in self._parts:
            end += len(part)
            ends.append(end)
        self._ends = ends

    def __len__(self) -> int:
        """Return how many events there are."""
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, index: int) -> Row:
        """Return the one at `index`, from 0."""
        at = bisect_right(self._ends, index)
        part = self._parts[at]
        return indexed_row(part.index, part.stop - (self._ends[at] - index))

    def place(self, sequence: int) -> int | None:
        """Return the place of the event of that number, if it is there."""
        for part, end in zip(self._parts, self._ends, strict=True):
            place = place_of(part.index.sequences, sequence)
            if place is not None and part.start <= place < part.stop:
                return end - part.stop + place
        return None


class WrittenRows:
    """Events of which the index isn't known yet: the entries themselves.

    Args:
        entries: the entries, in order.
        past: how they count.
        find: finds those that they speak of.
    """

    def __init__(
        self, entries: Sequence[Entry], past: Past, find: Callable[[int], Entry | None]
    ) -> None:
        self._entries, self._past, self._find = entries, past, find

    def __len__(self) -> int:
        """Return how many events there are."""
        return len(self._entries)

    def __getitem__(self, index: int) -> Row:
        """Return the one at `index`, from 0."""
        entry = self._entries[index]
        words = line(replace(entry, event=self._past.current(entry)), self._find)
        return Row(
            entry.session,
            entry.sequence,
            entry.at.date(),
            f"{entry.at:%H:%M}",
            type(entry.event),
            words,
            entry.secret,
            getattr(entry.event, "who", None),
        )

    def place(self, sequence: int) -> int | None:
        """Return the place of the event of that number, if it is there."""
        return place_of([each.sequence for each in self._entries], sequence)


def indexed_row(index: SessionIndex, place: int) -> Row:
    """Return the row at `place` of the index of a session."""
    days, minutes = divmod(index.minutes[place], MINUTES_OF_A_DAY)
    return Row(
        index.session,
        index.sequences[place],
        date.fromordinal(days),
        f"{minutes // 60:02}:{minutes % 60:02}",
        KIND_OF[index.kinds[place]],
        index.lines[place],
        bool(index.secret[place]),
        index.names[person - 1][0] if (person := index.people[place]) else None,
    )
