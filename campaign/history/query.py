"""What the GC asks of the campaign's history: words and filters, all of which must hold.

Nothing that is typed stops a search: what is unfinished or makes no sense is left out of it, and the latter is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.history.conditions import Bears, Condition, Holds, Mark, Term
from campaign.history.filters import FILTERS, Filter, Misread, filter_named
from campaign.history.pieces import STAR, Piece, Value, pieces
from campaign.sentences import quote
from campaign.text import clean, fold_case

MOST_PIECES = 40
"""How many words and filters a query may have, and how many values a filter."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was read.

    Attributes:
        terms: what an event must be, each of them; empty when nothing is searched.
        complaint: what of it makes no sense, and what would, in one French sentence; empty when all does.
    """

    terms: tuple[Term, ...] = ()
    complaint: str = ""


class _Senseless(Exception):
    """A piece that makes no sense; its text says why in French."""


def parse(text: str) -> Query:
    """Return the query that `text` says. It never raises."""
    terms: dict[Term, None] = {}
    complaint = ""
    for count, piece in enumerate(pieces(text)):
        if count == MOST_PIECES:  # the rest of what was pasted isn't even read
            too_many = f"Le reste est laissé de côté : {MOST_PIECES} mots et filtres au plus."
            return Query(tuple(terms), complaint or too_many)
        try:
            term = _term(piece)
        except _Senseless as error:
            complaint = complaint or str(error)
        else:
            terms |= {term: None} if term.conditions else {}
    return Query(tuple(terms), complaint)


def _term(piece: Piece) -> Term:
    if piece.name is None:
        return Term(_words(piece.values[0]), piece.negated)
    found = filter_named(piece.name)
    if found is None:
        names = ", ".join(each.name for each in FILTERS)
        raise _Senseless(
            f"{quote(clean(piece.name) + ':')} n’est pas un filtre ; il y a {names}. "
            "Entre guillemets, ce sont des mots."
        )
    read = (_condition(found, value) for value in piece.values[:MOST_PIECES])
    return Term(tuple(dict.fromkeys(filter(None, read))), piece.negated)


def _words(value: Value) -> tuple[Condition, ...]:
    if value.text == STAR:
        return (Bears(Mark.STARRED, True),)
    folded = " ".join(fold_case(value.text).split())
    return (Holds(clean(value.text), folded),) if folded else ()


def _condition(kind: Filter, value: Value) -> Condition | None:
    try:
        return kind.read(value)
    except Misread:
        typed = clean((value.comparison.value if value.comparison else "") + value.text)
        raise _Senseless(
            f"{quote(f'{kind.name}:{typed}')} n’existe pas ; on écrit {kind.accepts}."
        ) from None
