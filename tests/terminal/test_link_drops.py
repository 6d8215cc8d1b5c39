"""A link that stalls, drops, or is left for another: what was acknowledged is on disk, and nothing stays behind."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, Spawn, Terminal, written
from tests.terminal.test_first_evening import RULED, roll_the_example

LEFT = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l")
"""The alternate screen left, the cursor shown, no mouse and no bracketed paste."""
PROMPT = 2.0
"""Seconds within which a program without a terminal is to be gone."""


def stall(at: Terminal) -> None:
    """Keep the screen changing and read none of it, until the terminal takes no more."""
    at.resize(200, 60)
    for _ in range(50):
        at.press("down", "\x0c")  # the whole screen anew
        time.sleep(0.01)


@pytest.mark.parametrize("stalled", [False, True], ids=["idle", "stalled"])
@pytest.mark.parametrize(
    "leave",
    [
        lambda at: at.hang_up(),
        lambda at: at.kill(signal.SIGHUP),
        lambda at: at.kill(signal.SIGTERM),
    ],
    ids=["closed", "SIGHUP", "SIGTERM"],
)
def test_a_link_that_drops_ends_the_program_and_leaves_the_campaign_whole_and_free(
    gardien: Spawn, campaigns: Path, stalled: bool, leave: Callable[[Terminal], None]
) -> None:
    at = gardien(FOLDER, columns=120, lines=36)
    at.wait_for("Compagnie", "Merlin")
    roll_the_example(at)
    at.press("f")
    at.wait_for(RULED)
    if stalled:
        stall(at)
    leave(at)
    assert at.ends_unread(PROMPT)
    assert [event["type"] for event in written(campaigns)[-2:]] == ["dépassement", "jugement"]
    again = gardien(FOLDER, columns=120, lines=36)
    again.wait_for(RULED, "− 1 étourdi")
    assert "lecture seule" not in again.text


def test_a_terminal_that_was_not_read_from_is_sane_once_it_is_again(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER, columns=120, lines=36)
    at.wait_for("Compagnie", "Merlin")
    stall(at)
    seen = len(at.output)
    at.kill(signal.SIGTERM)
    assert at.ends_unread(PROMPT)
    at.wait_quiet()
    assert [each for each in LEFT if each not in at.output[seen:]] == []


def test_a_link_that_stalls_and_flows_again_shows_all_as_it_is(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER, columns=120, lines=36)
    at.wait_for("Compagnie", "Merlin")
    stall(at)
    at.press("t", "écrit à l’aveugle", "enter")
    time.sleep(1.0)
    at.wait_for("Note : écrit à l’aveugle", "Merlin         PF 0", "Gaston         PF 0")
    at.wait_quiet()
    seen = at.text
    at.resize(200, 59)
    at.wait_quiet()
    at.resize(200, 60)
    at.wait_quiet()
    assert at.text == seen


def test_over_tmux_an_evening_goes_on_when_the_link_drops(campaigns: Path, tmux: list[str]) -> None:
    env = {**os.environ, "LANG": "C.UTF-8", "GARDIEN_DOSSIER": str(campaigns)}
    env.pop("TMUX", None)
    attach = [*tmux, "-u", "new", "-A", "-s", "jdr", sys.executable, "-m", "cli", FOLDER]
    first = Terminal(attach, env, 120, 36)
    first.wait_for("Compagnie", "Merlin")
    roll_the_example(first)
    first.wait_for("Juger")
    first.hang_up()
    assert first.ends_unread(PROMPT)

    second = Terminal(attach, env, 120, 36)
    second.wait_for("Juger", "dé 12 (réel), encaissement 7 (réel)", "Boule de feu")
    second.press("f")
    second.wait_for(RULED)
    assert [event["type"] for event in written(campaigns)[-2:]] == ["dépassement", "jugement"]
    second.press("ctrl+q")
    second.wait_end()
    second.close()
