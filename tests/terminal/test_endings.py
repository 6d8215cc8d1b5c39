"""However the program is ended, its state is on disk, the terminal is left sane and the campaign is free."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.terminal.conftest import Spawn, Terminal
from tests.terminal.test_first_evening import create_merlin

LEAVES_THE_ALTERNATE_SCREEN = b"\x1b[?1049l"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_promptly_and_leaves_the_terminal_sane(
    gardien: Spawn, number: signal.Signals
) -> None:
    at = gardien(columns=120, lines=36)
    create_merlin(at)
    at.kill(number)
    status = at.wait_end(timeout=2)
    assert os.waitstatus_to_exitcode(status) == 128 + number
    assert LEAVES_THE_ALTERNATE_SCREEN in at.output
    again = gardien("la-tour-d-ivoire", columns=120, lines=36)
    again.wait_for("action « Boule de feu » ajoutée")
    assert "lecture seule" not in again.text


def test_a_terminal_that_is_gone_ends_it_where_hang_ups_are_ignored(tmp_path: Path) -> None:
    ignoring = f"trap '' HUP; exec {sys.executable} -m cli"
    folder = str(tmp_path / "campagnes")
    at = Terminal(["sh", "-c", ignoring], {**os.environ, "GARDIEN_DOSSIER": folder})
    at.wait_for("n crée la première")
    at.hang_up()
    assert at.ends_unread(4)
    with pytest.raises(ProcessLookupError):
        os.kill(at.pid, 0)


def test_ctrl_q_quits_with_everything_on_disk(gardien: Spawn) -> None:
    at = gardien(columns=120, lines=36)
    create_merlin(at)
    at.press("ctrl+q")
    assert os.waitstatus_to_exitcode(at.wait_end()) == 0
    gardien("la-tour-d-ivoire", columns=120, lines=36).wait_for("action « Boule de feu » ajoutée")


def test_an_idle_table_writes_nothing(gardien: Spawn) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    at.wait_quiet(1.0)
    before = len(at.output)
    at.read(3.0)
    assert len(at.output) == before
