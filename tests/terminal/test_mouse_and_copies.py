"""The mouse is heard or left to the terminal; a copy reaches whoever sits there, through tmux and GNU screen too."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, Spawn, Terminal
from tests.terminal.test_first_evening import roll_the_example

MOUSE_ON = re.compile(rb"\x1b\[\?(?:9|10\d\d)h")
HEARD = {b"\x1b[?1000h", b"\x1b[?1002h", b"\x1b[?1004h", b"\x1b[?1006h"}
"""Clicks, drags, whether the terminal has the focus, and positions beyond column 223."""
COPIED = "Merlin · Boule de feu"
KEPT = Path(".local/state/gardien/copie.txt")


def modes(output: bytes | bytearray) -> set[bytes]:
    """Return the modes of the mouse and the focus that are switched on."""
    return set(MOUSE_ON.findall(output)) - {b"\x1b[?1049h"}


def test_the_mouse_is_heard_without_its_mere_movements_and_given_back_for_good(
    gardien: Spawn, campaigns: Path, empty_home: Path
) -> None:
    at = gardien(FOLDER)
    at.wait_for("Compagnie", "Merlin")
    assert modes(at.output) == HEARD
    at.press("M")
    at.wait_for("Souris rendue au terminal", "M la reprend")
    assert at.output.count(b"\x1b[?1000l\x1b[?1002l\x1b[?1006l") == 1
    start = len(at.output)
    at.press("?")
    at.wait_for("Échap fermer")
    at.press("escape")
    at.wait_until(lambda: "Échap fermer" not in at.text)
    at.press("ctrl+q")
    at.wait_end()
    assert modes(at.output[start:]) == set()
    kept = json.loads((empty_home / ".config/gardien/reglages.json").read_text("utf-8"))
    assert kept["souris"] is False

    again = gardien(FOLDER)
    again.wait_for("Compagnie", "Merlin")
    again.kill(signal.SIGSTOP)
    os.waitpid(again.pid, os.WUNTRACED)
    again.kill(signal.SIGCONT)
    again.wait_quiet()
    assert modes(again.output) == {b"\x1b[?1004h"}
    again.press("O", "up")
    again.wait_for("Souris", "‹ au terminal ›")
    again.press("space")
    again.wait_for("‹ à Gardien ›")
    again.wait_quiet()
    assert modes(again.output) == HEARD


def copied(output: bytes | bytearray) -> list[str]:
    """Return what the terminal was asked to copy."""
    return [
        base64.b64decode(each).decode()
        for each in re.findall(rb"\x1b\]52;c;([^\x07\x1b]*)", output)
    ]


def test_a_copy_goes_to_the_terminal_and_into_a_file_of_ones_own(
    gardien: Spawn, campaigns: Path, empty_home: Path
) -> None:
    at = gardien(FOLDER)
    at.wait_for("Compagnie", "Merlin")
    roll_the_example(at)
    at.press("x")
    at.wait_for("Copié ; aussi dans ~/.local/state/gardien/copie.txt")
    [text] = copied(at.output)
    assert COPIED in text
    assert "15 + 8 − 12 = 11" in text
    kept = empty_home / KEPT
    assert kept.read_text("utf-8") == text
    assert kept.stat().st_mode & 0o077 == 0


@pytest.fixture
def environment(campaigns: Path) -> dict[str, str]:
    """The environment of someone who sits in front of no multiplexer."""
    env = {**os.environ, "LANG": "C.UTF-8", "GARDIEN_DOSSIER": str(campaigns)}
    return {key: value for key, value in env.items() if key not in ("TMUX", "STY", "LC_ALL")}


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[list[str]]:
    """A tmux of the test's own: the words that begin each of its commands."""
    command = ["tmux", "-S", str(tmp_path / "tmux"), "-f", "/dev/null", "-u"]
    yield command
    subprocess.run([*command, "kill-server"], check=False, capture_output=True)


def said_by(command: list[str]) -> str:
    """Return what a command prints."""
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


def test_within_tmux_a_copy_reaches_it_a_paste_is_one_text_and_each_cell_is_where_it_is_drawn(
    environment: dict[str, str], empty_home: Path, tmux: list[str]
) -> None:
    at = Terminal([*tmux, "new", sys.executable, "-m", "cli", FOLDER], environment, 120, 36)
    at.wait_for("Compagnie", "Merlin")
    roll_the_example(at)
    at.press("x")
    at.wait_for("aussi dans ~/.local/state/gardien/copie.txt")
    assert COPIED in said_by([*tmux, "show-buffer"])
    assert said_by([*tmux, "show-buffer"]) == (empty_home / KEPT).read_text("utf-8")

    subprocess.run([*tmux, "set-buffer", "漢字 œuvre e\u0301te\u0301\nq ☠ ★"], check=True)
    at.press("f", "t")
    at.wait_for("Note")
    subprocess.run([*tmux, "paste-buffer", "-p"], check=True)
    at.wait_for("☠ ★")
    at.press("enter")
    at.wait_for("Note : 漢字 œuvre été q ☠ ★")
    at.close()


def test_gnu_screen_passes_a_copy_on(
    environment: dict[str, str], empty_home: Path, tmp_path: Path
) -> None:
    sockets = tmp_path / "screen"
    sockets.mkdir(0o700)
    env = {**environment, "SCREENDIR": str(sockets)}
    run = ["screen", "-U", "-c", "/dev/null", "-S", "essai", sys.executable, "-m", "cli", FOLDER]
    at = Terminal(run, env, 120, 36)
    at.wait_for("Compagnie", "Merlin")
    roll_the_example(at)
    at.press("x")
    at.wait_for("aussi dans ~/.local/state/gardien/copie.txt")
    assert copied(at.output) == [(empty_home / KEPT).read_text("utf-8")]
    at.press("ctrl+q")
    at.wait_end()
    at.close()
