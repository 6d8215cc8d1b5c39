"""The filters of a query: what each is called, what it accepts, and what it asks of an event."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from campaign.dates import full_date
from campaign.history.conditions import (
    Bears,
    Comparison,
    Condition,
    InSession,
    IsAbout,
    IsOfKind,
    Mark,
    Suffered,
    Written,
)
from campaign.history.kinds import FOUND
from campaign.history.known import Known
from campaign.history.pieces import Value
from campaign.history.spans import Span, is_begun, span
from campaign.text import clean, fold_case
from rules.tableau import Gravity

T = TypeVar("T")
Offered = tuple[str, str]
"""A value that can be listed, and a few words on it, which may be empty."""

_SESSIONS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)
_SESSIONS_BEGUN = re.compile(r"(?:\d{1,9}-)?", re.ASCII)
_DATES = '2026, 2026-03, 2026-03-14, 14/03/2026, "mars 2026"'


class Misread(Exception):
    """A value that its filter doesn't accept, and that cannot become one that it does by typing on."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter.

    Attributes:
        name: what stands before its colon.
        meaning: what it asks for, in a few words.
        accepts: the values it accepts, or examples of them.
        read: the condition of a value; None while it is unfinished. It raises `Misread`.
        values: those that can be listed in a campaign.
        aliases: other names for it.
        has_words: whether a word alone may be the beginning of one of its values.
    """

    name: str
    meaning: str
    accepts: str
    read: Callable[[Value], Condition | None]
    values: Callable[[Known], Iterable[Offered]]
    aliases: tuple[str, ...] = ()
    has_words: bool = False


def filter_named(name: str) -> Filter | None:
    """Return the filter of a name as it is typed, if there is one."""
    return _BY_NAME.get(fold_case(name))


def _person(value: Value) -> Condition | None:
    folded = " ".join(fold_case(_bare(value)).split())
    return IsAbout(clean(value.text), folded) if folded else None


def _kind(value: Value) -> Condition | None:
    kind = _chosen(_KINDS, _bare(value))
    return None if kind is None else IsOfKind(kind)


def _gravity(value: Value) -> Condition | None:
    gravity = _chosen(_GRAVITIES, value.text)
    return None if gravity is None else Suffered(value.comparison or Comparison.EXACTLY, gravity)


def _session(value: Value) -> Condition | None:
    found = _SESSIONS.fullmatch(value.text)
    if found is None or (found[2] and value.comparison):
        if _SESSIONS_BEGUN.fullmatch(value.text):
            return None
        raise Misread
    number = int(found[1])
    match value.comparison:
        case Comparison.AT_LEAST:
            return InSession(number, None)
        case Comparison.ABOVE:
            return InSession(number + 1, None)
        case Comparison.AT_MOST:
            return InSession(None, number)
        case Comparison.BELOW:
            return InSession(None, number - 1)
    return InSession(number, int(found[2] or number))


def _before(value: Value) -> Condition | None:
    found = _span(value)
    return None if found is None else Written(None, found.first.toordinal(), found.before)


def _after(value: Value) -> Condition | None:
    found = _span(value)
    return None if found is None else Written(found.last.toordinal() + 1, None, found.after)


def _within(value: Value) -> Condition | None:
    found = _span(value)
    return (
        None
        if found is None
        else Written(found.first.toordinal(), found.last.toordinal() + 1, found.within)
    )


def _span(value: Value) -> Span | None:
    found = span(_bare(value))
    if found is None and not is_begun(value.text):
        raise Misread
    return found


def _bears(mark: Mark) -> Callable[[Value], Condition | None]:
    def read(value: Value) -> Condition | None:
        wanted = _chosen(_ANSWERS, _bare(value))
        return None if wanted is None else Bears(mark, wanted)

    return read


def _bare(value: Value) -> str:
    """Return what a value says, where nothing is to be compared."""
    if value.comparison not in (None, Comparison.EXACTLY):
        raise Misread
    return value.text


def _chosen(choices: Mapping[str, T], typed: str) -> T | None:
    """Return the choice that was typed, or that alone begins so; None while there are several."""
    folded = fold_case(typed)
    if folded in choices:
        return choices[folded]
    begun = [choice for name, choice in choices.items() if name.startswith(folded)]
    if not begun:
        raise Misread
    return begun[0] if len(begun) == 1 else None


def _mark(mark: Mark, meaning: str) -> Filter:
    answers = (("oui", meaning), ("non", "tout le reste"))
    return Filter(mark.value, meaning, "oui, non", _bears(mark), lambda _: answers)


def _names(known: Known) -> Iterator[Offered]:
    called = dict(known.names)
    for who, name in reversed(known.names):
        yield name, "" if called[who] == name else f"aujourd’hui {called[who]}"


def _sessions(known: Known) -> Iterator[Offered]:
    for session, began in reversed(known.sessions):
        yield str(session), full_date(began) if began else ""


def _kinds(_: Known) -> Iterator[Offered]:
    yield from FOUND.items()


def _gravities(_: Known) -> Iterator[Offered]:
    yield from ((gravity, f"≥{gravity} : ou pire") for gravity in Gravity)


def _none(_: Known) -> Iterator[Offered]:
    yield from ()


_KINDS = {fold_case(kind): kind for kind in FOUND}
_GRAVITIES = {fold_case(gravity): gravity for gravity in Gravity}
_ANSWERS = {"oui": True, "non": False}

FILTERS = (
    Filter(
        "perso",
        "un personnage, par un bout d’un nom qu’il a porté",
        'merlin, "jean le borgne"',
        _person,
        _names,
        ("personnage",),
        has_words=True,
    ),
    Filter(
        "type",
        "une sorte d’événement",
        ", ".join(FOUND),
        _kind,
        _kinds,
        has_words=True,
    ),
    Filter(
        "gravité",
        "l’effet subi",
        ", ".join(Gravity) + " (et ≥grave, ≤, >, <)",
        _gravity,
        _gravities,
        has_words=True,
    ),
    Filter("séance", "une séance ou plusieurs", "12, 12-15, ≥12, ≤, >, <", _session, _sessions),
    Filter("avant", "ce qui précède une date", _DATES, _before, _none),
    Filter("après", "ce qui suit une date", _DATES, _after, _none),
    Filter("le", "un jour, un mois, une année", _DATES, _within, _none, ("en",)),
    _mark(Mark.STARRED, "ce qui porte une ★"),
    _mark(Mark.SECRET, "ce que les joueurs ne voient pas"),
    _mark(Mark.UNDONE, "ce qui a été annulé"),
    _mark(Mark.CORRECTED, "ce qui a été corrigé"),
)
"""Every filter, in the order in which they are offered."""
_BY_NAME = {fold_case(name): each for each in FILTERS for name in (each.name, *each.aliases)}
