"""What a search has found until now, in the order of time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

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
        ends = accumulate(len(each.rows) for each in self.batches)
        object.__setattr__(self, "_ends", tuple(ends))

    @classmethod
    def of(
        cls, query: Query, batches: Iterable[Batch], done: float, *, is_complete: bool
    ) -> Results:
        """Return the results of these batches, whatever their order."""
        ordered = sorted((each for each in batches if each.rows), key=lambda each: each.session)
        return cls(query, tuple(ordered), done, is_complete)

    def __len__(self) -> int:
        """Return how many events were found."""
        return self._ends[-1] if self._ends else 0

    def match(self, index: int) -> Match:
        """Return the event that was found at `index`, from 0 to their number less one."""
        place = bisect_right(self._ends, index)
        batch = self.batches[place]
        at = index - (self._ends[place] - len(batch.rows))
        return Match(batch.session, batch.rows[at], batch.sequences[at])

    def place_of(self, sequence: int) -> int | None:
        """Return the index of the event of that number, if it was found."""
        for batch, end in zip(self.batches, self._ends, strict=True):
            numbers = batch.sequences
            if numbers[0] <= sequence <= numbers[-1]:
                at = bisect_left(numbers, sequence)
                if numbers[at] == sequence:
                    return end - len(numbers) + at
        return None
