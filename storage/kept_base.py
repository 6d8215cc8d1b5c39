"""The state before the last session as far corrections make it: kept, so that opening needn't work it out again.

What is kept is a cache. It says which entries and which files it was made from, and serves only for these.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from campaign.events import Entry
from campaign.refusals import JournalError
from campaign.state import State
from storage import codec
from storage.disk import Disk, put
from storage.layout import KEPT, folder_for, session_files

_FILE = "avant.json"


def kept_base(folder: Path, disk: Disk, known: State, changing: Sequence[Entry]) -> State | None:
    """Return the state that was kept for these, if it was; see `campaign.ports.Shelf`."""
    try:
        seal, _, state = disk.read(folder / KEPT / _FILE).partition(b"\n")
        if seal != _sealed(_made_from(folder, disk, known, changing), state):
            return None
        return codec.state_of(msgspec.json.decode(state))
    except (OSError, ValueError, TypeError, JournalError):
        return None


def keep_base(
    folder: Path, disk: Disk, known: State, changing: Sequence[Entry], state: State
) -> None:
    """Keep a state, where that can be."""
    with suppress(JournalError, OSError):  # what can't be kept is made again
        folder_for(folder / KEPT, disk)
        document = msgspec.json.encode(codec.state_document(state))
        seal = _sealed(_made_from(folder, disk, known, changing), document)
        put(disk, folder / KEPT / _FILE, b"\n".join((seal, document)))


def _made_from(folder: Path, disk: Disk, known: State, changing: Sequence[Entry]) -> bytes:
    """Return bytes that are others as soon as anything is that a state was made from."""
    told = [(each.sequence, codec.document(each)) for each in changing]
    paths = [
        strand.path
        for session, strands in session_files(folder).items()
        if session < changing[0].session
        for strand in strands
        if strand.exists
    ]
    statuses = [disk.status(path) for path in paths]
    files = [(each.st_ino, each.st_size, each.st_mtime_ns) for each in statuses]
    document = (codec.state_document(known), told, files)
    return msgspec.json.encode(document)


def _sealed(made_from: bytes, state: bytes) -> bytes:
    return sha256(made_from + b"\n" + state).hexdigest().encode()
