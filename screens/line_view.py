"""A list of one-line rows of which only those in view are ever rendered, whatever their number."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual


class LineView(ScrollView, can_focus=True, inherit_bindings=False):
    """A scrolling list with a cursor; subclasses say how many rows there are and what each one shows.

    Moving the cursor repaints two lines, or the view when it scrolls.
    """

    DEFAULT_CSS = """
    LineView {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        & > .line-view--cursor { background: $block-cursor-blurred-background; text-style: bold; }
        &:focus > .line-view--cursor {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: bold;
        }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"line-view--cursor"}
    """
    | Class | Description |
    | :- | :- |
    | `line-view--cursor` | The row under the cursor. |
    """
    BINDING_GROUP_TITLE = "Liste"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Ligne précédente", id="list.up", show=False),
        Binding("down", "move(1)", "Ligne suivante", id="list.down", show=False),
        Binding("pageup", "page(-1)", "Page précédente", id="list.page_up", show=False),
        Binding("pagedown", "page(1)", "Page suivante", id="list.page_down", show=False),
        Binding("home", "first", "Première ligne", id="list.first", show=False),
        Binding("end", "last", "Dernière ligne", id="list.last", show=False),
    ]

    cursor: reactive[int] = reactive(0, repaint=False)
    """The index of the row under the cursor; 0 when there is none."""

    def row_count(self) -> int:
        """Return how many rows there are."""
        raise NotImplementedError

    def row(self, index: int) -> Content:
        """Return what the row at `index` shows."""
        raise NotImplementedError

    def rows_changed(self) -> None:
        """Take note that rows came, went or changed, and repaint."""
        count = self.row_count()
        self.virtual_size = Size(self.scrollable_content_region.width, count)
        self.cursor = min(self.cursor, max(0, count - 1))
        self.refresh()

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, self.row_count() - 1))

    def watch_cursor(self, before: int, after: int) -> None:
        """Repaint the two rows concerned, and bring the new one into view."""
        self.repaint_row(before)
        self.show_cursor()
        self.repaint_row(after)

    def show_cursor(self) -> None:
        """Scroll just enough for the cursor to be in view."""
        top, height = self.scroll_offset.y, self.scrollable_content_region.height
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, force=True, immediate=True)
        elif height and self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Keep the cursor in view when the size changes."""
        self.rows_changed()
        self.show_cursor()

    def action_move(self, by: int) -> None:
        """Move the cursor by `by` rows."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """Move the cursor by `by` pages."""
        self.cursor += by * max(1, self.scrollable_content_region.height - 1)

    def action_first(self) -> None:
        """Move the cursor to the first row."""
        self.cursor = 0

    def action_last(self) -> None:
        """Move the cursor to the last row."""
        self.cursor = self.row_count() - 1

    def render_line(self, y: int) -> Strip:
        """Render the row at line `y` of the view."""
        index = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if not 0 <= index < self.row_count():
            return Strip.blank(width, self.visual_style.rich_style)
        style = self.visual_style
        if index == self.cursor:
            style += self.get_visual_style("line-view--cursor")
        return Visual.to_strips(self, self.row(index), width, 1, style, pad=True)[0]

    def repaint_row(self, index: int) -> None:
        """Repaint one row, if it is in view."""
        line = index - self.scroll_offset.y
        if 0 <= line < self.size.height:
            self.refresh(Region(0, line, self.size.width, 1))
