"""Everything that is known of one event: its calculation, how it was ruled on, what became of it, its notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from campaign.calculations import calculation, dice, heading
from campaign.dates import full_date
from campaign.events import (
    EffectRuled,
    Entry,
    EventCorrected,
    EventRedone,
    EventRevealed,
    EventUndone,
    NoteWritten,
    Unreadable,
)
from campaign.history.history import History
from campaign.history.index import SessionIndex
from campaign.history.rows import KIND_OF, indexed_row
from campaign.narration import Find, line
from campaign.past import target_of
from campaign.steps import Line
from campaign.text import clean
from campaign.undoing import find

_BECAME = {
    EventUndone: "annulé",
    EventRedone: "rétabli",
    EventCorrected: "corrigé",
    EventRevealed: "révélé aux joueurs",
}


@dataclass(frozen=True, slots=True)
class Account:
    """What is known of an event.

    Attributes:
        entry: the event, as it counts.
        heading: what it is about.
        marks: what is to be known of it first: "annulé", "corrigé".
        steps: its calculation, each step beside what it was where it was corrected.
        dice: its dice, and where each came from.
        told: everything else, in order: what it is, and its words.
    """

    entry: Entry
    heading: str
    marks: tuple[str, ...]
    steps: tuple[Line, ...]
    dice: str
    told: tuple[tuple[str, str], ...]


def account(history: History, entry: Entry) -> Account:
    """Return what is known of an event; while the campaign isn't all read, what its own session knows.

    Raises:
        JournalError: the session of an event that speaks of it can't be read.
        RuleError: it was computed by rules that don't hold, as another hand may write it.
    """
    past, known = history.past, finder(history, entry.session)
    counting = replace(entry, event=past.current(entry))
    correction = past.corrections.get(entry.sequence)
    shown = counting.event if correction is None else correction.event
    return Account(
        counting,
        heading(counting.event, known),
        marks_of(history, entry),
        calculation(shown, known),
        dice(counting.event),
        tuple(_told(history, entry, counting, known)),
    )


def finder(history: History, session: int) -> Find:
    """Return how an event that one of that session speaks of is found, without waiting for what isn't read yet."""
    if history.is_loaded:
        return history.find
    return lambda number: find(history.entries(session), number)


def marks_of(history: History, entry: Entry) -> tuple[str, ...]:
    """Return what is to be known of an event before it is read."""
    past, sequence = history.past, entry.sequence
    marks = {
        "annulé": sequence in past.undone,
        "corrigé": sequence in past.corrections,
        "secret": past.is_secret(entry),
        "★": sequence in past.marked,
    }
    return tuple(name for name, is_so in marks.items() if is_so)


def moment(at: datetime) -> str:
    """Return when an event was written: "samedi 14 mars 2026, 21:04"."""
    return f"{full_date(at)}, {at:%H:%M}"


def _told(
    history: History, entry: Entry, counting: Entry, known: Find
) -> Iterator[tuple[str, str]]:
    if entry.sequence in history.past.corrections:
        yield "D’abord écrit", line(entry, known)
    if isinstance(entry.event, EffectRuled | EventUndone | EventRedone):
        about = known(target_of(entry.event) or 0)
        if about is not None:
            yield "Sur", line(replace(about, event=history.past.current(about)), known)
    if isinstance(entry.event, Unreadable):
        yield "La ligne", clean(entry.event.text)
    for index, place in _speaking_of(history, entry):
        kind, row = KIND_OF[index.kinds[place]], indexed_row(index, place)
        if index.sequences[place] in history.past.undone:
            continue
        if kind is EffectRuled:
            yield "Jugé", row.words
        elif kind is NoteWritten:
            yield from _note(history, index.session, row.sequence)
        elif kind in _BECAME:
            yield "Depuis", f"{_BECAME[kind]} {full_date(row.day)}, {row.time}"


def _speaking_of(history: History, entry: Entry) -> Iterator[tuple[SessionIndex, int]]:
    """Yield the rows that speak of an event, where their index is known."""
    for session in history.sessions:
        index = history.index(session) if session >= entry.session else None
        if index is not None and entry.sequence in index.abouts:
            for place, about in enumerate(index.abouts):
                if about == entry.sequence:
                    yield index, place


def _note(history: History, session: int, sequence: int) -> Iterator[tuple[str, str]]:
    written = find(history.entries(session), sequence)
    event = history.past.current(written) if written else None
    if isinstance(event, NoteWritten):
        yield "Note", event.text
