"""A session that was closed goes on in its own file: its index, its backups, its followers and its exports see that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.commands import OpenSession, ReopenSession, WriteNote
from campaign.events import NoteWritten
from campaign.looking import LookingSession
from campaign.session_events import SessionReopened
from storage.disk import Disk
from storage.imported import ImportedCampaign
from storage.importing import document
from storage.library import FolderLibrary
from tests.storage.folders import (
    Clock,
    QuickDisk,
    created,
    end_evening,
    no_dice,
    seen,
    session_file,
    sit_down,
    state_of,
    whisper,
)

ROOT = Path(__file__).resolve().parents[2]
KILLED = """
import os, signal, sys
from pathlib import Path
from campaign.commands import ReopenSession, WriteNote
from storage.library import FolderLibrary
from tests.storage.folders import Clock, sit_down

session = sit_down(FolderLibrary(Path(sys.argv[1]), Clock()).open("brume"))
session.execute(ReopenSession(2))
session.execute(WriteNote("avant la coupure"))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    """A campaign of two evenings, both closed."""
    library = created(tmp_path, evenings=2, secrets=True)
    end_evening(library)
    return library


def last_notes(library: FolderLibrary) -> list[str]:
    return [each.event.text for each in seen(library) if isinstance(each.event, NoteWritten)][-2:]


def test_it_goes_on_in_the_same_file(library: FolderLibrary, tmp_path: Path) -> None:
    before = session_file(tmp_path, 2).read_bytes()
    session = sit_down(library.open("brume"))
    session.execute(ReopenSession(2))
    session.execute(WriteNote("encore"))
    whisper(session, "tout bas")
    session.close()
    after = session_file(tmp_path, 2).read_bytes()
    assert after.startswith(before)
    assert b"encore" in after
    assert not session_file(tmp_path, 3).exists()
    assert library.verify("brume") == ()  # though the index is still that of its first close


def test_a_kill_right_after_loses_nothing(library: FolderLibrary, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, check=False)
    assert done.returncode == -9
    assert library.verify("brume") == ()
    session = sit_down(library.open("brume"))
    assert session.notices == ()
    assert session.state == state_of(library)
    assert session.state.session_opened is not None
    session.execute(OpenSession())
    session.execute(WriteNote("la suivante"))
    session.close()
    again = sit_down(library.open("brume"))
    assert (again.notices, again.state) == ((), state_of(library))
    again.close()
    assert "avant la coupure" in last_notes(library)


def test_the_state_of_its_first_close_is_not_believed_once_it_has_gone_on(
    library: FolderLibrary, tmp_path: Path
) -> None:
    index = (tmp_path / "brume" / "campagne.json").read_bytes()
    session = sit_down(library.open("brume"))
    session.execute(ReopenSession(2))
    session.execute(WriteNote("encore"))
    session.execute(OpenSession())
    session.close()
    assert library.verify("brume") == ()
    (tmp_path / "brume" / "campagne.json").write_bytes(index)  # as if its disk had been full
    again = sit_down(library.open("brume"))
    assert again.state == state_of(library)
    again.close()


def test_a_backup_of_its_second_close_has_all_of_it(library: FolderLibrary) -> None:
    session = sit_down(library.open("brume"))
    session.execute(ReopenSession(2))
    session.execute(WriteNote("encore"))
    session.end()
    session.execute(WriteNote("trop tard"))
    session.close()
    kept = state_of(library)
    latest, *_ = library.backups("brume")
    library.restore("brume", latest.path)
    assert last_notes(library)[-1] == "encore"
    assert state_of(library).characters == kept.characters
    assert library.verify("brume") == ()


def test_who_follows_sees_it_go_on(library: FolderLibrary) -> None:
    seen_by_players = LookingSession(
        library.open_for_reading("brume", public=True), Clock(), no_dice
    )
    session = sit_down(library.open("brume"))
    session.execute(ReopenSession(2))
    session.execute(WriteNote("encore"))
    fresh = seen_by_players.follow()
    assert [type(entry.event) for entry in fresh] == [SessionReopened, NoteWritten]
    assert seen_by_players.state.session_opened == session.state.session_opened
    session.close()


def test_it_goes_out_and_comes_back_the_same(library: FolderLibrary, tmp_path: Path) -> None:
    session = sit_down(library.open("brume"))
    session.execute(ReopenSession(2))
    session.execute(WriteNote("encore"))
    session.end()
    session.close()
    data = b"".join(library.exported("brume"))
    (tmp_path / "brume.json").write_bytes(data)
    other = FolderLibrary(tmp_path / "ailleurs", Clock(), QuickDisk())
    slug = other.take_in(ImportedCampaign(document(tmp_path / "brume.json", Disk())))
    assert b"".join(other.exported(slug)) == data
    assert (
        session_file(tmp_path / "ailleurs", 2).read_bytes()
        == session_file(tmp_path, 2).read_bytes()
    )


def test_the_history_knows_what_was_written_after_its_first_close(library: FolderLibrary) -> None:
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.end()
    session.history.load()  # which keeps what it knows of the sessions before
    session.execute(ReopenSession(3))
    session.execute(WriteNote("encore"))
    session.execute(OpenSession())
    session.execute(WriteNote("la suivante"))
    session.close()
    again = sit_down(library.open("brume"))
    again.history.load()
    known = again.history.index(3)
    assert known is not None
    assert list(known.lines)[-4:] == [
        "Séance 3 close",
        "Séance 3 rouverte, samedi 14 mars 2026",
        "Note : encore",
        "Séance 3 close",
    ]
    assert [each.label for each in again.history.chapters()] == ["1", "2", "3", "4"]
    again.close()
