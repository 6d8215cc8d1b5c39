"""What the word under the cursor may become: filters, and their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.history.filters import FILTERS, Filter, filter_named
from campaign.history.known import Known
from campaign.history.pieces import Piece, pieces
from campaign.text import fold_case

MOST = 50
"""How many completions are offered at most."""
_LEAST = 2
"""From how many characters on a word may be the beginning of a filter's value."""
_QUOTES = (('"', '"'), ("«", "»"), ("“", "”"))


@dataclass(frozen=True, slots=True)
class Completion:
    """What may take the place of what is typed.

    Attributes:
        start: where what it takes the place of begins in the query.
        end: where that ends.
        text: what is put there.
        meaning: a few words on it; may be empty.
    """

    start: int
    end: int
    text: str
    meaning: str

    def applied(self, query: str) -> tuple[str, int]:
        """Return the query with this in its place, and where the cursor is then: after it."""
        return query[: self.start] + self.text + query[self.end :], self.start + len(self.text)


def completions(query: str, cursor: int, known: Known) -> tuple[Completion, ...]:
    """Return what the word under the cursor may become, the likeliest first; none if it is all that it may become.

    Args:
        query: what is typed.
        cursor: the place of the cursor in it.
        known: what of the campaign can be offered.
    """
    piece = next((each for each in pieces(query) if each.start <= cursor <= each.end), None)
    if piece is None:
        return tuple(_filters("", cursor, cursor))
    found = filter_named(piece.name) if piece.name else None
    if found is not None:
        offered = _values_at(found, piece, cursor, known)
    elif piece.name is None and query[piece.start : piece.end] == piece.values[0].text:
        offered = _of_a_word(piece, known)
    else:
        return ()
    different = (each for each in offered if query[each.start : each.end] != each.text)
    return tuple(each for _, each in zip(range(MOST), different, strict=False))


def _of_a_word(piece: Piece, known: Known) -> Iterator[Completion]:
    folded = fold_case(piece.values[0].text)
    yield from _filters(folded, piece.start, piece.end)
    for each in FILTERS if len(folded) >= _LEAST else ():
        for value, meaning in each.values(known) if each.has_words else ():
            if fold_case(value).startswith(folded):
                text = f"{each.name}:{_quoted(value)}"
                yield Completion(piece.start, piece.end, text, meaning or each.meaning)


def _filters(folded: str, start: int, end: int) -> Iterator[Completion]:
    for each in FILTERS:
        name = f"{each.name}:"
        if fold_case(name).startswith(folded):
            yield Completion(start, end, name, each.meaning)


def _values_at(found: Filter, piece: Piece, cursor: int, known: Known) -> Iterator[Completion]:
    value = next((each for each in piece.values if each.start <= cursor <= each.end), None)
    if value is None:  # the cursor is in what stands before: the name, or a comparison
        return
    folded = fold_case(value.text)
    fitting = [each for each in found.values(known) if folded in fold_case(each[0])]
    fitting.sort(key=lambda each: not fold_case(each[0]).startswith(folded))
    for text, meaning in fitting:
        yield Completion(value.start, value.end, _quoted(text), meaning)


def _quoted(value: str) -> str:
    """Return a value as it is typed: between quotation marks that aren't in it, if it needs some."""
    if not any(each.isspace() or each in ',"«“' for each in value):
        return value
    free = (each for each in _QUOTES if not any(mark in value for mark in each))
    opening, closing = next(free, _QUOTES[0])
    return f"{opening}{value}{closing}"
