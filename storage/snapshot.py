"""`campagne.json`: the index of the sessions and the last states, so that opening needn't read every evening again.

It is a cache. It says which bytes of which files it was made from, and is believed only while they are there.
A campaign that is shared has another one beside its public lines, made from these alone: `seances/campagne.json`.
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
from storage.disk import FILE_MODE, Disk, put
from storage.layout import INDEX, SECRETS, SESSIONS, Strand, Strands
from storage.lines import FORMAT, Damaged
from storage.sharing import new_file_mode
from storage.strands import Contents

_KEPT = 2
"""States kept: after the last session that was closed, and after the one before it, from which opening starts until
another session has begun."""
_SAME_MOMENT = 1_000_000_000
"""A file that changed this near to the index, in nanoseconds, may have changed again with the same time on it."""


class IndexStorage(Storage):
    """A TinyDB storage whose file is replaced as a whole, atomically and durably.

    Args:
        path: the file.
        disk: the system calls.
        mode: who may read it once it is replaced.
    """

    def __init__(self, path: Path, disk: Disk, mode: int = FILE_MODE) -> None:
        self._path, self._disk, self._mode = path, disk, mode

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
        text = msgspec.json.format(msgspec.json.encode(data), indent=1)
        put(self._disk, self._path, text, self._mode)


@dataclass(frozen=True, slots=True)
class Covered:
    """A file of a session as it was when the index was written.

    Attributes:
        size: its length in bytes.
        crc: their CRC-32.
        changed: when the system says it changed, in nanoseconds.
    """

    size: int
    crc: int
    changed: int


Coverage = tuple[Covered | None, ...]
"""The files of a session, the public one and, but in a public index, the secret one; None for one that wasn't there."""


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
    covered: Mapping[int, Coverage] = field(default_factory=dict)
    written: int = 0

    def with_snapshot(self, snapshot: Snapshot, covered: Mapping[int, Coverage]) -> Index:
        """Return an index that also holds this snapshot and the files it was made from."""
        others = [each for each in self.snapshots if each.session < snapshot.session]
        return Index((*others, snapshot)[-_KEPT:], {**self.covered, **covered}, self.written)


def load(folder: Path, disk: Disk, *, public: bool = False) -> Index | None:
    """Return the index of a campaign, but for states that another version of the program kept; None if it is missing.

    Args:
        folder: the campaign's.
        disk: the system calls.
        public: whether it is the one of what everyone may know.

    Raises:
        Damaged: it can't be read, or comes from a newer format.
    """
    path = _path(folder, public=public)
    try:
        written = disk.status(path).st_ctime_ns
        tables = IndexStorage(path, disk).read() or {}
        if tables["campagne"]["1"]["format"] > FORMAT:
            raise Damaged("il vient d’un Gardien plus récent")
        covered = [
            msgspec.convert(table, dict[int, Covered], str_keys=True)
            for table in (tables[SESSIONS], tables.get(SECRETS, {}))[: 1 if public else 2]
        ]
        kept = [_snapshot(int(session), row) for session, row in tables["etats"].items()]
    except FileNotFoundError:
        return None
    except PermissionError:  # whoever may not read it looks at the lines alone
        return Index()
    except Damaged:
        raise
    except (ValueError, KeyError, TypeError, OSError, RecursionError, OverflowError):
        raise Damaged("il ne peut pas être lu") from None
    snapshots = sorted(filter(None, kept), key=lambda each: each.session)
    sessions = sorted(set[int]().union(*covered))
    files = {session: tuple(each.get(session) for each in covered) for session in sessions}
    return Index(tuple(snapshots), files, written)


def save(folder: Path, index: Index, disk: Disk, *, public: bool = False) -> None:
    """Replace the index of a campaign, or the one of what everyone may know."""
    name = index.snapshots[-1].state.name if index.snapshots else ""
    secret = {} if public else _covered(index, 1)
    tables = {
        "campagne": {"1": {"nom": name, "format": FORMAT}},
        SESSIONS: _covered(index, 0),
        **({SECRETS: secret} if secret else {}),
        "etats": {str(each.session): _document(each) for each in index.snapshots},
    }
    path = _path(folder, public=public)
    mode = new_file_mode(path, disk) if public else FILE_MODE
    IndexStorage(path, disk, mode).write(tables)


def cover(held: Contents) -> Coverage:
    """Return what the index says of a session's files that hold this."""
    return tuple(
        Covered(len(each.data), zlib.crc32(each.data), each.status.st_ctime_ns) if each else None
        for each in held
    )


def is_covered(strands: Strands, coverage: Coverage, written: int, disk: Disk) -> bool:
    """Return whether a session's files still hold what an index of the time `written` knew.

    A file that has not changed since isn't read.
    """
    return all(
        _holds(strand, covered, written, disk)
        for strand, covered in zip(strands, coverage, strict=True)
    )


def _holds(strand: Strand, covered: Covered | None, written: int, disk: Disk) -> bool:
    if not strand.exists or covered is None:
        return strand.exists is (covered is not None)
    status = disk.status(strand.path)
    if status.st_size != covered.size:
        return False
    settled = covered.changed < written - _SAME_MOMENT
    if settled and status.st_ctime_ns == covered.changed:
        return True
    return zlib.crc32(disk.read(strand.path)) == covered.crc


def _path(folder: Path, *, public: bool) -> Path:
    return folder / SESSIONS / INDEX if public else folder / INDEX


def _covered(index: Index, place: int) -> dict[str, Any]:
    """Return what an index says of the files that have this place among those of their session."""
    return {
        str(session): msgspec.to_builtins(coverage[place])
        for session, coverage in sorted(index.covered.items())
        if coverage[place]
    }


def _document(snapshot: Snapshot) -> dict[str, object]:
    fields = {"sequence": snapshot.sequence, "etat": codec.state_document(snapshot.state)}
    return {**fields, "crc": _checksum(fields)}


def _snapshot(session: int, row: Mapping[str, Any]) -> Snapshot | None:
    """Return a state that was kept; None for one that is whole, and of another version of the program."""
    fields = {"sequence": row["sequence"], "etat": row["etat"]}
    if session < 1 or row["crc"] != _checksum(fields) or type(row["sequence"]) is not int:
        raise Damaged("un état abîmé")
    try:
        return Snapshot(session, row["sequence"], codec.state_of(row["etat"]))
    except Damaged:
        return None


def _checksum(fields: Mapping[str, object]) -> int:
    return zlib.crc32(msgspec.json.encode(fields))
