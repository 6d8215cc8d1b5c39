"""What it costs to open a campaign of 250 evenings beside an empty one: time, and memory in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bench.generator import Table, write_campaign
from bench.timing import medians
from campaign.session import Session
from rules.options import Options
from storage.library import FolderLibrary

EVENINGS, EVENTS = 250, 400
ROUNDS = 30


def opening(scratch: Path) -> list[str]:
    """Measure the opening of a long campaign and of an empty one."""
    root = scratch / "ouvrir"
    long = write_campaign(root, "Longue", EVENINGS, EVENTS)
    empty = FolderLibrary(root, Table(3).clock).create("Vide", Options())
    small, large = medians(ROUNDS, _opened(root, empty), _opened(root, long))
    small_memory, large_memory = _memory(root, empty), _memory(root, long)
    return [
        f"open, empty campaign          {small * 1e3:7.1f} ms   {small_memory:6.1f} MB",
        f"open, {EVENINGS * EVENTS:,} events          {large * 1e3:7.1f} ms   {large_memory:6.1f} MB",
        f"allowed: 1.2 × empty + 50 ms  {small * 1.2e3 + 50:7.1f} ms   {small_memory + 25:6.1f} MB",
    ]


def _opened(root: Path, slug: str) -> Callable[[], None]:
    def work() -> None:
        table = Table(4)
        Session(FolderLibrary(root, table.clock).open(slug), table.clock, table.die).close()

    return work


def _memory(root: Path, slug: str) -> float:
    """Return the peak memory, in MB, of a process that opens the campaign."""
    run = subprocess.run(
        [sys.executable, "-m", "bench.opening", str(root), slug],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(run.stdout)


if __name__ == "__main__":
    _opened(Path(sys.argv[1]), sys.argv[2])()
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert peak is not None
    sys.stdout.write(str(int(peak[1]) / 1024))
