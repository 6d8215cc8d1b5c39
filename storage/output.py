"""A file that is written part by part, and seen by nobody before it is whole."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from storage.disk import Disk, discard, write_all
from storage.faults import told


def put_parts(disk: Disk, path: Path, parts: Iterable[bytes]) -> None:
    """Put a file in place atomically and durably, however long it is; a file of that name is replaced.

    Raises:
        JournalError: it can't be written, or its parts can't be read; then there is nothing new.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.nouveau")
    with told(path):
        descriptor = disk.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        try:
            try:
                for part in parts:
                    write_all(disk, descriptor, part)
                disk.flush(descriptor)
            finally:
                disk.close(descriptor)
            disk.rename(draft, path)
        except BaseException:
            discard(disk, draft)
            raise
        disk.flush_folder(path.parent)
