"""The table is opened from the command line on the right campaign, and only where there is a screen to draw it on."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import Gardien, command, environment, in_a_process
from tests.terminal.conftest import Terminal

CTRL_D = "\x04"
NO_SCREEN = "La table demande un terminal, sans redirection"

Opened = Callable[..., Terminal]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "campagnes"


@pytest.fixture
def library(folder: Path) -> FolderLibrary:
    return FolderLibrary(folder, lambda: datetime(2026, 3, 14, 21, 0, tzinfo=UTC))


@pytest.fixture
def opened(folder: Path) -> Iterator[Opened]:
    terminals: list[Terminal] = []

    def start(line: str, **variables: str) -> Terminal:
        variables = {"GARDIEN_DOSSIER": str(folder), "LANG": "C.UTF-8"} | variables
        terminal = Terminal(command(line), environment(**variables))
        terminals.append(terminal)
        return terminal

    yield start
    for terminal in terminals:
        terminal.close()


def test_without_a_name_the_library_is_shown(library: FolderLibrary, opened: Opened) -> None:
    library.create("La tour de Brume", Options())
    library.create("Les îles", Options())
    opened("").wait_for("La tour de Brume", "Les îles")


def test_a_name_opens_its_campaign_whatever_its_case_and_accents(
    library: FolderLibrary, opened: Opened
) -> None:
    library.create("Étoiles", Options())
    opened("etoiles").wait_for("Étoiles", "séance 1")


def test_a_campaign_named_like_a_command_opens_with_ouvrir(
    library: FolderLibrary, opened: Opened
) -> None:
    library.create("demo", Options())
    screen = opened("ouvrir demo").wait_for("demo", "séance 1")
    assert "Merlin" not in screen


def test_the_sample_campaign_says_where_it_is_and_goes_away(opened: Opened) -> None:
    terminal = opened("demo")
    terminal.wait_for("Merlin", "Boule de feu")
    said = re.match(rb"Campagne d\xe2\x80\x99essai dans (\S+) ;", terminal.output)
    assert said is not None
    scratch = Path(said[1].decode())
    assert scratch.is_dir()
    terminal.press("ctrl+q")
    assert terminal.wait_end() == 0
    assert not scratch.exists()


def test_the_sample_campaign_leaves_the_folder_of_campaigns_alone(
    folder: Path, opened: Opened
) -> None:
    opened("demo").wait_for("Merlin")
    assert not folder.exists()


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
@pytest.mark.parametrize("line", ["", "demo", "Brume"])
def test_a_terminal_that_draws_nothing_gets_the_plain_mode(
    library: FolderLibrary, opened: Opened, term: str, line: str
) -> None:
    library.create("Brume", Options())
    terminal = opened(line, TERM=term)
    terminal.wait_for(f"Ce terminal (TERM={term}) ne montre pas de plein écran")
    terminal.wait_for("> " if line else "Campagne (Brume, nouvelle) :")
    terminal.press(CTRL_D)
    assert terminal.wait_end() == 0
    assert b"\x1b" not in terminal.output


@pytest.mark.parametrize("line", ["", "demo", "Brume", "ouvrir Brume"])
def test_without_a_terminal_the_headless_commands_are_named(
    library: FolderLibrary, folder: Path, line: str
) -> None:
    library.create("Brume", Options())
    refusal = in_a_process(line, GARDIEN_DOSSIER=str(folder)).refusal
    assert refusal.startswith(NO_SCREEN)
    assert "`gardien texte`, `suivre`, `resoudre`" in refusal


@pytest.mark.parametrize("name", ["Inconnue", "", "../..", "/etc", "[/b]"])
def test_an_unknown_campaign_is_wrong_usage(gardien: Gardien, folder: Path, name: str) -> None:
    refusal = gardien(f"--dossier {folder}", name).refusal
    assert refusal.startswith("Il n’y a pas de campagne « ")
    assert refusal.endswith(f"({folder})")


@pytest.mark.parametrize(
    "line",
    [
        "--dossier {here} Inconnue",
        "Inconnue --dossier {here}",
        "ouvrir Inconnue --dossier={here}",
        "--dossier /elsewhere ouvrir --dossier {here} Inconnue",
    ],
)
def test_the_folder_named_on_the_line_comes_before_that_of_the_environment(
    gardien: Gardien, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setenv("GARDIEN_DOSSIER", "/elsewhere")
    assert gardien(line.format(here=folder)).refusal.endswith(f"({folder})")


def test_the_folder_of_the_environment_comes_before_the_data_directory(
    gardien: Gardien, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARDIEN_DOSSIER", str(folder))
    assert gardien("Inconnue").refusal.endswith(f"({folder})")


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux keeps data")
def test_the_campaigns_are_in_the_data_directory_by_default(
    gardien: Gardien, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert gardien("Inconnue").refusal.endswith(f"({tmp_path / 'gardien'})")


def test_a_tilde_in_the_folder_is_the_home(gardien: Gardien, empty_home: Path) -> None:
    assert gardien("--dossier=~/jeux Inconnue").refusal.endswith(f"({empty_home / 'jeux'})")


def test_a_folder_that_is_a_file_is_wrong_usage(gardien: Gardien, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("")
    refusal = gardien(f"--dossier {file} Inconnue").refusal
    assert refusal == f"{file} n’est pas un dossier : il en faut un pour les campagnes."
