"""An evening played by keys at the table and the same one said in lines: the files hold the same events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.campaign.table import Table
from tests.cli.said import SLUG, Said, entries, now, sample, saying
from tests.screens.at_the_keyboard import no_dice
from tests.table.at_the_table import Evening
from tui.app import GardienApp

SAID = (
    "jet Merlin, Boule de feu, 8, 12, 7, fatigue",
    "jet-secret Merlin, Boule de feu, 8 handicap -2, 20, 20, blessure",
    "révéler 13, oui",
    "infliger Merlin, grave, Ph",
    "annuler oui",
    "rétablir oui",
    "tour",
    "écarter Gaston",
    "rappeler Gaston",
    "dupliquer Gaston, Gaston 2",
    "scène Gué",
    "note Bis",
    "étoile 27",
    "corriger 27, Ter, B",
    "clore oui",
)


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Said]:
    with saying(monkeypatch, capsys) as said:
        yield said


async def at_the_table(folder: Path) -> None:
    app = GardienApp(sample(folder), now, no_dice, SLUG, monotonic=map(float, count()).__next__)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at = Evening(pilot, Table())
        await at.roll("8", "12", "7")
        await at.press("f")
        await at.press("z", "enter", "enter", "tab")
        await at.type("-2")
        await at.press("enter")
        await at.type("20")
        await at.press("enter")
        await at.type("20")
        await at.press("enter", "b")
        await at.press("l", "up", "z", "left", "enter")
        await at.press("c", "g", *"grave ph", "enter")
        await at.press("u", "u", "r", "r", "v")
        await at.press("c", "down", "y", "y", "d", "enter")
        await at.press("w", *"Gué", "enter", "escape", "t", *"Bis", "enter")
        await at.press("l", "end", "asterisk", "i")
        await at.type("Ter, B")
        await at.press("enter", "k", "left", "enter")


def events(folder: Path) -> list[dict[str, Any]]:
    """Return the lines of the campaign's files, without their times and sums."""
    told = []
    for path in sorted(folder.glob("*/*/*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            record: dict[str, Any] = json.loads(line)
            told.append({key: value for key, value in record.items() if key not in ("at", "crc")})
    return told


async def test_the_same_evening_writes_the_same_events(tmp_path: Path, say: Said) -> None:
    library = sample(tmp_path / "lines")
    for line in SAID:
        answer = say(library, line)
        assert (answer.code, answer.err) == (0, ""), line
    await at_the_table(tmp_path / "table")
    assert events(tmp_path / "lines") == events(tmp_path / "table")
    assert len(entries(library)) > len(SAID) + 10
