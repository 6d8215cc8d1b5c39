"""A file of a session as a TinyDB storage: its lines are read, and appended to; none is ever changed or removed."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tinydb.storages import Storage

from campaign.refusals import JournalError, JournalFault
from storage.disk import FILE_MODE, Disk, discard, write_all
from storage.faults import check_own, told
from storage.lines import (
    FORMAT,
    Group,
    Scan,
    check_format,
    check_readable,
    check_size,
    scan,
    seal,
    sealed,
)
from storage.sharing import new_file_mode

EVENTS = "evenements"
UNREADABLE = "illisibles"
HEADER = "en-tete"

OnOpen = Callable[[Scan], None]
"""Told what a file holds when it is opened, before its torn end is cut off: it keeps that end somewhere else."""


class AppendOnly(TypeError):
    """What has been written to a journal is never changed or removed."""

    def __init__(self) -> None:
        super().__init__("a journal is append-only")


def header(session: int, first: int) -> dict[str, object]:
    """Return the header of a session's file: `first` is the number of its first event."""
    return {"gardien": "journal", "format": FORMAT, "seance": session, "premier": first}


class JournalStorage(Storage):
    """A file of a session, open for appending.

    Args:
        path: the file. It must exist, unless `first` is given.
        session: the number of the session.
        on_open: told what the file holds, before anything in it is repaired.
        first: the first group of a new file, which appears whole or not at all.
        disk: the system calls.

    Attributes:
        last: the number of the last event.
        crc: the CRC-32 of all that was read from the file and written to it.
        refuses: whether nothing may be written any more, because what was written may not be on disk.

    Raises:
        JournalError: the file can't be opened, repaired or created.
    """

    def __init__(
        self,
        path: Path,
        session: int = 1,
        on_open: OnOpen = lambda found: None,
        first: Group = (),
        disk: Disk | None = None,
    ) -> None:
        self.path = path
        self._session = session
        self._disk = disk or Disk()
        self._end = self.crc = self.last = 0
        self.refuses = False
        self._dirty = False  # bytes after `_end` that must go before the next line
        if first:
            self._create(first)
        else:
            self._open(on_open)

    def read(self) -> dict[str, dict[str, Any]] | None:
        """Return the file's tables, read anew: nothing that is handed out is kept."""
        with told(self.path):
            return tables(scan(self._disk.read(self.path)[: self._end]))

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Refuse: TinyDB calls it to change or remove documents."""
        raise AppendOnly

    def append(self, group: Group) -> None:
        """Write a group of events, all or none; on return it is on disk.

        Raises:
            JournalError: it could not be; then none is written, or after `NOT_DURABLE`, none may be.
        """
        if not group:
            return
        check_readable(group, str(self.path))
        data = _sealed(group)
        if not self._end:
            data = seal(header(self._session, group[0][0])) + data
        self.check_alive()
        self.cut()
        with told(self.path):
            self._dirty = True
            try:
                write_all(self._disk, self._descriptor, data)
            except OSError:
                with suppress(JournalError):  # the next append cuts first, and says so if it can't
                    self.cut()
                raise
        self._flush()
        self._dirty = False
        self._end, self.crc = self._end + len(data), zlib.crc32(data, self.crc)
        self.last = group[-1][0]

    def close(self) -> None:
        """Close the file. All that was acknowledged has been flushed, so that a failure here loses nothing."""
        with suppress(OSError):
            self._disk.close(self._descriptor)

    def _open(self, on_open: OnOpen) -> None:
        with told(self.path):
            data = self._disk.read(self.path)
            check_size(data, str(self.path))
            found = scan(data)
            check_format(found, str(self.path))
            self._descriptor = self._disk.open(self.path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        self._end, self.crc = found.end, zlib.crc32(data[: found.end])
        self.last = max((line.sequence for line in found.lines), default=0)
        try:
            with told(self.path):
                self._identity = self._identify()
                check_own(self._disk, self._descriptor, self.path)
                on_open(found)
            self._repair(found)
        except BaseException:
            self.close()
            raise

    def _repair(self, found: Scan) -> None:
        """Cut off what is torn, and give the last line the line feed that it lost."""
        with told(self.path):
            if found.torn:
                self._disk.truncate(self._descriptor, self._end)
            if not found.terminated:
                write_all(self._disk, self._descriptor, b"\n")
                self._end, self.crc = self._end + 1, zlib.crc32(b"\n", self.crc)
        if found.torn or not found.terminated:
            self._flush()

    def _create(self, first: Group) -> None:
        """Write the file under another name, then give it its own: a half-written one is never seen."""
        check_readable(first, str(self.path))
        data = seal(header(self._session, first[0][0])) + _sealed(first)
        self._end, self.crc, self.last = len(data), zlib.crc32(data), first[-1][0]
        draft = self.path.with_name(f".{self.path.name}.nouveau")
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL
        mode = new_file_mode(self.path, self._disk)
        with told(self.path):
            if self.path.exists():
                raise JournalError(JournalFault.VANISHED, str(self.path))
            self._disk.remove(draft)
            self._descriptor = self._disk.open(draft, flags)
            try:
                self._identity = self._identify()
                if mode != FILE_MODE:
                    self._disk.give(self._descriptor, mode)
                write_all(self._disk, self._descriptor, data)
                self._disk.flush(self._descriptor)
                self._disk.rename(draft, self.path)
            except OSError:
                self.close()
                discard(self._disk, draft)
                raise
        try:
            self._disk.flush_folder(self.path.parent)
        except OSError as error:
            self.close()
            raise JournalError(JournalFault.NOT_DURABLE, str(self.path)) from error

    def _identify(self) -> tuple[int, int]:
        """Return what tells the open file from another of the same name."""
        status = self._disk.status(self._descriptor)
        return status.st_dev, status.st_ino

    def check_alive(self) -> None:
        """Refuse to write to a file that is no longer the one that was opened."""
        if self.refuses:
            raise JournalError(JournalFault.NOT_DURABLE, str(self.path))
        with told(self.path):
            there = self._disk.status(self.path)
        same = (there.st_dev, there.st_ino) == self._identity
        if not same or (there.st_size != self._end and not self._dirty):
            raise JournalError(JournalFault.VANISHED, str(self.path))

    def cut(self) -> None:
        """Take back what a write that failed has left after the last line.

        Raises:
            JournalError: it can't be.
        """
        if self._dirty:
            with told(self.path):
                self._disk.truncate(self._descriptor, self._end)
            self._dirty = False

    def _flush(self) -> None:
        """Wait for the disk.

        A flush that failed must not be tried again: the system may have forgotten what it couldn't write.
        """
        try:
            self._disk.flush(self._descriptor)
        except OSError as error:
            self.refuses = True
            raise JournalError(JournalFault.NOT_DURABLE, str(self.path)) from error


def tables(found: Scan) -> dict[str, dict[str, Any]] | None:
    """Return what a session's file holds as TinyDB's tables, None if it holds nothing.

    Events are numbered by their sequence, lines that can't be read by their place in the file.
    """
    parts: dict[str, dict[str, Any]] = {
        HEADER: {"1": dict(found.header)} if found.header else {},
        EVENTS: {
            str(line.sequence): {k: v for k, v in line.record.items() if k not in {"n", "g"}}
            for line in found.lines
            if line.record
        },
        UNREADABLE: {
            str(line.number): {"ligne": line.text.decode(errors="replace"), "pourquoi": line.why}
            for line in found.lines
            if not line.record
        },
    }
    return {name: table for name, table in parts.items() if table} or None


def _sealed(group: Group) -> bytes:
    """Return the lines of a group; each says its place in it, unless it is alone."""
    count = len(group)
    lines = []
    for index, (number, fields) in enumerate(group, 1):
        place = b'"g":[%d,%d],' % (index, count) if count > 1 else b""
        lines.append(sealed(b'{"n":%d,%b%b' % (number, place, fields[1:])))
    return b"".join(lines)
