"""What it costs to read 250 evenings back: the history's first paint, its keys, a state of then, its memory."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import perf_counter

from bench.generator import Table, keep_what_is_known, write_campaign
from bench.opening import EVENINGS, EVENTS
from bench.process import memory
from bench.scenes import answer, table
from bench.terminal import Terminal, own_environment
from bench.timing import in_turns, seconds
from campaign.session import Session
from rules.options import Options
from storage.library import FolderLibrary

ROUNDS = 5
STATES = 100
PRESSED = {
    "↓ in the events": ("down",),
    "the next dépassement": ("d",),
    "another session": ("n", "N"),
}
KEYS = 30
TYPED = "merlin boule de feu reussi"
ALLOWED = 1.5
_QUIET = 1.0
_NEWS = 0.3
"""Seconds without a byte after which a search is over: its news come no slower."""


def history(scratch: Path) -> list[str]:
    """Measure the history of a long campaign beside that of a single evening."""
    root = scratch / "relire"
    env = own_environment(root)
    empty = FolderLibrary(root, Table(3).clock).create("Vide", Options())
    short = write_campaign(root, "Courte", 2, EVENTS // 2)
    long = write_campaign(root, "Longue", EVENINGS, EVENTS)
    keep_what_is_known(root, short)
    made = keep_what_is_known(root, long)
    small, large = in_turns(ROUNDS, partial(_painted, env, short), partial(_painted, env, long))
    return [
        f"history, {EVENTS} events        {small * 1e3:7.1f} ms to the first paint",
        f"history, {EVENINGS * EVENTS:,} events    {large * 1e3:7.1f} ms",
        f"allowed: {ALLOWED} × + 100 ms      {(small * ALLOWED + 0.1) * 1e3:7.1f} ms",
        *_keys(env, short, "400 events"),
        *_keys(env, long, "100,000 events"),
        _typed(env, long),
        f"a state of then, p50         {_state(root, long) * 1e3:7.1f} ms   (allowed: 100 ms)",
        f"memory above an empty table  {_memory(env, long) - _memory(env, empty):7.1f} MB   (allowed: 120 MB)",
        f"read all for the first time  {made:7.1f} s, once",
    ]


def _open(root: Path, slug: str) -> Session:
    clock = Table(3).clock
    return Session(FolderLibrary(root, clock).open(slug), clock, Table(4).die)


def _painted(env: Mapping[str, str], slug: str) -> float:
    """Return the seconds from the key to the picture of the history, in a process that has read nothing yet."""
    at, wanted = table(env, slug), "Séances".encode()
    try:
        before = len(at.output)
        start = perf_counter()
        at.press("H")
        at.wait_until(lambda: wanted in at.output[before:], what=wanted)
        return at.heard - start
    finally:
        at.close()


def _keys(env: Mapping[str, str], slug: str, name: str) -> list[str]:
    at = _history(env, slug)
    rows = []
    try:
        for what, keys in PRESSED.items():
            answers = [answer(at, key) for key in islice(cycle(keys), KEYS)]
            first, last = (
                statistics.median(getattr(each, which) for each in answers) * 1e3
                for which in ("first", "last")
            )
            rows.append(f"{what}, {name}".ljust(38) + f"{first:7.1f} ms first, {last:7.1f} ms last")
            at.press("home", "end", "home")
            at.wait_quiet(_QUIET)
    finally:
        at.close()
    return rows


def _typed(env: Mapping[str, str], slug: str) -> str:
    """Type a query letter by letter; return how long and how many bytes each takes, all that it finds being shown."""
    at = _history(env, slug)
    try:
        at.press("j")
        at.wait_for("Chercher")
        at.wait_quiet(_QUIET)
        answers = [answer(at, letter, quiet=_NEWS) for letter in TYPED]
    finally:
        at.close()
    first, last = ([getattr(each, which) * 1e3 for each in answers] for which in ("first", "last"))
    size = statistics.median(each.size for each in answers)
    return (
        "a letter of the search".ljust(38)
        + f"{statistics.median(first):7.1f} ms first, {statistics.median(last):7.1f} ms last (p50; allowed: 50 ms), "
        f"at most {max(first):.1f} and {max(last):.1f} ms; {size:,.0f} bytes"
    )


def _history(env: Mapping[str, str], slug: str) -> Terminal:
    """Open the history of a campaign at its first event, all of it being read."""
    at = table(env, slug, "H", shows="Séance")
    at.wait_quiet(_QUIET)
    at.press("home", "enter")
    at.wait_for("La compagnie alors")
    at.wait_quiet(_QUIET)
    return at


def _state(root: Path, slug: str) -> float:
    session, chance = _open(root, slug), Random(5)
    past = session.history
    past.load()
    chosen = [chance.randrange(1, EVENINGS * EVENTS) for _ in range(STATES)]
    times = [seconds(partial(past.state_at, number)) for number in chosen]
    session.close()
    return statistics.median(times)


def _memory(env: Mapping[str, str], slug: str) -> float:
    """Return the memory of a table, in MB; of one with a past, once its history is read and searched."""
    at = table(env, slug) if slug == "vide" else _history(env, slug)
    try:
        if slug != "vide":
            at.press("j", "merlin")
            at.wait_for("trouvés")
            at.wait_quiet(_QUIET)
        return memory(at.pid).resident
    finally:
        at.close()
