"""A process that writes is killed at random instants: nothing acknowledged is lost, nothing half-written counts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from campaign.events import Unreadable
from rules.options import Options
from storage.library import FolderLibrary
from tests.storage.folders import Clock, notes, seen

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("GARDIEN_KILLS", "15"))
LONGEST_LIFE = 0.08
"""Seconds that the writer lives once it is ready, at most."""


def killed_after(root: Path, seconds: float) -> list[str]:
    """Let a process write for so long, kill it, and return the notes that it said were acknowledged."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.hammer", str(root)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "prêt\n"
        time.sleep(seconds)
        process.kill()
        said = process.stdout.read().split("\n")
        assert process.wait() == -9
    return said[:-1]


def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(KILLS)
    for campaign in range(0, KILLS, 30):  # a campaign that grows for ever only makes the test slow
        root = tmp_path / str(campaign)
        library = FolderLibrary(root, Clock())
        library.create("Brume", Options())
        known: list[str] = []
        for _ in range(min(30, KILLS - campaign)):
            known += killed_after(root, chance.uniform(0, LONGEST_LIFE))
            known = checked(library, known)
        assert len(known) > 30
        secrets = notes(tuple(entry for entry in seen(library) if entry.secret))
        assert len(known) > len(secrets) > 10
        assert library.verify("brume") == ()


def checked(library: FolderLibrary, acknowledged: list[str]) -> list[str]:
    """Open a campaign after a kill, and check what it holds; return all its notes."""
    journal = library.open("brume")  # no lock is left behind
    journal.load()
    journal.close()
    entries = seen(library)
    written = notes(entries)
    assert [each for each in entries if isinstance(each.event, Unreadable)] == []
    assert [each.sequence for each in entries] == list(range(1, len(entries) + 1))
    assert [text for text in written if text in set(acknowledged)] == acknowledged
    unsaid = [text for text in written if text not in set(acknowledged)]
    for text in unsaid:  # written, and killed before it could be said: all of its group is there
        turn, _, rest = text.partition(".")
        size = int(rest.partition("/")[2]) + 1
        assert sum(each.startswith(f"{turn}.") for each in written) == size
    assert len(unsaid) <= 4
    return written
