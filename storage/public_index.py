"""Where a campaign is shared, its public lines have an index of their own: followers needn't read every evening."""

from __future__ import annotations

from pathlib import Path

from storage import snapshot
from storage.disk import Disk
from storage.faults import told
from storage.layout import INDEX, SESSIONS, session_files
from storage.past import past
from storage.sharing import shared_with


def refresh(folder: Path, session: int, disk: Disk) -> None:
    """Have the public index know what everyone may know of the campaign before `session`, if the campaign is shared.

    Raises:
        JournalError: the lines can't be read, or the index can't be written.
    """
    if shared_with(folder, disk) is not None:
        keep(folder, session, disk)


def keep(folder: Path, session: int | None, disk: Disk) -> None:
    """Keep what everyone may know of the campaign in `folder` before `session`, or before its last one.

    Raises:
        JournalError: the lines can't be read, or the index can't be written.
    """
    files = session_files(folder, secrets=False)
    before = past(folder, files, session or max(files), disk)
    if before.stale:
        with told(folder / SESSIONS / INDEX):
            snapshot.save(folder, before.index, disk, public=True)
