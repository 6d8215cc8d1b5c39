"""A campaign that is open: commands come in, events are written, then folded, then told to those who listen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from datetime import timedelta
from functools import reduce

from campaign.commands import CloseSession, Command, OpenSession, Redo, Undo, WriteNote
from campaign.decide import Dice, decide
from campaign.events import (
    CampaignCreated,
    Entry,
    Event,
    EventRedone,
    EventUndone,
    SessionClosed,
    SessionOpened,
    Unreadable,
)
from campaign.ports import Clock, Journal
from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.sentences import sentence
from campaign.state import State, apply, fold, undone

EVENING = timedelta(hours=12)
"""A campaign that is opened again within this time goes on with its session: a dropped link is no new evening."""

Listener = Callable[[tuple[Entry, ...]], None]
"""Told of the entries that were just written, after the state has changed."""

_NEVER_UNDONE = (
    CampaignCreated,
    SessionOpened,
    SessionClosed,
    EventUndone,
    EventRedone,
    Unreadable,
)


class Session:
    """An open campaign.

    Attributes:
        is_looking: whether it only follows what another program writes.
        state: the fold of its events.
        entries: the entries in memory, in order: at least those of the current session.
        undone: the sequence numbers of the entries that no longer count.
        notices: what the journal had to say when it was opened.
    """

    is_looking = False
    state: State
    entries: tuple[Entry, ...]
    undone: frozenset[int]
    notices: tuple[str, ...]

    def __init__(self, journal: Journal, clock: Clock, dice: Dice) -> None:
        self._journal, self._clock, self._dice = journal, clock, dice
        self._listeners: list[Listener] = []
        self._load()

    def begin(self) -> None:
        """Go on with the session that is open, or open a new one if none is or an evening has passed."""
        last = self.entries[-1].at if self.entries else None
        if self.state.session_opened is None or last is None or self._clock() - last > EVENING:
            self.execute(OpenSession())

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after each command from now on; call what is returned to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def execute(self, command: Command) -> tuple[Entry, ...]:
        """Decide, write, fold and tell; return the new entries of the command, which are on disk.

        A session that was closed stays as it was: what comes after begins the next one.

        Raises:
            Refused: the command makes no sense now.
            RuleError: the rules refuse it.
            JournalError: it could not be written. In each case the state is unchanged; but after `NOT_KEPT`, the
                session is closed.
        """
        match command:
            case Undo() | Redo():
                events: tuple[Event, ...] = (self._change_of_past(command),)
            case WriteNote(about=int() as about) if not 1 <= about <= self._last_sequence:
                raise Refused(Refusal.UNKNOWN_EVENT, sequence=about)
            case _:
                events = decide(command, self.state, self._dice)
        is_open = self.state.session_opened is not None
        if isinstance(command, OpenSession) and is_open:
            self._make_way()
        elif not isinstance(command, OpenSession) and not is_open:
            self.execute(OpenSession())
        return self._record(events)

    def undoable(self) -> Entry | None:
        """Return the entry that `Undo` would undo, if any."""
        try:
            return self._undoable()
        except Refused:
            return None

    def redoable(self) -> Entry | None:
        """Return the entry that `Redo` would redo, if any."""
        try:
            return self._redoable()
        except Refused:
            return None

    def foresee(self, command: Undo | Redo) -> State:
        """Return the state that `command` would lead to, and change nothing.

        Raises:
            Refused: there is nothing to undo, or to redo.
        """
        event = self._change_of_past(command)
        foreseen = Entry(self._last_sequence + 1, self.state.session, self._clock(), event)
        return fold((*self.entries, foreseen), self._base)

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that sequence number, if it is in memory."""
        index = bisect_left(self.entries, sequence, key=lambda entry: entry.sequence)
        found = self.entries[index] if index < len(self.entries) else None
        return found if found and found.sequence == sequence else None

    def recall(self) -> bool:
        """Bring the entries of all earlier sessions into memory; return whether there were any."""
        first = self.entries[0].session if self.entries else self.state.session + 1
        earlier = self._journal.before(first)
        if earlier:
            self._base, self.entries = State(), earlier + self.entries
            self._refold()
        return bool(earlier)

    def close(self) -> None:
        """Let go of the journal; the session stays open for another time."""
        self._journal.close()

    def end(self) -> None:
        """Close the evening's session, with a snapshot of its end."""
        self.execute(CloseSession())

    def _change_of_past(self, command: Undo | Redo) -> EventUndone | EventRedone:
        if isinstance(command, Undo):
            return EventUndone(self._undoable().sequence)
        return EventRedone(self._redoable().sequence)

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
        self._base = loaded.base
        self._last_sequence = loaded.last_sequence
        self.entries = loaded.entries
        self.notices = loaded.notices
        self.state = loaded.base
        self._refold()

    def _tell(self, entries: tuple[Entry, ...]) -> None:
        for listener in tuple(self._listeners):
            listener(entries)

    def _record(self, events: tuple[Event, ...]) -> tuple[Entry, ...]:
        now = self._clock()
        session = self.state.session
        entries = []
        for number, event in enumerate(events, self._last_sequence + 1):
            session = event.number if isinstance(event, SessionOpened) else session
            entries.append(Entry(number, session, now, event))
        new = tuple(entries)
        self._journal.append(new)
        self._last_sequence += len(new)
        self.entries += new
        if any(isinstance(entry.event, EventUndone | EventRedone) for entry in new):
            self._refold()
        else:
            self.state = reduce(apply, new, self.state)
        self._tell(new)
        if isinstance(new[-1].event, SessionClosed):
            self._journal.close_session(self.state, new[-1].sequence)
        return new

    def _refold(self) -> None:
        if self._reaches_back() and self.recall():
            return
        self.undone = undone(self.entries)
        self.state = fold(self.entries, self._base)

    def _reaches_back(self) -> bool:
        """Whether an event in memory undoes or redoes one that is not."""
        present = {entry.sequence for entry in self.entries}
        return any(
            isinstance(entry.event, EventUndone | EventRedone) and entry.event.target not in present
            for entry in self.entries
        )

    def _undoable(self) -> Entry:
        for entry in reversed(self.entries):
            if entry.sequence not in self.undone and not isinstance(entry.event, _NEVER_UNDONE):
                return entry
        if self.recall():
            return self._undoable()
        raise Refused(Refusal.NOTHING_TO_UNDO)

    def _redoable(self) -> Entry:
        redone = 0
        for entry in reversed(self.entries):
            match entry.event:
                case EventRedone():
                    redone += 1
                case EventUndone(target) if redone == 0:
                    if found := self.find(target):
                        return found
                case EventUndone():
                    redone -= 1
                case event if not isinstance(event, _NEVER_UNDONE):
                    raise Refused(Refusal.NOTHING_TO_REDO)
        if self.recall():
            return self._redoable()
        raise Refused(Refusal.NOTHING_TO_REDO)
