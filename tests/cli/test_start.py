"""What answers at once loads little: each of these would cost more than the answer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.command import EXAMPLE_2_10, environment

PROGRAM = """
import sys
from cli.main import run
from cli.outside import d20
run(sys.argv[1:], d20)
print(*sys.modules, file=sys.stderr)
"""
HEAVY = {
    "asyncio",
    "campaign.events",
    "importlib.metadata",
    "msgspec",
    "platformdirs",
    "secrets",
    "shutil",
    "storage",
    "tempfile",
    "textual",
    "tinydb",
    "tui",
}


def loaded_by(line: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *line.split()],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "line",
    ["--help", EXAMPLE_2_10, "risque --ca 17 --eff 15 --ca-encaissement 14 --json"],
    ids=lambda line: line.partition(" ")[0],
)
def test_a_headless_command_loads_nothing_heavy(line: str) -> None:
    loaded = loaded_by(line)
    assert "cli.gardien" in loaded
    assert not loaded & HEAVY


def test_the_help_page_loads_no_rules() -> None:
    assert not {"rules", "campaign"} & loaded_by("--help")
