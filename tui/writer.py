"""What goes to the terminal: written in the background, and never a reason for the program to wait.

Textual's own writer holds the program back once thirty writes are queued. On a link that stalls, nothing then answers
any more, not even a hang-up: the process stays for good, and the campaign with it.
"""

from __future__ import annotations

import os
import signal
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper

from textual.drivers._writer_thread import WriterThread

from tui.job_control import is_taken
from tui.plain_text import NEAREST

ENOUGH = 256 * 1024
"""Characters that may wait for a slow link; a screen of 200 × 60 is some 40,000."""
_SWITCH = 64
"""What is no longer than this switches a mode of the terminal: it is never left out."""
_CHUNK = 4096
_PATIENCE = 0.5
"""Seconds that the last words may take at the end, and again once there is room for them."""
_CANCEL = "\x18"
"""Ends the control sequence that a picture was cut off in."""


class PatientWriter(WriterThread):
    """Writes in its own thread. What a stalled link cannot take is left out, and painted anew once it flows again.

    Args:
        file: the terminal.
        encoding: what it reads.
        repaint: called, from this thread, when all that waited is written but something was left out.
    """

    def __init__(self, file: TextIOWrapper, encoding: str, repaint: Callable[[], None]) -> None:
        super().__init__(file)
        self._encoding, self._repaint = encoding, repaint
        self._changed = threading.Condition()
        self._waiting: list[str] = []
        self._size = 0
        self._left_out = self._gone = self._closing = self._making_room = False

    def write(self, text: str) -> None:
        """Have `text` written, unless the terminal is too far behind."""
        with self._changed:
            if self._size and self._size + len(text) > ENOUGH:
                self._left_out = True
            if self._gone or (self._left_out and len(text) > _SWITCH):
                return
            self._waiting.append(text)
            self._size += len(text)
            self._changed.notify()

    def run(self) -> None:
        """Write what waits until there is no more to come, or no terminal."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                text = "".join(self._waiting)
                self._waiting.clear()
                self._making_room = False
            try:
                self._write_out(text.encode(self._encoding, NEAREST))
            except OSError:
                with self._changed:
                    self._gone = True
                    self._waiting.clear()
                return
            with self._changed:
                self._size -= len(text)
                caught_up = self._left_out and not self._waiting
                self._left_out = self._left_out and not caught_up
                closing = self._closing
            if caught_up and not closing:
                self._repaint()

    def stop(self) -> None:
        """Leave the terminal as it was found, if it still takes that; pictures that wait are no longer of use."""
        with self._changed:
            self._waiting = [text for text in self._waiting if len(text) <= _SWITCH]
            self._closing = True
            self._changed.notify()
        self.join(_PATIENCE)
        if self.is_alive() and not is_taken(self.fileno()):
            self._make_room()

    def _make_room(self) -> None:
        """Throw away the picture that the terminal won't take, so that it takes the last words."""
        with self._changed:
            self._waiting.insert(0, _CANCEL)
            self._making_room = True
        with suppress(termios.error):
            termios.tcflush(self.fileno(), termios.TCOFLUSH)
        if self.ident is not None:  # a write that is held up notes the room only at a signal
            before = signal.signal(signal.SIGURG, lambda number, frame: None)
            signal.pthread_kill(self.ident, signal.SIGURG)
            self.join(_PATIENCE)
            signal.signal(signal.SIGURG, before)

    def _write_out(self, data: bytes) -> None:
        while data and not self._making_room:
            data = data[os.write(self.fileno(), data[:_CHUNK]) :]
