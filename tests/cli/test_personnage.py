"""`gardien personnage`: one character in lines, with the secrets of the GC or without."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.commands import ResolveDepassement, RuleEffect
from campaign.demo import BOULE_DE_FEU, populate
from campaign.session import Session
from rules.health import Ruling
from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import Gardien, no_dice


def clock() -> datetime:
    return datetime(2026, 3, 14, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign in which Merlin is wounded once, in secret."""
    monkeypatch.setenv("GARDIEN_DOSSIER", str(tmp_path / "campagnes"))
    library = FolderLibrary(tmp_path / "campagnes", clock)
    session = Session(library.open(library.create("Brume", Options())), clock, no_dice)
    populate(session)
    for die, secret in ((12, False), (20, True)):
        session.execute(
            ResolveDepassement(
                "merlin", BOULE_DE_FEU, 8, die=die, encaissement_die=die, secret=secret
            )
        )
        if session.state.awaited:
            session.execute(RuleEffect(Ruling.BLESSURE if secret else Ruling.FATIGUE))
    session.close()


def test_a_character_is_told_in_lines(gardien: Gardien) -> None:
    answer = gardien("personnage Brume merl")
    assert (answer.code, answer.err) == (0, "")
    told = answer.out.splitlines()
    assert told[:3] == [
        "Histoire de Merlin.",
        "Blessures : 1 vraie blessure ; encore là : 1 légère en My.",
        "séance 1, 14 mars 2026 : légère en My, encore là, Boule de feu, Diff 8, Dom effectif 15.",
    ]
    assert told[-1] == "séance 1, 14/03/2026 21:00, secret : blessure légère en My, PF 0 → 3"


def test_players_are_told_no_secret(gardien: Gardien) -> None:
    answer = gardien("personnage Brume Merlin --joueurs")
    assert answer.out.splitlines()[1] == "Blessures : aucune vraie blessure."
    assert "secret" not in answer.out
    assert "20 raté" not in answer.out


def test_a_character_that_is_not_there_is_refused_with_those_that_are(gardien: Gardien) -> None:
    answer = gardien("personnage Brume Morgane")
    assert (answer.code, answer.out) == (2, "")
    assert "« Morgane » n’est pas reconnu, il faut l’un de : Merlin, Gaston, Brunehaut." in (
        answer.err
    )
