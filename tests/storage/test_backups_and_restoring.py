"""Backups are made, read again, thinned out and brought back; a zip from anywhere can do no harm."""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.commands import CloseSession, OpenSession, WriteNote
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from rules.options import Options
from storage.backup import kept
from storage.disk import Disk
from storage.library import FolderLibrary
from storage.lines import FORMAT, seal
from tests.storage.folders import (
    EVENING,
    Clock,
    FailingDisk,
    QuickDisk,
    created,
    notes,
    secret_file,
    seen,
    session_file,
    sit_down,
    state_of,
    whisper,
)


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    return created(tmp_path / "campagnes", evenings=2, secrets=True)


def add(library: FolderLibrary, text: str) -> None:
    session = sit_down(library.open("brume"))
    session.execute(WriteNote(text))
    session.close()


def test_closing_a_session_makes_a_backup_that_holds_it(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1, secrets=True)
    assert library.backups("brume") == ()
    session = sit_down(library.open("brume"))
    session.execute(CloseSession())
    session.close()
    (backup,) = library.backups("brume")
    assert backup.moment.isoformat() == "2026-03-14T20:00:00"
    with zipfile.ZipFile(backup.path) as archive:
        names = ["campagne.json", "seances/0001.jsonl", "secrets/0001.jsonl"]
        assert archive.namelist() == names
        assert archive.read("seances/0001.jsonl") == session_file(tmp_path).read_bytes()
        assert archive.read("secrets/0001.jsonl") == secret_file(tmp_path).read_bytes()
        modes = {stat.S_IMODE(each.external_attr >> 16) for each in archive.infolist()}
        assert modes == {0o600}
    assert stat.S_IMODE(backup.path.stat().st_mode) == 0o600


def test_two_backups_of_the_same_second_are_two(library: FolderLibrary) -> None:
    before = len(library.backups("brume"))
    first, second = library.back_up("brume"), library.back_up("brume")
    assert first != second
    assert len(library.backups("brume")) == before + 2


def test_a_campaign_that_is_being_written_can_be_backed_up(library: FolderLibrary) -> None:
    session = sit_down(library.open("brume"))
    path = library.back_up("brume")
    session.execute(WriteNote("après"))
    session.close()
    library.restore("brume", path)
    assert notes(seen(library)) == ["soir 1", "secret 1", "soir 2", "secret 2"]


class Lossy(Disk):
    """Reads a backup otherwise than it was written."""

    def read(self, path: Path, start: int = 0, size: int = -1) -> bytes:
        data = super().read(path, start, size)
        return data.replace(b"soir 1", b"soir I") if path.suffix != ".zip" else data[:-30]


def test_a_backup_that_reads_otherwise_than_it_was_written_is_refused_and_removed(
    library: FolderLibrary, tmp_path: Path
) -> None:
    before = library.backups("brume")
    with pytest.raises(JournalError) as refused:
        FolderLibrary(tmp_path / "campagnes", Clock(), Lossy()).back_up("brume")
    assert refused.value.fault is JournalFault.BAD_BACKUP
    assert library.backups("brume") == before


def test_backups_stay_few_however_often_the_campaign_is_played(tmp_path: Path) -> None:
    clock = Clock()
    library = FolderLibrary(tmp_path, clock, QuickDisk())
    library.create("Brume", Options())
    foreign = tmp_path / "brume" / "sauvegardes" / "la mienne.zip"
    for _ in range(60):
        clock.pass_by(days=7)
        library.back_up("brume")
        foreign.write_bytes(b"x")
    backups = library.backups("brume")
    assert len(backups) < 10 + 11 + 14
    assert backups[0].moment == clock.now.replace(tzinfo=None)
    assert foreign.exists()


moments = st.lists(st.datetimes(datetime(2020, 1, 1), datetime(2026, 1, 1)), max_size=80)  # noqa: DTZ001


@given(moments)
def test_what_is_thinned_out_keeps_the_last_ones_a_week_and_a_month(
    all_of_them: list[datetime],
) -> None:
    keep = kept(all_of_them)
    latest_first = sorted(set(all_of_them), reverse=True)
    assert keep <= set(all_of_them)
    assert set(sorted(all_of_them, reverse=True)[:10]) <= keep
    for moment in latest_first:
        same_month = [
            other for other in keep if (other.year, other.month) == (moment.year, moment.month)
        ]
        assert same_month or any(abs(other - moment) < timedelta(days=7) for other in keep)
    assert kept(keep) == keep


def test_restoring_brings_the_campaign_back_and_keeps_what_it_was(library: FolderLibrary) -> None:
    backup = library.back_up("brume")
    then = (seen(library), state_of(library))
    add(library, "à oublier")
    later = (seen(library), state_of(library))
    library.restore("brume", backup)
    assert (seen(library), state_of(library)) == then
    assert library.verify("brume") == ()
    made = {each.path for each in library.backups("brume")} - {backup}
    session = sit_down(library.open("brume"))
    session.execute(WriteNote("suite"))
    session.close()
    assert notes(seen(library))[-1] == "suite"
    newest = max(made, key=lambda path: path.stat().st_mtime_ns)
    library.restore("brume", newest)
    assert (seen(library), state_of(library)) == later


def test_restoring_brings_the_secrets_back_and_leaves_none_of_the_later_ones(
    library: FolderLibrary, tmp_path: Path
) -> None:
    backup, events = library.back_up("brume"), seen(library)
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    whisper(session, "à oublier")
    session.close()
    library.restore("brume", backup)
    assert seen(library) == events
    folder = tmp_path / "campagnes" / "brume" / "secrets"
    assert sorted(path.name for path in folder.iterdir()) == ["0001.jsonl", "0002.jsonl"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_restoring_a_backup_of_before_the_first_secret_takes_the_secrets_away_into_a_backup(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    before = seen(library)
    backup = library.back_up("brume")
    session = sit_down(library.open("brume"))
    whisper(session)
    session.close()
    after = seen(library)
    library.restore("brume", backup)
    assert seen(library) == before
    assert library.verify("brume") == ()
    library.restore("brume", library.backups("brume")[0].path)
    assert seen(library) == after


@pytest.mark.parametrize("whole", [False, True], ids=["the files", "the folder"])
def test_secrets_whose_sessions_are_lost_go_into_a_backup_before_a_restoration(
    library: FolderLibrary, tmp_path: Path, whole: bool
) -> None:
    backup, lost = library.back_up("brume"), tmp_path / "campagnes" / "brume" / "seances"
    for path in lost.iterdir():
        path.unlink()
    if whole:
        lost.rmdir()
    before = library.backups("brume")
    library.restore("brume", backup)
    (kept,) = set(library.backups("brume")) - set(before)
    with zipfile.ZipFile(kept.path) as archive:
        assert {name for name in archive.namelist() if name.endswith("l")} == {
            "secrets/0001.jsonl",
            "secrets/0002.jsonl",
        }


def test_restoring_an_earlier_evening_leaves_none_of_the_later_ones(
    library: FolderLibrary, tmp_path: Path
) -> None:
    backup = library.back_up("brume")
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.execute(OpenSession())
    session.close()
    library.restore("brume", backup)
    assert sorted(path.name for path in (tmp_path / "campagnes/brume/seances").iterdir()) == [
        "0001.jsonl",
        "0002.jsonl",
    ]
    reopened = library.open("brume")
    assert reopened.load().notices == (
        "campagne.json manquait : l’état a été recalculé depuis le journal.",
    )
    reopened.close()


def test_a_campaign_whose_sessions_are_lost_comes_back_from_its_backup(
    library: FolderLibrary, tmp_path: Path
) -> None:
    backup = library.back_up("brume")
    before = seen(library)
    folder = tmp_path / "campagnes" / "brume" / "seances"
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    (summary,) = library.campaigns()
    assert summary.trouble
    library.restore("brume", backup)
    assert seen(library) == before


def test_a_backup_from_elsewhere_becomes_a_campaign_of_its_own(
    library: FolderLibrary, tmp_path: Path
) -> None:
    backup = library.back_up("brume")
    other = FolderLibrary(tmp_path / "ailleurs", Clock())
    assert other.bring(backup) == "brume"
    assert seen(other) == seen(library)
    assert other.verify("brume") == ()
    with pytest.raises(JournalError) as refused:
        other.bring(backup)
    assert refused.value.fault is JournalFault.CAMPAIGN_EXISTS
    assert [path.name for path in (tmp_path / "ailleurs").iterdir()] == ["brume"]


Members = list[tuple[zipfile.ZipInfo | str, bytes]]


def zipped(path: Path, members: Members, compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def link(name: str, target: str) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target.encode()


def device(name: str) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFIFO | 0o666) << 16
    return info, b""


HOSTILE: dict[str, Members] = {
    "a path upwards": [("../../evade.jsonl", b"x")],
    "a path upwards from a folder": [("seances/../../evade.jsonl", b"x")],
    "a path upwards from the secrets": [("secrets/../../evade.jsonl", b"x")],
    "something else among the secrets": [("secrets/mot de passe.txt", b"x")],
    "an absolute path": [("/tmp/evade.jsonl", b"x")],
    "a path of another system": [("seances\\..\\evade.jsonl", b"x")],
    "a drive": [("C:/seances/0001.jsonl", b"x")],
    "another folder": [("seances/x/0001.jsonl", b"x")],
    "a lock": [("verrou", b"x")],
    "a script": [("seances/0001.sh", b"x")],
    "a hidden file": [("seances/.0001.jsonl.nouveau", b"x")],
    "digits of another script": [("seances/٠٠٠١.jsonl", b"x")],
    "a name with a line feed": [("seances/0002.jsonl\n", b"x")],
    "a link": [link("seances/0002.jsonl", "/etc/passwd")],
    "a link for a folder": [link("seances/", "/etc")],
    "a pipe": [device("seances/0002.jsonl")],
    "a bomb": [("seances/0002.jsonl", bytes(30_000_000))],
    "very many files": [(f"seances/{number:05}.jsonl", b"") for number in range(10_000, 31_000)],
    "a backup in a backup": [("sauvegardes/2026-03-14T20-00-00.zip", b"x")],
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_zip_is_refused_and_writes_nothing_anywhere(
    library: FolderLibrary, tmp_path: Path, hostile: Members
) -> None:
    good = ("seances/0001.jsonl", session_file(tmp_path / "campagnes").read_bytes())
    archive = zipped(tmp_path / "hostile.zip", [good, *hostile])
    refused_everywhere(library, archive, tmp_path)


def refused_everywhere(library: FolderLibrary, archive: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for action in (lambda: library.restore("brume", archive), lambda: library.bring(archive)):
        with pytest.raises(JournalError) as refused:
            action()
        assert refused.value.fault is JournalFault.BAD_BACKUP
        assert sentence(refused.value).startswith("Cette sauvegarde ne peut pas servir : ")
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    after.pop(tmp_path / "campagnes" / "brume" / "verrou")
    before.pop(tmp_path / "campagnes" / "brume" / "verrou", None)
    assert after == before
    assert not (tmp_path / "evade.jsonl").exists()
    assert not Path("/tmp/evade.jsonl").exists()


def test_a_zip_that_holds_the_same_name_twice_is_refused(
    library: FolderLibrary, tmp_path: Path
) -> None:
    line = session_file(tmp_path / "campagnes").read_bytes()
    with pytest.warns(UserWarning, match="Duplicate name"):
        archive = zipped(tmp_path / "x.zip", [("seances/0001.jsonl", line)] * 2)
    refused_everywhere(library, archive, tmp_path)


def test_a_zip_that_lies_about_its_sizes_is_refused(library: FolderLibrary, tmp_path: Path) -> None:
    archive = zipped(tmp_path / "x.zip", [("seances/0001.jsonl", bytes(30_000_000))])
    data = archive.read_bytes().replace(struct.pack("<L", 30_000_000), struct.pack("<L", 1000))
    archive.write_bytes(data)
    refused_everywhere(library, archive, tmp_path)


def encrypted(data: bytes) -> bytes:
    """Set the bit that says that a member is encrypted, where it stands twice."""
    flagged = bytearray(data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        flagged[data.index(signature) + offset] |= 1
    return bytes(flagged)


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "not a zip": lambda data: b"bonjour",
    "cut": lambda data: data[:-40],
    "its beginning cut": lambda data: data[60:],
    "a byte flipped": lambda data: data[:80] + bytes([data[80] ^ 255]) + data[81:],
    "encrypted": encrypted,
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_zip_is_refused(
    library: FolderLibrary, tmp_path: Path, broken: Callable[[bytes], bytes]
) -> None:
    line = session_file(tmp_path / "campagnes").read_bytes()
    archive = zipped(tmp_path / "x.zip", [("seances/0001.jsonl", line)])
    archive.write_bytes(broken(archive.read_bytes()))
    refused_everywhere(library, archive, tmp_path)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_of_an_odd_method_is_refused(
    library: FolderLibrary, tmp_path: Path, method: int
) -> None:
    line = session_file(tmp_path / "campagnes").read_bytes()
    archive = zipped(tmp_path / "x.zip", [("seances/0001.jsonl", line)], method)
    refused_everywhere(library, archive, tmp_path)


A_NOTE = {"v": 1, "at": EVENING.isoformat(), "type": "note", "text": "x", "about": None}
USELESS: dict[str, Members] = {
    "no member": [],
    "no session": [("campagne.json", b"{}")],
    "an empty session": [("seances/0001.jsonl", b"")],
    "a session of nonsense": [("seances/0001.jsonl", b"bonjour\n")],
    "secrets alone": [("secrets/0001.jsonl", seal({"n": 1, **A_NOTE}))],
}


@pytest.mark.parametrize("useless", USELESS.values(), ids=USELESS)
def test_a_zip_without_a_readable_event_is_refused(
    library: FolderLibrary, tmp_path: Path, useless: Members
) -> None:
    refused_everywhere(library, zipped(tmp_path / "x.zip", useless), tmp_path)


def test_a_backup_of_a_newer_format_is_refused_with_its_version(
    library: FolderLibrary, tmp_path: Path
) -> None:
    header = {"gardien": "journal", "format": FORMAT + 1, "seance": 1, "premier": 1}
    archive = zipped(tmp_path / "x.zip", [("seances/0001.jsonl", seal(header))])
    before = seen(library)
    with pytest.raises(JournalError) as refused:
        library.restore("brume", archive)
    assert refused.value.fault is JournalFault.NEWER_FORMAT
    assert seen(library) == before


def test_every_byte_of_a_zip_flipped_restores_the_truth_or_nothing(
    library: FolderLibrary, tmp_path: Path
) -> None:
    whole = library.back_up("brume").read_bytes()
    before = seen(library)
    archive = tmp_path / "x.zip"
    for offset in range(0, len(whole), 23):
        archive.write_bytes(whole[:offset] + bytes([whole[offset] ^ 4]) + whole[offset + 1 :])
        other = FolderLibrary(tmp_path / f"ailleurs-{offset}", Clock())
        with suppress(JournalError):
            other.bring(archive)
        assert [seen(other, each.slug) for each in other.campaigns()] in ([], [before]), offset


def test_a_zip_made_by_hand_with_its_folders_is_accepted(
    library: FolderLibrary, tmp_path: Path
) -> None:
    line = session_file(tmp_path / "campagnes").read_bytes()
    folder = zipfile.ZipInfo("seances/")
    folder.external_attr = (stat.S_IFDIR | 0o755) << 16
    archive = zipped(tmp_path / "x.zip", [(folder, b""), ("seances/0001.jsonl", line)])
    library.restore("brume", archive)
    assert notes(seen(library)) == ["soir 1"]  # the zip has no secrets
    mode = session_file(tmp_path / "campagnes").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_a_restoration_that_was_still_being_unpacked_is_not_taken_for_the_campaign(
    library: FolderLibrary, tmp_path: Path
) -> None:
    folder = tmp_path / "campagnes" / "brume"
    backup = library.back_up("brume")
    before = seen(library)
    (folder / ".restauration.nouveau").mkdir()
    (folder / "seances").rename(folder / ".restauration.nouveau" / "seances")
    with pytest.raises(JournalError) as refused:
        library.open("brume")
    assert refused.value.fault is JournalFault.NOT_A_CAMPAIGN
    library.restore("brume", backup)
    assert seen(library) == before


def test_a_restoration_that_fails_at_any_call_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    disk = FailingDisk()
    calls = 0
    at = -1
    while at < calls:
        root = tmp_path / str(at)
        library = created(root, evenings=1, secrets=True)
        archive = library.back_up("brume")
        new = notes(seen(library))
        session = sit_down(library.open("brume"))
        session.execute(WriteNote("plus tard"))
        whisper(session, "encore plus tard")
        session.close()
        old = [*new, "plus tard", "encore plus tard"]
        disk = FailingDisk(at if at >= 0 else None)
        with suppress(JournalError):
            FolderLibrary(root, Clock(), disk).restore("brume", archive)
        calls = calls or len(disk.calls)
        library.open("brume").close()  # which finishes what was begun
        assert notes(seen(library)) in (old, new), (at, disk.calls[at])
        assert library.verify("brume") == (), (at, disk.calls[at])
        if at < 0:
            assert notes(seen(library)) == new
        at += 1
