"""The events that a query finds, session by session, so that a screen goes on between two."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from campaign.history.conditions import Bears, Holds, InPart, IsAbout, Term
from campaign.history.history import History
from campaign.history.matching import Facts, matching, may_be_in
from campaign.history.query import Query
from campaign.history.texts import Texts


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


def search(query: Query, history: History, texts: Texts | None = None) -> Iterator[Batch]:
    """Yield what a query finds, a session at a time; a step costs a millisecond, or the making of one index.

    Where all of the history is known, each session comes once, in order. Else those that are known come first, the
    others as they become known, and then all of them again: a session may say how an earlier one counts, and who once
    had which name. A query that depends on it finds nothing until then.

    Args:
        query: what is searched.
        history: where.
        texts: what the searches before this one looked for; each letter that is typed finds sooner by it.

    Raises:
        JournalError: a session can't be read.
    """
    half, texts = not history.is_loaded, texts or Texts()
    if half:
        yield from _early(query, history, texts)
    facts = Facts.of(query, history)
    terms = tuple(sorted(query.terms, key=_cost))
    for done, session in enumerate(history.sessions, 1):
        index = history.index(session) if may_be_in(session, terms, facts) else None
        if index is not None:
            share = done / len(history.sessions)
            mask = matching(index, terms, facts, texts)
            yield Batch(session, index.sequences, mask, (1 + share) / 2 if half else share)


def _early(query: Query, history: History, texts: Texts) -> Iterator[Batch]:
    """Make the rest of the history known, and yield what can be found meanwhile."""
    terms = () if _needs_all(query) else query.terms
    sessions, done = history.sessions, 0
    for session in chain(sessions, history.loading()):
        if (index := history.index(session)) is not None:
            done += 1
            facts = Facts(history.past)
            mask = matching(index, terms, facts, texts) if terms else b""
            yield Batch(session, index.sequences, mask, min(1.0, done / len(sessions)) / 2)


def _needs_all(query: Query) -> bool:
    """Whether an event is found or not by what may be written in any other session."""
    return any(
        isinstance(each, IsAbout | InPart | Bears)
        for term in query.terms
        for each in term.conditions
    )


def _cost(term: Term) -> int:
    """Texts are looked for last, in what the other terms leave, and the longest of them first: few lines hold it."""
    lengths = [len(each.folded) for each in term.conditions if isinstance(each, Holds)]
    return -min(lengths) if lengths else -sys.maxsize
