"""What the application is to its terminal: it sends as little as it can, and copies where the GC sits."""

from __future__ import annotations

import asyncio
from typing import Any

from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.screen import Screen

from screens.base import GardienScreen
from tui.clipboard import Clipboard
from tui.driver import GardienDriver
from tui.key_order import KeyOrder

_AT_MOST = 0.4
"""Seconds for which a picture waits for what its key still changes, should word of the end never come."""


class TerminalApp(App[None]):
    """An application in a terminal.

    Args:
        clipboard: where copies go; without one, to the terminal alone.
    """

    BINDINGS = [
        Binding(
            "ctrl+l",
            "redraw",
            "redessiner",
            tooltip="Redessiner l’écran, quand un autre programme a écrit dessus",
            id="app.redraw",
            priority=True,
            show=False,
        ),
    ]

    def __init__(self, clipboard: Clipboard | None) -> None:
        super().__init__()
        self._copies = clipboard
        self.key_order = KeyOrder(self, self._paint, self._send, self.keys_settled)
        self._to_send: asyncio.TimerHandle | None = None

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of this system, ours for terminals."""
        driver = super().get_driver_class()
        return GardienDriver if driver is LinuxDriver else driver

    @property
    def terminal(self) -> GardienDriver | None:
        """The terminal; None before it is taken over, and in tests without one."""
        return self._driver if isinstance(self._driver, GardienDriver) else None

    def say(self, text: str) -> None:
        """Tell what was done, on the status line of the screen, if it has one."""
        if isinstance(self.screen, GardienScreen):
            self.screen.say(text)

    def keys_settled(self) -> None:
        """Every key that arrived has done its work; called each time."""

    def action_redraw(self) -> None:
        """Send the whole screen again: another program may have written over it."""
        if self.terminal:
            self.terminal.paint_anew()

    def copy_to_clipboard(self, text: str) -> None:
        """Copy a text, and say where it is."""
        if self._copies is None or self._driver is None:
            super().copy_to_clipboard(text)
            self.say("Copié, si le terminal le permet")
        else:
            self._clipboard = text  # what Textual pastes in its own fields
            self.say(self._copies.copy(text, self._driver.write))

    def _display(
        self, screen: Screen[Any], renderable: RenderableType | CompositorUpdate | None
    ) -> None:
        """Send only what the terminal doesn't show yet, one picture a key. Textual has no public hook."""
        if self.terminal is None or not isinstance(renderable, CompositorUpdate):
            super()._display(screen, renderable)  # type: ignore[arg-type]
            return
        self.terminal.shown.paint(renderable, self.console)
        if self.key_order.is_settled and not self._batch_count:
            self._send()
        elif self._to_send is None:
            self._to_send = asyncio.get_running_loop().call_later(_AT_MOST, self._send)

    def _paint(self) -> bool:
        """Paint what has changed, without waiting for Textual's next frame; tell whether it was laid out anew."""
        laid_out = self.screen._layout_required
        self.screen._on_timer_update()
        return laid_out

    def _send(self) -> None:
        """Send what was painted since the last time."""
        if self._to_send is not None:
            self._to_send.cancel()
            self._to_send = None
        if self.terminal and (changes := self.terminal.shown.changes()):
            super()._display(self.screen, changes)  # type: ignore[arg-type]
