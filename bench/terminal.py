"""A program on a pty of its own, and what a terminal emulator makes of its output: for the benches and the tests."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte

GARDIEN = (sys.executable, "-m", "cli")
"""The words that begin a command line of the product, from the root of the project."""
KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "space": " ",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "backspace": "\x7f",
    "ctrl+s": "\x13",
    "ctrl+q": "\x11",
    "ctrl+p": "\x10",
}


def environment(folder: Path, **others: str) -> dict[str, str]:
    """Return the variables of a usual terminal, for a program that finds its campaigns in `folder`."""
    inherited = {
        key: value for key, value in os.environ.items() if not key.startswith(("LC_", "TMUX"))
    }
    usual = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "GARDIEN_DOSSIER": str(folder)}
    return {**inherited, **usual, **others}


def own_environment(folder: Path, config: str = "config") -> dict[str, str]:
    """Return them for a bench: nothing that the user keeps elsewhere is read or written."""
    homes = {"XDG_CONFIG_HOME": config, "XDG_STATE_HOME": "state"}
    return environment(folder, **{name: str(folder / home) for name, home in homes.items()})


class Screen(pyte.Screen):
    """pyte's screen, which leaves private sequences that it doesn't know alone."""

    def select_graphic_rendition(self, *attributes: int, private: bool = False) -> None:
        """Obey what isn't private."""
        if not private:
            super().select_graphic_rendition(*attributes)

    def report_device_status(self, mode: int, **options: bool) -> None:
        """Answer nothing: the pty has no one to answer."""


class Terminal:
    """A program that runs on a pty of its own.

    Attributes:
        pid: its process.
        output: every byte it has written.
        heard: when the last of them came, in seconds of `time.perf_counter`.
    """

    def __init__(
        self, argv: Sequence[str], env: Mapping[str, str], columns: int = 80, lines: int = 24
    ) -> None:
        self.output = bytearray()
        self.heard = 0.0
        self._screen = Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._unseen: list[bytes] = []
        self._status: int | None = None
        self.pid, self._pty = pty.fork()
        if self.pid == 0:
            # Where this runs in the background, Ctrl+C is ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.execvpe(argv[0], list(argv), dict(env))

    def press(self, *keys: str) -> None:
        """Press keys by name, or type a text."""
        for key in keys:
            os.write(self._pty, KEYS.get(key, key).encode())

    def send(self, data: bytes) -> None:
        """Send raw bytes."""
        os.write(self._pty, data)

    @property
    def screen(self) -> Screen:
        """What a terminal shows of the output."""
        for data in self._unseen:
            self._stream.feed(data)
        self._unseen.clear()
        return self._screen

    @property
    def text(self) -> str:
        """What the screen says."""
        return "\n".join(self.screen.display)

    def wait_for(self, *wanted: str, timeout: float = 30) -> str:
        """Read until the screen shows every text of `wanted`; return what it shows."""
        self.wait_until(lambda: all(each in self.text for each in wanted), timeout, wanted)
        return self.text

    def wait_until(
        self, condition: Callable[[], bool], timeout: float = 30, what: object = "the condition"
    ) -> None:
        """Read until `condition` holds; fail with the screen when it never does."""
        end = time.monotonic() + timeout
        while not condition():
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                raise AssertionError(f"waited in vain for {what!r}; the screen shows:\n{self.text}")

    def wait_quiet(self, seconds: float = 0.3) -> None:
        """Read until nothing has come for `seconds`."""
        while self.read(seconds):
            pass

    def read(self, timeout: float) -> int:
        """Read what comes within `timeout` seconds; return how many bytes, 0 when nothing came or at the end."""
        ready, _, _ = select.select([self._pty], [], [], timeout)
        if not ready:
            return 0
        try:
            data = os.read(self._pty, 1 << 16)
        except OSError:  # the program is gone
            data = b""
        self.heard = time.perf_counter()
        self.output += data
        self._unseen.append(data)  # the emulator is slow: it looks when someone looks at it
        return len(data)

    def skip(self) -> None:
        """Read what has come without looking at it: the screen is right again once all of it is painted anew."""
        while self.read(0):
            pass
        self.output.clear()
        self._unseen.clear()
        self._screen.reset()

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the terminal."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self._pty, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to the program."""
        os.kill(self.pid, number)

    def wait_end(self, timeout: float = 10) -> int:
        """Read until the program is gone; return its wait status."""
        end = time.monotonic() + timeout
        while self._status is None and time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = status
            else:
                self.read(0.05)
        while self.read(0.05):  # its last words
            pass
        assert self._status is not None, f"still alive; the screen shows:\n{self.text}"
        return self._status

    def ends_unread(self, within: float) -> bool:
        """Wait for the end of the program, reading nothing that it writes; return whether it came in time."""
        end = time.monotonic() + within
        while self._status is None and time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = status
            else:
                time.sleep(0.02)
        return self._status is not None

    def echoes(self) -> bool:
        """Return whether the terminal shows what is typed, line by line, as a shell expects it."""
        local_modes: int = termios.tcgetattr(self._pty)[3]
        return bool(local_modes & termios.ECHO and local_modes & termios.ICANON)

    def hang_up(self) -> None:
        """Take the terminal away from the program."""
        os.close(self._pty)
        self._pty = -1

    def close(self) -> None:
        """End the program whatever it does, and the pty with it."""
        if self._status is None:
            self.kill()
            self.wait_end()
        if self._pty >= 0:
            os.close(self._pty)
