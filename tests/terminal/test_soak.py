"""A small soak, by the same hands as the long one of `make bench ARGS=soak`: nobody drifts, and memory stays flat."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from bench.hands import BACK, DIALOGS, FOCUS_CHANGES
from bench.long_evening import LongEvening, Plan
from bench.process import memory
from tests.terminal.conftest import FOLDER, Spawn, Terminal, written

SHORT = Plan(
    rolls=20,
    reconnects=3,
    resizes=20,
    focus_changes=5,
    dialogs=5,
    sessions=2,
    samples=2,
    followers=1,
)
TIMES = 25
"""How often the help is read and left in each half."""
MARGIN = 6.0
"""MB that the second half may add: when each page of help that was read stayed in memory, it was 15."""


def test_writer_follower_and_files_agree_after_reconnects_resizes_and_another_session(
    tmp_path: Path,
) -> None:
    evening = LongEvening(tmp_path / "campagnes", SHORT)
    try:
        evening.play(lambda sample: None)
    finally:
        evening.close()


def test_memory_is_flat_over_many_dialogs_and_focus_changes(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER, columns=120, lines=36)
    at.wait_for("Compagnie", "Merlin")
    at.press(*chain.from_iterable(DIALOGS))
    read_help(at, campaigns, "une fois")
    before = memory(at.pid).resident
    read_help(at, campaigns, "deux fois")
    assert memory(at.pid).resident - before < MARGIN


def read_help(at: Terminal, campaigns: Path, note: str) -> None:
    """Read the help and go from pane to pane, many times; a note tells that all of it is done."""
    for _ in range(TIMES):
        at.press("?", BACK, *FOCUS_CHANGES)
    at.press("t", note, "enter")
    at.wait_until(lambda: written(campaigns)[-1].get("text") == note, timeout=120)
    at.skip()
