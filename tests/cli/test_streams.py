"""Whatever reads the output, or stops reading it, and whatever its encoding: the same words, never a traceback."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import EXAMPLE_2_10, Gardien, command, environment, in_a_process

LADDER = "risque --ca 17 --eff 15 --ca-encaissement 14"
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""A C locale as Python meets it where its own cures are turned off."""


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which $GARDIEN is the command; the exit code is that of the whole pipe."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        env=environment(GARDIEN=" ".join(command(""))),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    done = shell(f"$GARDIEN {LADDER} | head -1")
    assert done.stdout == "CA 17 · Eff 15 · encaissement 14\n"
    assert done.stderr == ""


def test_a_reader_that_is_gone_before_the_first_word_is_no_error() -> None:
    done = shell(f"$GARDIEN {LADDER} | exec true")
    assert done.returncode in {0, 141}
    assert done.stderr == ""


def test_closed_streams_are_no_error() -> None:
    assert shell(f"$GARDIEN {LADDER} >&-").stderr == ""
    assert shell("$GARDIEN risque 2>&-").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_answer_that_cannot_be_written_is_said() -> None:
    done = shell(f"$GARDIEN {LADDER} >/dev/full")
    assert done.returncode == 1
    assert done.stderr == "Le système a refusé : le disque est plein ou le quota atteint.\n"


def test_the_c_locale_gets_utf8_as_python_arranges() -> None:
    assert "Réussite" in in_a_process(EXAMPLE_2_10, LC_ALL="C", LANG="C").out


@pytest.mark.parametrize(
    ("variables", "encoding", "expected"),
    [
        (C_LOCALE, "ascii", "Encaissement       7 <= 14       reussie, oR 7"),
        ({"PYTHONIOENCODING": "ascii"}, "ascii", "Encaissement       7 <= 14       reussie, oR 7"),
        (
            {"PYTHONIOENCODING": "latin-1"},
            "latin-1",
            "Encaissement       7 <= 14       réussie, °R 7",
        ),
    ],
    ids=["C locale", "ascii", "latin-1"],
)
def test_a_poorer_encoding_gets_the_nearest_characters_still_aligned(
    variables: dict[str, str], encoding: str, expected: str
) -> None:
    answer = in_a_process(EXAMPLE_2_10, encoding=encoding, **variables)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[4] == expected
    assert lines[2].index("15 + 8 - 12") == lines[4].index("7 <=")


def test_a_refusal_in_a_poorer_encoding_is_still_said() -> None:
    answer = in_a_process("risque --ca 漢é", encoding="ascii", PYTHONIOENCODING="ascii")
    assert answer.refusal == '--ca : " ?e " n\'est pas un nombre entier de -999 a 999.'


def test_json_is_the_same_document_in_every_encoding() -> None:
    plain = in_a_process(EXAMPLE_2_10, "--json")
    assert "étourdi" in plain.out
    poor = in_a_process(EXAMPLE_2_10, "--json", encoding="ascii", **C_LOCALE)
    assert json.loads(poor.out) == json.loads(plain.out)


def test_ctrl_c_ends_without_a_word(gardien: Gardien) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    answer = gardien("resoudre --ca 17 --diff 8 --eff 15 --ca-encaissement 14", dice=interrupted)
    assert (answer.code, answer.out, answer.err) == (130, "", "")


def test_a_fault_of_the_program_is_one_sentence_with_its_details_in_a_file(
    gardien: Gardien, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> int:
        raise RuntimeError("ce dé est cassé")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    answer = gardien("resoudre --ca 17 --diff 8 --eff 15 --ca-encaissement 14", dice=broken)
    (report,) = tmp_path.iterdir()
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "Une erreur imprévue a arrêté Gardien (RuntimeError : ce dé est cassé) ; "
        f"le détail est dans {report}, à joindre à un rapport.\n"
    )
    assert "Traceback" in report.read_text(encoding="utf-8")
