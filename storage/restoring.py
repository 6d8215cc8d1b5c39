"""Bringing a backup back. A zip comes from anywhere: nothing in it is trusted before it has been checked."""

from __future__ import annotations

import io
import re
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from campaign.events import Unreadable
from campaign.ports import Clock
from campaign.refusals import JournalError, JournalFault
from storage import backup, public_index, sharing
from storage.disk import MOST_BYTES, Disk, clear, put
from storage.faults import told
from storage.layout import (
    INDEX,
    REJECT_NAME,
    REJECTS,
    RESTORED,
    SECRETS,
    SESSIONS,
    folder_for,
    has_sessions,
    is_own_folder,
    session_files,
)
from storage.lock import Lock
from storage.past import read_session

_EXPECTED = re.compile(
    rf"campagne\.json|(seances|secrets)/[0-9]{{4,15}}\.jsonl|rebut/{REJECT_NAME}|(seances|secrets|rebut)/"
)
_MOST_FILES = 20_000
_MOST_GROWTH = 100
"""How many times its own size a backup may unpack to: sessions shrink 10 to 30 times, a bomb a thousand."""
_HARMLESS = 1 << 24
"""What any backup may unpack to, in bytes: a torn end can be megabytes of zeros."""
_MOST_UNPACKED = 1 << 31
_MEMBER = b"PK\x01\x02"
"""Begins the entry of a file in the list that ends a zip."""
_CHUNK = 1 << 20
_DRAFT = ".restauration.nouveau"
_REPLACED = ".remplacees"


def restore(folder: Path, archive: Path, clock: Clock, disk: Disk) -> None:
    """Put a campaign back as it was in a backup; what it was until now goes into a backup first.

    Raises:
        JournalError: another program is writing to the campaign, the backup is no good, or it can't be written.
    """
    lock = Lock(folder, clock, disk)
    try:
        draft, ready = folder / _DRAFT, folder / RESTORED
        unpack(archive, draft, disk)
        if (group := sharing.shared_with(folder, disk)) is not None:
            public_index.keep(draft, None, disk)
            sharing.open_sessions(draft, group, disk)
        _back_up(folder, clock, disk)
        with told(ready):
            clear(disk, ready)
            disk.flush_folder(draft)
            disk.rename(draft, ready)  # from here on `finish` can complete it
            disk.flush_folder(folder)
        _swap(folder, disk)
    finally:
        clear(disk, folder / _DRAFT)
        lock.release()


def _back_up(folder: Path, clock: Clock, disk: Disk) -> None:
    """Make a backup of what is about to be replaced, if there is anything."""
    with told(folder):
        if is_own_folder(folder / SECRETS):  # even where nothing else is left, they are backed up
            folder_for(folder / SESSIONS, disk)
    if has_sessions(folder):
        backup.make(folder, clock, disk)


def finish(folder: Path, clock: Clock, disk: Disk) -> None:
    """Finish a restoration that was interrupted between taking the old sessions away and bringing the new ones."""
    with told(folder):
        is_halfway = not (folder / SESSIONS).is_dir() and all(
            map(is_own_folder, (folder / RESTORED, folder / RESTORED / SESSIONS))
        )
    if is_halfway:
        lock = Lock(folder, clock, disk)
        try:
            _swap(folder, disk)
        finally:
            lock.release()


def unpack(archive: Path, target: Path, disk: Disk) -> None:
    """Unpack a backup into a new folder, and make sure that it is a campaign.

    Raises:
        JournalError: it isn't one, or it can't be written.
    """
    with told(archive):
        data = disk.read_named(archive)
    with told(target):
        clear(disk, target)
        disk.make_folder(target)
    try:
        with _checked(archive):
            _unpack(archive, data, target, disk)
        _make_sure(archive, target, disk)
    except JournalError:
        shutil.rmtree(target, ignore_errors=True)
        raise


def _unpack(archive: Path, data: bytes, target: Path, disk: Disk) -> None:
    if data.count(_MEMBER) > _MOST_FILES:  # before Python makes an object of each
        raise bad(archive, "elle contient trop de fichiers")
    left = min(max(_MOST_GROWTH * len(data), _HARMLESS), _MOST_UNPACKED)
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        members = opened.infolist()
        names = [member.filename for member in members]
        if len(names) > _MOST_FILES or len(set(names)) < len(names):
            raise bad(archive, "elle contient trop de fichiers, ou deux fois le même")
        if not all(_is_expected(member) for member in members):
            raise bad(archive, "elle contient autre chose que des séances")
        with told(target):
            for name in (SESSIONS, SECRETS, REJECTS):
                disk.make_folder(target / name)
            for member in members:
                if member.is_dir():
                    continue
                content = _content(archive, opened, member, min(left, MOST_BYTES))
                left -= len(content)
                if member.filename != INDEX:  # made anew from the lines
                    put(disk, target / member.filename, content)


def _is_expected(member: zipfile.ZipInfo) -> bool:
    """Return whether a member is a plain file of ours: no path out of the folder, no link, no secret, no odd method."""
    kind = stat.S_IFMT(member.external_attr >> 16)
    return (
        _EXPECTED.fullmatch(member.filename) is not None
        and kind in (0, stat.S_IFDIR if member.is_dir() else stat.S_IFREG)
        and not member.flag_bits & 1
        and member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    )


def _content(archive: Path, opened: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> bytes:
    """Return the bytes of a member; what it says of its own size is not believed."""
    parts = []
    with opened.open(member) as file:
        while part := file.read(_CHUNK):
            left -= len(part)
            if left < 0:
                raise bad(archive, "elle est démesurément plus grande qu’elle ne paraît")
            parts.append(part)
    return b"".join(parts)


def _make_sure(archive: Path, target: Path, disk: Disk) -> None:
    """Refuse what has no event that can be read, or is of a newer format."""
    try:
        files = session_files(target)
    except JournalError:
        raise bad(archive, "elle ne contient aucune séance") from None
    after, readable = 0, False
    for session in files:
        reading, _ = read_session(files, session, after, disk)
        after = reading.last
        readable |= any(
            not isinstance(entry.event, Unreadable) and not entry.secret
            for entry in reading.entries
        )
    if not readable:
        raise bad(archive, "aucun événement ne peut y être lu")


def _swap(folder: Path, disk: Disk) -> None:
    """Take the sessions away and bring the restored ones; `finish` completes it after a crash in between.

    The secrets are swapped while there are no public files: it is by those that a crash in between is seen.
    """
    ready = folder / RESTORED
    with told(folder):
        _remove_replaced(folder, disk)
        _take_away(folder / SESSIONS, disk)
        if (ready / SECRETS).is_dir():  # until then, the secrets that are there are those of before
            _take_away(folder / SECRETS, disk)
            disk.rename(ready / SECRETS, folder / SECRETS)
            disk.flush_folder(folder)
        disk.rename(ready / SESSIONS, folder / SESSIONS)
        disk.flush_folder(folder)
        disk.remove(folder / INDEX)
        _remove_replaced(folder, disk)
        shutil.rmtree(ready, ignore_errors=True)


def _take_away(path: Path, disk: Disk) -> None:
    if path.is_dir():
        disk.rename(path, path.with_name(path.name + _REPLACED))


def _remove_replaced(folder: Path, disk: Disk) -> None:
    for name in (SESSIONS, SECRETS):
        clear(disk, folder / (name + _REPLACED))


def bad(archive: Path, why: str) -> JournalError:
    """Return the refusal of a backup."""
    return JournalError(JournalFault.BAD_BACKUP, str(archive), why=why)


@contextmanager
def _checked(archive: Path) -> Iterator[None]:
    """Refuse whatever Python's zipfile makes of a file that isn't a zip, or a broken one."""
    try:
        yield
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        NotImplementedError,
        OverflowError,
        RuntimeError,
        ValueError,
    ) as error:
        raise bad(archive, "ce n’est pas un zip entier") from error
