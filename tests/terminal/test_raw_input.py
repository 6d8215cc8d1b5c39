"""Bytes that a terminal may send, and that are neither keys nor text."""

from __future__ import annotations

import pytest

from tests.terminal.conftest import Spawn
from tui.driver import PASTE_BEGINS, PASTE_ENDS, PasteGuard


def test_an_escape_sequence_in_a_paste_presses_no_key_and_is_refused_in_a_sentence(
    gardien: Spawn,
) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    at.press("enter", "enter", "8", "enter")
    at.wait_for("vide : lancer ici")
    at.send(b"\x1b[200~\x1b[31mn\x1b]0;t\x0712\x00\x1b[201~\r")
    at.wait_for("✗ Dé : « [31mn]0;t12 » n’est pas un nombre entier de 1 à 20.")
    at.wait_quiet()
    assert "nouveau personnage" not in at.text


def test_a_byte_that_is_no_utf_8_ends_nothing(gardien: Spawn) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    at.press("t")
    at.wait_for("Note")
    at.send("blessé".encode("latin-1"))
    at.press("enter")
    at.wait_for("Note : bless�")


@pytest.mark.parametrize("size", range(1, 12))
def test_a_paste_is_cleaned_however_it_is_cut_up(size: int) -> None:
    guard = PasteGuard()
    sent = f"a\x1b[A{PASTE_BEGINS}x\x1b[2\x1b\x1b[3~é\n\x07y{PASTE_ENDS}\x1b[Bb"
    pieces = [sent[start : start + size] for start in range(0, len(sent), size)]
    cleaned = "".join(guard.clean(piece) for piece in pieces)
    assert cleaned == f"a\x1b[A{PASTE_BEGINS}x[2[3~é\ny{PASTE_ENDS}\x1b[Bb"
