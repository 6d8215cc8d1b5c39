"""A file that is written part by part, and seen by nobody before it is whole."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from storage.disk import Disk, put_through
from storage.faults import told


def put_parts(disk: Disk, path: Path, parts: Iterable[bytes]) -> None:
    """Put a file in place atomically and durably, however long it is; a file of that name is replaced.

    Raises:
        JournalError: it can't be written, or its parts can't be read; then there is nothing new.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.nouveau")
    with told(path):
        put_through(disk, draft, path, parts)
