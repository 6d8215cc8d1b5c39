"""What the terminal shows within an instant, while Textual, which takes many times as long to load, isn't there yet.

Plain bytes in the terminal's own colours: the titles, where the first picture of the interface will have them.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any, Self

from screens.room import HEIGHT, WIDE, WIDTH
from tui import job_control, plain_text

ENTER = "\x1b[?1049h"
"""Takes the alternate screen, and blanks it also where it is taken already."""
_LEAVE = "\x1b[?1049l\x1b[?25h"
_LEAVE_TEXTUAL = "\x1b[?1000l\x1b[?1002l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[<u" + _LEAVE
_ENDINGS = (signal.SIGHUP, signal.SIGTERM)
_LOCAL_MODES, _CONTROL_CHARACTERS = 3, 6
"""Where they are in what termios gives."""
_NO_CHARACTER = b"\0"

Placed = tuple[int, int, str]
"""A line, a column, from 0, and what stands there."""
Layout = Callable[[int, int], list[Placed]]
"""What there is to say in so many columns and lines."""


def of_table(columns: int, lines: int) -> list[Placed]:
    """Return the titles of the table and of its panes."""
    body = lines - 3  # without the title, the status and the hints
    roller, log = (32, (1 + body * 3 // 5, 32)) if columns >= WIDE else (27, (body - 5, 1))
    return [
        *of_opening(columns, lines),
        (1, 1, "Compagnie"),
        (1, roller, "Dépassement"),
        (*log, "Journal"),
    ]


def of_library(columns: int, lines: int) -> list[Placed]:
    """Return the title of the library."""
    return [(0, 1, "Gardien · campagnes")]


def of_opening(columns: int, lines: int) -> list[Placed]:
    """Return the title alone."""
    return [(0, 1, "Gardien")]


class FirstWords:
    """The first words on the terminal: left behind when the block ends, unless the interface has taken over by then.

    What is typed meanwhile isn't shown, and waits for the interface, also Ctrl+Z; Ctrl+C and signals end the program,
    and leave the terminal as it was found.

    Attributes:
        are_shown: whether the terminal shows them, and nobody has taken over yet.
    """

    def __init__(self) -> None:
        self.are_shown = False
        self._modes: list[Any] = []
        self._leave = _LEAVE

    def __enter__(self) -> Self:
        """Show nothing yet."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the terminal back, if it wasn't handed over."""
        if self.are_shown:
            self.are_shown = False
            self._give_back()
            for number in _ENDINGS:
                if signal.getsignal(number) == self._end:
                    signal.signal(number, signal.SIG_DFL)

    def show(self, layout: Layout) -> None:
        """Show what `layout` says; once is enough. Where there is too little room, or another job, show nothing."""
        if self.are_shown or job_control.is_taken(job_control.TERMINAL):
            return
        try:
            columns, lines = os.get_terminal_size(_output())
            self._modes = termios.tcgetattr(job_control.TERMINAL)
        except (OSError, termios.error):
            return
        if columns < WIDTH or lines < HEIGHT:
            return
        self.are_shown = True
        for number in _ENDINGS:
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, self._end)
        termios.tcsetattr(job_control.TERMINAL, termios.TCSANOW, _quiet(self._modes))
        words = (f"\x1b[{y + 1};{x + 1}H{text}" for y, x, text in layout(columns, lines))
        _write(f"{ENTER}\x1b[?25l\x1b[H\x1b[2J\x1b[1m{''.join(words)}\x1b[m\x1b[H")

    def hand_over(self) -> list[Any]:
        """Leave the terminal to the interface; return the modes that it must be given back with."""
        self.are_shown = False
        self._leave = _LEAVE_TEXTUAL
        return self._modes

    def _give_back(self) -> None:
        if not job_control.is_taken(job_control.TERMINAL):
            _write(self._leave)
            with suppress(termios.error):
                termios.tcsetattr(job_control.TERMINAL, termios.TCSANOW, self._modes)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        """Give the terminal back and end; in force until the interface listens to signals by itself."""
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def _quiet(modes: list[Any]) -> list[Any]:
    """Return these modes, with keys that come as they are typed, are not shown, and neither stop nor break off."""
    quiet = [*modes[:_CONTROL_CHARACTERS], modes[_CONTROL_CHARACTERS].copy()]
    quiet[_LOCAL_MODES] &= ~(termios.ECHO | termios.ICANON)
    for key in (termios.VSUSP, termios.VQUIT):
        quiet[_CONTROL_CHARACTERS][key] = _NO_CHARACTER
    return quiet


def _output() -> int:
    """Return where Textual will write too."""
    assert sys.__stderr__
    return sys.__stderr__.fileno()


def _write(text: str) -> None:
    """Write, unless the terminal takes nothing."""
    assert sys.__stderr__
    plain_text.install()
    charset = plain_text.charset(os.environ, sys.__stderr__.encoding)
    with suppress(OSError):
        if select.select([], [_output()], [], 0)[1]:
            os.write(_output(), text.encode(charset, plain_text.NEAREST))
