"""How many bytes each thing that a GC does sends over the link, at 120 × 36."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.generator import sample_campaign, write_campaign
from bench.hands import BACK, TO_THE_ROSTER
from bench.scenes import answer, table
from bench.terminal import Terminal, own_environment
from campaign.preferences import Pace, Preferences
from storage.preferences import PreferencesFile

ROLL = ("enter", "enter", "8", "enter", "12", "enter", "7", "enter")
"""Merlin's ball of fire from the roster to its last die, as in Example 2.10."""
RULING = "f"
STEP = Preferences().pace.seconds + 0.3
"""Seconds without a byte after which a replay at the default pace is over."""
DIALOGS = {
    "the help": "?",
    "a note": "t",
    "the health": "g",
    "the palette": "ctrl+p",
    "the preferences": "O",
}
FIGURES = ("right",) * 6
PANES = {"the log": "l", "the roller": BACK, "the roster": "c"}
ALLOWED_DIFF, ALLOWED_ROLL, ALLOWED_STILL_ROLL = 2000, 15_000, 6000

Counted = Iterator[tuple[str, int, int | None]]
"""Names, bytes, and how many are allowed."""


def weight(scratch: Path) -> list[str]:
    """Count what each costs, with what is allowed beside."""
    root = scratch / "octets"
    env = own_environment(root)
    still = own_environment(root, "sans animation")
    PreferencesFile(root / "sans animation" / "gardien").keep(Preferences(pace=Pace.IMMEDIAT))
    counted = [*_table(root, env, still), *_log(root, env)]
    return [
        f"{name:42}{size:8,} bytes" + (f"   (allowed: {allowed:,})" if allowed else "")
        for name, size, allowed in counted
    ]


def _table(root: Path, env: Mapping[str, str], still: Mapping[str, str]) -> Counted:
    slug = sample_campaign(root)
    at = table(env, slug)
    yield "a roll, its replay and its ruling", _sum(at, *ROLL) + _sum(at, RULING), ALLOWED_ROLL
    at.press("enter", "enter")
    at.wait_for("Handicap")
    at.wait_quiet()
    yield "another Diff, ↓ or ↑", _most(at, *["down"] * 8, *["up"] * 8), ALLOWED_DIFF
    yield "another Diff, typed", _most(at, *["1", "backspace"] * 3), ALLOWED_DIFF
    at.press(*TO_THE_ROSTER)
    at.wait_quiet()
    for name, key in DIALOGS.items():
        yield f"{name}, opened and closed", _sum(at, key, BACK), None
    for name, key in PANES.items():
        yield f"from a pane to {name}", _sum(at, key), None
    at.close()
    at = table(still, slug)
    size = _sum(at, *ROLL) + _sum(at, RULING)
    yield "a roll and its ruling, without animation", size, ALLOWED_STILL_ROLL
    at.close()


def _log(root: Path, env: Mapping[str, str]) -> Counted:
    slug = write_campaign(root, "Une soirée", 1, 400)
    at = table(env, slug, "l", "home", "pagedown", "pagedown", "pagedown", shows="▸")
    yield "the log, a line scrolled", _most(at, *["down"] * 5), None
    yield "the log, a page", _most(at, *["pagedown"] * 5), None
    at.press("S")
    at.wait_for("Dés réels")
    at.press("N")  # the evening that was played
    at.wait_for("sorties")
    at.wait_quiet()
    yield "the statistics, another figure", _most(at, *FIGURES), None
    at.close()


def _sum(at: Terminal, *keys: str) -> int:
    """Return what keys send, each pressed when the one before has had all its answer."""
    return sum(answer(at, key, quiet=STEP).size for key in keys)


def _most(at: Terminal, *keys: str) -> int:
    """Return the most that one of the keys sends."""
    return max(answer(at, key).size for key in keys)
