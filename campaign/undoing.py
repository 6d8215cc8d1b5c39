"""What an undo would take back, and what a redo would bring back, in the entries that are in memory."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from campaign.events import (
    CampaignCreated,
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


def done_last(entries: Sequence[Entry], past: Past) -> tuple[Entry, ...]:
    """Return what the last command that counts wrote and can be undone, whole; nothing if there is none."""
    for entry in reversed(entries):
        if _can_be_undone(entry, past):
            written = (find(entries, sequence) for sequence in entry.command)
            return tuple(each for each in written if each and _can_be_undone(each, past))
    return ()


def undone_last(entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return the sequence numbers of what was undone at once and last, and not redone; nothing if there is none.

    Raises:
        Refused: something was done since.
    """
    redone = 0
    for entry in reversed(entries):
        match entry.event:
            case EventRedone():
                redone += 1
            case EventUndone() if redone == 0:
                undoing = (find(entries, sequence) for sequence in entry.command)
                return tuple(
                    each.event.target
                    for each in undoing
                    if each and isinstance(each.event, EventUndone)
                )
            case EventUndone():
                redone -= 1
            case event if isinstance(event, EventRevealed) or not isinstance(event, _NEVER_UNDONE):
                raise Refused(Refusal.NOTHING_TO_REDO)
    return ()


def _can_be_undone(entry: Entry, past: Past) -> bool:
    """Whether an entry counts and may be taken back; what was revealed is known in its corrected form for good."""
    match entry.event:
        case EventCorrected(target) if entry.secret and target in past.revealed:
            return False
        case event:
            return entry.sequence not in past.undone and not isinstance(event, _NEVER_UNDONE)
