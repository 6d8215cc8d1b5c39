"""A query in one French sentence: what is searched."""

from __future__ import annotations

from campaign.history.conditions import (
    Bears,
    Comparison,
    Condition,
    Holds,
    InPart,
    InSession,
    IsAbout,
    IsOfKind,
    Mark,
    Measure,
    Rolled,
    Suffered,
    Term,
    Written,
)
from campaign.history.kinds import FOUND
from campaign.history.known import Known
from campaign.history.query import Query
from campaign.text import of

_MARKS = {
    Mark.STARRED: ("avec une ★", "sans ★"),
    Mark.SECRET: ("secrets", "non secrets"),
    Mark.UNDONE: ("annulés", "non annulés"),
    Mark.CORRECTED: ("corrigés", "non corrigés"),
}
_MEASURES = {Measure.DIE: "dé", Measure.DIFF: "Diff", Measure.DOM: "Dom effectif"}
_NAMED = 3
"""How many characters are named at most for one name that was typed."""
_COMPARED = {
    Comparison.EXACTLY: "",
    Comparison.AT_LEAST: "au moins ",
    Comparison.AT_MOST: "au plus ",
    Comparison.ABOVE: "pire que ",
    Comparison.BELOW: "moindre que ",
}


def explanation(query: Query, known: Known) -> str:
    """Return what is searched: "Dépassements de Merlin, gravité au moins grave, séance 12, avec « dragon »".

    Args:
        query: what is searched; the empty text is returned when that is nothing.
        known: what of the campaign can be named.
    """
    if not query.terms:
        return ""
    # What an event is comes first, its words last, however they were typed.
    terms = sorted(query.terms, key=lambda term: _ORDER.index(type(term.conditions[0])))
    subject = "événements"
    for kind in (IsOfKind, IsAbout):
        first = terms[0] if terms else None
        if first and not first.negated and isinstance(first.conditions[0], kind):
            told = _term(terms.pop(0), known)
            subject = told if kind is IsOfKind else f"{subject} {told}"
    said = ", ".join([subject, *(_term(term, known) for term in terms)])
    return said[:1].upper() + said[1:]


def _term(term: Term, known: Known) -> str:
    match term.negated, term.conditions:
        case True, (Bears(mark, wanted),):
            return _MARKS[mark][wanted]
        case True, (Holds(text), *_):
            return f"sans « {text} »"
    said = dict.fromkeys(words for each in term.conditions for words in _condition(each, known))
    return ("sauf " if term.negated else "") + " ou ".join(said)


def _condition(condition: Condition, known: Known) -> tuple[str, ...]:
    match condition:
        case Holds(text):
            return (f"avec « {text} »",)
        case IsAbout(name, folded):
            return _about(name, folded, known)
        case IsOfKind(kind):
            return (FOUND[kind],)
        case Suffered(comparison, gravity):
            return (f"gravité {_COMPARED[comparison]}{gravity}",)
        case Rolled(first, last, measure):
            return (f"{_MEASURES[measure]} {_bounds(first, last)}",)
        case InSession():
            return (_session(condition),)
        case InPart(label):
            return (f"séance {label}",)
        case Written(words=words):
            return (words,)
        case Bears(mark, wanted):
            return (_MARKS[mark][not wanted],)


def _about(name: str, folded: str, known: Known) -> tuple[str, ...]:
    """Name the characters that are meant as they are called last, if they aren't too many to be named."""
    called, found = dict(known.names), known.meant(folded)
    meant = [of(name) for who, name in called.items() if who in found]
    if not meant:
        return (f"de « {name} » (personne de ce nom)",)
    many = f"de « {name} » ({len(meant)} personnages)"
    return tuple(meant) if len(meant) <= _NAMED else (many,)


def _bounds(first: int | None, last: int | None) -> str:
    if first is None:
        return f"au plus {last}"
    if last is None:
        return f"au moins {first}"
    return str(first) if first == last else f"{first} à {last}"


def _session(condition: InSession) -> str:
    match condition.first, condition.last:
        case None, last:
            return f"jusqu’à la séance {last}"
        case first, None:
            return f"à partir de la séance {first}"
        case first, last:
            return f"séance {first}" if first == last else f"séances {first} à {last}"


_ORDER = (IsOfKind, IsAbout, Rolled, Suffered, Bears, InSession, InPart, Written, Holds)
