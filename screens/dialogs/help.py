"""Every key of the screen underneath, with what it does."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from screens.dialogs.reading import Reading
from screens.keys import KeyRow, all_rows

_WIDTH = 69
"""The cells of a line of the list."""


class Help(Reading[None]):
    """The keys that work on a screen now, by group.

    Args:
        screen: the screen they belong to.
    """

    BINDINGS = [
        Binding(
            "escape,ctrl+g",
            "cancel",
            "fermer",
            tooltip="Fermer l’aide",
            id="dialog.cancel",
        ),
        Binding(
            "question_mark,h,f1",
            "cancel",
            "fermer",
            tooltip="Fermer l’aide",
            id="screen.help",
            show=False,
        ),
        Binding("q", "cancel", "fermer", tooltip="Fermer l’aide", id="help.close", show=False),
    ]
    BINDING_GROUP_TITLE = "Aide"

    DEFAULT_CSS = """
    Help > .dialog--frame { width: 76; }
    """

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__("Les touches")
        self._rows = all_rows(screen)

    def compose_text(self) -> ComposeResult:
        """Yield the list of keys."""
        yield Static(_table(self._rows))


def _table(rows: tuple[KeyRow, ...]) -> Content:
    column = max((Content(_keys(row)).cell_length for row in rows), default=0) + 3
    lines: list[Content] = []
    groups = list(dict.fromkeys(row.group for row in rows))
    ordered = sorted(rows, key=lambda row: groups.index(row.group))
    for group, members in groupby(ordered, key=lambda row: row.group):
        if lines:
            lines.append(Content(""))
        lines.append(Content.assemble((group, "bold $text-muted")))
        for row in members:
            keys = Content(_keys(row)).stylize("bold")
            first, *others = wrap(row.tooltip, _WIDTH - column) or [""]
            lines.append(Content.assemble(keys.pad_right(column - keys.cell_length), first))
            lines += [Content(" " * column + other) for other in others]
    return Content("\n").join(lines)


def _keys(row: KeyRow) -> str:
    return "  ".join(row.keys)
