"""A real terminal in rough hands: a window dragged about, keys held down and long pastes, as their bytes come."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.terminal.conftest import FOLDER, Spawn, Terminal, written

SIZES = ((200, 60), (79, 24), (40, 10), (120, 36), (80, 23), (100, 30), (1, 1), (160, 45), (80, 24))
DOWN, UP = "\x1b[B", "\x1b[A"
HELD = 200


def kinds(folder: Path, since: int) -> list[object]:
    return [event["type"] for event in written(folder)[since:]]


def drag(at: Terminal) -> None:
    """Change the size fifty times, as fast as a hand that drags a corner, and end where it began."""
    for step in range(50):
        at.resize(*SIZES[step % len(SIZES)])
        at.read(0.005)
    at.resize(80, 24)
    at.wait_quiet(0.4)


def test_a_window_dragged_fifty_times_at_each_stage_of_a_roll_loses_nothing(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER)
    at.wait_for("Compagnie", "Merlin")
    before = len(written(campaigns))
    for typed, shown in (
        ((), ("▸ Merlin         PF 0",)),
        (("enter",), ("▸ Boule de feu",)),
        (("enter", "8", "tab", "-1", "\x1b[Z"), ("Diff 8      Handicap -1", "▸  8   8/20")),
        (("enter", "12"), ("Dé 12", "Diff 8      Handicap -1")),
        (("enter", "7"), ("Encaissement 7  ",)),
        (("enter", " "), ("Juger",)),
        (("enter",), ("− 1 handicap = 16", "8 < 12 ≤ 16", "11 − 7 = 4", "étourdi, 0 PF", "Juger")),
        (("f", "t", "à demi é"), ("à demi é",)),
        (("crit", "enter"), ("Note : à demi écrit", "étourdi (My −1)")),
        (("l", "up"), ("▸",)),
    ):
        at.press(*typed)
        at.wait_for(*shown)
        drag(at)
        at.wait_for(*shown, "Gardien")
        assert "Il faut 80" not in at.text
    assert kinds(campaigns, before) == ["dépassement", "jugement", "note"]


def test_keys_held_down_in_a_terminal_roll_once_and_lose_no_count(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER)
    at.wait_for("Compagnie", "Merlin")
    before = len(written(campaigns))
    at.press("enter", "enter")
    at.wait_for("Diff 0")
    at.press(DOWN * HELD)
    at.wait_for(f"Diff {HELD}")
    at.press(UP * (HELD - 8))
    at.wait_for("Diff 8 ")
    at.press("enter", "12", "enter", "7" + "\r" * HELD)
    at.wait_for("Juger", "étourdi, 0 PF")
    at.wait_quiet()
    assert kinds(campaigns, before) == ["dépassement"]
    at.press("f" * HELD)
    at.wait_for("fatigue seule, étourdi (My −1)")
    at.wait_quiet()
    assert kinds(campaigns, before) == ["dépassement", "jugement"]


def test_a_long_paste_is_whole_in_a_field_and_nothing_where_letters_are_commands(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER)
    at.wait_for("Compagnie", "Merlin")
    before = written(campaigns)
    text = "nufbsk " * 300
    pasted = f"\x1b[200~{text}\x1b[201~".encode()
    for place in ("c", "l", "escape"):
        at.press(place)
        at.send(pasted)
        at.wait_quiet(0.4)
        assert "Compagnie" in at.text
        assert "Journal" in at.text
    assert written(campaigns) == before
    at.press("t")
    at.wait_for("Note")
    at.send(pasted + b"\r")
    at.wait_for("2099 caractères, il en faut 2000 au plus")
    at.press("\x01", "\x0b")  # to the beginning of the field, and out with all of it
    at.send(f"\x1b[200~{text[:1000]}\x1b[201~\r".encode())
    at.wait_for("Note : nufbsk")
    assert written(campaigns)[-1]["text"] == text[:1000].strip()


def test_what_is_typed_while_the_replay_plays_is_all_there(gardien: Spawn, campaigns: Path) -> None:
    at = gardien(FOLDER)
    at.wait_for("Compagnie", "Merlin")
    before = len(written(campaigns))
    at.send(b"\r\r8\r12\r7\rtla salle retient son souffle\rf\r\r8\r20\r20\rs")
    at.wait_for("écartée")
    assert kinds(campaigns, before) == [
        "dépassement",
        "note",
        "jugement",
        "dépassement",
        "jugement",
    ]
    assert written(campaigns)[before + 1]["text"] == "la salle retient son souffle"


DEAF = """
import runpy, signal
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
runpy.run_module("cli", run_name="__main__")
"""
"""Gardien as a program that no signal tells of another size."""


def test_a_size_whose_signal_came_too_soon_or_never_is_noticed_all_the_same(
    campaigns: Path,
) -> None:
    env = {**os.environ, "LANG": "C.UTF-8", "GARDIEN_DOSSIER": str(campaigns)}
    at = Terminal([sys.executable, "-c", DEAF, FOLDER], env, 80, 24)
    try:
        at.wait_for("Compagnie", "Merlin")
        at.wait_quiet()
        at.resize(79, 24)
        at.wait_for("le terminal en a 79 × 24", timeout=5)
        at.resize(120, 36)
        at.wait_for("Diff réussite", "Compagnie", timeout=5)
    finally:
        at.close()


def test_a_terminal_of_next_to_no_size_is_left_in_peace(gardien: Spawn) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    for columns, lines in ((1, 1), (2, 2), (1, 24)):
        at.resize(columns, lines)
        assert any(not at.read(1) for _ in range(50)), "it is painted without end"
        at.resize(80, 24)
        at.wait_for("Compagnie", "Merlin")
