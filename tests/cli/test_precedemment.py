"""`gardien precedemment`: the last session in a few sentences that players may read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from campaign.commands import (
    BeginScene,
    CloseSession,
    GivePF,
    MarkEvent,
    ResolveDepassement,
    RuleEffect,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, populate
from campaign.session import Session
from rules.health import Ruling
from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import Gardien, no_dice
from tests.cli.said import script

BEGUN = datetime(2026, 3, 14, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a campaign of two evenings; the second one, with a secret, is closed."""
    folder = tmp_path / "campagnes"
    monkeypatch.setenv("GARDIEN_DOSSIER", str(folder))
    moments = [BEGUN]

    def clock() -> datetime:
        return moments[-1]

    library = FolderLibrary(folder, clock)
    session = Session(library.open(library.create("Brume", Options())), clock, no_dice)
    populate(session)
    session.execute(CloseSession())
    moments.append(BEGUN + timedelta(days=7))
    session.execute(BeginScene("Dans la tour"))
    session.execute(GivePF("gaston", 3))
    session.execute(
        ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=20, encaissement_die=20, secret=True)
    )
    session.execute(RuleEffect(Ruling.BLESSURE))
    (note,) = session.execute(WriteNote("L’orage gronde."))
    session.execute(MarkEvent(note.sequence, marked=True))
    session.execute(CloseSession())
    session.close()
    return folder


def test_the_last_session_that_is_over_is_told_without_its_secrets(gardien: Gardien) -> None:
    answer = gardien("precedemment Brume")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "À la séance 2, le samedi 21 mars 2026, Merlin, Gaston et Brunehaut étaient là.\n"
        "Dans la tour : L’orage gronde.\n"
        "À la fin, Gaston gardait 3 PF.\n"
    )


def test_any_session_is_told_by_its_number(gardien: Gardien) -> None:
    assert gardien("precedemment Brume --seance 1").out.startswith("À la séance 1, le samedi 14")
    answer = gardien("precedemment Brume --seance 3")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "Il n’y a pas de séance 3 : elles vont de 1 à 2.\n"
    assert gardien("precedemment Brume --seance x").code == 2
    assert gardien("precedemment Personne").code == 2


def test_the_plain_mode_tells_it_by_a_word(folder: Path) -> None:
    answer = script(folder, "précédemment", "précédemment 1", name="brume")
    assert (answer.code, answer.err) == (0, "")
    assert "Dans la tour : L’orage gronde." in answer.out
    assert "À la séance 1, le samedi 14 mars 2026" in answer.out
    assert script(folder, "précédemment 9", name="brume").code == 1
