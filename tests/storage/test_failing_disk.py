"""Whatever the disk refuses and whenever: what was acknowledged is there, what was not is whole or absent."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from campaign.commands import CloseSession, Command, ResolveDepassement, WriteNote
from campaign.demo import BOULE_DE_FEU
from campaign.events import CampaignCreated, Entry, SessionClosed, SessionOpened, Unreadable
from campaign.past import fold
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from campaign.session import Session
from rules.options import Options
from storage.library import FolderLibrary
from storage.writing import WritingJournal
from tests.storage.folders import (
    EVENING,
    Clock,
    FailingDisk,
    QuickDisk,
    all_of,
    created,
    group,
    notes,
    readable,
    secret_file,
    seen,
    session_file,
    sit_down,
)

T = TypeVar("T")


SECRET = ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=1, encaissement_die=20, secret=True)


def files_of(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(root.rglob("*.jsonl"))}


class Evening:
    """An evening on a bad disk: what fails is tried once more.

    Attributes:
        acknowledged: the notes whose writing was acknowledged.
        refused: the groups of notes of which it was not.
        faults: what the journal answered when it failed.
    """

    def __init__(self, library: FolderLibrary) -> None:
        self.library = library
        self.acknowledged: list[str] = []
        self.refused: list[tuple[str, ...]] = []
        self.faults: list[JournalError] = []
        self.last = 0

    def play(self) -> None:
        journal = self.insist(lambda: self.library.open("brume"))
        self.last = self.insist(journal.load).last_sequence
        self.write(journal, 1, "a", "b")
        self.write(journal, 1, "s", "t", secret=True)
        self.write(journal, 1, "c")
        self.write(journal, 1, "u", secret=True)
        self.append(journal, (Entry(self.last + 1, 1, EVENING, SessionClosed(1)),))
        self.insist(lambda: journal.close_session(fold(seen(self.library)), self.last))
        self.append(journal, (Entry(self.last + 1, 2, EVENING, SessionOpened(2)),))
        self.write(journal, 2, "v", secret=True)
        self.write(journal, 2, "d", "e", "f")
        self.write(journal, 2, "g")
        journal.close()

    def write(
        self, journal: WritingJournal, session: int, *texts: str, secret: bool = False
    ) -> None:
        for attempt in ("", "′"):
            named = tuple(text + attempt for text in texts)
            if self.append(journal, group(self.last + 1, session, *named, secret=secret)):
                self.acknowledged += named
                return
            self.refused.append(named)

    def append(self, journal: WritingJournal, entries: Sequence[Entry]) -> bool:
        try:
            journal.append(entries)
        except JournalError as error:
            self.faults.append(error)
        else:
            self.last = entries[-1].sequence
            return True
        if self.faults[-1].fault is JournalFault.NOT_DURABLE:
            with pytest.raises(JournalError) as again:
                journal.append(entries)
            assert again.value.fault is JournalFault.NOT_DURABLE
            self.last = journal.load().last_sequence  # as the sentence says: open it again
        return False

    def insist(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except JournalError as error:
            self.faults.append(error)
            return action()


@pytest.fixture
def calls(tmp_path: Path) -> int:
    """How many system calls the evening makes when nothing fails."""
    created(tmp_path / "calme", evenings=1)
    disk = FailingDisk()
    evening = Evening(FolderLibrary(tmp_path / "calme", Clock(), disk))
    evening.play()
    assert evening.acknowledged == list("abstcuvdefg")
    assert not evening.faults
    return len(disk.calls)


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_an_evening_survives_any_one_call_that_fails(
    tmp_path: Path, calls: int, error: int
) -> None:
    created(tmp_path / "modèle", evenings=1)
    for at in range(calls):
        root = tmp_path / str(at)
        shutil.copytree(tmp_path / "modèle", root)
        disk = FailingDisk(at, error)
        evening = Evening(FolderLibrary(root, Clock(), disk))
        evening.play()
        name = disk.calls[at]
        assert all(sentence(fault) for fault in evening.faults), (at, name)

        library = FolderLibrary(root, Clock())
        journal = library.open("brume")
        entries = all_of(journal)
        journal.close()
        assert [each.sequence for each in entries] == list(range(1, len(entries) + 1)), (at, name)
        assert not [each for each in entries if isinstance(each.event, Unreadable)], (at, name)
        written = notes(entries)
        written.remove("soir 1")
        for texts in evening.refused:
            assert len(set(texts) & set(written)) in (0, len(texts)), (at, name)
        refused = {text for texts in evening.refused for text in texts}
        assert [text for text in written if text not in refused] == evening.acknowledged, (at, name)
        assert library.verify("brume") == (), (at, name)
        shutil.rmtree(root)


@pytest.mark.parametrize("command", [WriteNote("sûre"), SECRET], ids=["public", "secret"])
def test_an_event_is_flushed_before_it_is_acknowledged(tmp_path: Path, command: Command) -> None:
    created(tmp_path, evenings=1, secrets=True)
    disk = FailingDisk()
    session = sit_down(FolderLibrary(tmp_path, Clock(), disk).open("brume"))
    disk.calls.clear()
    session.execute(command)
    assert disk.calls == ["status", "write", "flush"]
    session.close()


def test_the_first_secret_of_an_evening_is_flushed_with_its_file_and_its_folder(
    tmp_path: Path,
) -> None:
    created(tmp_path, evenings=1)
    disk = FailingDisk()
    session = sit_down(FolderLibrary(tmp_path, Clock(), disk).open("brume"))
    disk.calls.clear()
    session.execute(SECRET)
    session.close()
    made = ["make_folder", "flush_folder"]
    assert [call for call in disk.calls if call in made] == [*made, "flush_folder"]
    assert disk.calls[-4:] == ["write", "flush", "rename", "flush_folder"]


def test_a_new_evenings_file_is_flushed_with_its_name_before_it_is_acknowledged(
    tmp_path: Path,
) -> None:
    created(tmp_path, evenings=1)
    disk = FailingDisk()
    journal = FolderLibrary(tmp_path, Clock(), disk).open("brume")
    last = journal.load().last_sequence
    disk.calls.clear()
    journal.append((Entry(last + 1, 2, EVENING, SessionOpened(2)),))
    journal.close()
    assert disk.calls[-4:] == ["write", "flush", "rename", "flush_folder"]


WORDS = {
    errno.ENOSPC: (JournalFault.NO_SPACE, "Le disque est plein"),
    errno.EDQUOT: (JournalFault.NO_SPACE, "quota"),
    errno.EROFS: (JournalFault.READ_ONLY, "en lecture seule"),
    errno.EACCES: (JournalFault.NO_PERMISSION, "droits"),
    errno.EPERM: (JournalFault.NO_PERMISSION, "droits"),
    errno.ESTALE: (JournalFault.VANISHED, "disparu"),
    errno.EIO: (JournalFault.OTHER, "Le système a refusé"),
}


@pytest.mark.parametrize("error", WORDS, ids=lambda error: errno.errorcode[error])
@pytest.mark.parametrize("command", [WriteNote("perdue"), SECRET], ids=["public", "secret"])
def test_a_write_that_fails_is_worded_taken_back_and_can_be_tried_again(
    tmp_path: Path, error: int, command: Command
) -> None:
    created(tmp_path, evenings=1, secrets=True)
    disk = FailingDisk(error=error)
    session = sit_down(FolderLibrary(tmp_path, Clock(), disk).open("brume"))
    before, state = files_of(tmp_path), session.state
    disk.next = "write"
    with pytest.raises(JournalError) as refused:
        session.execute(command)
    fault, words = WORDS[error]
    assert refused.value.fault is fault
    assert words in sentence(refused.value)
    assert files_of(tmp_path) == before
    assert session.state == state
    session.execute(WriteNote("gardée"))
    session.close()
    assert notes(seen(FolderLibrary(tmp_path, Clock()))) == ["soir 1", "secret 1", "gardée"]


@pytest.mark.parametrize("first", [WriteNote("à moitié"), SECRET], ids=["public", "secret"])
@pytest.mark.parametrize("then", [WriteNote("entière"), SECRET], ids=["public", "secret"])
def test_a_write_that_cannot_even_be_taken_back_is_before_the_next_one(
    tmp_path: Path, first: Command, then: Command
) -> None:
    """Wherever the next one goes: what the first one left behind bears the same number."""
    created(tmp_path, evenings=1, secrets=True)

    class Stuck(FailingDisk):
        """Writes all but the last byte, refuses that, and then refuses to truncate."""

        def write(self, descriptor: int, data: bytes | memoryview) -> int:
            if self.next == "write" and len(data) > 1:
                return super(FailingDisk, self).write(descriptor, data[:-1])
            return super().write(descriptor, data)

        def truncate(self, descriptor: int, size: int) -> None:
            if self.calls[-1] == "write":
                self.calls.append("truncate")
                raise OSError(errno.EIO, "stuck")
            super().truncate(descriptor, size)

    disk = Stuck(error=errno.ENOSPC)
    session = sit_down(FolderLibrary(tmp_path, Clock(), disk).open("brume"))
    known, before = seen(FolderLibrary(tmp_path, Clock())), files_of(tmp_path)
    disk.next = "write"
    with pytest.raises(JournalError):
        session.execute(first)
    assert files_of(tmp_path) != before
    written = session.execute(then)
    session.close()
    library = FolderLibrary(tmp_path, Clock())
    assert seen(library) == (*known, *written)
    assert library.verify("brume") == ()


@pytest.mark.parametrize(
    ("command", "secrets", "call"),
    [
        (WriteNote("incertaine"), True, "flush"),
        (SECRET, True, "flush"),
        (SECRET, False, "flush_folder"),
    ],
    ids=["public", "secret", "first secret"],
)
def test_after_a_failed_flush_nothing_more_is_written_until_the_campaign_is_opened_again(
    tmp_path: Path, command: Command, secrets: bool, call: str
) -> None:
    """Nor to the other file: what it would say comes after what may be lost."""
    created(tmp_path, evenings=1, secrets=secrets)
    (tmp_path / "brume" / "secrets").mkdir(exist_ok=True)
    disk = FailingDisk()
    library = FolderLibrary(tmp_path, Clock(), disk)
    session = sit_down(library.open("brume"))
    disk.next = call
    with pytest.raises(JournalError) as refused:
        session.execute(command)
    assert refused.value.fault is JournalFault.NOT_DURABLE
    assert "rouvrez" in sentence(refused.value)
    before = files_of(tmp_path)
    for other in (WriteNote("refusée"), SECRET, CloseSession()):
        with pytest.raises(JournalError) as again:
            session.execute(other)
        assert again.value.fault is JournalFault.NOT_DURABLE
    assert files_of(tmp_path) == before
    session.close()
    session = sit_down(library.open("brume"))
    session.execute(WriteNote("reprise"))
    session.close()
    assert notes(seen(library))[-1] == "reprise"


def vanish(root: Path) -> None:
    shutil.rmtree(root / "brume")


def move(root: Path) -> None:
    (root / "brume").rename(root / "ailleurs")


def replace_file(path: Path) -> None:
    copy = path.with_suffix(".copie")
    shutil.copy(path, copy)
    copy.replace(path)


def write_from_elsewhere(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"# une note dans un autre programme\n")


def shorten(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - 10)


@pytest.mark.parametrize("change", [vanish, move], ids=lambda change: str(change.__name__))
def test_a_folder_that_is_no_longer_ours_is_not_written_to(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    library = created(tmp_path, evenings=1)
    session = sit_down(library.open("brume"))
    change(tmp_path)
    refused_as_vanished(session, tmp_path, WriteNote("nulle part"), SECRET, CloseSession())


@pytest.mark.parametrize(
    "change",
    [replace_file, Path.unlink, write_from_elsewhere, shorten],
    ids=lambda change: str(change.__name__),
)
@pytest.mark.parametrize("is_secret", [False, True], ids=["public", "secret"])
def test_a_file_that_is_no_longer_ours_is_not_written_to(
    tmp_path: Path, change: Callable[[Path], None], is_secret: bool
) -> None:
    library = created(tmp_path, evenings=1, secrets=True)
    session = sit_down(library.open("brume"))
    change((secret_file if is_secret else session_file)(tmp_path))
    commands = [SECRET] if is_secret else [WriteNote("nulle part"), CloseSession()]
    refused_as_vanished(session, tmp_path, *commands)


def refused_as_vanished(session: Session, root: Path, *commands: Command) -> None:
    before, state = files_of(root), session.state
    for command in commands:
        with pytest.raises(JournalError) as refused:
            session.execute(command)
        assert refused.value.fault is JournalFault.VANISHED
        assert "Rouvrez la campagne" in sentence(refused.value)
    assert session.state == state
    assert files_of(root) == before
    session.close()


def test_a_first_secret_is_not_written_over_a_file_that_another_hand_put_there(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    session = sit_down(library.open("brume"))
    (tmp_path / "brume" / "secrets").mkdir()
    secret_file(tmp_path).write_bytes(b"autre chose\n")
    refused_as_vanished(session, tmp_path, SECRET)


def test_a_new_evening_is_not_begun_in_a_folder_that_took_the_place_of_ours(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    session = sit_down(library.open("brume"))
    session.execute(CloseSession())
    shutil.copytree(tmp_path / "brume", tmp_path / "copie")
    move(tmp_path)
    (tmp_path / "copie").rename(tmp_path / "brume")
    with pytest.raises(JournalError) as refused:
        session.execute(WriteNote("nulle part"))
    assert refused.value.fault is JournalFault.VANISHED
    assert not session_file(tmp_path, 2).exists()
    session.close()


class Flushed(QuickDisk):
    """Remembers which folders had their names flushed."""

    def __init__(self) -> None:
        self.folders: list[Path] = []

    def flush_folder(self, path: Path) -> None:
        self.folders.append(path)


def test_the_folders_made_for_a_first_campaign_are_flushed_into_their_parents(
    tmp_path: Path,
) -> None:
    disk, root = Flushed(), tmp_path / "neuf" / "gardien"
    FolderLibrary(root, Clock(), disk).create("Brume", Options())
    assert disk.folders[:2] == [tmp_path, tmp_path / "neuf"]
    assert root in disk.folders
    assert root.stat().st_mode & 0o777 == 0o700


def test_restored_sessions_are_durable_before_the_old_ones_are_taken_away(tmp_path: Path) -> None:
    archive = created(tmp_path, evenings=1).back_up("brume")
    disk, folder = Flushed(), tmp_path / "brume"
    FolderLibrary(tmp_path, Clock(), disk).restore("brume", archive)
    draft = folder / ".restauration.nouveau"
    assert [draft / "seances", draft, folder, folder, folder] == [
        path for path in disk.folders if path in (draft / "seances", draft, folder)
    ]


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_a_campaign_is_created_whole_or_not_at_all(tmp_path: Path, error: int) -> None:
    disk = FailingDisk()
    FolderLibrary(tmp_path / "calme", Clock(), disk).create("Brume", Options())
    for at in range(len(disk.calls)):
        root = tmp_path / str(at)
        with pytest.raises(JournalError) as refused:
            FolderLibrary(root, Clock(), FailingDisk(at, error)).create("Brume", Options())
        assert sentence(refused.value)
        library = FolderLibrary(root, Clock())
        if library.campaigns() == ():
            library.create("Brume", Options())
        assert isinstance(readable(seen(library))[0], CampaignCreated)
        assert [path.name for path in root.iterdir() if path.is_dir()] == ["brume"]


def test_closing_a_session_whose_backup_fails_keeps_the_session_closed_and_says_so(
    tmp_path: Path,
) -> None:
    created(tmp_path, evenings=1)
    disk = FailingDisk(error=errno.ENOSPC)
    library = FolderLibrary(tmp_path, Clock(), disk)
    session = sit_down(library.open("brume"))
    disk.next = "rename"
    with pytest.raises(JournalError) as refused:
        session.execute(CloseSession())
    assert refused.value.fault is JournalFault.NOT_KEPT
    assert sentence(refused.value).startswith("La séance est close et enregistrée")
    assert "le disque est plein" in sentence(refused.value)
    assert session.state.session_opened is None
    session.close()
    assert isinstance(readable(seen(library))[-1], SessionClosed)
