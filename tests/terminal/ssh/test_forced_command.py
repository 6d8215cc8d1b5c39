"""An account that can only play: Gardien as the forced command of a key."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, written
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


ATTEMPTS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...], bytes]] = {
    "another program": ("ssh", (), ("echo", "pwned"), b"pwned"),
    "files": ("sftp", ("-b", "-"), (), b"Remote working directory"),
    "a tunnel": ("ssh", ("-W", "127.0.0.1:{port}"), (), b"SSH-2.0"),
    "a tunnel back": (
        "ssh",
        ("-o", "LogLevel=INFO", "-R", "0:127.0.0.1:{port}"),
        ("true",),
        b"Allocated port",
    ),
}
"""For each: a program of the near end, its options, the command, and what is read when it works."""


@pytest.mark.parametrize("wanted", ATTEMPTS)
def test_a_forced_command_gives_nothing_that_a_key_without_one_has(
    sshd: Sshd, forced: str, wanted: str
) -> None:
    program, options, command, sign = ATTEMPTS[wanted]
    filled = tuple(option.format(port=sshd.port) for option in options)

    def works_with(key: str) -> bool:
        call = sshd.call(*command, program=program, key=key, options=filled)
        done = subprocess.run(call, capture_output=True, input=b"pwd\n", timeout=20, check=False)
        return sign in done.stdout + done.stderr

    assert works_with("own")
    assert not works_with(forced)
