"""Campaigns in a scratch folder, a clock that only moves when told, and disks that fail when told."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from campaign.commands import CloseSession, OpenSession, ResolveDepassement, RuleEffect, WriteNote
from campaign.demo import BOULE_DE_FEU, OPENING, populate
from campaign.events import Entry, Event, NoteWritten, Unreadable
from campaign.past import fold
from campaign.ports import Journal
from campaign.session import Session
from campaign.session_events import SessionOpened
from campaign.state import State
from rules.health import Ruling
from rules.options import Options
from storage.disk import Disk
from storage.library import FolderLibrary

EVENING = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


class Clock:
    """Tells the same time until it is set."""

    def __init__(self) -> None:
        self.now = EVENING

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: int) -> None:
        self.now += timedelta(**time)


class QuickDisk(Disk):
    """A disk that forgets to wait for itself: for tests of what the bytes say, not of when they are safe."""

    def flush(self, descriptor: int) -> None:
        pass

    def flush_folder(self, path: Path) -> None:
        pass


def no_dice() -> int:
    raise AssertionError("no die is rolled here")


def sit_down(journal: Journal, clock: Clock | None = None) -> Session:
    return Session(journal, clock or Clock(), no_dice)


def play(session: Session, evening: int = 1) -> None:
    """Play Merlin's fireball, and write a note of the evening; it stays open."""
    if not session.state.characters:
        populate(session)
    session.execute(ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7))
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(WriteNote(f"soir {evening}"))


def whisper(session: Session, text: str = "chut") -> int:
    """Play a secret fireball, rule it away, and write a note on it, which is as secret; return the roll's number."""
    roll = ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7, secret=True)
    (rolled,) = session.execute(roll)
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    session.execute(WriteNote(text, about=rolled.sequence))
    return rolled.sequence


def created(
    root: Path, evenings: int = 0, name: str = "Brume", *, secrets: bool = False
) -> FolderLibrary:
    """A library with one campaign, in which so many evenings have been played, with a secret each or none."""
    library = FolderLibrary(root, Clock(), QuickDisk())
    slug = library.create(name, Options())
    if evenings:
        session = sit_down(library.open(slug))
        for evening in range(evenings):
            if evening:
                session.execute(OpenSession())
            play(session, evening + 1)
            if secrets:
                whisper(session, f"secret {evening + 1}")
        session.close()
    return library


def end_evening(library: FolderLibrary, slug: str = "brume") -> None:
    session = sit_down(library.open(slug))
    session.execute(CloseSession())
    session.close()


def session_file(root: Path, session: int = 1, slug: str = "brume") -> Path:
    return root / slug / "seances" / f"{session:04}.jsonl"


def secret_file(root: Path, session: int = 1, slug: str = "brume") -> Path:
    return root / slug / "secrets" / f"{session:04}.jsonl"


def files(folder: Path) -> list[Path]:
    """The files of a campaign's sessions, public ones first."""
    return [*sorted(folder.glob("seances/*.jsonl")), *sorted(folder.glob("secrets/*.jsonl"))]


def all_of(journal: Journal) -> tuple[Entry, ...]:
    """Every entry of a campaign that a journal opens, from the first."""
    journal.load()
    shelf, entries = journal.shelf(), list[Entry]()
    for session in shelf.sessions():
        entries += shelf.read(session, entries[-1].sequence if entries else 0)
    return tuple(entries)


def seen(library: FolderLibrary, slug: str = "brume") -> tuple[Entry, ...]:
    """Every entry that whoever looks at a campaign sees, from the first."""
    journal = library.open_for_reading(slug)
    return all_of(journal)


def state_of(library: FolderLibrary, slug: str = "brume") -> State:
    return fold(seen(library, slug))


def readable(entries: tuple[Entry, ...]) -> list[Event]:
    return [entry.event for entry in entries if not isinstance(entry.event, Unreadable)]


def notes(entries: tuple[Entry, ...]) -> list[str]:
    """The notes of these entries, but for the one that opens the sample campaign."""
    written = [entry.event.text for entry in entries if isinstance(entry.event, NoteWritten)]
    return [text for text in written if text != OPENING]


def group(first: int, session: int, *texts: str, secret: bool = False) -> tuple[Entry, ...]:
    """The entries of one command: so many notes."""
    return tuple(
        Entry(first + index, session, EVENING, NoteWritten(text), (index + 1, len(texts)), secret)
        for index, text in enumerate(texts)
    )


def new_evening(number: int, session: int) -> tuple[Entry, ...]:
    return (Entry(number, session, EVENING, SessionOpened(session)),)


class FailingDisk(QuickDisk):
    """A disk on which one call fails: the one at a place among all calls, or the next of some name.

    Attributes:
        calls: the names of the calls that were made.
        at: the place of the call that fails; None for none.
        next: the name of the next call that fails; empty for none.
        error: what it fails with.
    """

    def __init__(self, at: int | None = None, error: int = errno.EIO) -> None:
        self.calls: list[str] = []
        self.at, self.next, self.error = at, "", error

    def fails(self, call: str) -> bool:
        """Count a call, and say whether it is the one that fails."""
        self.calls.append(call)
        if call == self.next:
            self.next = ""
            return True
        return len(self.calls) - 1 == self.at


def _failing(call: str) -> Callable[..., object]:
    real = getattr(QuickDisk, call)

    def made(self: FailingDisk, *arguments: Any, **options: Any) -> object:
        if not self.fails(call):
            return real(self, *arguments, **options)
        if call == "write":  # half of it is written before the disk refuses
            descriptor, data = arguments
            real(self, descriptor, data[: len(data) // 2])
        raise OSError(self.error, os.strerror(self.error))

    return made


for _call in vars(Disk):
    if not _call.startswith("_") and _call != "close":
        setattr(FailingDisk, _call, _failing(_call))
