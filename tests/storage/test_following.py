"""Whoever looks at a campaign follows it as it grows, sees whole groups only, and disturbs nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from campaign.commands import OpenSession, WriteNote
from campaign.events import NoteWritten, SessionClosed, SessionOpened
from campaign.refusals import JournalError, JournalFault
from storage.library import FolderLibrary
from tests.storage.folders import created, group, notes, readable, session_file, sit_down


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    return created(tmp_path, evenings=2)


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
    followed = looking.follow()
    assert followed == tuple(entry for entry in session.entries if entry.sequence > known)
    assert [type(event) for event in readable(followed)] == [
        NoteWritten,
        SessionClosed,
        SessionOpened,
        NoteWritten,
    ]
    assert looking.follow() == ()
    session.close()


def test_each_byte_that_arrives_shows_only_whole_groups(
    library: FolderLibrary, tmp_path: Path
) -> None:
    path = session_file(tmp_path, 2)
    before = path.read_bytes()
    journal = library.open("brume")
    last = journal.load().last_sequence
    journal.append(group(last + 1, 2, "un", "deux"))
    journal.append(group(last + 3, 2, "trois"))
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
    library: FolderLibrary, tmp_path: Path
) -> None:
    looking = library.open_for_reading("brume")
    looking.load()
    path = session_file(tmp_path, 2)
    place = path.read_bytes().count(b"\n") + 1
    with path.open("ab") as file:
        file.write("n’importe quoi\n".encode())
    (entry,) = looking.follow()
    assert entry.event.why.startswith(f"ligne {place} : ")  # type: ignore[union-attr]
    assert entry.session == 2


def test_a_file_that_was_replaced_or_shortened_must_be_opened_again(
    library: FolderLibrary, tmp_path: Path
) -> None:
    path = session_file(tmp_path, 2)
    for change in ("shorten", "replace", "delete"):
        looking = library.open_for_reading("brume")
        looking.load()
        if change == "shorten":
            path.write_bytes(path.read_bytes()[:-20])
        elif change == "replace":
            shutil.copy(path, tmp_path / "copie")
            (tmp_path / "copie").replace(path)
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
    assert notes((*looking.before(2), *loaded.entries)) == ["soir 1", "soir 2"]
    looking.follow()
    looking.close_session(loaded.base, 1)
    looking.close()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
