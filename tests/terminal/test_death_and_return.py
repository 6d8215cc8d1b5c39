"""Whatever ends the program at whatever moment, the next start offers what was on the screen."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, Spawn, Terminal, written

OFFER = "Reprendre où vous en étiez ?"


@pytest.mark.parametrize(
    ("keys", "end", "offered", "shown"),
    [
        (
            ("down", "enter", "down", "enter", "12"),
            lambda at: at.hang_up(),
            "Gaston · Coup désespéré, Diff 12",
            "Diff 12 ",
        ),
        (
            ("enter", "enter", "8", "enter", "1"),
            lambda at: at.kill(signal.SIGHUP),
            "Merlin · Boule de feu, Diff 8, dé 1",
            "Dé 1 ",
        ),
        (
            ("t", "la salle re"),
            lambda at: at.kill(signal.SIGKILL),
            "une note à moitié écrite : « la salle re »",
            " la salle re ",
        ),
    ],
    ids=["Diff, closed", "dice, SIGHUP", "note, kill -9"],
)
def test_what_was_on_the_screen_is_offered_and_comes_back_at_enter(
    gardien: Spawn,
    campaigns: Path,
    keys: tuple[str, ...],
    end: Callable[[Terminal], None],
    offered: str,
    shown: str,
) -> None:
    before = written(campaigns)
    at = gardien(FOLDER)
    at.wait_for("Compagnie", "Merlin")
    at.press(*keys)
    at.wait_for(shown)
    at.wait_quiet()
    end(at)
    assert at.ends_unread(2)

    again = gardien()  # from the library, as someone would who forgot where he was
    again.wait_for("La tour de Brume")
    again.press("enter")
    again.wait_for(OFFER, offered)
    again.wait_quiet()
    again.press("enter")
    again.wait_for(shown)
    assert written(campaigns) == before


def test_a_place_that_can_not_be_kept_is_told_and_the_evening_goes_on(
    gardien: Spawn, campaigns: Path, tmp_path: Path
) -> None:
    state = tmp_path / "état"
    state.write_text("un fichier, pas un dossier", "utf-8")
    at = gardien(FOLDER, XDG_STATE_HOME=os.fspath(state))
    at.wait_for("Compagnie", "Merlin")
    at.press("down")
    at.wait_for("n’a pas pu être gardé")
    at.press("t", "la salle retient son souffle", "enter")
    at.wait_for("Note : la salle retient son souffle")
