"""A campaign that is open: commands come in, events are written, then folded, then told to those who listen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import takewhile

from campaign.commands import (
    CloseSession,
    Command,
    Correction,
    OpenSession,
    Redo,
    ReopenSession,
    Undo,
    WriteNote,
)
from campaign.decide import Dice, decide
from campaign.decide_on_past import (
    OnThePast,
    decide_on_past,
    redoable,
    revelation,
    tells_a_secret,
    undoable,
)
from campaign.events import Entry, Event, EventRevealed, OfThePast
from campaign.history.chapters import Sessions, is_played
from campaign.history.history import History
from campaign.memory import Memory
from campaign.past import Past
from campaign.ports import Clock, Journal
from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.sentences import sentence
from campaign.session_events import OfSessions, SessionClosed, SessionOpened
from campaign.state import State

EVENING = timedelta(hours=12)
"""A session that is left open is gone on with within this time: a dropped link is no new evening."""

Listener = Callable[[tuple[Entry, ...]], None]
"""Told of the entries that were just written, after the state has changed."""


class Session:
    """An open campaign.

    Attributes:
        is_looking: whether it only follows what another program writes.
        title: the title of the session that is played, or was last; empty for none.
        notices: what the journal had to say when it was opened.
    """

    is_looking = False
    title: str
    notices: tuple[str, ...]

    def __init__(self, journal: Journal, clock: Clock, dice: Dice) -> None:
        self._journal, self._clock, self._dice = journal, clock, dice
        self._listeners: list[Listener] = []
        self._load()

    @property
    def state(self) -> State:
        """The fold of the campaign's events."""
        return self._memory.state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in memory, in order: at least those of the current session."""
        return self._memory.entries

    @property
    def past(self) -> Past:
        """How the entries in memory count: which are undone, corrected, marked, revealed."""
        return self._memory.past

    @property
    def is_being_played(self) -> bool:
        """Whether a session is open, and is of this evening."""
        return self.began is not None and not self.is_over

    @property
    def history(self) -> History:
        """The whole campaign, read back; it takes in what is written.

        Raises:
            JournalError: its sessions can't be listed.
        """
        return self._memory.history

    @property
    def began(self) -> datetime | None:
        """When the session that is open was begun to be played, or was last re-opened; None while nothing was."""
        opened, played = self.state.session_opened, self._played_since
        return max(opened, played) if opened and played else None

    @property
    def elapsed(self) -> timedelta:
        """The time since the session that is open was begun to be played; zero while it wasn't."""
        return self._clock() - self.began if self.began else timedelta()

    @property
    def last_written(self) -> datetime | None:
        """When the last of the entries in memory was written, if there is one."""
        return self.entries[-1].at if self.entries else None

    @property
    def is_over(self) -> bool:
        """Whether the session that is open was played on an evening that has passed: what is done begins the next.

        One in which nothing has been played yet waits for its evening.
        """
        last = self.last_written
        return self.began is not None and last is not None and self._clock() - last > EVENING

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after each command from now on; call what is returned to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def execute(self, command: Command) -> tuple[Entry, ...]:
        """Decide, write, fold and tell; return the new entries of the command, which are on disk.

        A session that was closed stays as it was: what comes after begins the next one, but for its re-opening. So
        does what comes when an evening has passed, after closing the session that was left open.

        Raises:
            Refused: the command makes no sense now.
            RuleError: the rules refuse it.
            JournalError: it could not be written. In each case the state is unchanged; but after `NOT_KEPT`, the
                session is closed.
        """
        events = self._decide(command)
        is_secret = tells_a_secret(command, events, self._memory)
        is_open = self.state.session_opened is not None
        if isinstance(command, OpenSession) and is_open:
            self._make_way()
        elif not isinstance(command, OpenSession | CloseSession | ReopenSession) and (
            not is_open or self.is_over
        ):
            self.execute(OpenSession())
        return self._record(events, secret=is_secret)

    def undoable(self, target: int | None = None) -> tuple[Entry, ...]:
        """Return the entries that `Undo` would undo: all that one command wrote, or none."""
        try:
            return undoable(target, self._memory)
        except Refused:
            return ()

    def redoable(self, target: int | None = None) -> tuple[Entry, ...]:
        """Return the entries that `Redo` would redo: all that were undone at once, or none."""
        try:
            return redoable(target, self._memory)
        except Refused:
            return ()

    def foreseen(self, command: Undo | Redo | Correction) -> tuple[Entry, ...]:
        """Return the entries that `command` would write now, and change nothing.

        Raises:
            Refused: it makes no sense now.
            RuleError: the rules refuse it.
        """
        return self._entries_of(self._decide(command), secret=False)

    def foresee(self, command: Undo | Redo | Correction) -> State:
        """Return the state that `command` would lead to, and change nothing.

        Raises:
            Refused: it makes no sense now.
            RuleError: the rules refuse it.
        """
        return self._memory.state_with(self.foreseen(command))

    def is_earlier(self, foreseen: Sequence[Entry]) -> bool:
        """Return whether entries change what came before the last session: more may follow than what is so now."""
        return self._memory.is_earlier(foreseen)

    def is_far(self, foreseen: Sequence[Entry]) -> bool:
        """Return whether entries change what came before the sessions that were loaded: `foresee` may take seconds."""
        return self._memory.is_far(foreseen)

    def compared(self, foreseen: tuple[Entry, ...]) -> tuple[State, State]:
        """Return the state as it is and as it would be: now, or right after what they change where that is far."""
        return self._memory.compared(foreseen)

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that sequence number as it was written, if there is one.

        Raises:
            JournalError: its session can't be read.
        """
        return self._memory.find(sequence)

    def past_of(self, sequence: int) -> Past:
        """Return the past by which the event of that sequence number counts, be it in memory or not.

        Raises:
            JournalError: a session can't be read.
        """
        return self._memory.past_of(sequence)

    def revelation(self, target: int) -> tuple[EventRevealed, ...]:
        """Return what `Reveal` would tell: a secret roll with its ruling and its ★, or a note, as they count now.

        The notes on a roll stay the GC's own until they are revealed themselves.

        Raises:
            Refused: that event isn't secret, or is none of these.
        """
        return revelation(target, self._memory)

    def counting(self, sequence: int) -> Entry:
        """Return the entry of that sequence number, with its event as it counts now.

        Raises:
            Refused: there is none, or it is undone.
        """
        return self._memory.counting(sequence)

    def speaking_of(self, sequence: int) -> Iterator[Entry]:
        """Yield the entries that speak of an event, the last one first: its ruling, notes, ★, corrections, undoings."""
        return self._memory.speaking_of(sequence)

    def ruling_of(self, roll: int) -> Entry | None:
        """Return the ruling that counts on the roll of that sequence number, as it counts, if there is one."""
        return self._memory.ruling_of(roll)

    def state_before(self, sequence: int) -> State:
        """Return the state before the entry of that sequence number, by what counts now."""
        return self._memory.state_before(sequence)

    def recall(self) -> bool:
        """Bring the session before the first one in memory into memory; return whether there was one, and room for it.

        Raises:
            JournalError: it can't be read.
        """
        return self._memory.recall()

    def has_earlier(self) -> bool:
        """Return whether there are sessions before those in memory."""
        return self._memory.has_earlier()

    def close(self) -> None:
        """Let go of the journal; the session stays open for another time."""
        self._journal.close()

    def end(self) -> None:
        """Close the evening's session, with a snapshot of its end."""
        self.execute(CloseSession())

    def _decide(self, command: Command) -> tuple[Event, ...]:
        if isinstance(command, OnThePast):
            return decide_on_past(command, self._memory)
        match command:
            case WriteNote(about=int() as about) if not 1 <= about <= self._memory.last_sequence:
                raise Refused(Refusal.UNKNOWN_EVENT, sequence=about)
            case _:
                return decide(command, self.state, self._dice)

    def _make_way(self) -> None:
        """Close the session that is open; it is closed even where it could not be kept apart as well."""
        try:
            self.end()
        except JournalError as error:
            if error.fault is not JournalFault.NOT_KEPT:
                raise
            self.notices = (*self.notices, sentence(error))

    def _load(self) -> None:
        loaded = self._journal.load()
        self._memory = Memory(loaded, self._journal.shelf)
        self._played_since: datetime | None = None
        self._follow_evening(loaded.entries)
        self.title = self._title()
        self.notices = loaded.notices

    def _take_in(self, entries: tuple[Entry, ...]) -> None:
        """Take in what was written, and tell those who listen."""
        self._memory.take_in(entries)
        self._follow_evening(entries)
        if any(isinstance(each.event, OfThePast | OfSessions | SessionOpened) for each in entries):
            self.title = self._title()
        self._tell(entries)

    def _follow_evening(self, entries: tuple[Entry, ...]) -> None:
        """Take note of when the session that is open began to be played."""
        for entry in entries:
            if isinstance(entry.event, SessionOpened):
                self._played_since = None
            elif self._played_since is None and is_played(entry):
                self._played_since = entry.at

    def _tell(self, entries: tuple[Entry, ...]) -> None:
        for listener in tuple(self._listeners):
            listener(entries)

    def _record(self, events: tuple[Event, ...], *, secret: bool = False) -> tuple[Entry, ...]:
        new = self._entries_of(events, secret=secret)
        self._journal.append(new)
        self._take_in(new)
        if isinstance(new[-1].event, SessionClosed):
            self._journal.close_session(self.state, new[-1].sequence)
        return new

    def _entries_of(self, events: Sequence[Event], *, secret: bool) -> tuple[Entry, ...]:
        now, session, count = self._clock(), self.state.session, len(events)
        entries = []
        for index, event in enumerate(events, 1):
            session = event.number if isinstance(event, SessionOpened) else session
            number = self._memory.last_sequence + index
            entries.append(Entry(number, session, now, event, (index, count), secret))
        return tuple(entries)

    def _title(self) -> str:
        """Return the title of the last session; every event that gives it one is in memory."""
        tonight = list(
            takewhile(lambda entry: entry.session == self.state.session, reversed(self.entries))
        )
        read = Sessions(reversed(tonight)).chapters(self.past.undone)
        return read[-1].title if read else ""
