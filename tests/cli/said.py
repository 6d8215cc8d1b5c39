"""What the tests of the plain mode share: lines that are said to it, by a script or at a terminal."""

from __future__ import annotations

import io
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.demo import NAME, populate
from campaign.events import Entry
from campaign.ports import Dice
from campaign.session import Session
from cli.texte.command import play
from rules.options import Options
from storage.library import FolderLibrary
from tests.campaign.table import recall_all
from tests.cli.command import Answer, command, environment, no_dice
from tests.storage.folders import QuickDisk

SLUG = "la-tour-de-brume"
EXAMPLE = "jet Merlin, Boule de feu, 8, 12, 7"
"""Example 2.10."""
BURNT = "jet Merlin, Boule de feu, 8, 20, 20"
"""Failed, and not borne: Dom 15, légère."""


def now() -> datetime:
    return datetime.now(UTC)


def sample(folder: Path) -> FolderLibrary:
    """Make the sample campaign, and return the library that it is in."""
    library = FolderLibrary(folder, now, QuickDisk())
    session = Session(library.open(library.create(NAME, Options())), now, no_dice)
    populate(session)
    session.close()
    return library


def entries(library: FolderLibrary, slug: str = SLUG) -> tuple[Entry, ...]:
    """Return all that is written in a campaign."""
    journal = library.open_for_reading(slug)
    session = Session(journal, now, no_dice)
    recall_all(session)
    session.close()
    return session.entries


def script(folder: Path, *lines: str, name: str = SLUG, **variables: str) -> Answer:
    """Run lines through a process of its own, on a pipe."""
    done = subprocess.run(
        command("texte", *([name] if name else [])),
        env=environment(GARDIEN_DOSSIER=str(folder), **variables),
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


class Typed(io.StringIO):
    """Lines that come as if from a terminal, or from a pipe."""

    def __init__(self, lines: tuple[str, ...], *, terminal: bool) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


Said = Callable[..., Answer]
"""Says lines to the campaign of a library in this process; `terminal` as if they were typed at one."""


@contextmanager
def saying(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Said]:
    """Give what says lines, and leave the signals of this process as they were."""
    known = signal.getsignal(signal.SIGINT)
    monkeypatch.setenv("TERM", "dumb")

    def say(
        library: FolderLibrary, *lines: str, terminal: bool = False, dice: Dice = no_dice
    ) -> Answer:
        monkeypatch.setattr("sys.stdin", Typed(lines, terminal=terminal))
        code = play(library, dice, SLUG)
        written = capsys.readouterr()
        return Answer(code, written.out, written.err)

    yield say
    signal.signal(signal.SIGINT, known)
