"""Hands that do not wait, whose keys come in one lump as from a slow link; and eyes that count cells."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual.events import Key, Paste
from textual.pilot import Pilot

from tests.screens.at_the_keyboard import elements, lines
from tui.app import GardienApp

HOSTILE = (
    "[",
    "[/]",
    "[b",
    "$x",
    "\\",
    "|",
    '"«q»"',
    "l’É d'or",
    "..",
    "/",
    "🐉",
    "👨\u200d👩\u200d👧",
    "漢",
    "ne\u0301e",
    "שלום",
    "\x1b[1mx",
    "a\0",
)
"""What people did type, and what other programs took for markup, for a path, for a command or for a width."""
IN_ONE_GO = " ".join(HOSTILE)
"""All of them as one text, short enough for a name once it is clean."""
ENDLESS = "漢x" * 5_000
"""Ten thousand characters."""

_CHARACTERS = {"enter": "\r", "ctrl+j": "\n", "space": " ", "tab": "\t"}
_PATIENCE = 1000
"""More pauses than a few hundred keys need to do their work."""


async def lump(pilot: Pilot[Any], *typed: str | Paste) -> None:
    """Send keys, and pastes, all at once, as a terminal does that had held them back; wait until all are obeyed."""
    for each in typed:
        pilot.app.post_message(each if isinstance(each, Paste) else _key(each))
    await settle(pilot)


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until every key has done its work."""
    app = pilot.app
    assert isinstance(app, GardienApp)
    for _ in range(_PATIENCE):
        await pilot.pause()
        if app.key_order.is_settled:
            return
    raise AssertionError("a key never came to its end")


def in_front(pilot: Pilot[Any]) -> object:
    """Return the screen that is in front, of whatever kind it is."""
    return pilot.app.screen


def instead(text: str) -> tuple[str, ...]:
    """Return the keys that write `text` in the place of what a field holds."""
    return ("ctrl+e", "ctrl+u", *text)


def pasted(text: str) -> tuple[str | Paste, ...]:
    """Return the keys and the paste that put `text` in the place of what a field holds."""
    return ("ctrl+e", "ctrl+u", Paste(text))


def cells(pilot: Pilot[Any]) -> list[list[str]]:
    """Return what is in each cell of the screen; the second half of a wide character is an empty text."""
    grid: dict[float, list[str]] = {}
    for column, y, text in elements(pilot):
        row = grid.setdefault(y, [])
        row += [" "] * (column - len(row))
        del row[column:]
        for char in text:
            if width := cell_len(char):
                row += [char] + [""] * (width - 1)
            elif row:
                row[-1] += char
    return [grid[y] for y in sorted(grid)]


def columns_of(pilot: Pilot[Any], wanted: str) -> list[int]:
    """Return, for each line of the screen that holds `wanted`, the cell in which it first begins."""
    found = []
    for row in cells(pilot):
        starts = (n for n in range(len(row)) if "".join(row[n:]).startswith(wanted) and row[n])
        found += [start for start in (next(starts, None),) if start is not None]
    return found


def in_the_dialog(pilot: Pilot[Any]) -> str:
    """Return what the dialog in front says, as running text."""
    framed = (line.partition("│")[2].rpartition("│")[0] for line in lines(pilot))
    return " ".join(" ".join(framed).split())


def _key(name: str) -> Key:
    return Key(name, _CHARACTERS.get(name, name if len(name) == 1 else None))
