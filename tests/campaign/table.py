"""A table in memory: a journal without files, a clock that is set by hand and dice that are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from campaign.commands import (
    Command,
    Correction,
    OpenSession,
    Redo,
    ResolveDepassement,
    Undo,
)
from campaign.deltas import deltas
from campaign.demo import BOULE_DE_FEU
from campaign.events import CampaignCreated, DepassementResolved, EffectRuled, Entry
from campaign.history.index import SessionIndex
from campaign.narration import line
from campaign.ports import Journal, Loaded
from campaign.refusals import JournalError, Refusal, Refused
from campaign.session import Session
from campaign.state import State
from rules.errors import RuleError, Violation
from rules.health import Health
from rules.options import Options

EVENING = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
CAMPAIGN = "La tour"
FIREBALL = ResolveDepassement("merlin", BOULE_DE_FEU, diff=8, die=12, encaissement_die=7)
"""Example 2.10: Dom 11 − 7 = 4, étourdi."""
BURNT = replace(FIREBALL, die=20, encaissement_die=20)
"""Failed, and not borne: Dom 15, légère."""
HARMLESS = replace(FIREBALL, diff=0, die=16, encaissement_die=None)
"""Dom −1: nothing is suffered."""


class MemoryShelf:
    """The sessions of a `MemoryJournal`, and what is kept of them."""

    def __init__(self, lines: Sequence[Entry], kept: dict[int, tuple[SessionIndex, State]]) -> None:
        self._lines, self._kept = lines, kept

    def sessions(self) -> tuple[int, ...]:
        return tuple(sorted({entry.session for entry in self._lines}))

    def first(self, session: int) -> int | None:
        return next(entry.sequence for entry in self._lines if entry.session == session)

    def read(self, session: int, after: int) -> tuple[Entry, ...]:
        entries = tuple(entry for entry in self._lines if entry.session == session)
        assert entries[0].sequence > after
        return entries

    def skim(self, session: int) -> tuple[Entry, ...]:
        return self.read(session, 0)

    def kept_index(self, session: int) -> SessionIndex | None:
        return self._kept[session][0] if session in self._kept else None

    def kept_state(self, session: int) -> State | None:
        return self._kept[session][1] if session in self._kept else None

    def kept_base(self, known: State, changing: Sequence[Entry]) -> State | None:
        return None

    def keep_base(self, known: State, changing: Sequence[Entry], state: State) -> None:
        pass

    def keep(self, index: SessionIndex, after: State) -> None:
        self._kept[index.session] = index, after


class MemoryJournal:
    """Keeps its lines and its snapshot in memory.

    Attributes:
        lines: every entry ever written.
        fault: what `append` raises, if anything.
        unkept: what `close_session` raises, if anything.
        is_open: whether `close` has not been called yet.
        kept: what is kept of each session.
        snapshots: by session, the state at its end and the number of its last entry.
        forgetful: whether a session that is closed is loaded from its snapshot alone, as a journal may.
    """

    def __init__(self, *lines: Entry) -> None:
        self.lines = list(lines)
        self.fault: JournalError | None = None
        self.is_open = True
        self.snapshots: dict[int, tuple[State, int]] = {}
        self.unkept: JournalError | None = None
        self.forgetful = False
        self.kept: dict[int, tuple[SessionIndex, State]] = {}

    def load(self) -> Loaded:
        sessions = [n for n in self.snapshots if self.forgetful or n < self.lines[-1].session]
        base, last = self.snapshots[max(sessions)] if sessions else (State(), 0)
        since = tuple(entry for entry in self.lines if entry.sequence > last)
        return Loaded(base, since, self.lines[-1].sequence if self.lines else 0)

    def shelf(self) -> MemoryShelf:
        return MemoryShelf(self.lines, self.kept)

    def append(self, entries: Sequence[Entry]) -> None:
        if self.fault is not None:
            raise self.fault
        self.lines += entries

    def close_session(self, state: State, last_sequence: int) -> None:
        if self.unkept is not None:
            raise self.unkept
        self.snapshots[state.session] = (state, last_sequence)

    def close(self) -> None:
        self.is_open = False


class Table:
    """Where the sessions of one campaign are played, one after the other.

    Attributes:
        journal: the campaign's journal.
        now: the time.
        faces: what the dice will show, in that order; a die that isn't foreseen is an error.
    """

    def __init__(self) -> None:
        self.journal = MemoryJournal(Entry(1, 1, EVENING, CampaignCreated(CAMPAIGN, Options())))
        self.now = EVENING
        self.faces: list[int] = []

    def open(self) -> Session:
        """Open the campaign, as a new process would."""
        journal: Journal = self.journal
        return Session(journal, lambda: self.now, lambda: self.faces.pop(0))

    def sit_down(self) -> Session:
        """Open the campaign and go on with the evening, or begin another one."""
        session = self.open()
        if session.state.session_opened is None or session.is_over:
            session.execute(OpenSession())
        return session

    def wait(self, time: timedelta) -> None:
        self.now += time


def recall_all(session: Session) -> None:
    """Bring all that there is room for into memory."""
    while session.recall():
        pass


def in_play(state: State) -> tuple[State, list[str]]:
    """Return what undo answers for: all but the sessions, and the order of the company, which == overlooks."""
    return replace(state, session=0, session_opened=None), list(state.characters)


def health(session: Session, who: str = "merlin") -> Health:
    return session.state.characters[who].health


def told(session: Session, entries: Sequence[Entry]) -> list[str]:
    """Return the lines that the log shows of `entries`."""
    return [line(entry, session.find) for entry in entries]


def refusal(session: Session, command: Command) -> Refusal | Violation:
    """Return why `command` is refused, having made sure that it wrote and changed nothing."""
    state, entries = session.state, session.entries
    with pytest.raises((Refused, RuleError)) as caught:
        session.execute(command)
    assert session.state == state
    assert session.entries[-len(entries) :] == entries
    error = caught.value
    assert isinstance(error, Refused | RuleError)
    return error.refusal if isinstance(error, Refused) else error.violation


def foreseen(session: Session, command: Undo | Redo | Correction) -> tuple[str, ...]:
    """Return what `command` would change, having made sure that foreseeing changes nothing and comes true."""
    before, entries = session.state, session.entries
    state = session.foresee(command)
    assert session.state == before
    assert session.entries[-len(entries) :] == entries
    changes = deltas(session.state, state)
    session.execute(command)
    assert session.state == state
    assert list(session.state.characters) == list(state.characters)
    return changes


def last_roll(session: Session) -> DepassementResolved:
    event = session.entries[-1].event
    assert isinstance(event, DepassementResolved)
    return event


def last_ruling(session: Session) -> EffectRuled:
    event = session.entries[-1].event
    assert isinstance(event, EffectRuled)
    return event
