"""Bytes that a terminal may send, and that are neither keys nor text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import FOLDER, Spawn, picture, written
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


def test_a_latin_1_terminal_writes_and_reads_its_accents(gardien: Spawn, campaigns: Path) -> None:
    at = gardien(FOLDER, LANG="fr_FR.ISO-8859-1")
    at.wait_for("Compagnie", "Merlin")
    at.press("t")
    at.wait_for("Note")
    at.send("blessé à l'aine".encode("latin-1"))
    at.press("enter")
    at.wait_until(lambda: "blessé".encode("latin-1") in at.output)
    at.wait_until(lambda: written(campaigns)[-1]["type"] == "note")
    assert "blessé à l'aine" in written(campaigns)[-1].values()


def test_signs_that_terminals_measure_differently_leave_a_field_and_its_dialog_in_shape(
    gardien: Spawn,
) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    at.press("t")
    at.wait_for("Note")
    at.press("a☠\ufe0fb👍🏽c1\ufe0f\u20e3d")
    at.wait_for("a☠b👍c1d")
    at.press("left", "left", "é")
    at.wait_for("a☠b👍cé1d")
    at.wait_quiet()
    field = next(line for line in at.text.splitlines() if "a☠b👍cé1d" in line)
    assert field[field.rindex("│") - 1] == " "
    seen = picture(at.screen)
    at.press("\x0c")
    at.wait_quiet(0.6)
    assert picture(at.screen) == seen


def test_letters_of_other_keyboards_command_nothing_even_as_a_letter_and_its_accent(
    gardien: Spawn,
) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    at.wait_quiet()
    seen = picture(at.screen)
    at.press(*"éèçàùâ²&§µ£€", "e\u0301", "u\u0300", "n\u0303")
    at.wait_quiet(0.6)
    assert picture(at.screen) == seen
    at.press("t")
    at.wait_for("Note")
    at.press("bless", "e\u0301", "漢", "enter")
    at.wait_for("Note : blessé漢")


@pytest.mark.parametrize("size", range(1, 12))
def test_a_paste_is_cleaned_however_it_is_cut_up(size: int) -> None:
    guard = PasteGuard()
    sent = f"a\x1b[A{PASTE_BEGINS}x\x1b[2\x1b\x1b[3~é\n\x07y{PASTE_ENDS}\x1b[Bb"
    pieces = [sent[start : start + size] for start in range(0, len(sent), size)]
    cleaned = "".join(guard.clean(piece) for piece in pieces)
    assert cleaned == f"a\x1b[A{PASTE_BEGINS}x[2[3~é\ny{PASTE_ENDS}\x1b[Bb"
