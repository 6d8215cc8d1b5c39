"""The `gardien` command as a script meets it: words in; exit code, standard output and standard error out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE_2_10 = "resoudre --ca 17 --diff 8 --eff 15 --de 12 --ca-encaissement 14 --de-encaissement 7"


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """What was answered in JSON."""
        assert (self.code, self.err) == (0, "")
        document: dict[str, Any] = json.loads(self.out)
        return document

    @property
    def refusal(self) -> str:
        """The one sentence that was answered to a wrong usage."""
        assert (self.code, self.out) == (2, "")
        (sentence,) = self.err.splitlines()
        return sentence


Gardien = Callable[..., Answer]
"""Runs `gardien` in this process with the words of a line and any others; `dice` rolls what is left out."""


def no_dice() -> int:
    pytest.fail("a die was rolled that nobody needed")


def command(line: str, *others: str) -> list[str]:
    return [sys.executable, "-m", "cli", *line.split(), *others]


def environment(**variables: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)} | variables


def in_a_process(line: str, *others: str, encoding: str = "utf-8", **variables: str) -> Answer:
    """Run `gardien` in a process of its own, with no terminal."""
    done = subprocess.run(
        command(line, *others),
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding=encoding,
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)
