"""What is shown while the terminal is too small for anything else; all comes back when it grows."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from screens.room import HEIGHT, WIDTH


def fits(size: Size) -> bool:
    """Return whether Gardien can be shown in a terminal of that size."""
    return size.width >= WIDTH and size.height >= HEIGHT


class TooSmall(ModalScreen[None]):
    """A sentence with the size that is needed. It takes every key, so that nothing is done unseen."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    TooSmall {
        align: center middle;
        background: $background;
        overflow: hidden;  /* in two columns a scrollbar would come and go for ever */
        Static { width: 100%; height: auto; text-align: center; }
    }
    """

    def compose(self) -> ComposeResult:
        """Yield the sentence."""
        yield Static()

    def on_resize(self, event: Resize) -> None:
        """Follow the size, and leave once it is enough; what `event` says may be past already."""
        self._follow(self.app.size)

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Leave if it became enough while something was on top."""
        self._follow(self.app.size)

    def _follow(self, size: Size) -> None:
        if fits(size):
            if self.is_active:
                self.dismiss()
            return
        self.query_one(Static).update(
            Content(
                f"Il faut {WIDTH} × {HEIGHT} caractères ; le terminal en a {size.width} × {size.height}."
                "\nAgrandissez-le : tout revient."
            )
        )
