"""The events that a query finds, session by session, so that a screen goes on between two."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import reduce
from itertools import chain

from campaign.history.conditions import (
    Bears,
    Condition,
    Holds,
    InSession,
    IsAbout,
    IsOfKind,
    Mark,
    Suffered,
    Term,
    Written,
)
from campaign.history.history import History
from campaign.history.index import MINUTES_OF_A_DAY, SessionIndex
from campaign.history.known import Known
from campaign.history.query import Query
from campaign.past import Past
from campaign.words import KINDS
from rules.tableau import Gravity

_KINDS = tuple(KINDS.values())
_GRAVITIES = tuple(Gravity)
_NEVER = date.max.toordinal() + 1
_FLIPPED = bytes.maketrans(b"\0\1", b"\1\0")


@dataclass(frozen=True, slots=True)
class Batch:
    """What was found in one session; it takes the place of what was found there before.

    Attributes:
        session: its number.
        sequences: the numbers of all its events, in the order of its index.
        mask: a byte for each of them: 1 where it was found, 0 where not.
        done: the share of the whole work that is done, from 0 to 1.
    """

    session: int
    sequences: array[int]
    mask: bytes
    done: float

    def __len__(self) -> int:
        """Return how many events were found."""
        return self.mask.count(1)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a condition needs to know beyond a session: how events count, and who is meant by each name."""

    past: Past
    meant: Mapping[str, frozenset[str]]


def search(query: Query, history: History) -> Iterator[Batch]:
    """Yield what a query finds, a session at a time; a step costs a millisecond, or the making of one index.

    Where all of the history is known, each session comes once, in order. Else those that are known come first, the
    others as they become known, and then all of them again: a session may say how an earlier one counts, and who once
    had which name. A query that depends on it finds nothing until then.

    Raises:
        JournalError: a session can't be read.
    """
    half = not history.is_loaded
    if half:
        yield from _early(query, history)
    facts = _facts(query, history)
    terms = tuple(sorted(query.terms, key=_cost))
    for done, session in enumerate(history.sessions, 1):
        index = history.index(session) if _may_be_in(session, terms) else None
        if index is not None:
            share = done / len(history.sessions)
            mask = _matching(index, terms, facts)
            yield Batch(session, index.sequences, mask, (1 + share) / 2 if half else share)


def _early(query: Query, history: History) -> Iterator[Batch]:
    """Make the rest of the history known, and yield what can be found meanwhile."""
    terms = () if _needs_all(query) else query.terms
    sessions, done = history.sessions, 0
    for session in chain(sessions, history.loading()):
        if (index := history.index(session)) is not None:
            done += 1
            mask = _matching(index, terms, _Facts(history.past, {})) if terms else b""
            yield Batch(session, index.sequences, mask, min(1.0, done / len(sessions)) / 2)


def _needs_all(query: Query) -> bool:
    """Whether an event is found or not by what may be written in any other session."""
    return any(
        isinstance(each, IsAbout | Bears) for term in query.terms for each in term.conditions
    )


def _facts(query: Query, history: History) -> _Facts:
    conditions = [each for term in query.terms for each in term.conditions]
    named = {each.folded for each in conditions if isinstance(each, IsAbout)}
    known = Known.of(history) if named else Known()
    return _Facts(history.past, {each: known.meant(each) for each in named})


def _cost(term: Term) -> int:
    """Texts are looked for last, in what the other terms leave, and the longest of them first: few lines hold it."""
    lengths = [len(each.folded) for each in term.conditions if isinstance(each, Holds)]
    return -min(lengths) if lengths else -sys.maxsize


def _may_be_in(session: int, terms: tuple[Term, ...]) -> bool:
    """Whether a session, by its number alone, may hold what is searched."""
    return all(
        any(not isinstance(each, InSession) or each.holds(session) for each in term.conditions)
        for term in terms
        if not term.negated
    )


def _matching(index: SessionIndex, terms: tuple[Term, ...], facts: _Facts) -> bytes:
    """Return the mask of the events that fit all of `terms`; every condition has its own, and they are combined."""
    mask = b"\1" * len(index.sequences)
    lines = _Lines(index)
    for term in terms:
        held = reduce(_or, (_mask(each, lines, mask, facts) for each in term.conditions))
        mask = _and(mask, held.translate(_FLIPPED) if term.negated else held)
        if 1 not in mask:
            break
    return mask


class _Lines:
    """The lines of a session for searching, unpacked once, if at all.

    Unpacked, a line tells in 50 ns whether it holds a text; packed, in 1 µs.
    """

    def __init__(self, index: SessionIndex) -> None:
        self.index = index
        self._unpacked: list[str] = []

    def holding(self, text: str, among: bytes) -> bytes:
        """Return the mask of those of the rows `among` whose line holds `text`."""
        packed = text.encode(errors="backslashreplace")
        if packed not in self.index.words.text:
            return bytes(len(among))
        self._unpacked = self._unpacked or self.index.words.text.decode().split("\n")
        text = packed.decode()
        return bytes(
            [each and text in line for each, line in zip(among, self._unpacked, strict=False)]
        )


def _mask(condition: Condition, lines: _Lines, among: bytes, facts: _Facts) -> bytes:
    index = lines.index
    match condition:
        case Holds(folded=folded):
            return lines.holding(folded, among)
        case IsAbout(folded=folded):
            meant = facts.meant[folded]
            named = {place for place, (who, _) in enumerate(index.names, 1) if who in meant}
            return bytes([each in named for each in index.people])
        case IsOfKind(kind):
            return _among(index.kinds, {_KINDS.index(kind)})
        case Suffered(comparison, gravity):
            bound = _GRAVITIES.index(gravity) + 1
            places = range(1, len(_GRAVITIES) + 1)
            return _among(
                index.gravities, {each for each in places if comparison.holds(each, bound)}
            )
        case InSession():
            return bytes([condition.holds(index.session)]) * len(index.sequences)
        case Written(start, end):
            first, after = (start or 0) * MINUTES_OF_A_DAY, (end or _NEVER) * MINUTES_OF_A_DAY
            return bytes([first <= each < after for each in index.minutes])
        case Bears(mark, wanted):
            held_by = _bearing(index, mark, facts.past)
            return held_by if wanted else held_by.translate(_FLIPPED)


def _among(column: bytes, places: set[int]) -> bytes:
    return column.translate(bytes(place in places for place in range(256)))


def _bearing(index: SessionIndex, mark: Mark, past: Past) -> bytes:
    match mark:
        case Mark.STARRED:
            return bytes([each in past.marked for each in index.sequences])
        case Mark.UNDONE:
            return bytes([each in past.undone for each in index.sequences])
        case Mark.CORRECTED:
            return bytes([each in past.corrections for each in index.sequences])
        case Mark.SECRET:
            told = bytes([each not in past.revealed for each in index.sequences])
            return _and(index.secret, told)


def _and(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one) & int.from_bytes(other)).to_bytes(len(one))


def _or(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one) | int.from_bytes(other)).to_bytes(len(one))
