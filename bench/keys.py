"""How long a key takes to be answered: from the key on the pty to the first and to the last byte of its answer."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from bench.generator import keep_what_is_known, sample_campaign, write_campaign
from bench.scenes import answer, bare_app, table
from bench.terminal import Terminal, own_environment

KEYS = 300
EVENING, FEW = 400, 100
ALLOWED_LOG = 1.2
TO_AND_FRO = ("down",) * 60 + ("up",) * 60
"""Through what even a short evening has."""


def keys(scratch: Path) -> list[str]:
    """Measure the answers to some keys, beside those of a bare app that changes one line."""
    root = scratch / "touches"
    env = own_environment(root)
    slug = sample_campaign(root)
    scenes: dict[str, tuple[Callable[[], Terminal], Sequence[str]]] = {
        "bare app, one line": (partial(bare_app, env), ("x",)),
        "another Diff, ↓ and ↑": (
            partial(table, env, slug, "enter", "enter", shows="Handicap"),
            ("down",) * 5 + ("up",) * 5,
        ),
        "a letter of a note": (partial(table, env, slug, "t", shows="Note"), ("e",)),
        (few := "↓ in the log, 100 events"): (_log(root, env, 1, FEW), TO_AND_FRO),
        "↓ in the log, 400 events": (_log(root, env, 1, EVENING), TO_AND_FRO),
        (many := "↓ in the log, 100,000 events"): (_log(root, env, 250, EVENING), TO_AND_FRO),
    }
    rows = [f"{'ms':30}{'first: p50':>12}{'p99':>8}{'last: p50':>12}{'p99':>8}"]
    lasts = {}
    floor = 0.0
    for name, (opened, pressed) in scenes.items():
        first, last = _answers(opened(), pressed)
        lasts[name] = statistics.median(last)
        floor = floor or lasts[name]
        figures = (
            f"{_ms(first, 50):12.1f}{_ms(first, 99):8.1f}{_ms(last, 50):12.1f}{_ms(last, 99):8.1f}"
        )
        rows.append(f"{name:30}{figures}{lasts[name] / floor:8.2f} ×")
    return [
        *rows,
        f"the log’s key, 100,000 events against 100: {lasts[many] / lasts[few]:.2f} × (allowed: {ALLOWED_LOG} ×)",
        f"{KEYS} keys each, at 120 × 36; ×: the last byte’s p50 as a ratio to the bare app’s.",
    ]


def _log(root: Path, env: Mapping[str, str], evenings: int, events: int) -> Callable[[], Terminal]:
    slug = write_campaign(root, f"{evenings} soirées de {events}", evenings, events)
    keep_what_is_known(root, slug)
    return partial(table, env, slug, "l", "home", shows=f"Séance {evenings} ouverte")


def _answers(at: Terminal, pressed: Sequence[str]) -> tuple[list[float], list[float]]:
    """Return the times of the first and of the last byte of each answer."""
    try:
        answers = [answer(at, key) for key in islice(cycle(pressed), KEYS)]
    finally:
        at.close()
    return [each.first for each in answers], [each.last for each in answers]


def _ms(times: Sequence[float], percentile: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[percentile - 1] * 1e3
