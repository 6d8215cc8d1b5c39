"""What an undo would take back, and what a redo would bring back: of the last command, or of any."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from campaign.events import (
    CampaignCreated,
    EffectRuled,
    Entry,
    EventCorrected,
    EventRedone,
    EventRevealed,
    EventUndone,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    Unreadable,
)
from campaign.past import Past
from campaign.refusals import Refusal, Refused

_NEVER_UNDONE = (
    CampaignCreated,
    SessionOpened,
    SessionClosed,
    SessionReopened,
    EventUndone,
    EventRedone,
    EventRevealed,
    Unreadable,
)


def find(entries: Sequence[Entry], sequence: int) -> Entry | None:
    """Return the entry of that sequence number, if it is among `entries`, which are in order."""
    index = bisect_left(entries, sequence, key=lambda entry: entry.sequence)
    found = entries[index] if index < len(entries) else None
    return found if found and found.sequence == sequence else None


class Written(Protocol):
    """What has been written, as the undoing of any event needs to know it."""

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that sequence number as it was written, if there is one."""
        ...

    def past_of(self, sequence: int) -> Past:
        """Return the past by which the event of that sequence number counts."""
        ...

    def speaking_of(self, sequence: int) -> Iterator[Entry]:
        """Yield the entries that speak of an event, the last one first."""
        ...


def done_last(entries: Sequence[Entry], past: Past) -> tuple[Entry, ...]:
    """Return what the last command that counts wrote and can be undone, whole; nothing if there is none."""
    for entry in reversed(entries):
        if _can_be_undone(entry, past):
            written = (find(entries, sequence) for sequence in entry.command)
            return tuple(each for each in written if each and _can_be_undone(each, past))
    return ()


def undone_last(entries: Sequence[Entry], past: Past) -> tuple[int, ...]:
    """Return the sequence numbers of what was undone at once and last, and not redone; nothing if there is none.

    Raises:
        Refused: something was done since.
    """
    for entry in reversed(entries):
        match entry.event:
            case EventUndone(target) if target in past.undone:
                undoing = (find(entries, sequence) for sequence in entry.command)
                return _undone_by(undoing, past)
            case event if isinstance(event, EventRevealed) or not isinstance(event, _NEVER_UNDONE):
                raise Refused(Refusal.NOTHING_TO_REDO)
    return ()


def done_with(target: int, written: Written) -> tuple[Entry, ...]:
    """Return what is undone with an event: all that its command wrote, and the rulings on its rolls, whole.

    Raises:
        Refused: there is no such event, it is undone already, or is never undone.
    """
    entry, past = written.find(target), written.past_of(target)
    if entry is None:
        raise Refused(Refusal.UNKNOWN_EVENT, sequence=target)
    if target in past.undone:
        raise Refused(Refusal.EVENT_UNDONE)
    if not _can_be_undone(entry, past):
        raise Refused(Refusal.NEVER_UNDONE)
    numbers = set(entry.command)
    for number in entry.command:
        for ruling in _rulings(number, written):
            if ruling.sequence not in past.undone:
                numbers.update(ruling.command)
    found = map(written.find, sorted(numbers))
    return tuple(each for each in found if each and _can_be_undone(each, past))


def undone_with(target: int, written: Written) -> tuple[int, ...]:
    """Return the sequence numbers of what is redone with an event: all that was undone at once with it.

    Raises:
        Refused: there is no such event, it isn't undone, or is a ruling whose roll is undone or has another.
    """
    if written.find(target) is None:
        raise Refused(Refusal.UNKNOWN_EVENT, sequence=target)
    past = written.past_of(target)
    if target not in past.undone:
        raise Refused(Refusal.NOT_UNDONE)
    spoken = written.speaking_of(target)
    undoing = next(each for each in spoken if isinstance(each.event, EventUndone))
    targets = _undone_by(map(written.find, undoing.command), past)
    for number in targets:
        entry = written.find(number)
        if entry is not None and isinstance(entry.event, EffectRuled):
            roll = entry.event.roll
            is_undone = roll in past.undone and roll not in targets
            others = (each.sequence for each in _rulings(roll, written))
            if is_undone or any(each not in past.undone for each in others):
                raise Refused(Refusal.RULING_OUT_OF_PLACE)
    return targets


def _undone_by(undoing: Iterable[Entry | None], past: Past) -> tuple[int, ...]:
    """Return what the entries of one undoing undid, and is undone."""
    return tuple(
        each.event.target
        for each in undoing
        if each and isinstance(each.event, EventUndone) and each.event.target in past.undone
    )


def _rulings(roll: int, written: Written) -> Iterator[Entry]:
    """Yield the rulings on a roll, those that are undone too; none for what isn't a roll."""
    return (each for each in written.speaking_of(roll) if isinstance(each.event, EffectRuled))


def _can_be_undone(entry: Entry, past: Past) -> bool:
    """Whether an entry counts and may be taken back; what was revealed is known in its corrected form for good."""
    match entry.event:
        case EventCorrected(target) if entry.secret and target in past.revealed:
            return False
        case event:
            return entry.sequence not in past.undone and not isinstance(event, _NEVER_UNDONE)
