"""The filters of a query: what each is called, what it accepts, and what it asks of an event."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from campaign.dates import full_date
from campaign.history.chapters import PARTS, part_label
from campaign.history.conditions import (
    Bears,
    Comparison,
    Condition,
    InPart,
    InSession,
    IsAbout,
    IsOfKind,
    Mark,
    Measure,
    Rolled,
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

_NUMBERS = re.compile(r"(\d{1,9})(?:[-–](\d{1,9}))?", re.ASCII)
_NUMBERS_BEGUN = re.compile(r"(?:\d{1,9}[-–])?", re.ASCII)
_PART = re.compile(r"(\d{1,9}) ?(?:([a-z]+)|\((\d{1,9})\)?|\()", re.ASCII)
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
    if part := _PART.fullmatch(fold_case(value.text)):
        _bare(value)
        return _part(int(part[1]), part[2], part[3])
    bounds = _bounds(value)
    return None if bounds is None else InSession(*bounds)


def _part(session: int, name: str | None, number: str | None) -> Condition | None:
    if name is not None:
        part = _chosen({each: place for place, each in enumerate(PARTS, 1)}, name)
        return None if part is None else InPart(part_label(session, part))
    if number is None:
        return None
    if int(number) == 0:
        raise Misread
    return InPart(part_label(session, int(number) - 1))


def _measures(measure: Measure) -> Callable[[Value], Condition | None]:
    def read(value: Value) -> Condition | None:
        bounds = _bounds(value)
        return None if bounds is None else Rolled(*bounds, measure)

    return read


def _bounds(value: Value) -> tuple[int | None, int | None] | None:
    """Return the least and the greatest number that a value accepts; None while it is unfinished."""
    found = _NUMBERS.fullmatch(value.text)
    if found is None or (found[2] and value.comparison):
        if _NUMBERS_BEGUN.fullmatch(value.text):
            return None
        raise Misread
    number = int(found[1])
    match value.comparison:
        case Comparison.AT_LEAST:
            return number, None
        case Comparison.ABOVE:
            return number + 1, None
        case Comparison.AT_MOST:
            return None, number
        case Comparison.BELOW:
            return None, number - 1
    return number, int(found[2] or number)


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


def _measure(measure: Measure, meaning: str, example: str) -> Filter:
    return Filter(measure.value, meaning, f"{example}, ≤, >, <", _measures(measure), _none)


def _names(known: Known) -> Iterator[Offered]:
    called = dict(known.names)
    for who, name in reversed(known.names):
        yield name, "" if called[who] == name else f"aujourd’hui {called[who]}"


def _sessions(known: Known) -> Iterator[Offered]:
    for session, began in reversed(known.sessions):
        yield str(session), full_date(began) if began else ""
    yield from reversed(known.parts)


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
    _measure(Measure.DIE, "le dé d’action d’un dépassement", "20, 18-20, ≥18"),
    _measure(Measure.DIFF, "la Diff d’un dépassement", "10, 10-12, ≥10"),
    _measure(Measure.DOM, "le Dom effectif d’un dépassement", "9, 9-12, ≥9"),
    Filter(
        "séance",
        "une séance ou plusieurs, ou une partie",
        '12, 12-15, 12bis, "12 ter", ≥12, ≤, >, <',
        _session,
        _sessions,
    ),
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
