"""A real terminal for the tests: a program on a pty, and what a terminal emulator makes of its output."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pyte
import pytest

from campaign.demo import NAME, populate
from campaign.session import Session
from rules.options import Options
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import no_dice

ROOT = Path(__file__).parents[2]
FOLDER = "la-tour-de-brume"
"""The folder of the sample campaign among the others."""
KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "space": " ",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "ctrl+s": "\x13",
    "ctrl+q": "\x11",
    "ctrl+p": "\x10",
}


_PROGRAMS = os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin"))
"""Where programs are, those of the system too: a user's PATH may leave these out."""


class Screen(pyte.Screen):
    """pyte's screen, which leaves private sequences that it doesn't know alone."""

    def select_graphic_rendition(self, *attributes: int, private: bool = False) -> None:
        if not private:
            super().select_graphic_rendition(*attributes)

    def report_device_status(self, mode: int, **options: bool) -> None:
        """Answer nothing: the pty has no one to answer."""


class Terminal:
    """A program that runs on a pty of its own.

    Attributes:
        pid: its process.
        output: every byte it has written.
        screen: what a terminal shows of them.
    """

    def __init__(
        self, argv: list[str], env: Mapping[str, str], columns: int = 80, lines: int = 24
    ) -> None:
        self.output = b""
        self.screen = Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self._status: int | None = None
        self.pid, self._pty = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.execvpe(argv[0], argv, dict(env))

    def press(self, *keys: str) -> None:
        """Press keys by name, or type a text."""
        for key in keys:
            os.write(self._pty, KEYS.get(key, key).encode())

    def send(self, data: bytes) -> None:
        """Send raw bytes."""
        os.write(self._pty, data)

    @property
    def text(self) -> str:
        """What the screen shows."""
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
                pytest.fail(f"waited in vain for {what!r}; the screen shows:\n{self.text}")

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
        self.output += data
        self._stream.feed(data)
        return len(data)

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


def picture(screen: Screen) -> list[list[tuple[object, ...]]]:
    """Return every cell with all that is seen of it: of a blank, only the background."""
    rows, columns = range(screen.lines), range(screen.columns)
    return [[_seen(screen.buffer[y][x]) for x in columns] for y in rows]


def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    blank = cell.data == " " and not (cell.underscore or cell.reverse)
    return tuple(cell._replace(fg="", bold=False, italics=False) if blank else cell)


Spawn = Callable[..., Terminal]


@contextmanager
def gardien_in(folder: Path) -> Iterator[Spawn]:
    """Give what starts `gardien` with some arguments on a pty; its campaigns are in `folder`."""
    running: list[Terminal] = []

    def spawn(*arguments: str, columns: int = 80, lines: int = 24, **env: str) -> Terminal:
        inherited = {
            key: value for key, value in os.environ.items() if not key.startswith(("LC_", "TMUX"))
        }
        variables = {
            **inherited,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "GARDIEN_DOSSIER": str(folder),
            **env,
        }
        command = [sys.executable, "-m", "cli", *arguments]
        terminal = Terminal(command, variables, columns, lines)
        running.append(terminal)
        return terminal

    yield spawn
    for terminal in running:
        terminal.close()


@pytest.fixture
def gardien(tmp_path: Path) -> Iterator[Spawn]:
    """Start `gardien`, whose campaigns are in the test's own folder."""
    with gardien_in(tmp_path / "campagnes") as spawn:
        yield spawn


@pytest.fixture
def campaigns(tmp_path: Path) -> Path:
    """The folder in which `gardien` finds its campaigns, with the sample campaign in it."""
    folder = tmp_path / "campagnes"
    library = FolderLibrary(folder, _now)
    session = Session(library.open(library.create(NAME, Options())), _now, no_dice)
    session.begin()
    populate(session)
    session.close()
    return folder


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[list[str]]:
    """A tmux of the test's own: the words that begin each of its commands."""
    command = [installed("tmux", "tmux"), "-S", str(tmp_path / "tmux"), "-f", "/dev/null"]
    yield command
    subprocess.run([*command, "kill-server"], check=False, capture_output=True)


def written(campaigns: Path) -> list[dict[str, object]]:
    """Return the events of the sample campaign's evening, as they are on disk."""
    path = campaigns / FOLDER / "seances" / "0001.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]


def installed(program: str, package: str) -> str:
    """Return where a program is; fail, and say which package of Debian has it, if it's missing."""
    path = shutil.which(program, path=_PROGRAMS)
    if path is None:
        pytest.fail(f"{program} is not installed, and this test needs it: apt install {package}")
    return path


def _now() -> datetime:
    return datetime.now(UTC)
