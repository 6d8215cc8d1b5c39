"""The whole campaign, of which only what is looked at is ever in memory: its sessions, and their events."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from campaign.commands import EditSessions
from campaign.events import Entry, OfThePast
from campaign.history.chapters import Chapter, Span, chapters, counting_edits
from campaign.history.editing import edited
from campaign.history.index import SessionIndex, changing, indexed, place_of
from campaign.history.outline import Glance, Outline
from campaign.history.rolls import RollFacts, facts_of
from campaign.history.states import States
from campaign.history.written import WrittenSessions
from campaign.past import Past, counting, placed, speaking_of, told_late
from campaign.ports import Shelf
from campaign.state import State, apply
from campaign.undoing import find

_DECODED = 6
"""How many sessions stay decoded: the one in view, those beside it, and those that its events speak of."""


class History(WrittenSessions):
    """Every session of a campaign, from the first to what is being written now.

    How events count is known once each session's index is: `loading` makes them known one by one, so that a screen
    goes on between two; what needs them all waits for the rest.

    Args:
        shelf: the sessions on disk.
        base: the state before the sessions in memory.
        live: the entries in memory, of whole sessions up to now; `written` adds to them.
    """

    def __init__(self, shelf: Shelf, base: State | None = None, live: Sequence[Entry] = ()) -> None:
        super().__init__(shelf, live)
        self._base = base or State()
        self._shown: dict[int, SessionIndex] = {}
        self._glances: dict[int, Glance] = {}
        self._decoded: OrderedDict[int, tuple[Entry, ...]] = OrderedDict()
        self._known_past: Past | None = None
        self._known_chapters: tuple[Chapter, ...] | None = None
        self._told: Mapping[int, Entry] = {}
        self._known_states: States | None = None
        # the last index that was made, and the states by what was known then
        self._making: tuple[int, States] | None = None
        self._foreseen: tuple[tuple[Entry, ...], States] | None = None

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
        self._known_chapters = None
        for session in {entry.session for entry in entries}:
            self._decoded.pop(session, None)
            if self._known_states is not None:
                self._known_states.goes_on(session)
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

    def index(self, session: int) -> SessionIndex | None:
        """Return the index of a session, with its events as they count; None while it isn't known."""
        known = self._indexes.get(session)
        if known is None:
            return None
        if session not in self._shown:
            self._shown[session] = known.as_counts(self.past, self.find)
        return self._shown[session]

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
        if foreseen is None and self._known_chapters is not None:
            return self._known_chapters
        spans = [
            Span(number, index.first, index.last, index.began.date())
            for number in self.sessions
            if (index := self._indexes[number]).began is not None
        ]
        edits = counting_edits(self._changing(), self.past.undone)
        last = max((self._indexes[number].last for number in self.sessions), default=0)
        now = chapters(spans, edits, last)
        if foreseen is None:
            self._known_chapters = now
            return now
        return chapters(spans, [*edits, edited(foreseen, now, self.find)], last)

    # The campaign in outline, for whoever needs no more

    def outlining(self) -> Iterator[int]:
        """Look at each session that wasn't looked at yet, and yield its number.

        Raises:
            JournalError: a session can't be read.
        """
        for session in reversed(self.sessions):
            if session in self._live or session in self._glances:
                continue
            index = self._indexes.get(session)
            if index is None and (index := self._shelf.kept_index(session)):
                self._know(index)
            if index is not None:
                self._glances[session] = Glance.of_index(index)
            elif entries := self._shelf.skim(session):
                self._glances[session] = Glance.of(session, entries)
            yield session

    def outline(self) -> Outline:
        """Return the campaign in outline, without making an index.

        Raises:
            JournalError: a session can't be read.
        """
        for _ in self.outlining():
            pass
        return Outline(filter(None, map(self._glance, self.sessions)), self._shelf, self._live)

    def _glance(self, session: int) -> Glance | None:
        """Return what is seen of a session; None where its files hold no event at all."""
        if session in self._live:
            return Glance.of(session, self._live[session])
        return self._glances.get(session)

    def learn_past(self) -> None:
        """Make known how every event counts.

        Raises:
            JournalError: a session can't be read.
        """
        if not self.knows_past:
            self.load()

    # The events

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

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that number as it was written, if there is one.

        Raises:
            JournalError: a session can't be read.
        """
        session = self.session_of(sequence)
        return None if session is None else find(self.entries(session), sequence)

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
                for entry in speaking_of(self._live[session], sequence):
                    yield entry.sequence
            else:
                index = self._indexes[session]
                for place in reversed(index.speaking_of(sequence)):
                    yield index.sequences[place]

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
            self._known_states = self._states_now()
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

    def _know(self, index: SessionIndex) -> None:
        self._indexes[index.session] = index
        self._shown.pop(index.session, None)
        if any(isinstance(each.event, OfThePast) for each in index.changing):
            self._shown.clear()  # one of them may count otherwise than was known
        self._known_past = self._known_chapters = None

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

    def _states_now(self) -> States:
        """Return the states by what counts now; those that the making of the indexes went through serve still.

        Where nothing can be kept on disk, going through them again would take as long as the reading did.
        """
        if self._making is None or self._making[0] in self._live:
            return States(self, self._changing())
        return self._making[1].with_all(self._changing())


def _say_the_same(foreseen: Sequence[Entry], written: Sequence[Entry]) -> bool:
    """Whether what was foreseen is what was written, be it later, and in another session."""
    return [each.event for each in foreseen] == [each.event for each in written]
