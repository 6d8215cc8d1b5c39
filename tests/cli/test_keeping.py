"""Verifying, backing up and restoring a campaign from the command line."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.commands import WriteNote
from campaign.events import NoteWritten
from campaign.session import Session
from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import Gardien, no_dice

NEITHER = (
    "n’est ni une sauvegarde de la campagne ni un fichier : "
    "`gardien restaurer NOM` montre ses sauvegardes."
)


def clock() -> datetime:
    return datetime(2026, 3, 14, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a campaign of one note."""
    folder = tmp_path / "campagnes"
    monkeypatch.setenv("GARDIEN_DOSSIER", str(folder))
    FolderLibrary(folder, clock).create("Brume", Options())
    write(folder, "avant")
    return folder


def opened(folder: Path) -> Session:
    return Session(FolderLibrary(folder, clock).open("Brume"), clock, no_dice)


def write(folder: Path, note: str) -> None:
    session = opened(folder)
    session.execute(WriteNote(note))
    session.close()


def notes(folder: Path) -> list[str]:
    session = opened(folder)
    session.close()
    return [each.event.text for each in session.entries if isinstance(each.event, NoteWritten)]


def backed_up(gardien: Gardien) -> Path:
    answer = gardien("sauvegarder Brume")
    assert (answer.code, answer.err) == (0, "")
    return Path(answer.out.strip().partition(" : ")[2])


def test_an_intact_campaign_is_said_to_be(gardien: Gardien) -> None:
    answer = gardien("verifier brume")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "« brume » est intacte, et chaque résultat recalculé est le même.\n"


def test_a_damaged_line_is_listed_and_left_as_it_is(gardien: Gardien, folder: Path) -> None:
    (journal,) = (folder / "brume" / "seances").iterdir()
    damaged = journal.read_bytes().replace(b"avant", b"apres")
    journal.write_bytes(damaged)
    answer = gardien("verifier Brume")
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith("Séance 1 : ")
    assert journal.read_bytes() == damaged


def test_a_backup_is_a_zip_whose_path_is_said(gardien: Gardien, folder: Path) -> None:
    path = backed_up(gardien)
    assert path.parent == folder / "brume" / "sauvegardes"
    assert "seances/0001.jsonl" in zipfile.ZipFile(path).namelist()


def test_a_campaign_that_is_open_can_be_backed_up_and_verified(
    gardien: Gardien, folder: Path
) -> None:
    session = opened(folder)
    assert backed_up(gardien).exists()
    assert gardien("verifier Brume").code == 0
    session.close()


def test_a_campaign_goes_back_to_its_backup(gardien: Gardien, folder: Path) -> None:
    backup = backed_up(gardien)
    write(folder, "après")
    answer = gardien("restaurer Brume", backup.stem)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        f"« Brume » est revenue à « {backup.stem} » ; sa version d’avant est sauvegardée.\n"
    )
    assert notes(folder) == ["avant"]


def test_going_back_can_be_undone_by_the_backup_it_made(gardien: Gardien, folder: Path) -> None:
    first = backed_up(gardien)
    write(folder, "après")
    gardien("restaurer Brume", first.name)
    (other,) = set(first.parent.iterdir()) - {first}
    assert gardien("restaurer Brume", str(other)).code == 0
    assert notes(folder) == ["avant", "après"]


def test_without_a_backup_named_they_are_listed_and_nothing_is_restored(
    gardien: Gardien, folder: Path
) -> None:
    none = gardien("restaurer Brume")
    assert none.out == "« Brume » n’a pas de sauvegarde : `gardien sauvegarder` en fait une.\n"
    backup = backed_up(gardien)
    write(folder, "après")
    listed = gardien("restaurer Brume")
    assert (none.code, listed.code) == (0, 0)
    (line,) = listed.out.splitlines()
    name, rest = line.split("  ", 1)
    assert name == backup.stem
    assert rest.startswith("le ")
    assert notes(folder) == ["avant", "après"]


def test_a_backup_from_elsewhere_becomes_a_campaign(
    gardien: Gardien, folder: Path, tmp_path: Path
) -> None:
    backup = backed_up(gardien)
    elsewhere = tmp_path / "ailleurs"
    answer = gardien(f"restaurer --dossier {elsewhere} --nouvelle {backup}")
    assert (answer.code, answer.err) == (0, "")
    assert (
        answer.out == f"Nouvelle campagne dans {elsewhere / 'brume'} ; `gardien brume` l’ouvre.\n"
    )
    assert notes(elsewhere) == ["avant"]


def test_a_campaign_that_someone_plays_is_not_restored(gardien: Gardien, folder: Path) -> None:
    backup = backed_up(gardien)
    session = opened(folder)
    session.execute(WriteNote("après"))
    answer = gardien("restaurer Brume", backup.stem)
    session.close()
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("La campagne est déjà ouverte en écriture")
    assert notes(folder) == ["avant", "après"]


def test_a_file_that_is_no_backup_changes_nothing(
    gardien: Gardien, folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "liste de courses.zip"
    file.write_text("des bougies")
    answer = gardien("restaurer Brume", str(file))
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("Cette sauvegarde ne peut pas servir : ")
    assert notes(folder) == ["avant"]


@pytest.mark.parametrize("command", ["verifier", "sauvegarder", "restaurer"])
def test_an_unknown_campaign_is_wrong_usage_everywhere(gardien: Gardien, command: str) -> None:
    assert gardien(f"{command} Inconnue").refusal.startswith(
        "Il n’y a pas de campagne « Inconnue »"
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("verifier", "Il manque NOM : `gardien verifier --help` montre ce qui est attendu."),
        ("restaurer", "Il faut le NOM d’une campagne, ou bien --nouvelle FICHIER."),
        (
            "restaurer Brume --nouvelle x.zip",
            "Il faut le NOM d’une campagne, ou bien --nouvelle FICHIER.",
        ),
        (
            "restaurer Brume hier",
            f"« hier » {NEITHER}",
        ),
    ],
    ids=["no name", "neither", "both", "no such backup"],
)
def test_wrong_words_are_refused(gardien: Gardien, line: str, sentence: str) -> None:
    assert gardien(line).refusal == sentence


def test_a_backup_of_a_campaign_that_is_there_makes_no_second_one(gardien: Gardien) -> None:
    backup = backed_up(gardien)
    refusal = gardien(f"restaurer --nouvelle {backup}").refusal
    assert refusal.startswith("Il y a déjà une campagne « Brume »")
