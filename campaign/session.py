"""A campaign that is open: commands come in, events are written, then folded, then told to those who listen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import reduce
from itertools import takewhile

from campaign.checkpoints import Checkpoints
from campaign.commands import (
    CloseSession,
    Command,
    Correction,
    EditSessions,
    MarkEvent,
    OpenSession,
    Redo,
    ReopenSession,
    ResolveDepassement,
    Reveal,
    Undo,
    WriteNote,
)
from campaign.correction import correct
from campaign.decide import Dice, decide
from campaign.events import (
    EffectRuled,
    Entry,
    Event,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    NoteWritten,
    OfSessions,
    OfThePast,
    Revealable,
    SessionClosed,
    SessionOpened,
)
from campaign.history.chapters import Sessions
from campaign.history.editing import edited
from campaign.history.history import History
from campaign.past import Past, reaches_back, target_of
from campaign.ports import Clock, Journal
from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.sentences import sentence
from campaign.state import State, apply
from campaign.undoing import done_last, find, undone_last

EVENING = timedelta(hours=12)
"""A campaign that is opened again within this time goes on with its session: a dropped link is no new evening."""

Listener = Callable[[tuple[Entry, ...]], None]
"""Told of the entries that were just written, after the state has changed."""


class Session:
    """An open campaign.

    Attributes:
        is_looking: whether it only follows what another program writes.
        state: the fold of its events.
        entries: the entries in memory, in order: at least those of the current session.
        past: what they make of each other: what is undone, corrected, marked, revealed.
        title: the title of the session that is played, or was last; empty for none.
        notices: what the journal had to say when it was opened.
    """

    is_looking = False
    state: State
    entries: tuple[Entry, ...]
    past: Past
    title: str
    notices: tuple[str, ...]

    def __init__(self, journal: Journal, clock: Clock, dice: Dice) -> None:
        self._journal, self._clock, self._dice = journal, clock, dice
        self._listeners: list[Listener] = []
        self._history: History | None = None
        self._load()

    def begin(self) -> None:
        """Go on with the session of this evening, or open a new one if there is none or an evening has passed.

        One that was closed this evening stays closed: it may be re-opened, and whatever else is done begins the next.
        """
        if self.state.session == 0 or self._is_left:
            self.execute(OpenSession())

    @property
    def is_being_played(self) -> bool:
        """Whether a session is open, and is of this evening."""
        return self.state.session_opened is not None and not self._is_left

    @property
    def history(self) -> History:
        """The whole campaign, read back; it takes in what is written.

        Raises:
            JournalError: its sessions can't be listed.
        """
        if self._history is None:
            self._history = History(self._journal.shelf(), self._base, self.entries)
        return self._history

    @property
    def elapsed(self) -> timedelta:
        """The time since the session that is open began; zero while none is."""
        opened = self.state.session_opened
        return self._clock() - opened if opened else timedelta()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after each command from now on; call what is returned to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def execute(self, command: Command) -> tuple[Entry, ...]:
        """Decide, write, fold and tell; return the new entries of the command, which are on disk.

        A session that was closed stays as it was: what comes after begins the next one, but for its re-opening.

        Raises:
            Refused: the command makes no sense now.
            RuleError: the rules refuse it.
            JournalError: it could not be written. In each case the state is unchanged; but after `NOT_KEPT`, the
                session is closed.
        """
        events = self._decide(command)
        is_secret = self._is_secret(command, events)
        is_open = self.state.session_opened is not None
        if isinstance(command, OpenSession) and is_open:
            self._make_way()
        elif not isinstance(command, OpenSession | ReopenSession) and not is_open:
            self.execute(OpenSession())
        return self._record(events, secret=is_secret)

    def undoable(self) -> tuple[Entry, ...]:
        """Return the entries that `Undo` would undo: all that one command wrote, or none."""
        try:
            return self._undoable()
        except Refused:
            return ()

    def redoable(self) -> tuple[Entry, ...]:
        """Return the entries that `Redo` would redo: all that were undone at once, or none."""
        try:
            return self._redoable()
        except Refused:
            return ()

    def foresee(self, command: Undo | Redo | Correction) -> State:
        """Return the state that `command` would lead to, and change nothing.

        Raises:
            Refused: it makes no sense now.
            RuleError: the rules refuse it.
        """
        foreseen = self._entries_of(self._decide(command), secret=False)
        return self._checkpoints.fold((*self.entries, *foreseen), self.past.after(foreseen))

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that sequence number, if it is in memory."""
        return find(self.entries, sequence)

    def revelation(self, target: int) -> tuple[EventRevealed, ...]:
        """Return what `Reveal` would tell: a secret roll with its ruling and its ★, or a note, as they count now.

        The notes on a roll stay the GC's own until they are revealed themselves.

        Raises:
            Refused: that event isn't secret, or is none of these.
        """
        found = self.counting(target)
        if isinstance(found.event, EffectRuled):  # which says nothing without its roll
            return self.revelation(found.event.roll)
        told = tuple(
            EventRevealed(entry.sequence, event)
            for entry in self.entries
            if self.past.is_secret(entry)
            and entry.sequence not in self.past.undone
            and isinstance(event := self.past.current(entry), Revealable)
            and (entry.sequence == target or _comes_with(event, target))
        )
        if not any(event.target == target for event in told):
            raise Refused(Refusal.NOT_SECRET)
        return told

    def counting(self, sequence: int) -> Entry:
        """Return the entry of that sequence number, with its event as it counts now.

        Raises:
            Refused: there is none, or it is undone.
        """
        found = self._found(sequence)
        if found is None:
            raise Refused(Refusal.UNKNOWN_EVENT, sequence=sequence)
        if sequence in self.past.undone:
            raise Refused(Refusal.EVENT_UNDONE)
        return replace(found, event=self.past.current(found))

    def ruling_of(self, roll: int) -> Entry | None:
        """Return the ruling that counts on the roll of that sequence number, as it counts, if there is one."""
        for entry in reversed(self.entries):
            if isinstance(entry.event, EffectRuled) and entry.event.roll == roll:
                if entry.sequence not in self.past.undone:
                    return self.counting(entry.sequence)
            elif entry.sequence <= roll:
                break
        return None

    def state_before(self, sequence: int) -> State:
        """Return the state before the entry of that sequence number, by what counts now."""
        self._found(sequence)
        return self._checkpoints.fold(self.entries, self.past, before=sequence)

    def recall(self) -> bool:
        """Bring the entries of all earlier sessions into memory; return whether there were any."""
        first = self.entries[0].session if self.entries else self.state.session + 1
        earlier = self._journal.before(first)
        if earlier:
            self._base = State()
            self._checkpoints, self.entries = Checkpoints(self._base), earlier + self.entries
            self._refold()
        return bool(earlier)

    def close(self) -> None:
        """Let go of the journal; the session stays open for another time."""
        self._journal.close()

    def end(self) -> None:
        """Close the evening's session, with a snapshot of its end."""
        self.execute(CloseSession())

    @property
    def _is_left(self) -> bool:
        """Whether nothing was written for longer than an evening, or ever."""
        return not self.entries or self._clock() - self.entries[-1].at > EVENING

    def _decide(self, command: Command) -> tuple[Event, ...]:
        match command:
            case Undo():
                return tuple(EventUndone(entry.sequence) for entry in self._undoable())
            case Redo():
                return tuple(EventRedone(entry.sequence) for entry in self._redoable())
            case Reveal(target):
                return self.revelation(target)
            case MarkEvent(target, marked):
                self.counting(target)
                if (target in self.past.marked) == marked:
                    raise Refused(Refusal.NO_CHANGE)
                return (EventMarked(target, marked),)
            case _ if isinstance(command, EditSessions):
                return (edited(command, self.history.chapters(), self.history.find),)
            case WriteNote(about=int() as about) if not 1 <= about <= self._last_sequence:
                raise Refused(Refusal.UNKNOWN_EVENT, sequence=about)
            case _ if isinstance(command, Correction):
                return correct(command, self)
            case _:
                return decide(command, self.state, self._dice)

    def _is_secret(self, command: Command, events: tuple[Event, ...]) -> bool:
        """Whether what a command wrote tells of a secret roll."""
        if isinstance(command, ResolveDepassement):
            return command.secret
        if isinstance(command, Reveal):
            return False
        spoken_of = [self._found(target_of(event) or 0) for event in events]
        return any(entry is not None and self.past.is_secret(entry) for entry in spoken_of)

    def _found(self, sequence: int) -> Entry | None:
        """Return the entry of that sequence number, having brought earlier sessions into memory where it is of one."""
        found = self.find(sequence)
        if found is None and 0 < sequence <= self._last_sequence and self.recall():
            found = self.find(sequence)
        return found

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
        self._history = None
        self._checkpoints = Checkpoints(self._base)
        self._last_sequence = loaded.last_sequence
        self.entries = loaded.entries
        self.notices = loaded.notices
        self.state = loaded.base
        self._refold()

    def _tell(self, entries: tuple[Entry, ...]) -> None:
        if self._history is not None:
            self._history.written(entries)
        for listener in tuple(self._listeners):
            listener(entries)

    def _record(self, events: tuple[Event, ...], *, secret: bool = False) -> tuple[Entry, ...]:
        new = self._entries_of(events, secret=secret)
        self._journal.append(new)
        self._last_sequence += len(new)
        self.entries += new
        if any(isinstance(entry.event, OfThePast) for entry in new):
            self._refold()
        else:
            self.state = reduce(apply, new, self.state)
            if any(isinstance(entry.event, EventMarked) for entry in new):
                self.past = self.past.after(new)
            if any(isinstance(entry.event, OfSessions | SessionOpened) for entry in new):
                self.title = self._title()
        self._tell(new)
        if isinstance(new[-1].event, SessionClosed):
            self._journal.close_session(self.state, new[-1].sequence)
        return new

    def _entries_of(self, events: Sequence[Event], *, secret: bool) -> tuple[Entry, ...]:
        now, session, count = self._clock(), self.state.session, len(events)
        entries = []
        for index, event in enumerate(events, 1):
            session = event.number if isinstance(event, SessionOpened) else session
            number = self._last_sequence + index
            entries.append(Entry(number, session, now, event, (index, count), secret))
        return tuple(entries)

    def _refold(self) -> None:
        if reaches_back(self.entries) and self.recall():
            return
        self.past = Past.of(self.entries)
        self.state = self._checkpoints.advance(self.entries, self.past)
        self.title = self._title()

    def _title(self) -> str:
        """Return the title of the last session; every event that gives it one is in memory."""
        tonight = list(
            takewhile(lambda entry: entry.session == self.state.session, reversed(self.entries))
        )
        read = Sessions(reversed(tonight)).chapters(self.past.undone)
        return read[-1].title if read else ""

    def _undoable(self) -> tuple[Entry, ...]:
        if found := done_last(self.entries, self.past):
            return found
        if self.recall():
            return self._undoable()
        raise Refused(Refusal.NOTHING_TO_UNDO)

    def _redoable(self) -> tuple[Entry, ...]:
        targets = undone_last(self.entries)
        found = tuple(filter(None, map(self.find, targets)))
        if targets and len(found) == len(targets):
            return found
        if self.recall():
            return self._redoable()
        raise Refused(Refusal.NOTHING_TO_REDO)


def _comes_with(event: Revealable, roll: int) -> bool:
    """Whether an event is told with the roll that it is about."""
    return target_of(event) == roll and not isinstance(event, NoteWritten)
