"""The pieces of a query as it is typed: where each begins and ends, before anything is made of what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from campaign.history.conditions import Comparison
from campaign.text import fold_case

STAR = "★"
"""What may be typed for `étoile:oui`."""
_SPACE = re.compile(r"\s*")
_NOT = ("-", "−")
_NAME = re.compile(r"[^\s:,\"«“]+(?=:)")
_COMPARISON = re.compile(r"[<>]=|=[<>]|[≥≤<>=]")
_QUOTED = re.compile(r"\"([^\"]*)\"?|«([^»]*)»?|“([^”]*)”?")
_WORD = re.compile(r"\S*")
_VALUE = re.compile(r"[^\s,]*")
_COMPARISONS = {
    "": None,
    ">=": Comparison.AT_LEAST,
    "=>": Comparison.AT_LEAST,
    "<=": Comparison.AT_MOST,
    "=<": Comparison.AT_MOST,
} | {each.value: each for each in Comparison}


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it is typed.

    Attributes:
        start: where it begins in the query, after its comparison.
        end: where it ends, with its quotation marks.
        text: what it says, without its quotation marks.
        comparison: what stands before it, if something does.
    """

    start: int
    end: int
    text: str
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or a filter as it is typed.

    Attributes:
        start: where it begins in the query, after its minus sign.
        end: where it ends.
        negated: whether a minus sign stands before it.
        name: what stands before the colon, as it is typed; None for a word.
        values: those of the filter, or the word; at least one, which may be empty.
    """

    start: int
    end: int
    negated: bool
    name: str | None
    values: tuple[Value, ...]


def pieces(query: str) -> Iterator[Piece]:
    """Yield the pieces of a query, in order. Whatever is typed has some, or none at all."""
    at = _end(_SPACE, query, 0)
    while at < len(query):
        piece = _piece(query, at)
        yield piece
        at = _end(_SPACE, query, piece.end)


def _piece(query: str, at: int) -> Piece:
    negated = query[at] in _NOT
    start = at + negated
    name = _NAME.match(query, start)
    if name is None or not fold_case(name[0]).isalpha():
        word = _quoted(query, start) or _bare(_WORD, query, start)
        return Piece(start, word.end, negated, None, (word,))
    values = [_value(query, name.end() + 1)]
    while query.startswith(",", values[-1].end):
        values.append(_value(query, values[-1].end + 1))
    return Piece(start, values[-1].end, negated, name[0], tuple(values))


def _value(query: str, at: int) -> Value:
    compared = _COMPARISON.match(query, at)
    start = compared.end() if compared else at
    comparison = _COMPARISONS[compared[0] if compared else ""]
    value = _quoted(query, start) or _bare(_VALUE, query, start)
    return Value(value.start, value.end, value.text, comparison)


def _quoted(query: str, at: int) -> Value | None:
    found = _QUOTED.match(query, at)
    if found is None:
        return None
    text = next(each for each in found.groups() if each is not None)
    return Value(at, found.end(), text.strip())


def _bare(pattern: re.Pattern[str], query: str, at: int) -> Value:
    end = _end(pattern, query, at)
    return Value(at, end, query[at:end])


def _end(pattern: re.Pattern[str], query: str, at: int) -> int:
    found = pattern.match(query, at)
    assert found is not None, "these patterns match the empty text"
    return found.end()
