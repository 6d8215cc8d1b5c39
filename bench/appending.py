"""What it costs to acknowledge an event, after a short, a long and a very long history."""

from __future__ import annotations

import gc
import shutil
import sqlite3
import statistics
from collections.abc import Callable
from pathlib import Path

from tinydb import TinyDB

from bench.generator import Table, write_campaign
from bench.timing import LINE, bare_append, medians, seconds
from campaign.commands import OpenSession, ResolveDepassement, RuleEffect, WriteNote
from campaign.demo import BOULE_DE_FEU
from campaign.events import Entry, Event, NoteWritten
from campaign.ports import Journal
from campaign.session import Session
from rules.health import Ruling
from storage.library import FolderLibrary

SIZES = (100, 10_000, 100_000)
EVENING = 400
ROUNDS = 300
NOTE = "La porte résiste ; on entend l’orage. " * 14
"""A note that makes a line about as long as `LINE`."""
STOCK_PATIENCE = 8.0
"""Seconds granted to stock TinyDB at each size: it takes that long for a few events."""


def appending(scratch: Path) -> list[str]:
    """Measure an append at each size, beside stock TinyDB and SQLite in its safest mode, as ratios to the floor."""
    names = ("floor", "a line", "a secret", "a roll", "a command", "SQLite", "TinyDB")
    rows = [" " * 14 + "".join(f"{name:>11}" for name in names)]
    for size in SIZES:
        folder = scratch / str(size)
        slug = write_campaign(folder, "Banc", max(1, size // EVENING), min(size, EVENING))
        shutil.copytree(folder / slug, folder / "autre")
        lines = _Lines(*_opened(folder, slug))
        _, other = _opened(folder, "autre")
        works: list[Callable[[], object]] = [
            lines.append_note,
            lines.append_secret,
            lines.append_roll,
            lambda: other.execute(WriteNote(NOTE)),  # noqa: B023 - called before the next round
            _sqlite(folder, size),
        ]
        bare = bare_append(scratch / f"{size}.bare")
        gc.freeze()  # as the product does when it opens
        pairs = [
            medians(ROUNDS, bare, work) for work in works
        ]  # apart: each spoils the others' caches
        floor = statistics.median(each for each, _ in pairs)
        ratios = [work / own for own, work in pairs] + [_stock(folder, size) / floor]
        row = "".join(f"{ratio:11.2f}" for ratio in ratios)
        rows.append(f"{size:>7,} events{floor * 1e6:8.0f} µs{row}")
    return [
        *rows,
        "floor: a bare append + fdatasync of 700 bytes; all else are ratios to it.",
        "a line: the journal's append of an event as long; a secret: of one that only the GC may read;",
        "a roll: of an event with all its parts, 1 kB;",
        "a command: the session's, from what the GC asks to the new state;",
        "SQLite: WAL, synchronous=FULL; TinyDB: its own JSONStorage.",
    ]


def _opened(folder: Path, slug: str) -> tuple[Journal, Session]:
    table = Table(2)
    journal = FolderLibrary(folder, table.clock).open(slug)
    session = Session(journal, table.clock, table.die)
    session.execute(OpenSession())
    if session.state.awaited:
        session.execute(RuleEffect(Ruling.SANS_EFFET))
    return journal, session


class _Lines:
    """The journal of a campaign, appended to without its session."""

    def __init__(self, journal: Journal, session: Session) -> None:
        fireball = ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7)
        (self._last,) = session.execute(fireball)
        self._roll = self._last.event
        self._journal = journal

    def append_note(self) -> None:
        """Append a note."""
        self._append(NoteWritten(NOTE))

    def append_secret(self) -> None:
        """Append a note that only the GC may read."""
        self._append(NoteWritten(NOTE), secret=True)

    def append_roll(self) -> None:
        """Append a dépassement."""
        self._append(self._roll)

    def _append(self, event: Event, *, secret: bool = False) -> None:
        number, session = self._last.sequence + 1, self._last.session
        self._last = Entry(number, session, self._last.at, event, secret=secret)
        self._journal.append((self._last,))


def _sqlite(folder: Path, size: int) -> Callable[[], object]:
    base = sqlite3.connect(folder / "banc.sqlite", isolation_level=None)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=FULL")
    base.execute("CREATE TABLE event (n INTEGER PRIMARY KEY, line TEXT)")
    line = LINE.decode()
    base.execute("BEGIN")
    base.executemany("INSERT INTO event (line) VALUES (?)", ((line,) for _ in range(size)))
    base.execute("COMMIT")
    return lambda: base.execute("INSERT INTO event (line) VALUES (?)", (line,))


def _stock(folder: Path, size: int) -> float:
    with TinyDB(folder / "banc.json") as base:
        base.insert_multiple({"line": LINE.decode()} for _ in range(size))
        times: list[float] = []
        while not times or (sum(times) < STOCK_PATIENCE and len(times) < ROUNDS):
            times.append(seconds(lambda: base.insert({"line": LINE.decode()})))
    return sorted(times)[len(times) // 2]
