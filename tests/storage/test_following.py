"""Whoever looks at a campaign follows it as it grows, sees whole groups only, and disturbs nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.commands import OpenSession, WriteNote
from campaign.events import (
    DepassementResolved,
    EffectRuled,
    NoteWritten,
    SessionClosed,
    SessionOpened,
    Unreadable,
)
from campaign.refusals import JournalError, JournalFault
from storage.library import FolderLibrary
from tests.storage.folders import (
    Clock,
    QuickDisk,
    all_of,
    created,
    group,
    notes,
    secret_file,
    seen,
    session_file,
    sit_down,
    whisper,
)


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    return created(tmp_path, evenings=2, secrets=True)


@pytest.fixture(params=[False, True], ids=["public", "secret"])
def secret(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def path(tmp_path: Path, secret: bool) -> Path:
    """One of the two files of the session that goes on."""
    return (secret_file if secret else session_file)(tmp_path, 2)


def test_new_entries_are_followed_over_the_end_of_the_evening(library: FolderLibrary) -> None:
    session = sit_down(library.open("brume"))
    looking = library.open_for_reading("brume")
    assert looking.load().entries == session.entries
    assert looking.follow() == ()
    written = session.execute(WriteNote("une"))
    assert looking.follow() == written
    known = session.entries[-1].sequence
    session.execute(WriteNote("deux"))
    session.execute(OpenSession())
    session.execute(WriteNote("trois"))
    whisper(session)
    followed = looking.follow()
    assert followed == tuple(entry for entry in session.entries if entry.sequence > known)
    assert [(type(entry.event), entry.secret) for entry in followed] == [
        (NoteWritten, False),
        (SessionClosed, False),
        (SessionOpened, False),
        (NoteWritten, False),
        (DepassementResolved, True),
        (EffectRuled, True),
        (NoteWritten, True),
    ]
    assert looking.follow() == ()
    session.close()


def test_each_byte_that_arrives_shows_only_whole_groups(
    library: FolderLibrary, path: Path, secret: bool
) -> None:
    before = path.read_bytes()
    journal = library.open("brume")
    last = journal.load().last_sequence
    journal.append(group(last + 1, 2, "un", "deux", secret=secret))
    journal.append(group(last + 3, 2, "trois", secret=secret))
    journal.close()
    arriving = path.read_bytes()[len(before) :]
    path.write_bytes(before)
    looking = library.open_for_reading("brume")
    looking.load()
    shown: list[list[str]] = []
    with path.open("ab", buffering=0) as file:
        for byte in arriving:
            file.write(bytes([byte]))
            if fresh := notes(looking.follow()):
                shown.append(fresh)
    assert shown == [["un", "deux"], ["trois"]]


def test_a_damaged_line_that_arrives_is_shown_with_its_place(
    library: FolderLibrary, path: Path, secret: bool
) -> None:
    looking = library.open_for_reading("brume")
    looking.load()
    place = path.read_bytes().count(b"\n") + 1
    with path.open("ab") as file:
        file.write("n’importe quoi\n".encode())
    (entry,) = looking.follow()
    which = " des secrets" if secret else ""
    assert entry.event.why.startswith(f"ligne {place}{which} : ")  # type: ignore[union-attr]
    assert (entry.session, entry.secret) == (2, secret)


def test_a_file_that_was_replaced_or_shortened_must_be_opened_again(
    library: FolderLibrary, tmp_path: Path, path: Path
) -> None:
    for change in ("shorten", "replace", "delete", "delete all"):
        looking = library.open_for_reading("brume")
        looking.load()
        if change == "shorten":
            path.write_bytes(path.read_bytes()[:-20])
        elif change == "replace":
            shutil.copy(path, tmp_path / "copie")
            (tmp_path / "copie").replace(path)
        elif change == "delete":
            path.unlink()
        else:
            shutil.rmtree(tmp_path / "brume")
        with pytest.raises(JournalError) as refused:
            looking.follow()
        assert refused.value.fault is JournalFault.VANISHED, change


def test_looking_leaves_no_trace(library: FolderLibrary, tmp_path: Path) -> None:
    (tmp_path / "brume" / "verrou").unlink()
    (tmp_path / "brume" / "campagne.json").unlink()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    looking = library.open_for_reading("brume")
    loaded = looking.load()
    told = notes(all_of(looking))
    assert told == ["soir 1", "secret 1", "soir 2", "secret 2"]
    looking.follow()
    looking.close_session(loaded.base, 1)
    looking.close()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


class BusyDisk(QuickDisk):
    """A disk on which someone writes a little more each time that a file of a session is looked at.

    Attributes:
        meanwhile: what that one does; called so many `times` more.
    """

    def __init__(self) -> None:
        self.meanwhile: Callable[[], object] = lambda: None
        self.times = 0

    def status(self, target: Path | int) -> os.stat_result:
        if isinstance(target, Path) and target.suffix == ".jsonl" and self.times:
            self.times -= 1
            self.meanwhile()
        return super().status(target)


class Scribe:
    """Writes in turn what everyone may know and what only the GC may, as fast as it is asked to."""

    def __init__(self, library: FolderLibrary) -> None:
        self.journal = library.open("brume")
        self.last = self.journal.load().last_sequence
        self.count = 0

    def write(self) -> None:
        for secret in (True, False):
            self.count += 1
            texts = [f"{self.count}"] * (self.count % 3 + 1)
            self.journal.append(group(self.last + 1, 2, *texts, secret=secret))
            self.last += len(texts)


@pytest.mark.parametrize("times", range(1, 6))
def test_whatever_is_written_while_both_files_are_read_they_are_read_up_to_one_moment(
    library: FolderLibrary, tmp_path: Path, times: int
) -> None:
    disk = BusyDisk()
    scribe = Scribe(library)
    looking = FolderLibrary(tmp_path, Clock(), disk).open_for_reading("brume")
    disk.meanwhile, disk.times = scribe.write, times
    loaded = looking.load()
    told = list(loaded.entries)
    for _ in range(4):
        disk.times = times
        told += looking.follow()
    told += looking.follow()
    scribe.journal.close()
    assert loaded.notices == ()
    assert tuple(told) == tuple(entry for entry in seen(library) if entry.session == 2)
    assert not any(isinstance(entry.event, Unreadable) for entry in told)


@pytest.mark.parametrize("times", range(1, 12))
def test_a_backup_made_while_someone_writes_is_of_one_moment(
    library: FolderLibrary, tmp_path: Path, times: int
) -> None:
    disk = BusyDisk()
    scribe = Scribe(library)
    disk.meanwhile, disk.times = scribe.write, times
    archive = FolderLibrary(tmp_path, Clock(), disk).back_up("brume")
    assert disk.times == 0, "the files grew while they were looked at"
    scribe.journal.close()
    other = FolderLibrary(tmp_path / "ailleurs", Clock(), QuickDisk())
    other.bring(archive)
    assert other.verify("brume") == ()
    restored = seen(other)
    assert restored == seen(library)[: len(restored)]
