"""`gardien importer`: what will change is shown, and done only once it is confirmed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.commands import Undo
from campaign.demo import populate
from campaign.session import Session
from campaign.state import State
from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import ROOT, Gardien, no_dice
from tests.terminal.conftest import gardien_in


def clock() -> datetime:
    return datetime(2026, 3, 14, 21, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a campaign of one evening, and an empty one."""
    folder = tmp_path / "campagnes"
    monkeypatch.setenv("GARDIEN_DOSSIER", str(folder))
    library = FolderLibrary(folder, clock)
    session = opened(folder, library.create("Brume", Options()))
    populate(session)
    session.close()
    library.create("Vide", Options())
    return folder


def opened(folder: Path, name: str) -> Session:
    return Session(FolderLibrary(folder, clock).open(name), clock, no_dice)


def state(folder: Path, name: str) -> State:
    session = Session(FolderLibrary(folder, clock).open_for_reading(name), clock, no_dice)
    session.close()
    return session.state


def slugs(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def campaign(gardien: Gardien, folder: Path, tmp_path: Path) -> str:
    """The file of the campaign."""
    assert gardien("exporter Brume --format json -o", str(tmp_path / "brume.json")).code == 0
    return str(tmp_path / "brume.json")


@pytest.fixture
def company(gardien: Gardien, folder: Path, tmp_path: Path) -> Path:
    """The file of its company."""
    path = tmp_path / "compagnie.json"
    assert gardien("exporter Brume --compagnie -o", str(path)).code == 0
    return path


def test_a_campaign_is_shown_and_made_only_when_it_is_confirmed(
    gardien: Gardien, folder: Path, campaign: str
) -> None:
    words = ["importer", campaign, "--nom", "Les îles"]
    shown = (
        "Une nouvelle campagne, « Les îles » :\n"
        "  1 séance, le samedi 14 mars 2026\n"
        "  10 événements\n"
        "  personnages : Merlin, Gaston, Brunehaut\n"
    )
    asked = gardien("", *words)
    assert (asked.code, asked.out) == (2, shown)
    assert asked.err == "Rien n’a été écrit : relancez avec --oui pour le faire.\n"
    assert slugs(folder) == ["brume", "vide"]
    done = gardien("", *words, "--oui")
    assert (done.code, done.err) == (0, "")
    assert done.out == shown + (
        f"Nouvelle campagne dans {folder / 'les-iles'} ; `gardien les-iles` l’ouvre.\n"
    )
    assert state(folder, "Les îles").characters == state(folder, "Brume").characters


def test_a_campaign_comes_back_byte_for_byte(
    gardien: Gardien, folder: Path, campaign: str, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "ailleurs"
    assert gardien(f"importer --oui --dossier {elsewhere}", campaign).code == 0
    again = gardien(f"exporter --dossier {elsewhere} --format json Brume")
    assert again.out.encode() == Path(campaign).read_bytes()


def test_a_campaign_of_that_name_stays_as_it_is(
    gardien: Gardien, folder: Path, campaign: str
) -> None:
    refusal = gardien("importer --oui", campaign).refusal
    assert refusal.startswith("Il y a déjà une campagne « Brume » : il faut un autre nom.")
    assert refusal.endswith("--nom en donne un à la nouvelle.")


def test_a_file_that_cannot_be_a_campaign_changes_nothing(
    gardien: Gardien, folder: Path, campaign: str
) -> None:
    text = Path(campaign).read_text()
    Path(campaign).write_text(text.replace('"n":4,', '"n":5,'))
    answer = gardien("importer --oui --nom Autre", campaign)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(
        "Ce fichier ne peut pas être importé : séance 1, événement 5 : "
        "un événement dont le numéro est déjà passé. Rien n’a été écrit."
    )
    assert slugs(folder) == ["brume", "vide"]


def test_a_company_joins_another_campaign_and_one_undo_takes_it_back(
    gardien: Gardien, folder: Path, company: Path
) -> None:
    before = state(folder, "Vide")
    answer = gardien("importer --oui --dans Vide", str(company))
    assert (answer.code, answer.err) == (0, "")
    assert "  à ajouter : Merlin, Gaston, Brunehaut\n" in answer.out
    assert "  Merlin rejoint la compagnie (PJ)\n" in answer.out
    assert state(folder, "Vide").characters == state(folder, "Brume").characters
    session = opened(folder, "Vide")
    session.execute(Undo())
    assert session.state.characters == before.characters
    session.close()
    assert gardien("verifier Vide").code == 0


def test_what_is_added_changed_and_left_is_told_by_name(
    gardien: Gardien, folder: Path, company: Path
) -> None:
    whole = json.loads(company.read_text())
    whole["personnages"][0]["name"] = "Viviane"
    whole["personnages"][1]["name"] = "GASTON"
    whole["personnages"][1]["sheet"]["armure"]["physique"] = 3
    company.write_text(json.dumps(whole))
    shown = (
        "Dans la compagnie de « Brume » :\n"
        "  à ajouter : Viviane\n"
        "  à changer : Gaston\n"
        "  à laisser : Brunehaut\n"
        "Ce qui s’écrirait au journal :\n"
        "  Viviane rejoint la compagnie (PJ)\n"
        "  Viviane : action « Boule de feu » ajoutée (My + Ma + Magie du Feu · Eff 15)\n"
        "  Gaston : armure Ph 1 → 3\n"
    )
    before = state(folder, "Brume")
    asked = gardien("importer --dans Brume", str(company))
    assert (asked.code, asked.out) == (2, shown)
    assert state(folder, "Brume") == before
    assert gardien("importer --oui --dans Brume", str(company)).out == shown + (
        "C’est fait ; à la table, une seule annulation le reprend en entier.\n"
    )
    again = gardien("importer --dans Brume", str(company))
    assert (again.code, again.err) == (0, "")
    assert again.out.endswith("Rien à écrire : elle a déjà tout ce que dit le fichier.\n")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": "Gaston"}, "Le nom « Gaston » est déjà pris"),
        ({"name": " "}, "Nom : c’est vide"),
        ({"name": "../x" * 40}, "Nom : 160 caractères, il en faut 60 au plus."),
        ({"kind": "roi"}, "à « personnages[0].kind », il n’a pas la forme"),
        ({"actions": [{"name": "x"}]}, "à « personnages[0].actions[0] », il n’a pas la forme"),
        ({"x": 1}, "une fiche avec des champs en trop ou en moins"),
        ({"sheet": None}, "à « personnages[0].sheet », il n’a pas la forme"),
    ],
)
def test_a_wrong_company_changes_nothing(
    gardien: Gardien, folder: Path, company: Path, change: dict[str, object], why: str
) -> None:
    whole = json.loads(company.read_text())
    whole["personnages"][0] |= change
    company.write_text(json.dumps(whole))
    before = state(folder, "Vide")
    answer = gardien("importer --oui --dans Vide", str(company))
    assert answer.code in (1, 2)
    assert answer.out == ""
    assert answer.err.removeprefix("Ce fichier ne peut pas être importé : ").startswith(why)
    assert state(folder, "Vide") == before


def test_a_company_that_would_keep_the_program_busy_for_ever_is_refused(
    gardien: Gardien, folder: Path, company: Path
) -> None:
    whole = json.loads(company.read_text())
    action = whole["personnages"][0]["actions"][0]
    whole["personnages"][0]["actions"] = [action | {"name": f"a{n}"} for n in range(5001)]
    company.write_text(json.dumps(whole))
    answer = gardien("importer --oui --dans Vide", str(company))
    assert (answer.code, answer.out) == (1, "")
    assert "il y a plus de 5000 actions en tout" in answer.err


def test_a_company_needs_a_campaign_and_a_campaign_none(
    gardien: Gardien, folder: Path, campaign: str, company: Path, tmp_path: Path
) -> None:
    assert "--dans NOM dit quelle campagne la prend" in gardien("importer", str(company)).refusal
    assert (
        "--dans ne prend que des personnages" in gardien("importer --dans Vide", campaign).refusal
    )
    assert gardien("importer --dans Nulle", str(company)).refusal.startswith(
        "Il n’y a pas de campagne « Nulle »"
    )
    assert gardien("importer rien.json").refusal == "Il n’y a pas de fichier « rien.json »."
    assert gardien("importer").refusal.startswith("Il manque FICHIER : ")


def test_a_campaign_that_someone_plays_takes_no_company(
    gardien: Gardien, folder: Path, company: Path
) -> None:
    session = opened(folder, "Vide")
    shown = gardien("importer --dans Vide", str(company))
    answer = gardien("importer --oui --dans Vide", str(company))
    session.close()
    assert "à ajouter : Merlin" in shown.out
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("La campagne est déjà ouverte en écriture")


def test_at_a_terminal_it_is_asked_and_a_no_changes_nothing(
    folder: Path, company: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with gardien_in(folder) as spawn:
        for answer, said in (("n", "Rien n’a été écrit."), ("oui", "C’est fait")):
            terminal = spawn("importer", str(company), "--dans", "Vide", columns=100)
            terminal.wait_for("Le faire ? o (oui) ou n (non) :")
            terminal.press(answer, "enter")
            terminal.wait_for(said)
            assert terminal.wait_end() == 0
    assert list(state(folder, "Vide").characters) == ["merlin", "gaston", "brunehaut"]
