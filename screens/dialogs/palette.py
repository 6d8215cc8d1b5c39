"""The command palette: what can be done here, found by typing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input

from campaign.text import fold_case
from screens.dialogs.dialog import Dialog
from screens.fields import Field
from screens.line_view import LineView

_HEIGHT = 12
"""The most rows in view."""


@dataclass(frozen=True, slots=True)
class PaletteRow:
    """Something that can be done.

    Attributes:
        name: what it is.
        detail: a few words more; may be empty.
        keys: the key that does it; empty if none does.
        run: does it.
        label: what else it is called, which finds it as well; may be empty.
    """

    name: str
    detail: str
    keys: str
    run: Callable[[], Awaitable[object] | None]
    label: str = ""


def run_row(row: PaletteRow | None) -> None:
    """Do what a chosen row does; a row whose doing must be awaited is the app's."""
    if row is not None:
        row.run()


@runtime_checkable
class OffersRows(Protocol):
    """A screen with rows of its own in the palette, such as its characters."""

    def palette_rows(self) -> Iterable[tuple[str, str, Callable[[], None]]]:
        """Yield for each row its name, what choosing it does, and the doing."""
        ...


class Palette(Dialog[PaletteRow | None]):
    """A field and what matches it; the result is the chosen row.

    Args:
        rows: what can be chosen.
        title: the first line of the frame.
        placeholder: what the empty field says.
    """

    BINDINGS = [
        Binding("up", "move(-1)", "monter", tooltip="Ligne précédente", id="palette.up"),
        Binding("down", "move(1)", "descendre", tooltip="Ligne suivante", id="palette.down"),
        Binding(
            "pageup",
            "move(-10)",
            "page précédente",
            tooltip="Dix lignes plus haut",
            id="palette.page_up",
            show=False,
        ),
        Binding(
            "pagedown",
            "move(10)",
            "page suivante",
            tooltip="Dix lignes plus bas",
            id="palette.page_down",
            show=False,
        ),
    ]
    BINDING_GROUP_TITLE = "Palette"

    DEFAULT_CSS = """
    Palette > .dialog--frame { width: 76; }
    Palette _Matches { margin-top: 1; }
    Palette StatusLine { display: none; }
    Palette HintBar { margin-top: 1; }
    """

    def __init__(
        self,
        rows: Iterable[PaletteRow],
        title: str = "Palette",
        placeholder: str = "Chercher une commande ou un personnage…",
    ) -> None:
        super().__init__(title)
        self._rows, self._placeholder = tuple(rows), placeholder

    def compose_body(self) -> ComposeResult:
        """Yield the field and the matches."""
        yield Field("recherche", placeholder=self._placeholder)
        yield _Matches(self._rows)

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Field).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Follow what is typed."""
        event.stop()
        self.query_one(_Matches).search(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Choose the row under the cursor, if there is one."""
        event.stop()
        if (chosen := self.query_one(_Matches).chosen()) is not None:
            self.dismiss(chosen)

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.query_one(_Matches).action_move(by)


class _Matches(LineView, can_focus=False):
    """The rows that match what is typed."""

    DEFAULT_CSS = """
    _Matches {
        background: transparent;
        & > .line-view--cursor {
            background: $block-cursor-blurred-background;
            color: $block-cursor-blurred-foreground;
            text-style: bold;
        }
    }
    """

    def __init__(self, rows: tuple[PaletteRow, ...]) -> None:
        super().__init__()
        self._rows, self._found = rows, rows
        self.styles.height = min(_HEIGHT, max(1, len(rows)))

    def search(self, typed: str) -> None:
        """Keep the rows in which every word of `typed` is found; those that it begins come first."""
        words = fold_case(typed).split()
        found = [row for row in self._rows if _holds(row, words)]
        self._found = tuple(sorted(found, key=lambda row: not _begins(row, words)))
        self.set_reactive(LineView.cursor, 0)
        self.scroll_to(y=0, animate=False, immediate=True)
        self.rows_changed()

    def chosen(self) -> PaletteRow | None:
        """Return the row under the cursor."""
        return self._found[self.cursor] if self._found else None

    def row_count(self) -> int:
        """Return how many rows match; one that says so when none does."""
        return max(1, len(self._found))

    def row(self, index: int) -> Content:
        """Return a row: its name, its detail, its key at the right."""
        if not self._found:
            return Content.assemble(("  aucun résultat", "$text-muted"))
        found = self._found[index]
        mark = "▸ " if index == self.cursor else "  "
        keys = Content(found.keys)
        detail = f"  {found.detail}" if found.detail else ""
        text = Content.assemble(mark, found.name, (detail, "$text-muted"))
        width = self.scrollable_content_region.width - keys.cell_length - 2
        text = text.truncate(width, ellipsis=True).pad_right(max(0, width - text.cell_length))
        return Content.assemble(text, "  ", (keys.plain, "bold"))


def _holds(row: PaletteRow, words: list[str]) -> bool:
    text = fold_case(f"{row.label} {row.name} {row.detail}")
    return all(word in text for word in words)


def _begins(row: PaletteRow, words: list[str]) -> bool:
    names = (fold_case(row.label), fold_case(row.name))
    return bool(words) and any(name.startswith(words[0]) for name in names)
