"""An account that can only play: Gardien as the forced command of a key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, written
from tests.terminal.ssh.attempts import ATTEMPTS, works
from tests.terminal.ssh.sshd import FarGardien, Sshd
from tests.terminal.test_first_evening import RULED, roll_the_example


@pytest.fixture
def forced(sshd: Sshd, far_gardien: FarGardien, tmp_path: Path) -> str:
    """The name of a key that can only open the sample campaign."""
    sshd.authorize(tmp_path.name, f'restrict,pty,command="{far_gardien} {FOLDER}"')
    return tmp_path.name


def test_a_forced_command_opens_the_table_at_its_size_whatever_the_client_asks_for(
    sshd: Sshd, forced: str, campaigns: Path, tmp_path: Path
) -> None:
    pwned = tmp_path / "pwned"
    at = sshd.connect(f"touch {pwned}; sh", key=forced)
    at.wait_for("Compagnie", "Merlin", "Diff réussite")
    roll_the_example(at)
    at.press("f")
    at.wait_for(RULED)
    at.press("\x1a", "\x03", "\x1c")  # Ctrl+Z, Ctrl+C, Ctrl+\
    at.press("t", "toujours là", "enter")
    at.wait_for("Note : toujours là")
    at.press("ctrl+q")
    assert os.waitstatus_to_exitcode(at.wait_end()) == 0
    assert not pwned.exists()
    assert [event["type"] for event in written(campaigns)[-3:]] == [
        "dépassement",
        "jugement",
        "note",
    ]


@pytest.mark.parametrize("wanted", ATTEMPTS)
def test_a_forced_command_gives_nothing_that_a_key_without_one_has(
    sshd: Sshd, forced: str, wanted: str
) -> None:
    assert works(sshd, "own", wanted)
    assert not works(sshd, forced, wanted)
