"""The near end of an ssh link dies, freezes or is taken away at each stage of a roll: the far end loses nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, Terminal, written
from tests.terminal.ssh.sshd import SENDS_LOCALE, FarGardien, Sshd, is_gone
from tests.terminal.test_first_evening import RULED, STEPS, roll_the_example
from tests.terminal.test_link_drops import PROMPT, stall

KEEP_ALIVE = ("ClientAliveInterval 1", "ClientAliveCountMax 2")
NOTICED = 10.0
"""Seconds that sshd may take with these to give a client up: it does after 3 to 5."""
NOT_TAKEN_UP = "\x07"
"""Ctrl+G: an Escape that nothing typed after it can turn into another key."""
DIE_ASKED = (NOT_TAKEN_UP, "c", "enter", "enter", "8", "enter")
TO_RULE = ("dépassement",)
STAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "Diff typed": (DIE_ASKED[:-1], ("Diff 8 ", "▸    8     9/20"), ()),
    "die asked": (DIE_ASKED, ("Dé d20", "vide : lancer ici"), ()),
    "die typed": ((*DIE_ASKED, "12"), ("Dé 12",), ()),
    "encaissement asked": ((*DIE_ASKED, "12", "enter"), ("Dé 12      Encaissement d20",), ()),
    "encaissement typed": ((*DIE_ASKED, "12", "enter", "7"), ("Dé 12      Encaissement 7",), ()),
    "during the replay": ((*DIE_ASKED, "12", "enter", "7", "enter"), ("Juger",), TO_RULE),
    "awaiting the ruling": ((), ("Juger", *STEPS), TO_RULE),
    "ruled": (("f",), (RULED, "− 1 étourdi"), (*TO_RULE, "jugement")),
    "half-typed note": (("t", "à demi"), ("à demi",), (*TO_RULE, "jugement")),
}
"""For each: the keys that lead there from what the one before left, what is then seen, and what is by then on disk."""


def test_a_client_killed_at_each_stage_of_a_roll_leaves_what_was_acknowledged_and_no_more(
    sshd: Sshd, far_gardien: FarGardien, campaigns: Path
) -> None:
    before = len(written(campaigns))
    for stage, (keys, shown, on_disk) in STAGES.items():
        at = sshd.connect(str(far_gardien), FOLDER)
        at.wait_for("Compagnie", "Merlin")
        at.press(*keys)
        at.wait_for(*shown)
        assert "lecture seule" not in at.text, stage
        far = far_gardien.process
        at.kill(signal.SIGKILL)
        assert is_gone(far, PROMPT), stage
        assert tuple(each["type"] for each in written(campaigns)[before:]) == on_disk, stage
    again = sshd.connect(str(far_gardien), FOLDER)
    again.wait_for("Compagnie", "Merlin")
    again.press(NOT_TAKEN_UP)
    again.wait_for(RULED, "− 1 étourdi", "Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi")


def client_stopped_while_the_screen_changes(at: Terminal, far: FarGardien) -> None:
    at.kill(signal.SIGSTOP)
    stall(at)
    at.kill(signal.SIGKILL)


@pytest.mark.parametrize(
    "leave",
    [
        lambda at, far: far.connection.kill(),
        lambda at, far: far.connection.terminate(),
        client_stopped_while_the_screen_changes,
    ],
    ids=["server side killed", "server side ended", "client stopped, then killed"],
)
def test_a_link_that_dies_at_either_end_ends_the_far_side_and_leaves_the_campaign_free(
    sshd: Sshd,
    far_gardien: FarGardien,
    campaigns: Path,
    leave: Callable[[Terminal, FarGardien], None],
) -> None:
    at = sshd.connect(str(far_gardien), FOLDER)
    at.wait_for("Compagnie", "Merlin")
    roll_the_example(at)
    far = far_gardien.process
    leave(at, far_gardien)
    assert is_gone(far, PROMPT)
    again = sshd.connect(str(far_gardien), FOLDER)
    again.wait_for("Juger", *STEPS)
    again.press("f")
    again.wait_for(RULED)


def test_a_client_that_froze_is_noticed_by_the_server_because_an_idle_table_is_silent(
    tmp_path: Path, far_gardien: FarGardien, campaigns: Path
) -> None:
    sshd = Sshd(tmp_path / "sshd", *KEEP_ALIVE)
    try:
        at = sshd.connect(str(far_gardien), FOLDER)
        at.wait_for("Compagnie", "Merlin")
        at.wait_quiet()
        far = far_gardien.process
        at.kill(signal.SIGSTOP)
        assert is_gone(far, NOTICED + PROMPT)
        again = sshd.connect(str(far_gardien), FOLDER)
        again.wait_for("Compagnie", "Merlin")
        assert "lecture seule" not in again.text
    finally:
        sshd.close()


def test_in_tmux_the_table_goes_on_from_one_connection_to_the_next(
    sshd: Sshd, far_gardien: FarGardien, campaigns: Path, tmux: list[str]
) -> None:
    attach = (*tmux, "new", "-A", "-s", "jdr", str(far_gardien), FOLDER)
    first = sshd.connect(*attach, options=("-C", *SENDS_LOCALE))
    first.wait_for("Compagnie", "Merlin")
    first.press("enter", "enter", "8", "enter", "12")
    first.wait_for("Dé 12")
    far = far_gardien.process
    first.press("\x02", "d")  # tmux: detach
    assert os.waitstatus_to_exitcode(first.wait_end()) == 0

    second = sshd.connect(*attach, columns=100, lines=30)
    second.wait_for("Dé 12", "Boule de feu", "[jdr]")
    second.press("enter", "7", "enter")
    second.wait_for("Juger")
    second.kill(signal.SIGKILL)

    third = sshd.connect(*attach)
    third.wait_for("Juger", *STEPS)
    third.press("f")
    third.wait_for(RULED)
    assert far_gardien.process == far
    third.press("ctrl+q")
    assert os.waitstatus_to_exitcode(third.wait_end()) == 0
    assert is_gone(far, PROMPT)
