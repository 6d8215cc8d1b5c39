"""Which events of one session fit what is searched: every condition has its mask, and they are combined."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import reduce

from campaign.history.chapters import Chapter
from campaign.history.conditions import (
    Bears,
    Condition,
    Holds,
    InPart,
    InSession,
    IsAbout,
    IsOfKind,
    Mark,
    Rolled,
    Suffered,
    Term,
    Written,
)
from campaign.history.history import History
from campaign.history.index import MINUTES_OF_A_DAY, SessionIndex
from campaign.history.known import Known
from campaign.history.masks import both, either, flipped, having, these
from campaign.history.query import Query
from campaign.history.texts import Texts
from campaign.past import Past
from campaign.words import KINDS
from rules.tableau import Gravity

_KINDS = tuple(KINDS.values())
_GRAVITIES = tuple(Gravity)
_LEAST, _MOST = -sys.maxsize, sys.maxsize
_NEVER = date.max.toordinal() + 1


@dataclass(frozen=True, slots=True)
class Facts:
    """What a condition needs to know beyond a session.

    Attributes:
        past: how events count.
        meant: who is meant by each name.
        read: the chapters that hold more, or less, than the sessions that are searched.
    """

    past: Past
    meant: Mapping[str, frozenset[str]] = field(default_factory=dict)
    read: Mapping[Condition, tuple[Chapter, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, query: Query, history: History) -> Facts:
        """Return what a query needs of a history that is wholly known."""
        conditions = [each for term in query.terms for each in term.conditions]
        named = {each.folded for each in conditions if isinstance(each, IsAbout)}
        known = Known.of(history) if named else Known()
        placed = [each for each in conditions if isinstance(each, InSession | InPart)]
        chapters = history.chapters() if placed else ()
        return cls(
            history.past,
            {each: known.meant(each) for each in named},
            {each: _read_in(each, chapters) for each in placed},
        )


def may_be_in(session: int, terms: tuple[Term, ...], facts: Facts) -> bool:
    """Return whether a session, by its number alone, may hold what is searched."""
    return all(
        any(_may_be(each, session, facts) for each in term.conditions)
        for term in terms
        if not term.negated
    )


def matching(index: SessionIndex, terms: tuple[Term, ...], facts: Facts, texts: Texts) -> bytes:
    """Return the mask of the events that fit all of `terms`."""
    mask = b"\1" * len(index.sequences)
    for term in terms:
        held = reduce(either, (_mask(each, index, mask, facts, texts) for each in term.conditions))
        mask = both(mask, flipped(held) if term.negated else held)
        if 1 not in mask:
            break
    return mask


def _mask(
    condition: Condition, index: SessionIndex, among: bytes, facts: Facts, texts: Texts
) -> bytes:
    match condition:
        case Holds(folded=folded):
            return texts.holding(index, folded, among)
        case IsAbout(folded=folded):
            meant, people = facts.meant[folded], enumerate(index.names, 1)
            return these(index.people, {place for place, (who, _) in people if who in meant})
        case IsOfKind(kind):
            return having(index.kinds, {_KINDS.index(kind)})
        case Suffered(comparison, gravity):
            bound = _GRAVITIES.index(gravity) + 1
            places = range(1, len(_GRAVITIES) + 1)
            return having(
                index.gravities, {each for each in places if comparison.holds(each, bound)}
            )
        case Rolled(first, last, measure):
            least, most = _LEAST if first is None else first, _MOST if last is None else last
            rolls = index.rolls.numbered(measure, least, most, facts.past)
            return these(index.sequences, rolls)
        case InSession() | InPart():
            return _placed(condition, index, facts)
        case Written(start, end):
            first, after = (start or 0) * MINUTES_OF_A_DAY, (end or _NEVER) * MINUTES_OF_A_DAY
            return bytes([first <= each < after for each in index.minutes])
        case Bears(mark, wanted):
            held = _bearing(index, mark, facts.past)
            return held if wanted else flipped(held)


def _bearing(index: SessionIndex, mark: Mark, past: Past) -> bytes:
    match mark:
        case Mark.STARRED:
            return these(index.sequences, past.marked)
        case Mark.UNDONE:
            return these(index.sequences, past.undone)
        case Mark.CORRECTED:
            return these(index.sequences, past.corrections)
        case Mark.SECRET:
            return both(index.secret, flipped(these(index.sequences, past.revealed)))


def _read_in(condition: InSession | InPart, chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """Return the chapters that hold what is searched, but for those of one session that is itself searched."""
    if isinstance(condition, InPart):
        return tuple(each for each in chapters if condition.label in each.ends)
    joined = (each for each in chapters if len(each.sessions) > 1)
    return tuple(each for each in joined if any(map(condition.holds, each.sessions)))


def _may_be(condition: Condition, session: int, facts: Facts) -> bool:
    match condition:
        case InSession() if condition.holds(session):
            return True
        case InSession() | InPart():
            return any(session in each.sessions for each in facts.read.get(condition, ()))
    return True


def _placed(condition: InSession | InPart, index: SessionIndex, facts: Facts) -> bytes:
    if isinstance(condition, InSession) and condition.holds(index.session):
        return b"\1" * len(index.sequences)
    mask = bytearray(len(index.sequences))
    for chapter in facts.read.get(condition, ()):
        start = bisect_left(index.sequences, chapter.first)
        stop = bisect_right(index.sequences, chapter.last)
        mask[start:stop] = b"\1" * (stop - start)
    return bytes(mask)
