"""What happened to one character over the years: its timeline, its scars, its efforts, its luck."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time

from campaign.events import CharacterAdded, Event, OfACharacter
from campaign.history.history import History
from campaign.history.index import MINUTES_OF_A_DAY, SessionIndex
from campaign.history.life import Life
from campaign.history.rolls import facts_of
from campaign.history.statistics import Account, accounts, total
from campaign.past import Past, counting


@dataclass(frozen=True, slots=True)
class Row:
    """An event of a timeline: the index of its session, and its place there."""

    index: SessionIndex
    place: int

    @property
    def sequence(self) -> int:
        """Its number."""
        return self.index.sequences[self.place]

    @property
    def at(self) -> datetime:
        """When it was written, to the minute, by the clock of then."""
        day, minutes = divmod(self.index.minutes[self.place], MINUTES_OF_A_DAY)
        return datetime.combine(date.fromordinal(day), time(*divmod(minutes, 60)))

    @property
    def line(self) -> str:
        """What happened, as the log tells it."""
        return self.index.lines[self.place]

    @property
    def alone(self) -> str:
        """What happened, where all that is told is of one person: without its name before it."""
        _, name = self.index.names[self.index.people[self.place] - 1]
        return self.line.removeprefix(f"{name} · ").removeprefix(f"{name} : ")

    def is_secret(self, past: Past) -> bool:
        """Return whether only the GC may know of it."""
        return bool(self.index.secret[self.place]) and self.sequence not in past.revealed


@dataclass(slots=True)
class Part:
    """What is known of a character with the secrets of the GC, or without.

    Attributes:
        life: the character, followed as far as it is read.
        sessions: the session of each event of its timeline.
        places: the place of each of these in the index of its session.
        played: what its rolls come to in each session in which there are any, by number.
    """

    life: Life
    sessions: array[int] = field(default_factory=lambda: array("I"))
    places: array[int] = field(default_factory=lambda: array("I"))
    played: dict[int, Account] = field(default_factory=dict)


class Person:
    """One character of a campaign, read a session at a time. Whatever it was called, it is the same one.

    It is read by what the past is now: once that has changed, only another `Person` is right.

    Args:
        history: the campaign.
        who: its identity.

    Attributes:
        history: the campaign.
        who: its identity.
        names: every name that it had, in the order in which it had them.
        sessions: the sessions in which something happened to it, as far as they are known.
        read: how many of them are read.
        is_listed: whether its timeline is known.
    """

    def __init__(self, history: History, who: str) -> None:
        self.history, self.who = history, who
        self._parts = {secrets: Part(Life(who, self._current)) for secrets in (False, True)}
        self._listed_to = self._read_to = 0
        self.names: tuple[str, ...] = ()
        self.sessions: list[int] = []
        self.read = 0
        self.is_listed = False

    @property
    def is_read(self) -> bool:
        """Whether all is known."""
        return self.is_listed and self.read == len(self.sessions)

    def reading(self) -> Iterator[None]:
        """Read what isn't known yet, in short steps: first its timeline, then what says the rest.

        It may be left at any step, and called again after that as after something was written.

        Raises:
            JournalError: a session can't be read.
        """
        for _ in self.history.loading():
            yield
        for session in self.history.sessions:
            if self.history.last_of(session) > self._listed_to:
                self._list(session)
                yield
        self.is_listed = True
        for number, session in enumerate(self.sessions, 1):
            if self.history.last_of(session) > self._read_to:
                self.history.entries(session)
                yield  # to read is half the work
                self._read(session)
                self.read = number
                yield

    def timeline(self, *, secrets: bool) -> int:
        """Return how many events its timeline has, with the secrets of the GC or without."""
        return len(self._parts[secrets].places)

    def sessions_told(self, *, secrets: bool) -> int:
        """Return in how many sessions these happened."""
        return len(set(self._parts[secrets].sessions))

    def row(self, place: int, *, secrets: bool) -> Row | None:
        """Return an event of its timeline, from 0; None while the index of its session is being made anew."""
        part = self._parts[secrets]
        index = self.history.index(part.sessions[place])
        return None if index is None else Row(index, part.places[place])

    def life(self, *, secrets: bool) -> Life:
        """Return the character as far as it is read, with the secrets of the GC or without."""
        return self._parts[secrets].life

    def played(self, *, secrets: bool) -> Mapping[int, Account]:
        """Return what its rolls come to in each session in which there are any, by number."""
        return self._parts[secrets].played

    def _list(self, session: int) -> None:
        """Add the events of a session to the timeline, if there are any that aren't in it."""
        index = self.history.index(session)
        assert index is not None, "all are loaded"
        names = {place: name for place, (who, name) in enumerate(index.names, 1) if who == self.who}
        rows = [
            Row(index, place)
            for place, whose in enumerate(index.people)
            if whose in names and index.sequences[place] > self._listed_to
        ]
        self._listed_to = index.last
        if not rows:
            return
        if session not in self.sessions[-1:]:
            self.sessions.append(session)
        self.names = tuple(dict.fromkeys((*self.names, *names.values())))
        for row in rows:
            for part in self._knowing(secret=row.is_secret(self.history.past)):
                part.sessions.append(session)
                part.places.append(row.place)

    def _read(self, session: int) -> None:
        """Follow the character through a session, from where it was read to."""
        past = self.history.past
        entries = self.history.entries(session)
        own = [each for each in entries if self._is_own(each.event)]
        for entry in counting(own, past):
            if entry.sequence > self._read_to:
                for part in self._knowing(secret=past.is_secret(entry)):
                    part.life.take_in(entry)
        rolled = accounts(facts_of(session, own, past))
        for secrets, part in self._parts.items():
            account = total(rolled, self.who, secrets=secrets)
            if account.rolls:
                part.played[session] = account
        self._read_to = entries[-1].sequence

    def _knowing(self, *, secret: bool) -> tuple[Part, ...]:
        """Return the parts to which an event belongs."""
        return (self._parts[True],) if secret else tuple(self._parts.values())

    def _is_own(self, event: Event) -> bool:
        return isinstance(event, CharacterAdded | OfACharacter) and event.who == self.who

    def _current(self, sequence: int) -> Event | None:
        entry = self.history.find(sequence)
        return None if entry is None else self.history.past.current(entry)
