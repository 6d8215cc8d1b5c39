"""One program writes to a campaign at a time; another is told who does, or looks; nobody is ever locked out."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.commands import WriteNote
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from storage.disk import Disk
from storage.library import FolderLibrary
from tests.storage.folders import Clock, created, group, notes, seen, sit_down

ROOT = Path(__file__).resolve().parents[2]

HOLDER = """
import sys
from pathlib import Path
from storage.library import FolderLibrary
from tests.storage.folders import Clock, sit_down
session = sit_down(FolderLibrary(Path(sys.argv[1]), Clock()).open("brume"))
sys.stdout.write("tenu\\n")
sys.stdout.flush()
sys.stdin.read()
session.close()
"""


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    return created(tmp_path, evenings=1)


@pytest.fixture
def other_process(library: FolderLibrary, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the campaign open for writing, until its input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "tenu\n"
        yield process
        process.kill()


def refusal(library: FolderLibrary) -> JournalError:
    with pytest.raises(JournalError) as refused:
        library.open("brume")
    assert refused.value.fault is JournalFault.LOCKED
    return refused.value


def test_a_second_program_is_told_who_writes_and_since_when(
    library: FolderLibrary, other_process: subprocess.Popen[str]
) -> None:
    words = sentence(refusal(library))
    assert words.startswith("La campagne est déjà ouverte en écriture par ")
    assert f"@{os.uname().nodename} (processus {other_process.pid})" in words
    assert "depuis le 14/03/2026 à 20:00" in words


def test_a_second_opening_in_the_same_program_is_refused_too(library: FolderLibrary) -> None:
    journal = library.open("brume")
    assert f"processus {os.getpid()}" in sentence(refusal(library))
    journal.close()
    library.open("brume").close()


@pytest.mark.usefixtures("other_process")
def test_a_second_program_may_look_and_not_write(library: FolderLibrary) -> None:
    session = sit_down(library.open_for_reading("brume"))
    assert session.state.name == "Brume"
    with pytest.raises(JournalError) as refused:
        session.execute(WriteNote("x"))
    assert refused.value.fault is JournalFault.ONLY_LOOKING
    assert "lecture seule" in sentence(refused.value)
    session.close()


def test_a_killed_holder_locks_nobody_out(
    library: FolderLibrary, other_process: subprocess.Popen[str]
) -> None:
    refusal(library)
    other_process.kill()
    other_process.wait()
    journal = library.open("brume")
    journal.append(group(journal.load().last_sequence + 1, 1, "après"))
    journal.close()
    assert notes(seen(library))[-1] == "après"


@pytest.mark.usefixtures("other_process")
@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_deleting_the_lock_file_does_not_let_a_second_writer_in(
    library: FolderLibrary, tmp_path: Path, replaced: bool
) -> None:
    lock = tmp_path / "brume" / "verrou"
    lock.unlink()
    if replaced:
        lock.write_text("personne", encoding="utf-8")
    refusal(library)
    refusal(library)


def test_whatever_an_old_lock_file_holds_is_neither_obeyed_nor_obstructive(
    library: FolderLibrary, tmp_path: Path
) -> None:
    lock = tmp_path / "brume" / "verrou"
    for left in (b"", b"\xff\x00\x1b[31m", b"x" * 1_000_000, b"marie@ailleurs depuis 1999\n"):
        lock.write_bytes(left)
        journal = library.open("brume")
        assert lock.read_text(encoding="utf-8").count("\n") == 1
        words = sentence(refusal(library))
        assert "\x1b" not in words
        assert f"processus {os.getpid()}" in words
        journal.close()


def test_a_lock_file_that_holds_control_characters_is_quoted_without_them(
    library: FolderLibrary, tmp_path: Path
) -> None:
    journal = library.open("brume")
    (tmp_path / "brume" / "verrou").write_bytes(b"mal\x1b[2J\n\xc2\x9bin")
    words = sentence(refusal(library))
    assert words.startswith("La campagne est déjà ouverte en écriture par mal[2Jin.")
    journal.close()


class NoLocks(Disk):
    """A file system that has no flock."""

    def lock(self, descriptor: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")


def test_a_file_system_without_locks_is_said_and_can_be_played_on(
    library: FolderLibrary, tmp_path: Path
) -> None:
    session = sit_down(FolderLibrary(tmp_path, Clock(), NoLocks()).open("brume"))
    (notice,) = session.notices
    assert "n’a pas de verrous" in notice
    session.execute(WriteNote("quand même"))
    session.close()
    assert notes(seen(library))[-1] == "quand même"


class NoFolderLocks(Disk):
    """A network file system: files can be locked there, folders can't."""

    def lock(self, descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EBADF, "not open for writing")
        super().lock(descriptor)


def test_where_only_files_can_be_locked_one_writer_is_enough_to_be_refused(
    library: FolderLibrary, tmp_path: Path
) -> None:
    network = FolderLibrary(tmp_path, Clock(), NoFolderLocks())
    session = sit_down(network.open("brume"))
    assert session.notices == ()
    refusal(network)
    session.close()
    network.open("brume").close()


def test_two_programs_that_hammer_one_campaign_never_mix_their_lines(tmp_path: Path) -> None:
    """Each tries to write a few groups, again and again; whoever is refused waits for the other."""
    library = created(tmp_path)
    code = """
import sys
from pathlib import Path
from campaign.refusals import JournalError
from storage.library import FolderLibrary
from tests.storage.folders import Clock, group
library, name, done = FolderLibrary(Path(sys.argv[1]), Clock()), sys.argv[2], 0
while done < 30:
    try:
        journal = library.open("brume")
    except JournalError:
        continue
    last = journal.load().last_sequence
    journal.append(group(last + 1, 1, *(f"{name}{done}.{part}" for part in range(3))))
    journal.close()
    done += 1
"""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path), name],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        for name in "ab"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    written = notes(seen(library))
    groups = [written[index : index + 3] for index in range(0, len(written), 3)]
    for name in "ab":
        own = [each for each in groups if each[0].startswith(name)]
        assert own == [[f"{name}{done}.{part}" for part in range(3)] for done in range(30)]
    assert len(groups) == 60
    assert library.verify("brume") == ()
