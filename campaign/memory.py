"""What of a campaign is in memory, its last sessions; and the way to all that was written before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from campaign.checkpoints import Checkpoints
from campaign.events import EffectRuled, Entry, EventMarked, OfThePast
from campaign.history.history import History
from campaign.past import Past, fold, reaching_back, speaking_of
from campaign.ports import Loaded, Shelf
from campaign.refusals import Refusal, Refused
from campaign.state import State, apply
from campaign.undoing import find

MOST_IN_MEMORY = 4000
"""How many entries there are in memory before no earlier session joins them."""


class Memory:
    """The entries in memory, and the fold of all that was ever written.

    What counts is folded from a base, the state before the sessions that were loaded; earlier sessions that are
    recalled join the entries to be read and spoken of.

    Args:
        loaded: what the journal knew when it was opened.
        shelf: opens the sessions on disk.

    Attributes:
        entries: those of whole sessions up to now, in order.
        last_sequence: the highest sequence number ever given.
        past: what they make of each other; of the whole campaign, once it was asked how an earlier event counts.
        state: the fold of all that was written.
    """

    entries: tuple[Entry, ...]
    last_sequence: int
    past: Past
    state: State

    def __init__(self, loaded: Loaded, shelf: Callable[[], Shelf]) -> None:
        self._loaded, self._shelf = loaded, shelf
        self._history: History | None = None
        self._reaching: tuple[Entry, ...] = ()  # what changes the base
        self._recalled = 0  # how many of the entries stand before the base
        self._far: dict[int, Entry] = {}  # those that are not in memory and were spoken of
        self._base = loaded.base
        self._checkpoints = Checkpoints(self._base)
        self.entries, self.last_sequence = loaded.entries, loaded.last_sequence
        self.state = loaded.base
        self._refold()

    @property
    def history(self) -> History:
        """The whole campaign, read back; it takes in what is written.

        Raises:
            JournalError: its sessions can't be listed.
        """
        if self._history is None:
            self._history = History(self._shelf(), self._loaded.base, self._folded)
        return self._history

    def take_in(self, new: tuple[Entry, ...]) -> None:
        """Take in what has just been written."""
        self.last_sequence = new[-1].sequence
        self.entries += new
        if self._history is not None:
            self._history.written(new)
        if any(isinstance(entry.event, OfThePast) for entry in new):
            self._refold()
            return
        self.state = reduce(apply, new, self.state)
        if any(isinstance(entry.event, EventMarked) for entry in new):
            self.past = self._known_past() or self.past.after(new)

    def recall(self) -> bool:
        """Bring the session before the first one in memory into memory; return whether there was one, and room for it.

        Raises:
            JournalError: it can't be read.
        """
        earlier = self._earlier()
        if not earlier or len(self.entries) >= MOST_IN_MEMORY:
            return False
        first = self._first
        session = self.history.as_written(earlier[-1])
        written = tuple(each for each in session if each.sequence < first)
        self.entries = written + self.entries
        self._recalled += len(written)
        self.past = self._known_past() or Past.of(self.entries)
        return True

    def has_earlier(self) -> bool:
        """Return whether there are sessions before those in memory."""
        return bool(self._earlier())

    def backwards(self) -> Iterator[tuple[Sequence[Entry], Past]]:
        """Yield the entries in parts, each of whole sessions, from the last part back, with how they count.

        Raises:
            JournalError: a session can't be read.
        """
        yield self.entries, self.past
        known = len(self.entries)
        while self.recall():
            yield self.entries[: len(self.entries) - known], self.past
            known = len(self.entries)
        for session in reversed(self._earlier()):
            self._learn()
            yield self.history.entries(session), self.past

    # One event

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that sequence number as it was written, if there is one.

        Raises:
            JournalError: its session can't be read.
        """
        if not 0 < sequence < self._first:
            return find(self.entries, sequence)
        known = self._far.get(sequence) or self.history.find(sequence)
        if known is not None:
            self._far[sequence] = known
        return known

    def past_of(self, sequence: int) -> Past:
        """Return the past by which the event of that sequence number counts."""
        if 0 < sequence < self._first:
            self._learn()
        return self.past

    def counting(self, sequence: int) -> Entry:
        """Return the entry of that sequence number, with its event as it counts now.

        Raises:
            Refused: there is none, or it is undone.
        """
        found, past = self.find(sequence), self.past_of(sequence)
        if found is None:
            raise Refused(Refusal.UNKNOWN_EVENT, sequence=sequence)
        if sequence in past.undone:
            raise Refused(Refusal.EVENT_UNDONE)
        return replace(found, event=past.current(found))

    def speaking_of(self, sequence: int) -> Iterator[Entry]:
        """Yield the entries that speak of an event, the last one first: its ruling, notes, ★, corrections, undoings."""
        if 0 < sequence < self._first:
            yield from filter(None, map(self.find, self.history.speaking_of(sequence)))
            return
        yield from speaking_of(self.entries, sequence)

    def ruling_of(self, roll: int) -> Entry | None:
        """Return the ruling that counts on the roll of that sequence number, as it counts, if there is one."""
        past = self.past_of(roll)
        for entry in self.speaking_of(roll):
            if isinstance(entry.event, EffectRuled) and entry.sequence not in past.undone:
                return self.counting(entry.sequence)
        return None

    # The states

    def state_before(self, sequence: int) -> State:
        """Return the state before the entry of that sequence number, by what counts now."""
        if sequence < self._first_folded:
            return self.history.state_before(sequence)
        return self._checkpoints.fold(self._folded, self.past, before=sequence)

    def is_far(self, foreseen: Sequence[Entry]) -> bool:
        """Return whether entries change how something counts that came before the sessions that were loaded."""
        first = self._parts_from(foreseen)
        return first is not None and first < self._first_folded

    def is_earlier(self, foreseen: Sequence[Entry]) -> bool:
        """Return whether entries change how something counts that came before the last session: more may follow."""
        first = self._parts_from(foreseen)
        session = self.entries[-1].session if self.entries else 0
        begins = bisect_left(self.entries, session, key=lambda entry: entry.session)
        return first is not None and (first < self._first or first < self.entries[begins].sequence)

    def state_with(self, foreseen: tuple[Entry, ...]) -> State:
        """Return the state as it would be if these entries, of the past, were written now."""
        entries = (*self._folded, *foreseen)
        if not self.is_far(foreseen):
            return self._checkpoints.fold(entries, self.past.after(foreseen))
        base = self.history.state_before(self._first_folded, self.history.foresee(foreseen))
        return fold(entries, base, self.past.after(foreseen))

    def compared(self, foreseen: tuple[Entry, ...]) -> tuple[State, State]:
        """Return the state as it is and as it would be: now, or right after what they change where that is far."""
        if not self.is_far(foreseen):
            return self.state, self.state_with(foreseen)
        history = self.history
        then, thus = history.states, history.foresee(foreseen)
        numbers = sorted(then.past.parted_from(thus.past))
        session = history.session_of(numbers[0]) or 0
        last = max(each for each in numbers if history.session_of(each) == session)
        return then.at(last, session), thus.at(last, session)

    # How it is known

    @property
    def _first(self) -> int:
        """The number of the first entry in memory."""
        return self.entries[0].sequence if self.entries else self.last_sequence + 1

    @property
    def _folded(self) -> tuple[Entry, ...]:
        """The entries since the base."""
        return self.entries[self._recalled :]

    @property
    def _first_folded(self) -> int:
        known = self.entries[self._recalled : self._recalled + 1]
        return known[0].sequence if known else self.last_sequence + 1

    def _earlier(self) -> list[int]:
        """Return the numbers of the sessions that have entries before those in memory."""
        history, first = self.history, self._first
        session = self.entries[0].session if self.entries else self.state.session + 1
        return [
            each
            for each in history.sessions
            if each < session or (each == session and history.first_of(each) < first)
        ]

    def _parts_from(self, foreseen: Sequence[Entry]) -> int | None:
        targets = [each.event.target for each in foreseen if isinstance(each.event, OfThePast)]
        past = self.past_of(min(targets, default=0))
        return past.parts_from(past.after(foreseen))

    def _known_past(self) -> Past | None:
        """Return the past of the whole campaign, if it is known."""
        history = self._history
        return history.past if history is not None and history.knows_past else None

    def _learn(self) -> None:
        """Make known how every event counts, whenever it was written."""
        if self._known_past() is None:
            self.history.learn_past()
            self._refold()

    def _refold(self) -> None:
        folded = self._folded
        reaching = reaching_back(folded)
        if reaching != self._reaching:
            self._reaching = reaching
            self._base = self._base_under(reaching)
            self._checkpoints = Checkpoints(self._base)
        self.past = self._known_past() or Past.of(self.entries)
        self.state = self._checkpoints.advance(folded, self.past)

    def _base_under(self, reaching: tuple[Entry, ...]) -> State:
        """Return the state before the sessions that were loaded, as these entries of theirs make it."""
        known = self._loaded.base
        if not reaching:
            return known
        kept = self._shelf().kept_base(known, reaching) if self._history is None else None
        if kept is not None:
            return kept
        self._keep_base()
        return self.history.state_before(self._first_folded)

    def _keep_base(self) -> None:
        """Keep the state before the session that is played, which is the base when the campaign is opened again."""
        folded = self._folded
        tonight = [each for each in folded if each.session == folded[-1].session]
        before = folded[: -len(tonight)]
        reaching = reaching_back(tonight)
        if reaching and not reaching_back(before):
            known = fold(before, self._loaded.base)
            base = self.history.state_before(tonight[0].sequence)
            self._shelf().keep_base(known, reaching, base)
