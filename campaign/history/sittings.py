"""The sessions as the GC lists them, and what is told of each: when, how long, who was there, what was suffered."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from campaign.events import NoteWritten
from campaign.history.chapters import UNPLAYED, Chapter
from campaign.history.history import History
from campaign.history.index import MINUTES_OF_A_DAY
from campaign.history.landmarks import Landmark, places_of
from campaign.history.rows import KIND_OF, IndexedRows, Part, Rows, WrittenRows
from campaign.undoing import find
from campaign.words import session_name

_UNPLAYED = set(map(KIND_OF.index, UNPLAYED))
_NOTE = KIND_OF.index(NoteWritten)


@dataclass(frozen=True, slots=True)
class Sitting:
    """What is listed as one session: a chapter, or a session of which it isn't known yet how it is read.

    Attributes:
        sessions: the numbers of the sessions that it has events of.
        chapter: the chapter, once all of the history is known.
    """

    sessions: tuple[int, ...]
    chapter: Chapter | None = None

    @property
    def label(self) -> str:
        """What it is called in a list of them: "12", "12 bis"."""
        return self.chapter.label if self.chapter else str(self.sessions[0])

    @property
    def title(self) -> str:
        """The title that the GC gave it; empty where he gave none."""
        return self.chapter.title if self.chapter else ""

    @property
    def heading(self) -> str:
        """What is written over its events: "Séance 12 bis · Le pont"."""
        return " · ".join(filter(None, (session_name(self.label), self.title)))

    @property
    def first(self) -> int | None:
        """The number of its first event, once that is known."""
        return self.chapter.first if self.chapter else None

    def holds(self, session: int, sequence: int | None) -> bool:
        """Return whether an event is of this sitting; without one, whether any of that session is."""
        if self.chapter is None or sequence is None:
            return session in self.sessions
        return self.chapter.first <= sequence <= self.chapter.last


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a sitting as a whole.

    Attributes:
        day: when it began, where it was played; None where nothing was.
        length: for how long it was played.
        present: the names of those who were there.
        wounds: how many real wounds were suffered.
        stars: how many events bear a ★.
    """

    day: date | None
    length: timedelta
    present: tuple[str, ...]
    wounds: int
    stars: int


def sittings(history: History) -> tuple[Sitting, ...]:
    """Return the sittings of a campaign, in order; while it isn't all known, a session is one."""
    chapters = history.chapters() if history.is_loaded else ()
    if chapters:
        return tuple(Sitting(_written_in(each, history), each) for each in chapters)
    return tuple(Sitting((number,)) for number in history.sessions)


def parts(history: History, sitting: Sitting) -> tuple[Part, ...] | None:
    """Return the rows of a sitting; None while an index that they are in isn't known."""
    indexes = [history.index(session) for session in sitting.sessions]
    known = [each for each in indexes if each is not None]
    if len(known) < len(indexes):
        return None
    chapter = sitting.chapter
    if chapter is None:
        return tuple(Part.between(each, each.first, each.last) for each in known)
    return tuple(Part.between(each, chapter.first, chapter.last) for each in known)


def rows(history: History, sitting: Sitting) -> Rows:
    """Return the events of a sitting, for a list of them.

    Raises:
        JournalError: they can't be read.
    """
    known = parts(history, sitting)
    if known is not None:
        return IndexedRows(known)
    entries = [each for session in sitting.sessions for each in history.entries(session)]
    return WrittenRows(entries, history.past, lambda number: find(entries, number))


def facts(history: History, known: Sequence[Part]) -> Facts:
    """Return what is known of a sitting as a whole, from its rows."""
    days = [day for day in map(_began, known) if day is not None]
    names = dict.fromkeys(name for part in known for name in part.index.present)
    wounds, stars = (
        sum(len(places_of(each, history.past, part.index, part.start, part.stop)) for part in known)
        for each in (Landmark.WOUND, Landmark.STAR)
    )
    length = sum(map(_length, known), timedelta())
    return Facts(days[0] if days else None, length, tuple(names), wounds, stars)


def highlights(history: History, known: Sequence[Part]) -> tuple[str, ...]:
    """Return what bears a ★ in a sitting, a line each."""
    return tuple(
        part.index.lines[place]
        for part in known
        for place in places_of(Landmark.STAR, history.past, part.index, part.start, part.stop)
    )


def _written_in(chapter: Chapter, history: History) -> tuple[int, ...]:
    """Return the sessions that a chapter has events of: those after it in which nothing was played are among them."""
    sessions = history.sessions
    start, stop = (
        bisect_right(sessions, number, key=history.first_of)
        for number in (chapter.first, chapter.last)
    )
    return sessions[start - 1 : stop]


def _began(part: Part) -> date | None:
    minutes = _played(part)
    return date.fromordinal(minutes[0] // MINUTES_OF_A_DAY) if minutes else None


def _length(part: Part) -> timedelta:
    index = part.index
    if len(part) == len(index.sequences) and index.began is not None and index.ended is not None:
        return index.ended - index.began
    minutes = _played(part)
    return timedelta(minutes=minutes[-1] - minutes[0]) if minutes else timedelta()


def _played(part: Part) -> list[int]:
    index = part.index
    return [
        index.minutes[place]
        for place in range(part.start, part.stop)
        if index.kinds[place] not in _UNPLAYED
        and not (index.kinds[place] == _NOTE and index.abouts[place])
    ]
