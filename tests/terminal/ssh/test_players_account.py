"""The players' account, as the README sets it up: it follows the table over ssh, and does nothing else."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.terminal.another_account import NOBODY, Player
from tests.terminal.conftest import FOLDER
from tests.terminal.ssh.attempts import ATTEMPTS, works
from tests.terminal.ssh.sshd import FarGardien, Sshd, is_gone
from tests.terminal.test_link_drops import PROMPT
from tests.terminal.test_players_follow import (
    GROUP,
    WHISPER,
    Table,
    player,
    reach,
    table,
)

__all__ = ["player", "reach", "table"]

ACCOUNT, KEY = "joueurs", "players"
ACCOUNTS = Path("/etc/passwd")


@pytest.fixture
def far(reach: Path, table: Table, player: Player) -> FarGardien:
    """The `gardien` that the players' account can run."""
    far = FarGardien(reach / "far", table.folder, player.variables, player.python)
    far.path.parent.chmod(0o777)
    return far


@pytest.fixture
def within(reach: Path) -> tuple[str, ...]:
    """What runs a program on a machine that has the players' account: it alone sees a list of accounts with it."""
    accounts = reach / "passwd"
    line = f"{ACCOUNT}:*:{NOBODY}:{GROUP.gr_gid}::/nonexistent:/bin/sh\n"
    accounts.write_text(ACCOUNTS.read_text() + line)
    seeing_them = f'mount --bind {shlex.quote(str(accounts))} {ACCOUNTS} && exec "$@"'
    within = ("unshare", "--mount", "sh", "-c", seeing_them, "sh")
    if subprocess.run([*within, "true"], capture_output=True, check=False).returncode:
        pytest.skip("only root, where it may mount, can lend this machine another account")
    return within


def test_the_players_account_follows_the_table_over_ssh_and_does_nothing_else(
    table: Table, far: FarGardien, reach: Path, within: tuple[str, ...]
) -> None:
    with closing(Sshd(reach / "sshd", user=ACCOUNT, within=within)) as sshd:
        sshd.authorize(KEY, f'restrict,pty,command="{far} suivre {FOLDER}"')
        follow_and_try_everything(table, far, sshd)
    table.session.close()
    assert table.library.verify(FOLDER) == ()


def follow_and_try_everything(table: Table, far: FarGardien, sshd: Sshd) -> None:
    at = sshd.connect("sh", key=KEY)
    at.wait_for("Merlin", "Boule de feu", "· suivi")
    assert (far.process.uids().real, far.process.gids().real) == (NOBODY, GROUP.gr_gid)
    table.whisper()
    table.roll()
    at.wait_for("8 < 12 ≤ 17", "Jugé sans effet")
    at.press("\x1a", "\x03", "\x1c", "n", "u", "t", "o")  # Ctrl+Z, Ctrl+C, Ctrl+\\; keys that write
    table.roll(6)
    at.wait_for("6 < 12 ≤ 17")
    assert WHISPER.encode() not in at.output
    assert [wanted for wanted in ATTEMPTS if works(sshd, KEY, wanted)] == []

    at.press("q")
    assert os.waitstatus_to_exitcode(at.wait_end()) == 0
    again = sshd.connect("sh", key=KEY)
    again.wait_for("Merlin", "· suivi")
    following = far.process
    again.kill(signal.SIGKILL)
    assert is_gone(following, PROMPT)


def test_an_account_whose_server_only_lets_it_follow_does_nothing_else_with_any_key(
    table: Table, far: FarGardien, reach: Path, within: tuple[str, ...]
) -> None:
    only = (f"ForceCommand {far} suivre {FOLDER}", "DisableForwarding yes")
    with closing(Sshd(reach / "sshd", *only, user=ACCOUNT, within=within)) as sshd:
        sshd.connect("sh").wait_for("Merlin", "· suivi")
        assert [wanted for wanted in ATTEMPTS if works(sshd, "own", wanted)] == []
    table.session.close()
