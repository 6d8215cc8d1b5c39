"""The sessions of a campaign as they were written: on the shelf, and those of now in memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from campaign.events import Entry
from campaign.history.index import SessionIndex, changing
from campaign.ports import Shelf
from campaign.state import State


class WrittenSessions:
    """The sessions of a campaign, from the first to what is being written now.

    Args:
        shelf: the sessions on disk.
        live: the entries in memory, of whole sessions up to now.

    Attributes:
        sessions: the numbers of the sessions, in order.
    """

    sessions: tuple[int, ...]

    def __init__(self, shelf: Shelf, live: Sequence[Entry]) -> None:
        self._shelf = shelf
        self._live: dict[int, tuple[Entry, ...]] = {}
        self._indexes: dict[int, SessionIndex] = {}
        self.sessions = shelf.sessions()
        self._take_in(live)

    @property
    def is_loaded(self) -> bool:
        """Whether the index of every session is known."""
        return len(self._indexes) == len(self.sessions)

    @property
    def knows_past(self) -> bool:
        """Whether `past` is that of the whole campaign: all is known but, maybe, the indexes of what is in memory."""
        return all(each in self._indexes or each in self._live for each in self.sessions)

    def indexes(self) -> Iterator[SessionIndex]:
        """Return each index that is known, in order, with its events as they were written."""
        return (self._indexes[each] for each in self.sessions if each in self._indexes)

    def session_of(self, sequence: int) -> int | None:
        """Return the number of the session in which an event stands, or would, if there is one.

        Raises:
            JournalError: a session can't be read.
        """
        sessions = self.sessions
        place = bisect_right(sessions, sequence, key=self.first_of)
        return sessions[place - 1] if place else None

    def as_written(self, session: int) -> tuple[Entry, ...]:
        """Return the entries of a session as its files have them.

        Raises:
            JournalError: they can't be read.
        """
        if session in self._live:
            return self._live[session]
        return self._shelf.read(session, max(0, self.first_of(session) - 1))

    def first_of(self, session: int) -> int:
        """Return the number of the first event of a session."""
        if session in self._live:
            return self._live[session][0].sequence
        if session in self._indexes:
            return self._indexes[session].first
        known = [
            self._indexes[each].last
            for each in self.sessions
            if each < session and each in self._indexes
        ]
        said = self._shelf.first(session)
        return max(known, default=0) + 1 if said is None else said

    def last_of(self, session: int) -> int:
        """Return the number of the last event of a session that is known."""
        written = self._live.get(session)
        return written[-1].sequence if written else self._indexes[session].last

    def kept_state(self, session: int) -> State | None:
        """Return the state at the end of a session by what was known then, where it is kept."""
        return None if session in self._live else self._shelf.kept_state(session)

    def _take_in(self, entries: Sequence[Entry]) -> None:
        for session, written in groupby(entries, key=lambda entry: entry.session):
            new = tuple(written)
            self._live[session] = (*self._before_live(session, new[0].sequence), *new)
            self._indexes.pop(session, None)
        self.sessions = tuple(sorted({*self.sessions, *self._live}))

    def _before_live(self, session: int, sequence: int) -> tuple[Entry, ...]:
        """Return the entries of a session before that number: in memory, or of one that has been re-opened."""
        if session in self._live:
            return self._live[session]
        if session not in self.sessions or self.first_of(session) >= sequence:
            return ()
        return tuple(each for each in self.as_written(session) if each.sequence < sequence)

    def _changing(self) -> tuple[Entry, ...]:
        return tuple(entry for session in self.sessions for entry in self._changing_of(session))

    def _changing_of(self, session: int) -> tuple[Entry, ...]:
        if session in self._live:
            return changing(self._live[session])
        return self._indexes[session].changing if session in self._indexes else ()
