"""Sharing a campaign from the command line, and following it where that can be."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import Gardien
from tests.storage.groups import own_groups, within_reach

GROUP = own_groups()[0].gr_name


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a campaign, which others could be let into."""
    with within_reach() as scratch:
        folder = scratch / "campagnes"
        monkeypatch.setenv("GARDIEN_DOSSIER", str(folder))
        library = FolderLibrary(folder, lambda: datetime(2026, 3, 14, 21, 0, tzinfo=UTC))
        library.create("Les Îles", Options())
        yield folder


def test_how_a_campaign_is_shared_is_said_and_changed(gardien: Gardien, folder: Path) -> None:
    nobody = "« Les Îles » n’est partagée avec personne.\n"
    assert gardien("partager", "Les Îles").out == nobody
    shared = gardien("partager --groupe", GROUP, "Les Îles")
    assert (shared.code, shared.err) == (0, "")
    assert shared.out == (
        f"« Les Îles » est partagée avec le groupe « {GROUP} », sauf ses secrets : "
        f"`gardien suivre les-iles --dossier {folder}` la suit.\n"
    )
    assert gardien("partager", "Les Îles").out == shared.out
    assert gardien("partager --personne", "Les Îles").out == nobody


def test_what_contradicts_itself_changes_nothing(gardien: Gardien) -> None:
    both = gardien("partager --personne --groupe", GROUP, "Les Îles")
    assert both.refusal.startswith("--groupe et --personne se contredisent")
    assert "personne" in gardien("partager", "Les Îles").out


def test_an_unknown_group_is_wrong_usage(gardien: Gardien) -> None:
    refusal = gardien("partager --groupe nulle-part", "Les Îles").refusal
    assert refusal.startswith("Il n’y a pas de groupe « nulle-part » sur cette machine")


def test_a_way_that_is_closed_is_named_with_what_to_do(gardien: Gardien, folder: Path) -> None:
    folder.parent.chmod(0o700)
    answer = gardien("partager --groupe", GROUP, "Les Îles")
    assert (answer.code, answer.out) == (1, "")
    assert "/srv/gardien" in answer.err
    assert str(folder.parent.resolve()) in answer.err


@pytest.mark.parametrize("name", ["Inconnue", "../..", "", "/etc"])
def test_an_unknown_campaign_cannot_be_followed(gardien: Gardien, name: str) -> None:
    assert gardien("suivre", name).refusal.startswith("Il n’y a pas de campagne « ")
