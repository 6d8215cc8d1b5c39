"""What reaches the terminal: only what changed, one picture a key, within the budgets of a slow link at 120 × 36."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, Spawn, Terminal, picture
from tests.terminal.test_first_evening import RULED, STEPS

PICTURE = b"\x1b[?2026h"
"""What begins each picture, once the terminal has said that it knows pictures."""
KNOWS_PICTURES = b"\x1b[?2026;2$y"
DIALOGS = {
    "?": "Échap fermer",
    "\x10": "Chercher",
    "u": "u encore confirme",
    "t": "Note sur l’événement choisi",
    "g": "Santé de",
    "O": "Réglages de ce Gardien",
}
"""Keys that open a dialog, and what it then shows."""
KEYS = (
    *(
        "down",
        "up",
        "enter",
        "escape",
        "tab",
        "left",
        "right",
        "space",
        "home",
        "\x1b[6~",
        "\x1b[5~",
    ),
    *"lcgutwoOvMx?hfbsn8124é漢+-*",
    "e\u0301",
)


def table(gardien: Spawn, *options: str) -> Terminal:
    """Return a terminal at the table, which has come to rest."""
    at = gardien("demo", *options, columns=120, lines=36, COLORTERM="")  # ssh doesn't pass it on
    at.wait_for("Compagnie", "Merlin")
    at.send(KNOWS_PICTURES)
    at.wait_quiet(0.6)
    return at


def sent(at: Terminal, *keys: str) -> bytes:
    """Press keys; return all that each of them brings to the terminal."""
    start = len(at.output)
    for key in keys:
        before = len(at.output)
        at.press(key)
        at.wait_until(lambda: len(at.output) > before)  # noqa: B023 - called at once
        at.wait_quiet(0.25)
    return bytes(at.output[start:])


def test_each_key_brings_one_picture_of_what_it_changed(gardien: Spawn) -> None:
    at = table(gardien)
    for keys, budget in (
        (("enter",), 1_000),  # to the actions of Merlin
        (("enter",), 2_500),  # the stakes
        (("down",), 600),  # another Diff
        (("8",), 600),
        (("escape",), 4_000),
        (("l",), 1_200),  # another pane
        (("up",), 600),  # in the log
        (("\x1b[6~",), 600),
    ):
        brought = sent(at, *keys)
        assert brought.count(PICTURE) == 1, keys
        assert len(brought) <= budget, keys
    for key, shown in DIALOGS.items():
        start = len(at.output)
        at.press(key)
        at.wait_for(shown)
        at.wait_quiet(0.25)
        opened = len(at.output)
        at.press("escape")
        at.wait_until(lambda: shown not in at.text)  # noqa: B023 - called at once
        at.wait_quiet(0.25)
        assert opened - start <= 8_000, key
        assert len(at.output) - opened <= 7_000, key
    at.press("t")
    at.wait_for(DIALOGS["t"])
    at.wait_quiet(0.25)
    assert len(sent(at, "n")) <= 150  # a letter of a note
    before = len(at.output)
    at.wait_quiet(3)
    assert len(at.output) == before


@pytest.mark.parametrize(
    ("options", "budget"), [((), 15_000), (("--lien-lent",), 6_000)], ids=["usual", "slow"]
)
def test_a_roll_with_all_that_it_brings(
    gardien: Spawn, empty_home: Path, options: tuple[str, ...], budget: int
) -> None:
    at = table(gardien, *options)
    choosing = sent(at, "enter", "enter")
    rolling = sent(at, "8", "enter", "1", "2", "enter", "7")
    start = len(at.output)
    at.press("enter")
    at.wait_for(STEPS[-1])
    at.wait_quiet(0.6)
    replay = at.output[start:]
    ruling = sent(at, "f")
    at.wait_for(RULED)
    assert len(choosing + rolling + replay + ruling) <= budget
    if options:
        assert replay.count(PICTURE) == 1
        at.press("O")
        at.wait_for("Cette fois, le lien est lent", "‹ normal ›")
        at.press("escape")
        at.wait_until(lambda: "Cette fois" not in at.text)
        at.press("l", "up", "enter", "-")
        at.wait_for("Lien lent : le calcul se montre d’un coup")
        assert not (empty_home / ".config").exists()


def test_whatever_is_pressed_the_screen_is_what_a_whole_painting_shows(
    gardien: Spawn, campaigns: Path
) -> None:
    rolled = random.Random(5)
    at = gardien(FOLDER, columns=120, lines=36)
    at.wait_for("Compagnie", "Merlin")
    for turn in range(7):
        if turn == 3:
            at.resize(100, 30)
        at.press(*rolled.choices(KEYS, k=10))
        at.wait_quiet(0.8)  # a replay goes on
        seen = picture(at.screen)
        before = len(at.output)
        at.kill(
            signal.SIGWINCH
        )  # the terminal may have changed its size and come back: all is sent again
        at.wait_quiet(0.5)
        assert len(at.output) - before > 1_500
        assert picture(at.screen) == seen
    assert "Traceback" not in at.text
