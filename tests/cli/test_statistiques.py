"""`gardien statistiques`: the pictures and their sentences on a pipe, for the GC or for players."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.commands import OpenSession, ResolveDepassement, RuleEffect
from campaign.demo import BOULE_DE_FEU, populate
from campaign.session import Session
from rules.health import Ruling
from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import Gardien, command, environment, no_dice

ROLL = ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7)


def clock() -> datetime:
    return datetime(2026, 3, 14, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a campaign of two evenings, the second of which has a secret roll alone."""
    folder = tmp_path / "campagnes"
    monkeypatch.setenv("GARDIEN_DOSSIER", str(folder))
    library = FolderLibrary(folder, clock)
    session = Session(library.open(library.create("Brume", Options())), clock, no_dice)
    populate(session)
    session.execute(ROLL)
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    session.execute(OpenSession())
    session.execute(replace(ROLL, diff=10, die=17, secret=True))
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    session.close()
    return folder


def test_the_gc_sees_everything_and_is_told_that_secrets_count(gardien: Gardien) -> None:
    answer = gardien("statistiques Brume")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("Toute la campagne · tous · avec les jets secrets\n")
    assert "2 réussites sur 2" in answer.out
    assert "La plus grande Diff osée : 10 (Merlin, séance 2), et réussie." in answer.out
    assert max(map(len, answer.out.splitlines())) < 120


def test_players_see_no_secret(gardien: Gardien) -> None:
    answer = gardien("statistiques Brume --joueurs")
    assert "sans les jets secrets" in answer.out
    assert "1 réussite sur 1" in answer.out
    assert "Diff osée : 10" not in answer.out
    assert gardien("statistiques Brume --joueurs --seance 2").out == (
        "Séance 2 · tous · sans les jets secrets\nAucun jet à compter.\n"
    )


def test_a_session_and_a_person_are_chosen(gardien: Gardien) -> None:
    assert "Séance 2 · Merlin" in gardien("statistiques Brume --seance 2 --personnage merl").out
    assert "Aucun jet" in gardien("statistiques Brume --personnage gaston").out
    assert "il faut « Merlin »" in gardien("statistiques Brume --personnage Nimue").refusal
    assert "elles vont de 1 à 2" in gardien("statistiques Brume --seance 3").refusal


def test_a_stream_without_utf8_gets_them_in_ascii(folder: Path) -> None:
    done = subprocess.run(
        command("statistiques", "Brume"),
        env=environment(GARDIEN_DOSSIER=str(folder), LC_ALL="C", PYTHONIOENCODING="ascii"),
        capture_output=True,
        check=True,
    )
    assert done.stdout.isascii()
    assert b"# reussites   o attendues" in done.stdout
