"""A session played by a script on a pipe, in a process of its own."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from campaign.events import CharacterAdded, DepassementResolved, EffectRuled, NoteWritten
from rules.health import Ruling
from storage.library import FolderLibrary
from tests.cli.command import command, environment
from tests.cli.said import EXAMPLE, SLUG, entries, sample, script

STEPS = (
    "CA : My 15 + Ma 2 + Magie du Feu 10 − 10 = 17",
    "Réussite : 8 < 12 ≤ 17 → réussie, °R 12",
    "Dom : 15 + 8 − 12 = 11",
    "CA d’encaissement : My 15 + Ré −1 = 14",
    "Encaissement : 7 ≤ 14 → réussie, °R 7",
    "Dom effectif : 11 − 7 = 4",
    "Tableau 3.1 : 1–5 → étourdi, 0 PF",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "campagnes"


@pytest.fixture
def library(folder: Path) -> FolderLibrary:
    return sample(folder)


def test_the_example_is_played_by_one_line_of_a_script(
    library: FolderLibrary, folder: Path
) -> None:
    answer = script(folder, f"{EXAMPLE}, fatigue", "compagnie")
    assert (answer.code, answer.err) == (0, "")
    told = answer.out.splitlines()
    assert told[0].startswith("Diff 8 : 9 chances sur 20, Dom 6 à 14, 10 en moyenne ; aucune 11")
    assert told.pop(1) == "PF ensuite : étourdi 0, sonné 1, légère 3"
    assert told[1:10] == [
        "11 : Merlin · Boule de feu · Diff 8 · Eff 15",
        "dé 12 (réel), encaissement 7 (réel)",
        *STEPS,
    ]
    assert told[10:12] == [
        "À juger : fatigue ou sans-effet.",
        "12 : Merlin : fatigue seule, étourdi (My −1)",
    ]
    assert told[12] == "Merlin : PF 0 ; Ph 5, Me 10, My 15 ; étourdi en My"


def test_a_word_alone_on_its_line_is_answered_by_those_that_follow(
    library: FolderLibrary, folder: Path
) -> None:
    answer = script(folder, "jet", "Merlin", "Boule de feu", "8", "12", "7", "fatigue")
    assert (answer.code, answer.err) == (0, "")
    rolled, ruled = (each.event for each in entries(library)[-2:])
    assert isinstance(rolled, DepassementResolved)
    assert isinstance(ruled, EffectRuled)
    assert ruled.ruling is Ruling.FATIGUE
    assert " : " not in answer.out.splitlines()[0].partition("Diff 0")[0]  # no prompt


def test_the_first_line_that_is_refused_ends_a_script_and_is_named(
    library: FolderLibrary, folder: Path
) -> None:
    before = len(entries(library))
    answer = script(
        folder, "# un commentaire", "note avant", "", "pf Merlin, beaucoup", "note après"
    )
    assert answer.code == 1
    assert answer.err.startswith(
        "Ligne 4 : PF donnés, ou retirés s’ils sont négatifs : « beaucoup »"
    )
    assert len(answer.err.splitlines()) == 1
    assert [each.event for each in entries(library)[before:]] == [NoteWritten("avant")]


def test_a_whole_campaign_comes_from_a_script_in_any_encoding(folder: Path) -> None:
    merlin = "nouveau Merlin, PJ, 5 10 15, 0 -1 2 1 -1 -1, 0 0 0, 4 2 1, Magie du Feu 10 My"
    action = "action Merlin, Boule de feu, My, Ma, Magie du Feu, 0, 15"
    answer = script(
        folder, "nouvelle", "La tour d’ivoire", merlin, action, EXAMPLE, name="", LC_ALL="C"
    )
    assert (answer.code, answer.err) == (0, "")
    assert STEPS[0] in answer.out
    rough = subprocess.run(
        command("texte la-tour-d-ivoire"),
        env=environment(GARDIEN_DOSSIER=str(folder), PYTHONIOENCODING="latin-1"),
        input=b"fatigue\nnote \xff\xe9 \x1b[31mrouge\nfiche Merlin\n",
        capture_output=True,
        check=False,
    )
    assert (rough.returncode, rough.stderr) == (0, b"")
    assert "Compétence : Magie du Feu 10, My".encode("latin-1") in rough.stdout
    library = sample(folder)
    assert isinstance(entries(library, "la-tour-d-ivoire")[2].event, CharacterAdded)
    assert entries(library, "la-tour-d-ivoire")[-1].event == NoteWritten("ÿé [31mrouge")
    assert library.verify("la-tour-d-ivoire") == ()


def test_bytes_that_are_no_text_are_typed_all_the_same(
    library: FolderLibrary, folder: Path
) -> None:
    done = subprocess.run(
        command("texte", SLUG),
        env=environment(GARDIEN_DOSSIER=str(folder), PYTHONIOENCODING="utf-8:strict"),
        input=b"note \xff\xfe\xe9t\xe9 \x00\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert entries(library)[-1].event == NoteWritten("\ufffd\ufffd\ufffdt\ufffd")


def test_a_reader_that_leaves_is_no_error(library: FolderLibrary, folder: Path) -> None:
    line = " ".join(command("texte", SLUG))
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"printf 'aide\\njournal tout\\n' | {line} | exec true"],
        env=environment(GARDIEN_DOSSIER=str(folder)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode in {0, 141}


def test_a_script_killed_between_the_dice_and_the_ruling_leaves_the_roll_to_be_ruled_on(
    library: FolderLibrary, folder: Path
) -> None:
    with subprocess.Popen(
        command("texte", SLUG),
        env=environment(GARDIEN_DOSSIER=str(folder)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{EXAMPLE}\n")
        process.stdin.flush()
        while "À juger" not in process.stdout.readline():
            pass
        refused = script(folder, "note")
        process.send_signal(signal.SIGKILL)
    assert refused.code == 1
    assert f"(processus {process.pid})" in refused.err
    answer = script(folder, "fatigue")
    assert answer.out == "12 : Merlin : fatigue seule, étourdi (My −1)\n"
