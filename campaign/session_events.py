"""What happened to the sessions themselves: they begin and end, and are read otherwise than they were played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """An evening of play began; sessions are numbered from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """An evening of play ended."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionReopened:
    """An evening of play that had ended goes on, in the same session."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionTitled:
    """The GC gave a session another title, or took it off.

    Attributes:
        first: the sequence number of the session's first event.
        label: what it was called then, as "12" or "12 bis".
        before: the title until then; empty for none.
        title: the title from now on; empty for none.
    """

    first: int
    label: str
    before: str
    title: str


@dataclass(frozen=True, slots=True)
class SessionSplit:
    """A session is read as two: from the event of sequence number `first` on, it is another one.

    Attributes:
        first: that event's sequence number. It may be secret: nothing else is said of it than its day.
        label: what the session was called then.
        day: the day of that event, where it was played.
    """

    first: int
    label: str
    day: date


@dataclass(frozen=True, slots=True)
class SessionsJoined:
    """A session is read as one with the session before it.

    Attributes:
        first: the sequence number of its first event.
        label: what it was called then.
        onto: what the session before it was called then.
    """

    first: int
    label: str
    onto: str


OfSessions = SessionTitled | SessionSplit | SessionsJoined
"""What changes how the sessions are read, and nothing that happened in them."""
