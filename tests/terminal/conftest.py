"""A real terminal for the tests: `gardien` on a pty, with campaigns of the test’s own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.generator import sample_campaign
from bench.terminal import GARDIEN, Terminal, environment

__all__ = ["Terminal"]

ROOT = Path(__file__).parents[2]
FOLDER = "la-tour-de-brume"
"""The folder of the sample campaign among the others."""
Spawn = Callable[..., Terminal]


@contextmanager
def gardien_in(folder: Path) -> Iterator[Spawn]:
    """Give what starts `gardien` with some arguments on a pty; its campaigns are in `folder`."""
    running: list[Terminal] = []

    def spawn(*arguments: str, columns: int = 80, lines: int = 24, **env: str) -> Terminal:
        variables = environment(folder, **env)
        terminal = Terminal([*GARDIEN, *arguments], variables, columns, lines)
        running.append(terminal)
        return terminal

    yield spawn
    for terminal in running:
        terminal.close()


@pytest.fixture
def gardien(tmp_path: Path) -> Iterator[Spawn]:
    """Start `gardien`, whose campaigns are in the test's own folder."""
    with gardien_in(tmp_path / "campagnes") as spawn:
        yield spawn


@pytest.fixture
def campaigns(tmp_path: Path) -> Path:
    """The folder in which `gardien` finds its campaigns, with the sample campaign in it."""
    folder = tmp_path / "campagnes"
    sample_campaign(folder)
    return folder


def written(campaigns: Path) -> list[dict[str, object]]:
    """Return the events of the sample campaign's evening, as they are on disk."""
    path = campaigns / FOLDER / "seances" / "0001.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]
