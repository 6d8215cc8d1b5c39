"""What the palette offers on a screen: its keys by what they do, and the rows of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

from textual.dom import DOMNode
from textual.screen import Screen

from screens.dialogs.palette import OffersRows, PaletteRow
from screens.keys import all_rows

_NOT_OFFERED = ("app.palette", "button.", "choice.", "field.", "list.", "move.")
"""The ids of keys that only move about or work the widget that has the focus."""


def palette_rows(
    screen: Screen[Any], run_action: Callable[[str, DOMNode], Awaitable[object]]
) -> Iterator[PaletteRow]:
    """Yield a row for each thing that can be done on `screen` now; `run_action` does an action of a node."""
    told: set[str] = set()
    for row in all_rows(screen):
        if not row.id.startswith(_NOT_OFFERED) and row.tooltip not in told:
            told.add(row.tooltip)
            run = partial(run_action, row.action, row.node)
            yield PaletteRow(row.tooltip, "", row.keys[0], run, row.label)
    if isinstance(screen, OffersRows):
        for name, detail, go in screen.palette_rows():
            yield PaletteRow(name, detail, "", go)
