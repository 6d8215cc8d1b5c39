"""Measuring: medians, and the floor that every figure is a ratio to."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
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
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for each, work in zip(times, works, strict=True):
            each.append(seconds(work))
    return [statistics.median(each) for each in times]


def bare_append(path: Path) -> Callable[[], None]:
    """Return the floor: append a line to `path` and wait for the disk, with nothing around it."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def append() -> None:
        os.write(file, LINE)
        os.fdatasync(file)

    return append
