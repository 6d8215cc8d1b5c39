"""A small soak, by the same hands as the long one of `make bench ARGS=soak`: nobody drifts, and memory stays flat."""

from __future__ import annotations

from pathlib import Path

from bench.hands import DIALOGS, FOCUS_CHANGES
from bench.long_evening import LongEvening, Plan
from bench.process import memory
from tests.terminal.conftest import FOLDER, Spawn, Terminal

SHORT = Plan(
    rolls=30,
    reconnects=5,
    resizes=30,
    focus_changes=10,
    dialogs=10,
    sessions=2,
    samples=2,
    followers=1,
)
TURNS = 18
"""How often all dialogs are opened: 162 in each half, and as many changes of the focus."""
MARGIN = 8.0
"""MB that the second half may add: with a page of help kept for each time it was opened, it would be 40."""


def test_writer_follower_and_files_agree_after_reconnects_resizes_and_another_session(
    tmp_path: Path,
) -> None:
    evening = LongEvening(tmp_path / "campagnes", SHORT)
    try:
        evening.play(lambda sample: None)
    finally:
        evening.close()


def test_memory_is_flat_over_hundreds_of_dialogs_and_focus_changes(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER, columns=120, lines=36)
    at.wait_for("Compagnie", "Merlin")
    open_dialogs(at)
    before = memory(at.pid).resident
    open_dialogs(at)
    assert memory(at.pid).resident - before < MARGIN


def open_dialogs(at: Terminal) -> None:
    """Open and leave every dialog, and go from pane to pane, many times."""
    for _ in range(TURNS):
        for dialog in DIALOGS:
            at.press(*dialog, *FOCUS_CHANGES)
        at.skip()
    at.press("t", "fini", "enter")
    at.wait_for("Note : fini")
    at.press("u", "u")
    at.wait_for("Annulé")
