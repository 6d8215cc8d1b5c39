"""The whole campaign, of which only what is looked at is ever in memory: its sessions, and their events."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby

from campaign.commands import EditSessions
from campaign.events import Entry, OfThePast
from campaign.history.chapters import Chapter, Span, chapters, counting_edits
from campaign.history.editing import edited
from campaign.history.index import SessionIndex, changing, indexed, place_of
from campaign.history.rolls import RollFacts, facts_of
from campaign.history.states import States
from campaign.past import Past, counting, placed, target_of, told_late
from campaign.ports import Shelf
from campaign.refusals import Refusal, Refused
from campaign.state import State, apply
from campaign.undoing import find

_DECODED = 6
"""How many sessions stay decoded: the one in view, those beside it, and those that its events speak of."""


class History:
    """Every session of a campaign, from the first to what is being written now.

    How events count is known once each session's index is: `loading` makes them known one by one, so that a screen
    goes on between two; what needs them all waits for the rest.

    Args:
        shelf: the sessions on disk.
        base: the state before the sessions in memory.
        live: the entries in memory, of whole sessions up to now; `written` adds to them.

    Attributes:
        sessions: the numbers of the sessions, in order.
    """

    sessions: tuple[int, ...]

    def __init__(self, shelf: Shelf, base: State | None = None, live: Sequence[Entry] = ()) -> None:
        self._shelf, self._base = shelf, base or State()
        self._live: dict[int, tuple[Entry, ...]] = {}
        self._indexes: dict[int, SessionIndex] = {}
        self._shown: dict[int, SessionIndex] = {}
        self._decoded: OrderedDict[int, tuple[Entry, ...]] = OrderedDict()
        self._known_past: Past | None = None
        self._told: Mapping[int, Entry] = {}
        self._known_states: States | None = None
        # the last index that was made, and the states by what was known then
        self._making: tuple[int, States] | None = None
        self._foreseen: tuple[tuple[Entry, ...], States] | None = None
        self.sessions = shelf.sessions()
        self._take_in(live)

    def written(self, entries: Sequence[Entry]) -> None:
        """Take in what has just been written; what was foreseen of it needn't be computed again."""
        new, foreseen = changing(entries), self._foreseen
        if new:
            self._known_past = self._foreseen = None
        if self._known_states is not None and new:
            is_foreseen = foreseen is not None and _say_the_same(foreseen[0], entries)
            self._known_states = self._known_states.written(
                entries, foreseen[1] if foreseen and is_foreseen else None
            )
        self._take_in(entries)
        if any(isinstance(each.event, OfThePast) for each in new):
            self._shown.clear()

    def foresee(self, entries: Sequence[Entry]) -> States:
        """Return the states between the events once `entries` are written as well; they serve if they are next.

        Raises:
            JournalError: a session can't be read.
        """
        if self._foreseen is None or not _say_the_same(self._foreseen[0], entries):
            self._foreseen = tuple(entries), self.states.with_changes(entries)
        return self._foreseen[1]

    # The sessions

    def loading(self) -> Iterator[int]:
        """Make known each session's index that isn't, and yield its number: those kept first, from the last one back.

        Raises:
            JournalError: a session can't be read.
        """
        for session in reversed(self.sessions):
            if session in self._indexes or session in self._live:
                continue
            if kept := self._shelf.kept_index(session):
                self._know(kept)
                yield session
        for session in self.sessions:
            if session not in self._indexes:
                self._make_index(session)
                yield session

    def load(self) -> None:
        """Make the index of every session known.

        Raises:
            JournalError: a session can't be read.
        """
        if not self.is_loaded:
            for _ in self.loading():
                pass

    @property
    def is_loaded(self) -> bool:
        """Whether the index of every session is known."""
        return len(self._indexes) == len(self.sessions)

    @property
    def knows_past(self) -> bool:
        """Whether `past` is that of the whole campaign: all is known but, maybe, the indexes of what is in memory."""
        return all(each in self._indexes or each in self._live for each in self.sessions)

    def index(self, session: int) -> SessionIndex | None:
        """Return the index of a session, with its events as they count; None while it isn't known."""
        known = self._indexes.get(session)
        if known is None:
            return None
        if session not in self._shown:
            self._shown[session] = known.as_counts(self.past, self.find)
        return self._shown[session]

    def indexes(self) -> Iterator[SessionIndex]:
        """Return each index that is known, in order, with its events as they were written."""
        return (self._indexes[each] for each in self.sessions if each in self._indexes)

    @property
    def past(self) -> Past:
        """What the sessions that are known make of each other's events."""
        return self._how_it_counts()[0]

    def chapters(self, foreseen: EditSessions | None = None) -> tuple[Chapter, ...]:
        """Return the sessions as they are read, or as the command `foreseen` would have them read.

        Raises:
            Refused: that command makes no sense.
            JournalError: a session can't be read.
        """
        self.load()
        spans = [
            Span(number, index.first, index.last, index.began.date())
            for number in self.sessions
            if (index := self._indexes[number]).began is not None
        ]
        edits = counting_edits(self._changing(), self.past.undone)
        now = chapters(spans, edits)
        return (
            now if foreseen is None else chapters(spans, [*edits, edited(foreseen, now, self.find)])
        )

    def learn_past(self) -> None:
        """Make known how every event counts.

        Raises:
            JournalError: a session can't be read.
        """
        if not self.knows_past:
            self.load()

    # The events

    def session_of(self, sequence: int) -> int | None:
        """Return the number of the session in which an event stands, or would, if there is one.

        Raises:
            JournalError: a session can't be read.
        """
        sessions = self.sessions
        place = bisect_right(sessions, sequence, key=self.first_of)
        return sessions[place - 1] if place else None

    def entries(self, session: int) -> tuple[Entry, ...]:
        """Return the entries of a session as they were written, with what was told of it later where that happened.

        Raises:
            JournalError: they can't be read.
        """
        _, told = self._how_it_counts()
        if session not in self._decoded:
            written = self.as_written(session)
            span = range(written[0].sequence, written[-1].sequence) if written else range(0)
            late = {number: each for number, each in told.items() if number in span}
            self._decoded[session] = tuple(placed(written, late))
            if len(self._decoded) > _DECODED:
                self._decoded.popitem(last=False)
        self._decoded.move_to_end(session)
        return self._decoded[session]

    def as_written(self, session: int) -> tuple[Entry, ...]:
        """Return the entries of a session as its files have them.

        Raises:
            JournalError: they can't be read.
        """
        if session in self._live:
            return self._live[session]
        return self._shelf.read(session, max(0, self.first_of(session) - 1))

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that number as it was written, if there is one.

        Raises:
            JournalError: a session can't be read.
        """
        session = self.session_of(sequence)
        return None if session is None else find(self.entries(session), sequence)

    def counting(self, sequence: int) -> Entry:
        """Return the entry of that number, with its event as it counts now.

        Raises:
            Refused: there is none, or it is undone.
            JournalError: a session can't be read.
        """
        self.learn_past()
        found = self.find(sequence)
        if found is None:
            raise Refused(Refusal.UNKNOWN_EVENT, sequence=sequence)
        if sequence in self.past.undone:
            raise Refused(Refusal.EVENT_UNDONE)
        return replace(found, event=self.past.current(found))

    def speaking_of(self, sequence: int) -> Iterator[int]:
        """Yield the numbers of the events that speak of one, as its ruling, a note or a correction do; the last first.

        Raises:
            JournalError: a session can't be read.
        """
        self.learn_past()
        for session in reversed(self.sessions):
            if self.last_of(session) < sequence:
                break
            if session in self._live:
                for entry in reversed(self._live[session]):
                    if target_of(entry.event) == sequence:
                        yield entry.sequence
            elif sequence in (index := self._indexes[session]).abouts:
                yield from (
                    number
                    for number, about in zip(
                        reversed(index.sequences), reversed(index.abouts), strict=True
                    )
                    if about == sequence
                )

    def rolls(self, session: int) -> list[RollFacts]:
        """Return the dépassements of a session that count, as they count, in order.

        Raises:
            JournalError: a session can't be read.
        """
        self.load()
        index, past = self._indexes[session], self.past
        told = [
            each
            for number, each in self._told.items()
            if index.first < number < index.last and place_of(index.sequences, number) is None
        ]
        found = [*index.rolls.as_counts(past), *facts_of(session, told, past)]
        return sorted(found, key=lambda each: each.sequence)

    # The states

    @property
    def states(self) -> States:
        """The states between the events, by what counts now.

        Raises:
            JournalError: a session can't be read.
        """
        self.learn_past()
        if self._known_states is None:
            self._known_states = States(self, self._changing())
        return self._known_states

    def state_at(self, sequence: int) -> State:
        """Return the state right after the event of that number, by what counts now.

        Raises:
            JournalError: a session can't be read.
        """
        session = self.session_of(sequence)
        return State() if session is None else self.states.at(sequence, session)

    def state_before(self, sequence: int, states: States | None = None) -> State:
        """Return the state right before the event of that number, by what counts now, or as `states` have it.

        Raises:
            JournalError: a session can't be read.
        """
        session = self.session_of(sequence)
        return State() if session is None else (states or self.states).at(sequence - 1, session)

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

    # How it is known

    def _how_it_counts(self) -> tuple[Past, Mapping[int, Entry]]:
        """Return what the known sessions make of each other's events, and what they tell late."""
        if self._known_past is None:
            known = self._changing()
            told = told_late(known)
            if told.keys() != self._told.keys():
                self._decoded.clear()
            self._known_past, self._told = Past.of(known), told
        return self._known_past, self._told

    def _take_in(self, entries: Sequence[Entry]) -> None:
        for session, written in groupby(entries, key=lambda entry: entry.session):
            new = tuple(written)
            self._live[session] = (*self._before_live(session, new[0].sequence), *new)
            self._indexes.pop(session, None)
            self._decoded.pop(session, None)
        self.sessions = tuple(sorted({*self.sessions, *self._live}))

    def _before_live(self, session: int, sequence: int) -> tuple[Entry, ...]:
        """Return the entries of a session before that number: in memory, or of one that has been re-opened."""
        if session in self._live:
            return self._live[session]
        if session not in self.sessions or self.first_of(session) >= sequence:
            return ()
        return tuple(each for each in self.as_written(session) if each.sequence < sequence)

    def _know(self, index: SessionIndex) -> None:
        self._indexes[index.session] = index
        self._shown.pop(index.session, None)
        if any(isinstance(each.event, OfThePast) for each in index.changing):
            self._shown.clear()  # one of them may count otherwise than was known
        self._known_past = None

    def _make_index(self, session: int) -> None:
        """Make the index of a session, those before it being known."""
        entries = self.as_written(session)
        if not entries:  # its files hold no event at all
            self.sessions = tuple(each for each in self.sessions if each != session)
            return
        state = self._state_then(session, entries)
        known = {entry.sequence: entry for entry in entries}
        index = indexed(
            session, entries, state, lambda number: known.get(number) or self.find(number)
        )
        self._know(index)
        if session not in self._live:
            self._shelf.keep(index, state)

    def _state_then(self, session: int, entries: Sequence[Entry]) -> State:
        """Return the state at the end of a session, by what was known then."""
        if session in self._live:
            live = [
                each for number in self._live if number <= session for each in self._live[number]
            ]
            return reduce(apply, counting(live, Past.of(live)), self._base)
        before = [each for each in self.sessions if each < session]
        made, states = self._making or (0, None)
        if states is None or before[-1:] != [made]:
            states = States(
                self, [each for each in self._changing() if each.sequence < entries[0].sequence]
            )
        states = states.with_changes(entries)
        self._making = session, states
        return states.after(session, entries)

    def _changing(self) -> tuple[Entry, ...]:
        return tuple(entry for session in self.sessions for entry in self._changing_of(session))

    def _changing_of(self, session: int) -> tuple[Entry, ...]:
        if session in self._live:
            return changing(self._live[session])
        return self._indexes[session].changing if session in self._indexes else ()


def _say_the_same(foreseen: Sequence[Entry], written: Sequence[Entry]) -> bool:
    """Whether what was foreseen is what was written, be it later, and in another session."""
    return [each.event for each in foreseen] == [each.event for each in written]
