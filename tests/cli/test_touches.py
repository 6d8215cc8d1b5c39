"""The key map file from the command line: its template, and where it is looked for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.cli.command import Gardien
from tui.chosen_keys import chosen_keys
from tui.key_catalogue import catalogue


def test_the_template_names_every_key_and_where_it_belongs(
    gardien: Gardien, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    answer = gardien("touches")
    assert (answer.code, answer.err) == (0, "")
    assert str(tmp_path / "gardien" / "touches.toml") in answer.out
    assert '# "table.undo" = "u" ' in answer.out
    assert "# Annuler le dernier geste" in answer.out
    assert tomllib.loads(answer.out) == {}


def test_the_template_changes_nothing_with_or_without_its_marks(gardien: Gardien) -> None:
    text = gardien("touches").out
    assert tomllib.loads(text) == {}
    bare = "\n".join(line.removeprefix("# ") for line in text.splitlines() if '" = ' in line)
    written = tomllib.loads(bare)
    assert list(written) == list(catalogue())
    key_map, problems = chosen_keys(written)
    assert problems == []
    assert key_map.keys == {name: declared.keys for name, declared in catalogue().items()}


def test_a_campaign_named_touches_is_opened_by_ouvrir(gardien: Gardien, tmp_path: Path) -> None:
    refusal = gardien(f"ouvrir touches --dossier {tmp_path}").refusal
    assert refusal.startswith("Il n’y a pas de campagne « touches »")


@pytest.mark.parametrize(
    "line", ["{at} Inconnue", "Inconnue {at}", "ouvrir Inconnue {at}", "ouvrir {at} Inconnue"]
)
def test_the_file_may_be_named_before_a_campaign_or_after(
    gardien: Gardien, tmp_path: Path, line: str
) -> None:
    at = f"--dossier {tmp_path} --touches {tmp_path / 'touches.toml'}"
    assert gardien(line.format(at=at)).refusal.startswith("Il n’y a pas de campagne « Inconnue »")
