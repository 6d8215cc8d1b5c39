"""What a search has found until now, in the order of time."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, compress

from campaign.history.index import place_of
from campaign.history.query import Query
from campaign.history.search import Batch


@dataclass(frozen=True, slots=True)
class Match:
    """An event that was found.

    Attributes:
        session: the number of its session.
        row: its place in the session's index.
        sequence: its number.
    """

    session: int
    row: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Results:
    """The events that were found until now; its length is their number.

    Attributes:
        query: what is searched.
        batches: what was found in each session, in order.
        done: the share of the work that is done, from 0 to 1.
        is_complete: whether the search is over.
    """

    query: Query = Query()
    batches: tuple[Batch, ...] = ()
    done: float = 1.0
    is_complete: bool = True
    _ends: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ends = accumulate(map(len, self.batches))
        object.__setattr__(self, "_ends", tuple(ends))

    @classmethod
    def of(
        cls, query: Query, batches: Iterable[Batch], done: float, *, is_complete: bool
    ) -> Results:
        """Return the results of these batches, whatever their order."""
        ordered = sorted(filter(len, batches), key=lambda each: each.session)
        return cls(query, tuple(ordered), done, is_complete)

    def __len__(self) -> int:
        """Return how many events were found."""
        return self._ends[-1] if self._ends else 0

    def match(self, index: int) -> Match:
        """Return the event that was found at `index`, from 0 to their number less one."""
        place = bisect_right(self._ends, index)
        batch = self.batches[place]
        rows = _rows(batch.mask)
        row = rows[index - (self._ends[place] - len(rows))]
        return Match(batch.session, row, batch.sequences[row])

    def place_of(self, sequence: int) -> int | None:
        """Return the index of the event of that number, if it was found."""
        for batch, end in zip(self.batches, self._ends, strict=True):
            row = place_of(batch.sequences, sequence)
            if row is not None:
                return end - batch.mask[row:].count(1) if batch.mask[row] else None
        return None


@lru_cache(maxsize=16)  # a screen asks for neighbours
def _rows(mask: bytes) -> array[int]:
    """Return the places of the events that a mask has, in order."""
    return array("I", compress(range(len(mask)), mask))
