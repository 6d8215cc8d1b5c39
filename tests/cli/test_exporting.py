"""`gardien exporter`: a campaign in each of its forms, on standard output or in a file that is whole or not there."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.commands import OpenSession, ResolveDepassement, RuleEffect, WriteNote
from campaign.demo import BOULE_DE_FEU, populate
from campaign.session import Session
from rules.health import Ruling
from rules.options import Options
from storage.library import FolderLibrary
from storage.lines import seal
from tests.cli.command import Gardien, command, environment, in_a_process, no_dice

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def clock() -> datetime:
    return datetime(2026, 3, 14, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a campaign of two evenings, the second of which has a secret."""
    folder = tmp_path / "campagnes"
    monkeypatch.setenv("GARDIEN_DOSSIER", str(folder))
    library = FolderLibrary(folder, clock)
    session = Session(library.open(library.create("Brume", Options())), clock, no_dice)
    populate(session)
    session.execute(OpenSession())
    session.execute(
        ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7, secret=True)
    )
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(WriteNote("L’orage gronde."))
    session.close()
    return folder


def test_a_story_is_the_form_that_nobody_asked_for(gardien: Gardien) -> None:
    answer = gardien("exporter Brume")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(
        "# Brume\n\n*Avec les secrets du Gardien de la Clef.*\n\n## Séance 1"
    )
    assert "\n## Séance 2 · samedi 14 mars 2026\n" in answer.out
    assert answer.out == gardien("exporter brume --format md").out


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("html", "<!DOCTYPE html>\n"),
        ("csv", f"{BOM}numéro,séance,date"),
        ("json", '{"gardien":"campagne","format":1,"nom":"Brume","seances":[\n'),
    ],
)
def test_each_form_is_had_by_its_name(gardien: Gardien, form: str, start: str) -> None:
    answer = gardien(f"exporter Brume --format {form}")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(start)
    assert "L’orage gronde." in answer.out


@pytest.mark.parametrize("form", ["md", "html", "csv", "json"])
def test_players_get_no_secret_even_where_it_cannot_be_read(
    gardien: Gardien, folder: Path, form: str
) -> None:
    answer = gardien(f"exporter Brume --format {form} --joueurs")
    assert (answer.code, answer.err) == (0, "")
    assert "L’orage gronde." in answer.out
    assert "dépassement" not in answer.out
    assert "Diff 8" not in answer.out
    for path in (folder / "brume" / "secrets").iterdir():
        path.write_bytes(b"\xff\n")
    assert gardien(f"exporter Brume --format {form} --joueurs") == answer


def test_a_campaign_that_someone_plays_is_exported_as_far_as_it_has_come(
    gardien: Gardien, folder: Path
) -> None:
    session = Session(FolderLibrary(folder, clock).open("Brume"), clock, no_dice)
    session.execute(WriteNote("On joue encore."))
    answer = gardien("exporter Brume")
    session.close()
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("> On joue encore.\n")


def test_one_session_is_had_by_its_number(gardien: Gardien) -> None:
    assert "Séance 1" not in gardien("exporter Brume --seance 2").out
    whole = gardien("exporter Brume --seance 2 --format json").out
    assert [each["seance"] for each in json.loads(whole)["seances"]] == [2]
    assert gardien("exporter Brume --seance 7").refusal == (
        "Il n’y a pas de séance 7 : elles vont de 1 à 2."
    )


def test_the_company_is_had_by_itself(gardien: Gardien) -> None:
    whole = json.loads(gardien("exporter Brume --compagnie").out)
    assert whole["gardien"] == "compagnie"
    assert [each["name"] for each in whole["personnages"]] == ["Merlin", "Gaston", "Brunehaut"]


def test_a_file_is_as_what_would_have_been_shown_and_replaced_only_when_asked(
    gardien: Gardien, tmp_path: Path
) -> None:
    file = tmp_path / "brume.md"
    answer = gardien("exporter Brume -o", str(file))
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert file.read_text() == gardien("exporter Brume").out
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("à moi")
    assert gardien("exporter Brume -o", str(file)).refusal == (
        f"-o : « {file if len(str(file)) <= 40 else str(file)[:40] + '…'} » existe déjà : "
        "--remplacer le remplace, ou donnez un autre nom."
    )
    assert file.read_text() == "à moi"
    assert gardien("exporter Brume --remplacer -o", str(file)).code == 0
    assert file.read_text() == gardien("exporter Brume").out
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_file_is_not_begun_where_the_campaign_cannot_be_read(
    gardien: Gardien, folder: Path, tmp_path: Path
) -> None:
    newer = folder / "brume" / "seances" / "0003.jsonl"
    newer.write_bytes(seal({"gardien": "journal", "format": 99, "seance": 3, "premier": 20}))
    file = tmp_path / "brume.json"
    for form in ("json", "md", "csv", "html"):
        answer = gardien(f"exporter Brume --format {form} -o", str(file))
        assert (answer.code, answer.out) == (1, "")
        assert answer.err.startswith("Ce fichier est au format 99, d’un Gardien plus récent")
        assert sorted(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("exporter", "Il manque NOM : "),
        ("exporter Brume --format pdf", "--format : « pdf » n’est pas reconnu, il faut md, html, csv ou json."),
        ("exporter Brume --seance deux", "--seance : « deux » n’est pas un nombre entier de 1 à 99999."),
        ("exporter Brume --compagnie --format md", "--compagnie s’écrit en JSON, et pour toute la campagne."),
        ("exporter Brume -o /nulle/part", "-o : « /nulle » n’est pas un dossier."),
        ("exporter Brume --remplacer -o /dev/null", "-o : « /dev/null » existe, et n’est pas un fichier."),
        ("exporter Inconnue", "Il n’y a pas de campagne « Inconnue » ici."),
    ],
)  # fmt: skip
def test_wrong_words_are_refused(gardien: Gardien, line: str, sentence: str) -> None:
    assert gardien(line).refusal.startswith(sentence)


def test_a_document_is_in_its_own_encoding_whatever_the_terminal_s(folder: Path) -> None:
    plain = {"GARDIEN_DOSSIER": str(folder), "PYTHONIOENCODING": "ascii"}
    for form in ("md", "json"):
        answer = in_a_process(f"exporter Brume --format {form}", **plain)
        assert (answer.code, answer.err) == (0, "")
        assert "L’orage gronde." in answer.out


def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    line = command("exporter Brume --format csv")
    with subprocess.Popen(
        line,
        env=environment(GARDIEN_DOSSIER=str(folder)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 141)
