"""A campaign that is followed without a screen: its events are told as they happen, and its secrets never."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.commands import ResolveDepassement, RuleEffect, WriteNote
from campaign.demo import BOULE_DE_FEU
from campaign.session import Session
from rules.health import Ruling
from tests.cli.command import command, environment, no_dice
from tests.cli.said import SLUG, now, sample
from tests.cli.test_texte_scripts import STEPS

Follower = subprocess.Popen[str]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(Session(sample(tmp_path).open(SLUG), now, no_dice)) as session:
        yield session


@pytest.fixture
def follower(tmp_path: Path, session: Session) -> Iterator[Follower]:
    with subprocess.Popen(
        command("suivre", SLUG),
        env=environment(GARDIEN_DOSSIER=str(tmp_path)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def told(follower: Follower, last: str) -> list[str]:
    """Return the lines that are told, up to one that has `last` in it."""
    assert follower.stdout is not None
    lines = []
    for line in follower.stdout:
        lines.append(line.removesuffix("\n"))
        if last in line:
            return lines
    raise AssertionError(lines)


def test_what_happens_is_told_with_each_step_and_without_the_secrets(
    session: Session, follower: Follower
) -> None:
    seen = told(follower, "Brunehaut")
    assert seen[0].startswith("La tour de Brume, séance 1")
    assert seen[0].endswith("en lecture seule.")
    assert "Merlin : PF 0 ; Ph 5, Me 10, My 15" in seen
    session.execute(
        ResolveDepassement("merlin", BOULE_DE_FEU, 3, die=1, encaissement_die=20, secret=True)
    )
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    session.execute(ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7))
    session.execute(WriteNote("la suite"))
    seen = told(follower, "la suite")
    assert "Merlin · Boule de feu, Diff 8 : 12 réussi" in seen[0]
    assert seen[2:-1] == list(STEPS)
    assert len(seen) == len(STEPS) + 3


def test_it_ends_when_nobody_reads_it_any_more(follower: Follower) -> None:
    told(follower, "Brunehaut")
    assert follower.stdout is not None
    follower.stdout.close()
    assert follower.wait(timeout=10) == 0
