"""An evening over ssh: what comes through the link, what doesn't, and what the far end tells of it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, written
from tests.terminal.ssh.sshd import SENDS_LOCALE, FarGardien, Sshd
from tests.terminal.test_first_evening import RULED, STEPS, roll_the_example

SPLIT = 0.1
"""Seconds for which the link holds the rest of a sequence back; three times as long would part it for good."""
PATIENT = {"ESCDELAY": "2000"}
"""A far end that gives the rest more time than it has by itself: the machine of the tests may be a busy one."""


def test_an_evening_over_ssh_is_played_at_the_size_of_the_near_window(
    sshd: Sshd, far_gardien: FarGardien, campaigns: Path
) -> None:
    at = sshd.connect(str(far_gardien), FOLDER, columns=20, lines=6)
    at.wait_for("Il faut 80 × 24")
    at.resize(120, 36)
    at.wait_for("Compagnie", "Merlin", "Diff réussite")
    roll_the_example(at)
    at.wait_for(*STEPS)
    at.resize(79, 24)
    at.wait_for("le terminal en a 79 × 24")
    at.resize(80, 24)
    at.wait_for("Juger", STEPS[-1])
    at.press("f")
    at.wait_for(RULED)
    at.press("t")
    at.wait_for("Entrée valider")
    at.press("escape")
    at.wait_until(lambda: "Entrée valider" not in at.text)
    at.press("ctrl+q")
    assert os.waitstatus_to_exitcode(at.wait_end()) == 0
    assert b"\x1b[?1049l" in at.output


def test_keys_letters_and_pastes_that_the_link_cuts_in_two_stay_what_they_are(
    sshd: Sshd, tmp_path: Path, campaigns: Path
) -> None:
    before = written(campaigns)
    at = sshd.connect(str(FarGardien(tmp_path / "far", campaigns, PATIENT)), FOLDER)
    at.wait_for("Compagnie", "▸ Merlin")

    def cut(*pieces: bytes) -> None:
        for piece in pieces:
            at.send(piece)
            time.sleep(SPLIT)

    at.press("c")
    cut(b"\x1b", b"[B")
    at.wait_for("▸ Gaston")
    cut(b"\x1bO", b"A")  # an arrow as some terminals send it; O and A are letters
    at.wait_for("▸ Merlin")
    cut(b"\x1b[20", b"0~n", b"ufb\x1b", b"[201", b"~")
    at.press("t")
    at.wait_for("Note")
    cut(b"\x1b[", b"200~tout\x1b[31m ", b"est l\xc3", b"\xa0\x1b[2", b"01~")
    at.press("enter")
    at.wait_for("Note : tout[31m est là")
    at.press("t")
    at.wait_for("Entrée valider")
    cut(b"d", b"\xc3", b"\xa9j\xc3", b"\xa0\r")
    at.wait_for("Note : déjà")
    assert [event["type"] for event in written(campaigns)[len(before) :]] == ["note", "note"]


@pytest.mark.parametrize(
    ("locale", "sent", "shown"),
    [
        ("fr_FR.UTF-8", True, "séance 1"),
        ("C", True, "seance 1"),
        ("C", False, "séance 1"),
    ],
    ids=["a locale that the server lacks", "C", "C, not sent"],
)
def test_the_locale_that_the_near_end_sends_decides_what_is_drawn(
    sshd: Sshd, far_gardien: FarGardien, locale: str, sent: bool, shown: str
) -> None:
    options = SENDS_LOCALE if sent else ()
    at = sshd.connect(str(far_gardien), "demo", options=options, LANG=locale)
    at.wait_for(shown, "Compagnie", "Merlin")


@pytest.mark.parametrize(
    ("asked", "term", "answer"),
    [
        ("-tt", "dumb", "plein écran"),
        ("-tt", "", "plein écran"),
        ("-T", "xterm-256color", "`ssh -t`"),
    ],
    ids=["dumb", "no TERM", "no terminal"],
)
def test_where_the_link_has_no_terminal_to_draw_on_a_sentence_says_so(
    sshd: Sshd, far_gardien: FarGardien, asked: str, term: str, answer: str
) -> None:
    at = sshd.connect(str(far_gardien), "demo", options=(asked,), TERM=term)
    at.wait_for(answer)
    at.wait_quiet()
    assert b"\x1b" not in at.output
