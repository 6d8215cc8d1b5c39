"""A process that writes is killed at random instants: nothing acknowledged is lost, nothing half-written counts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from campaign.events import Unreadable
from storage.library import FolderLibrary
from tests.storage.folders import Clock, created, notes, seen

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("GARDIEN_KILLS", "30"))
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
    library = created(tmp_path)
    chance = random.Random(KILLS)
    acknowledged: list[str] = []
    for kill in range(KILLS):
        acknowledged += killed_after(tmp_path, chance.uniform(0, LONGEST_LIFE))
        journal = FolderLibrary(tmp_path, Clock()).open("brume")  # no lock is left behind
        journal.load()
        journal.close()
        entries = seen(library)
        written = notes(entries)
        assert [each for each in entries if isinstance(each.event, Unreadable)] == [], kill
        assert [text for text in written if text in set(acknowledged)] == acknowledged, kill
        unsaid = [text for text in written if text not in set(acknowledged)]
        for (
            text
        ) in unsaid:  # written, and killed before it could be said: all of its group is there
            turn, _, rest = text.partition(".")
            size = int(rest.partition("/")[2]) + 1
            assert sum(each.startswith(f"{turn}.") for each in written) >= size, kill
        assert len(unsaid) <= 4, kill
        acknowledged = written
    assert len(acknowledged) > KILLS
    assert library.verify("brume") == ()
