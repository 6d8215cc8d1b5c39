"""The GC's own files, through the real command: found where they are looked for, obeyed, and kept."""

from __future__ import annotations

import json
from pathlib import Path

from tests.terminal.conftest import Spawn


def test_the_file_of_the_configuration_folder_is_obeyed(gardien: Spawn, tmp_path: Path) -> None:
    (tmp_path / "gardien").mkdir()
    (tmp_path / "gardien" / "touches.toml").write_text(
        "table.undo = 'Ctrl+Z'\napp.suspend = 'F9'\ntable.log = 'é'\n"
    )
    at = gardien("demo", XDG_CONFIG_HOME=str(tmp_path))
    at.wait_for("Compagnie", "é journal")
    at.press("\x1a")
    at.wait_for("Annuler ? Ctrl+Z encore confirme.")
    at.press("o")
    at.wait_for("✗ Note")


def test_a_file_that_is_named_comes_first_and_what_is_wrong_with_it_is_read(
    gardien: Spawn, tmp_path: Path
) -> None:
    wrong, right = tmp_path / "faux.toml", tmp_path / "bon.toml"
    wrong.write_text('"library.create" = "Entrée"\n"library.faux" = "z"\n')
    right.write_text('"library.create" = "z"\n')
    at = gardien(GARDIEN_TOUCHES=str(wrong))
    at.wait_for("Aucune de vos touches n’a été prise", "faux.toml", "Entrée garde partout")
    at.wait_for("« library.faux »")
    at.press("enter", "n")
    at.wait_for("Nom de la nouvelle campagne")
    other = gardien("--touches", str(right), GARDIEN_TOUCHES=str(wrong))
    other.wait_for("z crée la première.")
    gone = gardien("--touches", str(tmp_path / "absent.toml"))
    gone.wait_for("Ce fichier n’existe pas.")


def test_what_is_preferred_is_there_the_next_time(gardien: Spawn, tmp_path: Path) -> None:
    at = gardien(XDG_CONFIG_HOME=str(tmp_path))
    at.wait_for("n crée la première.")
    at.press("O", "right")
    at.wait_for("‹ clair ")
    at.press("ctrl+q")
    assert at.wait_end() == 0
    path = tmp_path / "gardien" / "reglages.json"
    assert json.loads(path.read_text("utf-8"))["theme"] == "clair"
    assert path.stat().st_mode & 0o077 == 0
    again = gardien(XDG_CONFIG_HOME=str(tmp_path))
    again.wait_for("n crée la première.")
    again.press("O")
    again.wait_for("‹ clair ")
