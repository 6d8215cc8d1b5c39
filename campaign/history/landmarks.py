"""What one goes to from event to event: wounds, dépassements, ★. They are found in the indexes, decoding nothing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
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


def places_of(
    landmark: Landmark, past: Past, index: SessionIndex, start: int, stop: int
) -> list[int]:
    """Return the places of such landmarks that count, among the rows from `start` to before `stop` of an index."""
    found: Iterable[int]
    match landmark:
        case Landmark.WOUND:
            column = enumerate(index.gravities[start:stop], start)
            heavy = (place for place, gravity in column if gravity in _WOUNDS)
            found = (place for place in heavy if index.kinds[place] in _SUFFERED)
        case Landmark.DEPASSEMENT:
            kinds = enumerate(index.kinds[start:stop], start)
            found = (place for place, kind in kinds if kind == _ROLL)
        case Landmark.STAR:
            marked = sorted(past.marked.intersection(index.sequences[start:stop]))
            found = (bisect_left(index.sequences, each) for each in marked)
    return [place for place in found if index.sequences[place] not in past.undone]


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
    for session in history.sessions[::by]:
        index = history.index(session)
        if index is None or (index.last <= sequence if by > 0 else index.first >= sequence):
            continue
        start = bisect_right(index.sequences, sequence) if by > 0 else 0
        stop = len(index.sequences) if by > 0 else bisect_left(index.sequences, sequence)
        if found := places_of(landmark, history.past, index, start, stop):
            return session, index.sequences[found[0 if by > 0 else -1]]
    return None
