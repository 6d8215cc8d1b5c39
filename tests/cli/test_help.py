from __future__ import annotations

import re

import pytest

from cli.gardien import COMMANDS
from tests.cli.command import Gardien, in_a_process

ENGLISH = re.compile(
    r"\b(usage:|options:|commands|show|message|exit|version and|required|default|env var|args|"
    r"command|integer|text|choice)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_a_help_page_is_french_throughout(gardien: Gardien, command: str) -> None:
    answer = gardien(f"{command} --help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage : gardien {command}".rstrip())
    assert "\nOptions :\n" in answer.out
    assert "  -h, --help" in answer.out
    assert not ENGLISH.search(answer.out)
    assert max(map(len, answer.out.splitlines())) <= 80


def test_the_help_page_names_every_command_in_the_words_of_its_own_page(gardien: Gardien) -> None:
    page = " ".join(gardien("--help").out.split())
    for name, lazy in COMMANDS.items():
        assert f" {name} {lazy.summary}" in page
        assert lazy.summary in " ".join(gardien(f"{name} -h").out.split())


def test_the_version_is_said(gardien: Gardien) -> None:
    answer = gardien("--version")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("gardien")


def test_help_needs_no_home_and_no_terminal() -> None:
    answer = in_a_process("--help", HOME="/nonexistent", TERM="dumb")
    assert (answer.code, answer.err) == (0, "")
