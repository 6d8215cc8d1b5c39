"""What it costs to acknowledge an event, after a short, a long and a very long history."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from tinydb import TinyDB

from bench.generator import Table, write_campaign
from bench.timing import LINE, bare_append, medians, seconds
from campaign.commands import WriteNote
from campaign.session import Session
from storage.library import FolderLibrary

SIZES = (100, 10_000, 100_000)
EVENING = 400
ROUNDS = 300
NOTE = "La porte résiste ; on entend l’orage. " * 14
"""A note that makes a line about as long as `LINE`."""
STOCK_PATIENCE = 8.0
"""Seconds granted to stock TinyDB at each size: it takes that long for a few events."""


def appending(scratch: Path) -> list[str]:
    """Measure an append at each size, beside stock TinyDB and SQLite in its safest mode."""
    rows = ["append (median)    floor      ours   ratio   sqlite WAL FULL   stock TinyDB"]
    for size in SIZES:
        folder = scratch / str(size)
        floor, ours, sqlite = medians(
            ROUNDS,
            bare_append(scratch / f"{size}.bare"),
            _ours(folder, size),
            _sqlite(folder, size),
        )
        stock = _stock(folder, size)
        rows.append(
            f"{size:>9,} events  {floor * 1e6:5.0f} µs  {ours * 1e6:5.0f} µs  {ours / floor:5.2f}"
            f"   {sqlite / floor:15.2f}   {stock / floor:12.0f}"
        )
    rows.append(
        "floor: a bare append + fdatasync of a line as long, measured in turn; the ratios are to it."
    )
    rows.append(
        "On a disk that syncs in microseconds, such as a tmpfs, they tell of the processor alone."
    )
    return rows


def _ours(folder: Path, size: int) -> Callable[[], object]:
    slug = write_campaign(folder, "Banc", max(1, size // EVENING), min(size, EVENING))
    table = Table(2)
    journal = FolderLibrary(folder, table.clock).open(slug)
    session = Session(journal, table.clock, table.die)
    session.begin()
    return lambda: session.execute(WriteNote(NOTE))


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
