"""A campaign in outline: how its sessions are read and how everything counts, without its events being read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from campaign.events import (
    DepassementResolved,
    EffectRuled,
    Entry,
)
from campaign.history.chapters import Chapter, Sessions, Span, chapters, counting_edits
from campaign.history.editing import holding
from campaign.history.index import SessionIndex, changing
from campaign.history.states import States
from campaign.past import Past, placed, told_late
from campaign.ports import Shelf
from campaign.state import State
from campaign.words import KINDS


@dataclass(frozen=True, slots=True)
class Glance:
    """What is seen of one session at a glance.

    Attributes:
        number: the session's.
        first: the number of its first event.
        last: that of its last one so far.
        span: itself, if something happened in it.
        changing: the entries that change how others count, or how the sessions are read.
        hidden: the rolls and rulings that were written for the GC alone: their numbers, each with whose it is.
    """

    number: int
    first: int
    last: int
    span: Span | None
    changing: tuple[Entry, ...]
    hidden: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, number: int, entries: tuple[Entry, ...]) -> Glance:
        """Return what is seen of a session that has these entries, or that a shelf has skimmed them of."""
        return cls(
            number,
            entries[0].sequence,
            entries[-1].sequence,
            next(iter(Sessions(entries).spans), None),
            changing(entries),
            tuple(
                (each.sequence, each.event.who)
                for each in entries
                if each.secret and isinstance(each.event, DepassementResolved | EffectRuled)
            ),
        )

    @classmethod
    def of_index(cls, index: SessionIndex) -> Glance:
        """Return what is seen of a session that is indexed."""
        began = index.began
        return cls(
            index.session,
            index.first,
            index.last,
            Span(index.session, index.first, index.last, began.date()) if began else None,
            index.changing,
            tuple(_hidden(index)),
        )


def _hidden(index: SessionIndex) -> Iterator[tuple[int, str]]:
    kinds = {
        place for place, kind in enumerate(KINDS) if kind in (DepassementResolved, EffectRuled)
    }
    rows = [row for row, secret in enumerate(index.secret) if secret and index.kinds[row] in kinds]
    for row in rows:
        if person := index.people[row]:
            yield index.sequences[row], index.names[person - 1][0]


class Outline:
    """The sessions of a campaign, of which only those that are asked for are read.

    Args:
        glances: what is seen of each session, in order.
        shelf: the sessions on disk.
        live: the entries of the sessions in memory.

    Attributes:
        sessions: their numbers.
        past: how everything counts.
        chapters: the sessions as they are read.
    """

    def __init__(
        self, glances: Iterable[Glance], shelf: Shelf, live: Mapping[int, tuple[Entry, ...]]
    ) -> None:
        self._glances = {each.number: each for each in glances}
        self._shelf, self._live = shelf, live
        self._changing = [entry for each in self._glances.values() for entry in each.changing]
        self._told = told_late(self._changing)
        self.sessions = tuple(self._glances)
        self.past = Past.of(self._changing)
        self.chapters: tuple[Chapter, ...] = chapters(
            [each.span for each in self._glances.values() if each.span],
            counting_edits(self._changing, self.past.undone),
            max((each.last for each in self._glances.values()), default=0),
        )

    def read_as(self, session: int) -> Chapter | None:
        """Return the chapter that has events of that session, the first one of several."""
        return next((each for each in self.chapters if session in each.sessions), None)

    def chapter_of(self, sequence: int) -> Chapter | None:
        """Return the chapter that an event is of, if there is such an event."""
        return holding(sequence, self.chapters)

    def last_of(self, session: int) -> int:
        """Return the number of the last event of a session."""
        return self._glances[session].last

    def entries(self, session: int) -> tuple[Entry, ...]:
        """Return the entries of a session as they were written, with what was told of it later where that happened.

        Raises:
            JournalError: they can't be read.
        """
        seen = self._glances[session]
        written = self._live.get(session) or self._shelf.read(session, seen.first - 1)
        span = range(seen.first, seen.last)
        told = {number: each for number, each in self._told.items() if number in span}
        return tuple(placed(written, told))

    def written(self, chapter: Chapter) -> tuple[Entry, ...]:
        """Return the entries of a chapter, likewise.

        Raises:
            JournalError: they can't be read.
        """
        span = range(chapter.first, chapter.last + 1)
        return tuple(
            entry
            for session in chapter.sessions
            for entry in self.entries(session)
            if entry.sequence in span
        )

    def kept_state(self, session: int) -> State | None:
        """Return the state at the end of a session by what was known then, where it is kept."""
        return None if session in self._live else self._shelf.kept_state(session)

    def state_after(self, chapter: Chapter) -> State:
        """Return the state at the end of a chapter, by what counts now.

        Raises:
            JournalError: a session can't be read.
        """
        return States(self, self._changing).at(chapter.last, chapter.sessions[-1])

    def shadowed(self, until: int) -> frozenset[str]:
        """Return those, by `who`, whose health something has touched that is still the GC's secret.

        Args:
            until: the number of the last event that may have.
        """
        return frozenset(
            who
            for each in self._glances.values()
            for sequence, who in each.hidden
            if sequence <= until
            and sequence not in self.past.undone
            and sequence not in self.past.revealed
        )
