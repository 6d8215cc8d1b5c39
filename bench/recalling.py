"""What it costs to look back and to change what is long past in a campaign of 100,000 events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TypeVar

from bench.generator import Table, keep_what_is_known, write_campaign
from bench.opening import EVENINGS, EVENTS
from campaign.commands import CorrectRoll, WriteNote
from campaign.events import DepassementResolved, Entry
from campaign.history.consequences import Consequences
from campaign.session import Session
from rules.health import Ruling
from storage.library import FolderLibrary

T = TypeVar("T")
_CERTAIN = 60
"""An Eff that nobody withstands: what follows from it never fades."""


def recalling(scratch: Path) -> list[str]:
    """Measure going up in the log, and corrections from the first sessions to the last."""
    root = scratch / "revenir"
    slug = write_campaign(root, "Longue", EVENINGS, EVENTS)
    keep_what_is_known(root, slug)
    opened, session = _timed(lambda: _open(root, slug))
    lines = [f"open, {EVENINGS * EVENTS:,} events                 {opened:8.1f} ms"]
    ups = [_timed(session.recall)[0] for _ in range(8)]
    lines.append(f"log, one session further up          {median(ups):8.1f} ms")
    lines.append(f"all indexes, kept                    {_timed(session.history.load)[0]:8.1f} ms")
    for number in (EVENINGS, EVENINGS // 2, 2):
        lines += _corrected(session, number)
    session.close()
    for what in ("worked out", "kept"):
        again, session = _timed(lambda: _open(root, slug))
        session.close()
        lines.append(f"open after that, {what:20}{again:8.1f} ms")
    return lines


def _corrected(session: Session, number: int) -> Iterator[str]:
    """Correct a roll of a session: a key of the form, all that follows, and its acceptance; then a command."""
    command = _wrong(session, number)
    key, _ = _timed(lambda: session.compared(session.foreseen(command)))
    consequences = Consequences(session.history, session.foreseen(command))
    ticks = [time.perf_counter(), *(time.perf_counter() for _ in consequences.steps())]
    slices = sorted(after - before for before, after in pairwise(ticks))
    accepted, _ = _timed(lambda: session.execute(command))
    note, _ = _timed(lambda: session.execute(WriteNote("après")))
    yield (
        f"correction in session {number:3}: a key {key:6.1f} ms, what follows {ticks[-1] - ticks[0]:5.1f} s "
        f"in slices of {median(slices) * 1e3:4.1f} ms, 95 % under {slices[len(slices) * 95 // 100] * 1e3:5.1f} ms; "
        f"accepted {accepted:6.1f} ms, a note then {note:4.1f} ms"
    )


def _wrong(session: Session, number: int) -> CorrectRoll:
    """Return the correction of the first roll of a session that was ruled on."""
    history = session.history

    def is_fit(entry: Entry) -> bool:
        return (
            isinstance(entry.event, DepassementResolved)
            and entry.sequence not in history.past.undone
            and session.ruling_of(entry.sequence) is not None
        )

    entry = next(filter(is_fit, history.entries(number)))
    return CorrectRoll(entry.sequence, 9, _CERTAIN, ca=-9, ruling=Ruling.FATIGUE)


def _open(root: Path, slug: str) -> Session:
    table = Table(4)
    return Session(FolderLibrary(root, table.clock).open(slug), table.clock, table.die)


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return how long some work took, in ms, and what it returned."""
    before = time.perf_counter()
    result = work()
    return (time.perf_counter() - before) * 1e3, result
