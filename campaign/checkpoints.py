"""States that the fold of a campaign passed through: what changes late is folded from the last one before it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import reduce

from campaign.events import Entry
from campaign.past import Past, counting, fold
from campaign.state import State, apply
from campaign.undoing import find

STRIDE = 128
"""How many entries are between two states that are kept."""


class Checkpoints:
    """The fold of entries that grow in number, and that may count otherwise one day.

    Args:
        base: the state before them all.
        stride: how many entries are between two states that are kept.
    """

    def __init__(self, base: State, stride: int = STRIDE) -> None:
        self._base, self._stride, self._past = base, stride, Past()
        self._states: list[State] = []  # after `stride` entries, after twice as many, and so on

    def advance(self, entries: Sequence[Entry], past: Past) -> State:
        """Return the state after `entries`, and keep states on the way there.

        Args:
            entries: those of the last time, and maybe more after them.
            past: what they make of each other.
        """
        del self._states[self._kept_before(self._changed(entries, past)) :]
        self._past = past
        if _is_told_late(entries, past):
            return fold(entries, self._base, past)
        for end in range((len(self._states) + 1) * self._stride, len(entries) + 1, self._stride):
            self._states.append(self._go_on(entries, past, end))
        return self._go_on(entries, past, len(entries))

    def fold(self, entries: Sequence[Entry], past: Past, before: int | None = None) -> State:
        """Return what `campaign.past.fold` would, from the nearest state that is the same; keep none.

        Args:
            entries: those of the last time, and maybe more after them.
            past: what they make of each other.
            before: stop before the event of this sequence number.
        """
        if _is_told_late(entries, past):
            return fold(entries, self._base, past, before)
        end = len(entries) if before is None else _place(entries, before)
        return self._go_on(entries, past, end, self._changed(entries, past))

    def _go_on(
        self, entries: Sequence[Entry], past: Past, end: int, changed: int | None = None
    ) -> State:
        """Return the state after the first `end` entries; those from the place `changed` on count otherwise."""
        kept = self._kept_before(end if changed is None else min(end, changed))
        state = self._states[kept - 1] if kept else self._base
        return reduce(apply, counting(entries[kept * self._stride : end], past), state)

    def _changed(self, entries: Sequence[Entry], past: Past) -> int:
        """Return the place of the first entry that doesn't count any more as it did the last time."""
        first = self._past.parts_from(past)
        return len(entries) if first is None else _place(entries, first)

    def _kept_before(self, place: int) -> int:
        """Return how many of the states that are kept say nothing of the entries from that place on."""
        return min(len(self._states), place // self._stride)


def _place(entries: Sequence[Entry], sequence: int) -> int:
    return bisect_left(entries, sequence, key=lambda entry: entry.sequence)


def _is_told_late(entries: Sequence[Entry], past: Past) -> bool:
    """Whether something in `entries` was revealed that they don't hold: it comes among them, and moves their places."""
    first = entries[0].sequence if entries else 0
    return any(first < each and find(entries, each) is None for each in past.revealed)
