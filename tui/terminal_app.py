"""What the application is to its terminal.

It obeys keys in their order, sends as little as it can, copies where the GC sits, and stops and ends as a shell's job.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Event, Key, Paste
from textual.screen import Screen

from screens.base import GardienScreen
from screens.dialogs.confirm import Confirm
from screens.dialogs.dialog import Dialog
from screens.enter_gate import EnterGate, HeldKey
from tui import job_control
from tui.clipboard import Clipboard
from tui.driver import GardienDriver
from tui.first_words import FirstWords
from tui.key_order import KeyOrder

_ENTERS = ("enter", "ctrl+j")
_HANG_UPS = (signal.SIGHUP, signal.SIGTERM)
_AT_MOST = 0.4
"""Seconds for which a picture waits for what its key still changes, should word of the end never come."""


class TerminalApp(App[None]):
    """An application in a terminal.

    Args:
        clipboard: where copies go; without one, to the terminal alone.
        first_words: what the terminal shows already, if it does.
        monotonic: seconds that only go forward, to tell a repeated key from a meant one.
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
        Binding(
            "ctrl+z",
            "suspend",
            "au shell",
            tooltip="Revenir au shell ; `fg` ramène Gardien tel qu’il était",
            id="app.suspend",
            priority=True,
            show=False,
        ),
    ]

    def __init__(
        self,
        clipboard: Clipboard | None,
        first_words: FirstWords | None,
        monotonic: Callable[[], float],
    ) -> None:
        super().__init__()
        self.first_words = first_words
        self._copies = clipboard
        self._monotonic = monotonic
        self._enter_gate = EnterGate(monotonic)
        self._entered: Screen[Any] | None = None
        self._held_key = HeldKey(monotonic)
        self.key_order = KeyOrder(self, self._paint, self._send, self.keys_settled)
        self._to_send: asyncio.TimerHandle | None = None
        self._back_at = 0.0

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
        if isinstance(self.screen, GardienScreen | Dialog):
            self.screen.say(text)

    async def on_event(self, event: Event) -> None:
        """Obey what is typed in the order in which it was typed, however fast it comes."""
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self.key_order.admits(event):
            if event.time >= self._back_at and not self._only_repeats(event):
                if isinstance(self.screen, GardienScreen):
                    self.screen.touched()
                await super().on_event(event)
            self.key_order.follow()

    def _only_repeats(self, event: Key | Paste) -> bool:
        """Whether a key is held down and would answer what it has led to: a question, or after Enter any screen."""
        key = event.key if isinstance(event, Key) else ""
        if self._held_key.repeats(key) and isinstance(self.screen, Confirm):
            return True
        if key not in _ENTERS:
            self._enter_gate.other_key()
        elif self._enter_gate.accepts():
            self._entered = self.screen
        else:
            return self._entered is not self.screen
        return False

    def keys_settled(self) -> None:
        """Let the screens keep the place that the keys have led to."""
        for screen in self._own_screens():
            screen.settled()

    def _own_screens(self) -> list[GardienScreen[Any]]:
        return [each for each in self.screen_stack if isinstance(each, GardienScreen)]

    def action_redraw(self) -> None:
        """Send the whole screen again: another program may have written over it."""
        if self.terminal:
            self.terminal.paint_anew()

    def hear_signals(self) -> None:
        """End at a hang-up, and stop and go on with the shell's jobs."""
        loop = asyncio.get_running_loop()
        for number in _HANG_UPS:
            loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))
        loop.add_signal_handler(signal.SIGTSTP, self.action_suspend)
        loop.add_signal_handler(signal.SIGCONT, self._continued)

    def on_unmount(self) -> None:
        """Leave the signals to whoever comes next."""
        loop = asyncio.get_running_loop()
        for number in (*_HANG_UPS, signal.SIGTSTP, signal.SIGCONT):
            loop.remove_signal_handler(number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the way back to the shell only where there is one."""
        return action != "suspend" or (not self.is_headless and job_control.has_shell())

    def action_suspend(self) -> None:
        """Give the terminal back to the shell, and stop until it is given again; keys that came with it are void."""
        if self.check_action("suspend", ()):
            with self.suspend():
                job_control.stop(job_control.TERMINAL, _HANG_UPS)
                self._back_at = self._monotonic()

    def _continued(self) -> None:
        """Another program stopped this one, and the shell may have had the terminal meanwhile: take it over anew."""
        if not self.is_headless:
            with self.suspend():
                pass

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
        """Paint what has changed; tell whether it was laid out anew.

        Textual has no public way to paint before its next frame, nor to know what it will lay out.
        """
        laid_out = self.screen._layout_required
        self.screen._on_timer_update()
        return laid_out

    def _send(self) -> None:
        """Send what was painted since the last time."""
        if self._to_send is not None:
            self._to_send.cancel()
            self._to_send = None
        if self._batch_count:
            return  # Textual sends nothing now, and at the end may have no screen any more
        if self.terminal and (changes := self.terminal.shown.changes()):
            super()._display(self.screen, changes)  # type: ignore[arg-type]
