"""Every key of the screen underneath, with what it does."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from screens.dialogs.dialog import Dialog
from screens.keys import KeyRow, all_rows

_WIDTH = 69
"""The cells of a line of the list."""
_FRAME = 7
"""The lines of the dialog that aren't keys."""


class Help(Dialog[None]):
    """The keys that work on a screen now, by group.

    Args:
        screen: the screen they belong to.
    """

    BINDINGS = [
        Binding(
            "escape,ctrl+g,q,question_mark,h",
            "cancel",
            "fermer",
            tooltip="Fermer l’aide",
            id="dialog.cancel",
        ),
        Binding(
            "down,j", "scroll(1)", "descendre", tooltip="Descendre d’une ligne", id="help.down"
        ),
        Binding("up,k", "scroll(-1)", "monter", tooltip="Monter d’une ligne", id="help.up"),
        Binding(
            "pagedown,space",
            "scroll_page(1)",
            "page suivante",
            tooltip="Descendre d’une page",
            id="help.page_down",
            show=False,
        ),
        Binding(
            "pageup",
            "scroll_page(-1)",
            "page précédente",
            tooltip="Monter d’une page",
            id="help.page_up",
            show=False,
        ),
    ]
    BINDING_GROUP_TITLE = "Aide"

    DEFAULT_CSS = """
    Help > .dialog--frame { width: 76; }
    Help VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
    Help StatusLine { display: none; }
    Help HintBar { margin-top: 1; }
    """

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__("Les touches")
        self._rows = all_rows(screen)

    def compose_body(self) -> ComposeResult:
        """Yield the list of keys."""
        with VerticalScroll(can_focus=False):
            yield Static(_table(self._rows))

    def on_resize(self, event: Resize) -> None:
        """Keep the frame, its title and its hints in view, however many keys there are."""
        self.query_one(VerticalScroll).styles.max_height = event.size.height - _FRAME

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_scroll_page(self, pages: int) -> None:
        """Scroll by pages."""
        view = self.query_one(VerticalScroll)
        view.scroll_relative(y=pages * max(1, view.size.height - 1), animate=False)


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
