"""A real terminal for the tests: `gardien` on a pty, with campaigns of the test’s own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest

from bench.generator import sample_campaign
from bench.terminal import GARDIEN, Screen, Terminal, environment

__all__ = ["Screen", "Terminal"]

ROOT = Path(__file__).parents[2]
FOLDER = "la-tour-de-brume"
"""The folder of the sample campaign among the others."""
_PROGRAMS = os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin"))
"""Where programs are, those of the system too: a user's PATH may leave these out."""


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
        variables = environment(folder, **env)
        terminal = Terminal([*GARDIEN, *arguments], variables, columns, lines)
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
    sample_campaign(folder)
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
