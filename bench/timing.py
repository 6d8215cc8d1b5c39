"""Measuring: medians, and the floor that every figure is a ratio to."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

LINE = b"x" * 700 + b"\n"
"""About as long as the line of a dépassement."""


def seconds(work: Callable[[], object]) -> float:
    """Return how long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians(rounds: int, *works: Callable[[], object]) -> list[float]:
    """Return the median time of each work, done in turn so that all meet the same machine."""
    return in_turns(rounds, *(partial(seconds, work) for work in works))


def in_turns(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """Return the median of what each measure returns, taken in turn."""
    taken: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for each, measure in zip(taken, measures, strict=True):
            each.append(measure())
    return [statistics.median(each) for each in taken]


def ratios(figures: Mapping[str, float], allowed: float) -> list[str]:
    """Return lines that tell times by name, in seconds, the first of which is the floor of the others."""
    floor = next(iter(figures.values()))
    return [
        f"{name:38}{figure * 1e3:9.1f} ms"
        + (f"{figure / floor:8.2f} × (allowed: {allowed} ×)" if figure != floor else "")
        for name, figure in figures.items()
    ]


def bare_append(path: Path) -> Callable[[], None]:
    """Return the floor: append a line to `path` and wait for the disk, with nothing around it."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def append() -> None:
        os.write(file, LINE)
        os.fdatasync(file)

    return append
