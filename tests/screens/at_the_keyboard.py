"""What the tests of screens share: a campaign on disk, hands on the keys, eyes on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any

from textual.events import Paste
from textual.pilot import Pilot

from campaign.ports import Library
from campaign.preferences import PreferenceShelf
from rules.aspects import Aspect, Moyens, PerAspect
from rules.sheet import Competence, Sheet
from storage.disk import Disk
from storage.key_file import KeyFile, read_key_file
from tui.app import GardienApp

NOW = datetime(2026, 11, 30, 21, 4, tzinfo=UTC)
MERLIN = Sheet(
    PerAspect(5, 10, 15),
    Moyens(0, -1, 2, 1, -1, -1),
    (Competence("Magie du Feu", 10, Aspect.MYSTIQUE),),
)
HOSTILE_NAMES = ("[/b]", "[red]Ogre[/]", "$x \\ | “a”", "漢字 é œ", "..", "a/b")
_TEXT = re.compile(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>')
_NO_FRAMES = str.maketrans("│─┌┐└┘", "      ")
_CELL = 12.2
"""The width of a cell in an exported screenshot."""


def now() -> datetime:
    """The evening of every test."""
    return NOW


def no_dice() -> int:
    """Tests that don't play must not roll."""
    raise AssertionError("a die was rolled")


def app_with(
    library: Library,
    name: str | None = None,
    *,
    key_file: KeyFile | None = None,
    shelf: PreferenceShelf | None = None,
) -> GardienApp:
    """Return the app; its hands are never in a hurry: each Enter counts."""
    ticks = count().__next__
    return GardienApp(library, now, no_dice, name, key_file=key_file, shelf=shelf, monotonic=ticks)


def key_file(folder: Path, text: str) -> KeyFile:
    """Return a key map file that says `text`."""
    path = folder / "touches.toml"
    path.write_text(text, "utf-8")
    return read_key_file(path, Disk(), must_exist=True)


def lines(pilot: Pilot[Any]) -> list[str]:
    """Return what is on the screen, line by line, with their spaces at the right left out."""
    rows: dict[float, str] = {}
    for column, y, text in elements(pilot):
        rows[y] = rows.get(y, "").ljust(column) + text
    return [rows[y].rstrip() for y in sorted(rows)]


def elements(pilot: Pilot[Any]) -> Iterator[tuple[int, float, str]]:
    """Yield each piece of text on the screen: the cell it begins in, its height on the picture, and the text."""
    for x, y, text in _TEXT.findall(pilot.app.export_screenshot()):
        yield round(float(x) / _CELL), float(y), unescape(text).replace("\xa0", " ")


def shown(pilot: Pilot[Any]) -> str:
    """Return what is on the screen, as one text."""
    return "\n".join(lines(pilot))


async def type_text(pilot: Pilot[Any], text: str) -> None:
    """Press the keys that write `text`, in the place of what the focused field holds."""
    await pilot.press("ctrl+e", "ctrl+u", *text)


async def paste(pilot: Pilot[Any], text: str) -> None:
    """Paste `text` as a terminal does, in the place of what the focused field holds."""
    await pilot.press("ctrl+e", "ctrl+u")
    pilot.app.post_message(Paste(text))
    await pilot.pause()


def prose(pilot: Pilot[Any]) -> str:
    """Return what is on the screen as running text: no frames, single spaces."""
    return " ".join(shown(pilot).translate(_NO_FRAMES).split())


def missing(pilot: Pilot[Any], words: Iterable[str]) -> list[str]:
    """Return those of `words` that aren't on the screen."""
    text = shown(pilot)
    return [word for word in words if word not in text]
