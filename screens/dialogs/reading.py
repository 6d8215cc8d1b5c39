"""A dialog to be read: where its text is longer than the screen, it scrolls."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.screen import ScreenResultType

from screens.dialogs.dialog import Dialog


class Reading(Dialog[ScreenResultType]):
    """A text in a frame; subclasses yield the text."""

    FRAME = 7
    """The lines of the dialog that aren't its text."""

    BINDINGS = [
        Binding(
            "down,j", "scroll(1)", "descendre", tooltip="Descendre d’une ligne", id="reading.down"
        ),
        Binding("up,k", "scroll(-1)", "monter", tooltip="Monter d’une ligne", id="reading.up"),
        Binding(
            "pagedown,space",
            "scroll_page(1)",
            "page suivante",
            tooltip="Descendre d’une page",
            id="reading.page_down",
            show=False,
        ),
        Binding(
            "pageup",
            "scroll_page(-1)",
            "page précédente",
            tooltip="Monter d’une page",
            id="reading.page_up",
            show=False,
        ),
    ]

    DEFAULT_CSS = """
    Reading VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
    Reading StatusLine { display: none; }
    Reading HintBar { margin-top: 1; }
    """

    def compose_body(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(can_focus=False):
            yield from self.compose_text()

    def compose_text(self) -> ComposeResult:
        """Yield what there is to read."""
        yield from ()

    def on_mount(self) -> None:
        """Offer to scroll as soon as there is more than can be seen."""
        view = self.query_one(VerticalScroll)
        self.watch(view, "show_vertical_scrollbar", self.refresh_bindings)

    def on_resize(self, event: Resize) -> None:
        """Keep the frame, its title and its hints in view, however long the text is."""
        self.query_one(VerticalScroll).styles.max_height = event.size.height - self.FRAME

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to scroll only where there is more than can be seen."""
        if action in ("scroll", "scroll_page"):
            return any(view.show_vertical_scrollbar for view in self.query(VerticalScroll))
        return super().check_action(action, parameters)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_scroll_page(self, pages: int) -> None:
        """Scroll by pages."""
        view = self.query_one(VerticalScroll)
        view.scroll_relative(y=pages * max(1, view.size.height - 1), animate=False)
