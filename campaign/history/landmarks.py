"""What one goes to from event to event: wounds, dépassements, ★. They are found in the indexes, decoding nothing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import StrEnum

from campaign.events import DepassementResolved, EffectRuled, HealthChanged
from campaign.history.history import History
from campaign.history.index import SessionIndex
from campaign.history.rows import KIND_OF
from campaign.past import Past
from rules.tableau import Gravity

_ROLL = KIND_OF.index(DepassementResolved)
_SUFFERED = {KIND_OF.index(each) for each in (EffectRuled, HealthChanged)}
_WOUNDS = {place for place, gravity in enumerate(Gravity, 1) if gravity.is_wound}


class Landmark(StrEnum):
    """A kind of event that one looks for; its value is its French name."""

    WOUND = "blessure"
    DEPASSEMENT = "dépassement"
    STAR = "★"


def is_there(landmark: Landmark, past: Past, index: SessionIndex, place: int) -> bool:
    """Return whether a row of the index of a session is such a landmark, and counts."""
    sequence = index.sequences[place]
    if sequence in past.undone:
        return False
    match landmark:
        case Landmark.WOUND:
            return index.gravities[place] in _WOUNDS and index.kinds[place] in _SUFFERED
        case Landmark.DEPASSEMENT:
            return index.kinds[place] == _ROLL
        case Landmark.STAR:
            return sequence in past.marked


def next_landmark(
    history: History, landmark: Landmark, sequence: int, by: int
) -> tuple[int, int] | None:
    """Return the next landmark after an event, or before it, in the sessions whose index is known.

    Args:
        history: the campaign.
        landmark: of which kind.
        sequence: the event's number.
        by: 1 for after it, −1 for before it.

    Returns:
        its session and its number; None where there is none.
    """
    for index, places in _ahead(history, sequence, by):
        for place in places:
            if is_there(landmark, history.past, index, place):
                return index.session, index.sequences[place]
    return None


def _ahead(history: History, sequence: int, by: int) -> Iterator[tuple[SessionIndex, range]]:
    """Yield the rows that come after an event, or before it, session by session."""
    for session in history.sessions[::by]:
        index = history.index(session)
        if index is None:
            continue
        if by > 0 and index.last > sequence:
            after = bisect_right(index.sequences, sequence)
            yield index, range(after, len(index.sequences))
        elif by < 0 and index.first < sequence:
            yield index, range(bisect_left(index.sequences, sequence) - 1, -1, -1)
