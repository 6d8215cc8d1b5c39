"""How what was written counts now: what was undone, corrected, marked and revealed since; and the fold of it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from types import MappingProxyType

from campaign.events import (
    EffectRuled,
    Entry,
    Event,
    EventCorrected,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    NoteWritten,
    OfThePast,
)
from campaign.state import State, apply


@dataclass(frozen=True, slots=True)
class Past:
    """What later events make of earlier ones, by sequence number.

    Attributes:
        undone: the events that no longer count.
        corrections: the entry of the correction that counts, by the event it corrects.
        marked: the events that bear a ★.
        revealed: the secret events that have been told to everyone.
    """

    undone: frozenset[int] = frozenset()
    corrections: Mapping[int, Entry] = field(default_factory=lambda: MappingProxyType({}))
    marked: frozenset[int] = frozenset()
    revealed: frozenset[int] = frozenset()
    _sources: tuple[Entry, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Past:
        """Return the past as it is at the end of `entries`."""
        sources = tuple(each for each in entries if isinstance(each.event, OfThePast | EventMarked))
        listed = [
            each for each in in_place(sources) if isinstance(each.event, OfThePast | EventMarked)
        ]
        undone: set[int] = set()
        for entry in listed:
            match entry.event:
                case EventUndone(target):
                    undone.add(target)
                case EventRedone(target):
                    undone.discard(target)
        corrections: dict[int, Entry] = {}
        marked: set[int] = set()
        revealed: set[int] = set()
        for entry in listed:
            match entry.event:
                case EventRevealed(target):  # which can't be untold
                    revealed.add(target)
                case _ if entry.sequence in undone:
                    pass
                case EventCorrected(target):
                    corrections[target] = entry
                case EventMarked(target, True):
                    marked.add(target)
                case EventMarked(target):
                    marked.discard(target)
        return cls(
            frozenset(undone),
            MappingProxyType(corrections),
            frozenset(marked),
            frozenset(revealed),
            sources,
        )

    def after(self, entries: Iterable[Entry]) -> Past:
        """Return the past as it is once `entries` are written as well, without reading all of it again."""
        return Past.of((*self._sources, *entries))

    def version(self, sequence: int) -> int:
        """Return the sequence number of the version of an event that counts: its own, or its last correction's."""
        correction = self.corrections.get(sequence)
        return sequence if correction is None else correction.sequence

    def parts_from(self, other: Past) -> int | None:
        """Return the sequence number of the first event that counts otherwise in `other`; None if none does."""
        return min(self.parted_from(other), default=None)

    def parted_from(self, other: Past) -> frozenset[int]:
        """Return the sequence numbers of the events that count otherwise in `other`."""
        corrected = self.corrections.keys() | other.corrections.keys()
        otherwise = {each for each in corrected if self.version(each) != other.version(each)}
        return (self.undone ^ other.undone) | otherwise

    def current(self, entry: Entry) -> Event:
        """Return an entry's event as it counts now."""
        correction = self.corrections.get(entry.sequence)
        if correction is None:
            return entry.event
        assert isinstance(correction.event, EventCorrected), "corrections are nothing else"
        return correction.event.event

    def is_secret(self, entry: Entry) -> bool:
        """Return whether only the GC may know of an entry."""
        return entry.secret and entry.sequence not in self.revealed


def target_of(event: Event) -> int | None:
    """Return the sequence number of the event that another speaks of, if it speaks of one."""
    match event:
        case EventUndone() | EventRedone() | EventCorrected() | EventRevealed() | EventMarked():
            return event.target
        case EffectRuled(roll=target):
            return target
        case NoteWritten(about=about):
            return about
        case _:
            return None


def speaking_of(entries: Sequence[Entry], sequence: int) -> Iterator[Entry]:
    """Yield those of `entries`, which are in order, that speak of an event; the last one first."""
    for entry in reversed(entries):
        if entry.sequence <= sequence:
            break
        if target_of(entry.event) == sequence:
            yield entry


def subject(entry: Entry, find: Callable[[int], Entry | None]) -> Entry:
    """Return the event that an entry is about: that of a mark, a correction, an undoing; else itself."""
    while isinstance(entry.event, OfThePast | EventMarked):
        found = find(entry.event.target)
        if found is None or found.sequence >= entry.sequence:  # which no Gardien writes
            break
        entry = found
    return entry


def in_place(entries: Iterable[Entry]) -> Sequence[Entry]:
    """Return `entries`, with what was revealed of others where these stood: told late, it happened then."""
    listed = list(entries)
    return placed(listed, told_late(listed))


def told_late(entries: Iterable[Entry]) -> dict[int, Entry]:
    """Return what `entries` reveal, as the entries of then, by sequence number."""
    return {
        entry.event.target: replace(entry, sequence=entry.event.target, event=entry.event.event)
        for entry in entries
        if isinstance(entry.event, EventRevealed)
    }


def placed(entries: Sequence[Entry], told: Mapping[int, Entry]) -> Sequence[Entry]:
    """Return `entries`, with those that were told late where they stood, unless they are there themselves."""
    known = {entry.sequence for entry in entries} if told else set()
    unknown = [entry for sequence, entry in told.items() if sequence not in known]
    if not unknown:
        return entries
    return sorted([*entries, *unknown], key=lambda entry: entry.sequence)


def reaching_back(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return those of `entries` that change how an event counts that comes before them all, or change these."""
    first = entries[0].sequence if entries else 0
    found: dict[int, Entry] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, OfThePast) and (event.target < first or event.target in found):
            found[entry.sequence] = entry
    return tuple(found.values())


def fold(
    entries: Iterable[Entry],
    base: State | None = None,
    past: Past | None = None,
    before: int | None = None,
) -> State:
    """Return the state after `entries`, from `base` or from nothing.

    Args:
        entries: in order.
        base: the state before them, in which all that they change of it is changed.
        past: what they make of each other, if it is known already.
        before: stop before the event of this sequence number; what came later still says how the others count.
    """
    listed = list(entries)
    known = past or Past.of(listed)
    first = (
        listed[0].sequence if base and listed else 0
    )  # what is told of the time before is of `base`
    earlier = [
        each
        for each in in_place(listed)
        if first <= each.sequence and (before is None or each.sequence < before)
    ]
    return reduce(apply, counting(earlier, known), base or State())


def counting(entries: Iterable[Entry], past: Past) -> Iterator[Entry]:
    """Yield those of `entries` that count, as they count."""
    for entry in entries:
        if entry.sequence not in past.undone:
            current = past.current(entry)
            yield entry if current is entry.event else replace(entry, event=current)
