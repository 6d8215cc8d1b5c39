"""`campagne.json`: the index of the sessions and the last states, so that opening needn't read every evening again.

It is a cache. It says which bytes of which files it was made from, and is believed only while they are there.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from tinydb.storages import Storage

from campaign.state import State
from storage import codec
from storage.disk import Disk, put
from storage.layout import INDEX
from storage.lines import FORMAT, Damaged

_KEPT = 2
"""States kept: after the last session that was closed, and after the one before it, from which opening starts until
another session has begun."""
_SAME_MOMENT = 1_000_000_000
"""A file that changed this near to the index, in nanoseconds, may have changed again with the same time on it."""


class IndexStorage(Storage):
    """A TinyDB storage whose file is replaced as a whole, atomically and durably."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._path, self._disk = path, disk

    def read(self) -> dict[str, dict[str, Any]] | None:
        """Return the tables; None when the file is missing or empty.

        Raises:
            Damaged: it isn't what TinyDB keeps.
        """
        try:
            data = self._disk.read(self._path)
        except FileNotFoundError:
            return None
        if not data:
            return None
        try:
            return msgspec.json.decode(data, type=dict[str, dict[str, dict[str, Any]]])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Damaged("il ne peut pas être lu") from None

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Replace the file."""
        put(self._disk, self._path, msgspec.json.format(msgspec.json.encode(data), indent=1))


@dataclass(frozen=True, slots=True)
class Covered:
    """A session's file as it was when the index was written.

    Attributes:
        size: its length in bytes.
        crc: their CRC-32.
        changed: when the system says it changed, in nanoseconds.
    """

    size: int
    crc: int
    changed: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after a session, and the number of its last event. By default, the beginning of everything."""

    session: int = 0
    sequence: int = 0
    state: State = field(default_factory=State)


@dataclass(frozen=True, slots=True)
class Index:
    """What `campagne.json` holds.

    Attributes:
        snapshots: the latest last.
        covered: the files that they were made from, by session.
        written: when the index was written, in nanoseconds; 0 if it is not on disk.
    """

    snapshots: tuple[Snapshot, ...] = ()
    covered: Mapping[int, Covered] = field(default_factory=dict)
    written: int = 0

    def with_snapshot(self, snapshot: Snapshot, covered: Mapping[int, Covered]) -> Index:
        """Return an index that also holds this snapshot and the files it was made from."""
        others = [each for each in self.snapshots if each.session < snapshot.session]
        return Index((*others, snapshot)[-_KEPT:], {**self.covered, **covered}, self.written)


def load(folder: Path, disk: Disk) -> Index | None:
    """Return the index of a campaign, None if it is missing.

    Raises:
        Damaged: it can't be read, or comes from another version.
    """
    path = folder / INDEX
    try:
        written = disk.status(path).st_ctime_ns
        tables = IndexStorage(path, disk).read() or {}
        if tables["campagne"]["1"]["format"] != FORMAT:
            raise Damaged("il vient d’une autre version")
        covered = msgspec.convert(tables["seances"], dict[int, Covered], str_keys=True)
        snapshots = [_snapshot(int(session), row) for session, row in tables["etats"].items()]
    except FileNotFoundError:
        return None
    except Damaged:
        raise
    except (ValueError, KeyError, TypeError, OSError, RecursionError, OverflowError):
        raise Damaged("il ne peut pas être lu") from None
    return Index(tuple(sorted(snapshots, key=lambda each: each.session)), covered, written)


def save(folder: Path, index: Index, disk: Disk) -> None:
    """Replace the index of a campaign."""
    name = index.snapshots[-1].state.name if index.snapshots else ""
    IndexStorage(folder / INDEX, disk).write(
        {
            "campagne": {"1": {"nom": name, "format": FORMAT}},
            "seances": {
                str(session): msgspec.to_builtins(covered)
                for session, covered in sorted(index.covered.items())
            },
            "etats": {str(each.session): _document(each) for each in index.snapshots},
        }
    )


def cover(path: Path, data: bytes, disk: Disk) -> Covered:
    """Return what the index says of a session's file that holds `data`."""
    return Covered(len(data), zlib.crc32(data), disk.status(path).st_ctime_ns)


def is_covered(path: Path, covered: Covered, written: int, disk: Disk) -> bool:
    """Return whether a session's file still holds what an index of the time `written` knew.

    A file that has not changed since isn't read.
    """
    status = disk.status(path)
    if status.st_size != covered.size:
        return False
    settled = covered.changed < written - _SAME_MOMENT
    if settled and status.st_ctime_ns == covered.changed:
        return True
    return zlib.crc32(disk.read(path)) == covered.crc


def _document(snapshot: Snapshot) -> dict[str, object]:
    fields = {"sequence": snapshot.sequence, "etat": codec.state_document(snapshot.state)}
    return {**fields, "crc": _checksum(fields)}


def _snapshot(session: int, row: Mapping[str, Any]) -> Snapshot:
    fields = {"sequence": row["sequence"], "etat": row["etat"]}
    if session < 1 or row["crc"] != _checksum(fields) or type(row["sequence"]) is not int:
        raise Damaged("un état abîmé")
    return Snapshot(session, row["sequence"], codec.state_of(row["etat"]))


def _checksum(fields: Mapping[str, object]) -> int:
    return zlib.crc32(msgspec.json.encode(fields))
