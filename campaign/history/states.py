"""The states that a campaign passed through, from what is kept of its sessions, or else from their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import takewhile
from typing import Protocol

from campaign.events import Entry, EventRevealed, OfThePast
from campaign.past import Past, counting
from campaign.state import State, apply


class Sessions(Protocol):
    """The sessions of a campaign, as far as its states need to know them."""

    @property
    def sessions(self) -> tuple[int, ...]:
        """Their numbers, in order."""
        ...

    def last_of(self, session: int) -> int:
        """Return the number of the last event of a session."""
        ...

    def entries(self, session: int) -> tuple[Entry, ...]:
        """Return the entries of a session as they were written. Raises JournalError: they can't be read."""
        ...

    def kept_state(self, session: int) -> State | None:
        """Return the state at the end of a session by what was known then, where it is kept."""
        ...


class States:
    """The states between the events of a campaign, under one past. Those at the ends of sessions are remembered.

    A state that is kept is by what was known at the end of its session. It serves unless something later changed how
    an event before it counts; and it serves again after a session at whose end all is as it was then.

    Args:
        sessions: the sessions.
        changing: the entries that change how others count, all of them, in order.

    Attributes:
        past: what they make of the others.
    """

    def __init__(self, sessions: Sessions, changing: Iterable[Entry]) -> None:
        self._sessions = sessions
        self._changing = tuple(each for each in changing if isinstance(each.event, OfThePast))
        self._changes = [
            (each.event.target, each.sequence)
            for each in self._changing
            if isinstance(each.event, OfThePast)
        ]
        self.past = Past.of(self._changing)
        self._after: dict[int, State] = {}
        self._agreed = [0]  # the last events of sessions at whose end all is as it was known then

    def with_changes(self, entries: Iterable[Entry]) -> States:
        """Return the states under the past as it is once `entries` are written as well."""
        listed = tuple(entries)
        states = States(self._sessions, (*self._changing, *listed))
        told = (each.event.target for each in listed if isinstance(each.event, EventRevealed))
        parted = self.past.parted_from(states.past)
        first = min((*parted, *told), default=None)

        def stays(last: int) -> bool:
            return first is None or last < first

        last_of = self._sessions.last_of
        states._after = {
            session: state for session, state in self._after.items() if stays(last_of(session))
        }
        states._agreed = list(filter(stays, self._agreed))
        return states

    def with_all(self, changing: Iterable[Entry]) -> States:
        """Return the states under the past that `changing` makes, which begins with what these know."""
        known = self._changing[-1].sequence if self._changing else 0
        return self.with_changes(each for each in changing if each.sequence > known)

    def goes_on(self, session: int) -> None:
        """Take note that more is written to a session: the state at its end is another."""
        self._after.pop(session, None)

    def written(self, entries: Iterable[Entry], foreseen: States | None = None) -> States:
        """Return the states once `entries` are written; those that were `foreseen` needn't be computed again."""
        states = self.with_changes(entries)
        if foreseen is not None:
            states._after, states._agreed = foreseen._after, foreseen._agreed
        return states

    def remember(self, session: int, state: State) -> None:
        """Take note of the state at the end of a session that is over, computed elsewhere."""
        self._after[session] = state
        kept = self._sessions.kept_state(session)
        if kept is not None and kept.is_same(state):
            self._agreed.append(self._sessions.last_of(session))

    def go_on_like(self, others: States, session: int, until: int | None) -> None:
        """Take note that from the end of a session to the event of number `until`, the states are those of others."""
        last_of = self._sessions.last_of

        def is_like(last: int) -> bool:
            return last_of(session) <= last and (until is None or last < until)

        self._after |= {
            each: state for each, state in others._after.items() if is_like(last_of(each))
        }
        self._agreed += filter(is_like, others._agreed)

    def before(self, session: int) -> State:
        """Return the state before the first event of a session.

        Raises:
            JournalError: an earlier session can't be read.
        """
        state, unknown = State(), list[int]()
        for earlier in reversed([each for each in self._sessions.sessions if each < session]):
            known = self._after.get(earlier) or self._kept(earlier)
            if known is not None:
                state = known
                break
            unknown.append(earlier)
        for earlier in reversed(unknown):
            state = self._kept(earlier) or self._folded(state, earlier)
        return state

    def after(self, session: int, entries: Sequence[Entry]) -> State:
        """Return the state at the end of a session that has these entries, and remember it.

        Raises:
            JournalError: an earlier session can't be read.
        """
        state = self._after[session] = self._fold(self.before(session), entries)
        return state

    def at(self, sequence: int, session: int) -> State:
        """Return the state right after the event of that number, which is of that session.

        Raises:
            JournalError: a session can't be read.
        """
        entries = self._sessions.entries(session)
        until = takewhile(lambda each: each.sequence <= sequence, entries)
        return self._fold(self.before(session), tuple(until))

    def _fold(self, state: State, entries: Sequence[Entry]) -> State:
        return reduce(apply, counting(entries, self.past), state)

    def _folded(self, before: State, session: int) -> State:
        """Return the state after a session, given the one before it, and remember it."""
        state = self._fold(before, self._sessions.entries(session))
        self.remember(session, state)
        return state

    def _kept(self, session: int) -> State | None:
        """Return the state that is kept of the end of a session, unless something later made it another."""
        last = self._sessions.last_of(session)
        agreed = self._agreed_before(last)
        if any(agreed < target <= last < sequence for target, sequence in self._changes):
            return None
        state = self._sessions.kept_state(session)
        if state is not None:
            self._after[session] = state
        return state

    def _agreed_before(self, last: int) -> int:
        """Return the last event up to `last` at which all is as it was known at `last`; 0 for none."""
        return next(
            agreed
            for agreed in sorted(self._agreed, reverse=True)
            if agreed <= last
            and not any(target <= agreed < sequence <= last for target, sequence in self._changes)
        )
