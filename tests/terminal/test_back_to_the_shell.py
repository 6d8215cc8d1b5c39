"""Ctrl+Z gives the terminal back to the shell that started the table, and `fg` brings it back; else it is no key."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.terminal.conftest import FOLDER, Spawn, Terminal

PROMPT = "au shell$ "
LEFT = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1002l", b"\x1b[?2004l")
"""The alternate screen left, the cursor shown, no mouse and no bracketed paste."""
TAKEN = b"\x1b[?1049h"
SUSPEND, CANCEL = "\x1a", "\x07"
SETTINGS = "stty -g"
OFFER = "Revenir au shell"
GONE_WITHIN = 2.0
"""Seconds within which a program is to be gone, or to have stopped."""


class Shell(Terminal):
    """An interactive shell, with job control, on the folder of the campaigns."""

    def __init__(self, campaigns: Path) -> None:
        env = {**os.environ, "LANG": "C.UTF-8", "GARDIEN_DOSSIER": str(campaigns), "PS1": PROMPT}
        super().__init__(["bash", "--norc", "--noprofile", "--noediting", "-i"], env, 120, 36)
        self.wait_for(PROMPT)

    def start(self, command: str = "{}") -> None:
        """Start the table of the sample campaign, by a command that has it in it."""
        self.press(command.format(f"{shlex.quote(sys.executable)} -m cli {FOLDER}"), "enter")
        self.wait_for("Compagnie", "Merlin")

    def stop(self) -> None:
        """Press Ctrl+Z, and wait for the shell."""
        seen = len(self.output)
        self.press(SUSPEND)
        self.wait_until(lambda: PROMPT.encode() in self.output[seen:], what="the shell")
        assert [each for each in LEFT if each not in self.output[seen:]] == []

    def go_on(self, command: str = "fg", typed: str = "") -> None:
        """Have the shell give the terminal back to the table, and wait until all is painted."""
        seen = len(self.output)
        self.press(command, "enter", typed)
        self.wait_until(lambda: TAKEN in self.output[seen:], what="the table")
        self.wait_for("Merlin")
        self.wait_quiet()

    def run(self, command: str) -> str:
        """Run a command of the shell; return what it writes."""
        seen = len(self.output)
        self.press(f"{command}; echo fini$((40 + 2))", "enter")
        self.wait_until(lambda: b"fini42" in self.output[seen:], what=command)
        return self.output[seen:].decode().partition("\r\n")[2].partition("fini42")[0]

    def table(self) -> psutil.Process:
        """The process of the table."""
        below = psutil.Process(self.pid).children(recursive=True)
        return next(each for each in below if each.cmdline()[-2:] == ["cli", FOLDER])


@pytest.fixture
def shell(campaigns: Path) -> Iterator[Shell]:
    """A shell to start the table from."""
    at = Shell(campaigns)
    yield at
    at.close()


def lose_terminal(at: Shell) -> None:
    at.hang_up()
    assert at.ends_unread(GONE_WITHIN)


def stop_from_outside(at: Shell) -> None:
    at.table().suspend()
    at.wait_for(PROMPT)


def palette_on_the_shell(at: Terminal) -> str:
    at.press("ctrl+p")
    at.wait_for("Palette")
    at.press("shell")
    at.wait_quiet()
    return at.text


def stops(process: psutil.Process) -> bool:
    """Return whether a process of a job stops: its shell prompts as soon as the first one has."""
    end = time.monotonic() + GONE_WITHIN
    while process.status() != psutil.STATUS_STOPPED and time.monotonic() < end:
        time.sleep(0.01)
    return process.status() == psutil.STATUS_STOPPED


@pytest.mark.parametrize("command", ["{}", "sh -c '{}; true'"], ids=["itself", "in a script"])
def test_a_table_stopped_again_and_again_comes_back_as_it_was(shell: Shell, command: str) -> None:
    before = shell.run(SETTINGS)
    shell.start(command)
    assert OFFER in palette_on_the_shell(shell)
    shell.press(CANCEL, "t", "à moitié é")
    shell.wait_for("à moitié é")
    for columns, lines in ((120, 36), (80, 24), (160, 50)):
        shell.stop()
        assert stops(shell.table())
        assert shell.run(SETTINGS) == before
        shell.resize(columns, lines)
        shell.go_on("sleep 0.3; fg", "typed for nobody")
        shell.wait_for("Note", " à moitié é  ", "Merlin")
    shell.press("crit", "enter")
    shell.wait_for("Note : à moitié écrit")


@pytest.mark.parametrize(
    ("stop", "end"),
    [
        (Shell.stop, lose_terminal),
        (Shell.stop, lambda at: at.press("kill %1", "enter")),
        (stop_from_outside, lose_terminal),
        (stop_from_outside, lambda at: at.press("bg; kill -HUP %1", "enter")),
    ],
    ids=["no terminal", "ended by the shell", "SIGSTOP, no terminal", "SIGSTOP, background"],
)
def test_a_stopped_table_ends_when_it_must_and_leaves_the_campaign_free(
    shell: Shell, gardien: Spawn, stop: Callable[[Shell], None], end: Callable[[Shell], None]
) -> None:
    shell.start()
    stop(shell)
    table = shell.table()
    end(shell)
    table.wait(GONE_WITHIN)
    again = gardien(FOLDER)
    again.wait_for("Compagnie", "Merlin")
    assert "lecture seule" not in again.text


def test_a_table_sent_to_the_background_waits_for_the_terminal(shell: Shell) -> None:
    shell.start()
    shell.stop()
    shell.run("bg")
    assert "Compagnie" not in shell.run("sleep 0.3; jobs")
    assert shell.table().status() == psutil.STATUS_STOPPED
    shell.go_on()
    shell.wait_for("Compagnie", "Merlin")


def test_a_table_that_another_program_stopped_takes_the_terminal_over_anew(shell: Shell) -> None:
    shell.start()
    stop_from_outside(shell)
    shell.run("stty sane; clear")
    shell.go_on()
    shell.wait_for("Compagnie", "Merlin", "Journal")
    shell.press("t", "écrit après", "enter")
    shell.wait_for("Note : écrit après")


def test_keys_that_came_in_one_lump_with_ctrl_z_were_typed_for_the_shell(shell: Shell) -> None:
    shell.start()
    shell.press(SUSPEND + SUSPEND + "t")
    shell.wait_for(PROMPT)
    shell.go_on()
    assert "abandonner" not in shell.text
    assert shell.table().status() != psutil.STATUS_STOPPED


def test_where_no_shell_started_it_ctrl_z_is_no_key(gardien: Spawn) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    assert OFFER not in palette_on_the_shell(at)
    at.press(CANCEL, SUSPEND, "t")
    at.wait_for("Note")
    assert psutil.Process(at.pid).status() != psutil.STATUS_STOPPED
