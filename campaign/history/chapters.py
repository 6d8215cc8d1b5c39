"""The sessions as the GC reads them: titled, split, joined. A reading only: files and numbers stay as they are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import get_args

from campaign.dates import full_date
from campaign.events import CampaignCreated, Entry, EventMarked, NoteWritten, OfThePast, Unreadable
from campaign.session_events import (
    OfSessions,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    SessionsJoined,
    SessionSplit,
    SessionTitled,
)
from campaign.words import session_name

PARTS = ("bis", "ter", "quater")
"""What the parts of a session that was split are called, from the second one on; then they have a number."""
_TO = "–"


@dataclass(frozen=True, slots=True)
class Span:
    """A session in which something was played, as its file has it.

    Attributes:
        number: the session's.
        first: the sequence number of its first event.
        last: that of its last one so far.
        day: when it began to be played, where it was.
    """

    number: int
    first: int
    last: int
    day: date


@dataclass(frozen=True, slots=True)
class Chapter:
    """What the GC reads as one session: a session, a part of one, or several of them.

    Attributes:
        label: what its sessions are called: "12", "12 bis", "12–13".
        title: the title that the GC gave it; empty where he gave none.
        first: the sequence number of its first event, by which it is known.
        last: that of the last one so far before the next chapter; what is written between two evenings, about what
            was played, is read with the evening before.
        sessions: the numbers of the sessions that it has something played of.
        day: when it began, where it was played.
    """

    label: str
    title: str
    first: int
    last: int
    sessions: tuple[int, ...]
    day: date

    @property
    def name(self) -> str:
        """What it is called in a sentence: "Séance 12 bis", "Séances 12–13"."""
        return session_name(self.label)

    @property
    def ends(self) -> tuple[str, ...]:
        """What the sessions, or the parts of one, are called with which it begins and ends: "12 bis", "13"."""
        return tuple(self.label.split(_TO))

    @property
    def heading(self) -> str:
        """What is written over it: its name, its title, its date."""
        return " · ".join(filter(None, (self.name, self.title, full_date(self.day))))


class Sessions:
    """What must be known of the entries of a campaign to tell its chapters; they are taken in, in order.

    Attributes:
        edits: those that title, split or join sessions, in order.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.edits: list[Entry] = []
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._days: dict[int, date] = {}
        for entry in entries:
            self.take_in(entry)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The sessions in which something was played."""
        return tuple(
            Span(number, self._first[number], self._last[number], day)
            for number, day in self._days.items()
        )

    def take_in(self, entry: Entry) -> None:
        """Take in the next entry."""
        session = entry.session
        self._first.setdefault(session, entry.sequence)
        self._last[session] = entry.sequence
        if session not in self._days and is_played(entry):
            self._days[session] = entry.at.date()
        if isinstance(entry.event, OfSessions):
            self.edits.append(entry)

    def chapters(self, undone: Container[int]) -> tuple[Chapter, ...]:
        """Return the chapters, but for what was `undone`, by sequence number."""
        last = max(self._last.values(), default=0)
        return chapters(self.spans, counting_edits(self.edits, undone), last)


def counting_edits(entries: Iterable[Entry], undone: Container[int]) -> list[OfSessions]:
    """Return what titles, splits or joins sessions among `entries`, but for what was `undone`, by sequence number."""
    return [
        entry.event
        for entry in entries
        if isinstance(entry.event, OfSessions) and entry.sequence not in undone
    ]


def chapters(spans: Iterable[Span], edits: Iterable[OfSessions], last: int) -> tuple[Chapter, ...]:
    """Return the chapters of a campaign, in order: each event from the first one on is of one of them, and of no other.

    Args:
        spans: its sessions in which something was played, in order.
        edits: what titles, splits or joins sessions, and counts, in order.
        last: the number of the campaign's last event.
    """
    played = tuple(spans)
    if not played:
        return ()
    beginnings = {span.first: span.day for span in played}
    titles: dict[int, str] = {}
    within = range(played[0].first + 1, last + 1)
    for edit in edits:
        match edit:
            case SessionTitled(first, title=title):
                titles[first] = title
            case SessionSplit(first, day=day) if first in within:
                beginnings[first] = day
            case SessionsJoined(first) if first in within:
                beginnings.pop(first, None)
    order = sorted(beginnings)
    ends = [*(first - 1 for first in order[1:]), last]
    return tuple(
        _chapter(first, end, titles.get(first, ""), beginnings[first], order, played)
        for first, end in zip(order, ends, strict=True)
    )


UNPLAYED = (
    CampaignCreated,
    SessionOpened,
    SessionReopened,
    SessionClosed,
    Unreadable,
    *get_args(OfThePast),
    EventMarked,
    *get_args(OfSessions),
)
"""What is written between two evenings as well, and makes none by itself: it speaks of what was played before."""


def is_played(entry: Entry) -> bool:
    """Return whether an entry is of an evening of play, and says when it happened; so isn't a note on an event."""
    event = entry.event
    is_on_an_event = isinstance(event, NoteWritten) and event.about is not None
    return not isinstance(event, UNPLAYED) and not is_on_an_event


def _chapter(
    first: int, last: int, title: str, day: date, order: Sequence[int], played: Sequence[Span]
) -> Chapter:
    start, end = (
        bisect_right(played, number, key=lambda span: span.first) - 1 for number in (first, last)
    )
    begins = _label(played[start], first, order)
    ends = _label(played[end], last, order)
    label = begins if begins == ends else f"{begins}{_TO}{ends}"
    numbers = tuple(span.number for span in played[start : end + 1])
    return Chapter(label, title, first, last, numbers, day)


def _label(span: Span, number: int, order: Sequence[int]) -> str:
    """Return what the part of a session that holds an event is called; `order` says where chapters begin."""
    part = bisect_right(order, number) - bisect_right(order, span.first)
    return part_label(span.number, part)


def part_label(session: int, part: int) -> str:
    """Return what a part of a session is called, by its place from 0: "12", "12 bis", "12 (5)"."""
    if part == 0:
        return str(session)
    return f"{session} {PARTS[part - 1] if part <= len(PARTS) else f'({part + 1})'}"
