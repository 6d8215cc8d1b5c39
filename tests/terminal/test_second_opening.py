"""A second program on the same campaign: it can look, and says who writes."""

from __future__ import annotations

import signal

from tests.terminal.conftest import Spawn
from tests.terminal.test_first_evening import create_merlin, roll_the_example


def test_a_second_opening_names_the_holder_and_follows_without_writing(gardien: Spawn) -> None:
    first = gardien(columns=120, lines=36)
    create_merlin(first)
    second = gardien("la-tour-d-ivoire", columns=120, lines=36)
    second.wait_for("lecture seule", f"processus {first.pid}")
    second.press("o")
    second.wait_for("lecture seule", "action « Boule de feu » ajoutée")
    roll_the_example(first)
    first.press("f")
    first.wait_for("fatigue seule, étourdi (My −1)")
    second.wait_for("fatigue seule, étourdi (My −1)", "11 − 7 = 4")
    second.press("n", "u", "t")
    second.wait_quiet()
    assert "nouveau personnage" not in second.text
    second.press("escape", "enter", "enter", "8", "enter", "12", "enter", "7", "enter")
    second.wait_for("lecture seule : les dés se lancent sur l’autre")


def test_a_holder_that_was_killed_locks_nobody_out(gardien: Spawn) -> None:
    first = gardien(columns=120, lines=36)
    create_merlin(first)
    first.kill(signal.SIGKILL)
    first.wait_end()
    second = gardien("la-tour-d-ivoire", columns=120, lines=36)
    second.wait_for("action « Boule de feu » ajoutée")
    assert "lecture seule" not in second.text
