"""The system calls that storage makes, in one place, so that a test can make any of them fail."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700
MOST_BYTES = 1 << 28
"""No file is read whole that is longer: it holds thousands of evenings, or is made to fill the memory."""


class Disk:
    """The real file system. Every method raises `OSError` when the system refuses."""

    def open(self, path: Path, flags: int) -> int:
        """Open a file, readable by its owner alone if it is created; return its descriptor."""
        return os.open(path, flags | os.O_CLOEXEC, FILE_MODE)

    def give(self, descriptor: int, mode: int, group: int = -1) -> None:
        """Set who may do what with an open file or folder, whatever the umask, and its group unless it is -1."""
        os.fchown(descriptor, -1, group)  # which takes a setgid bit away
        os.fchmod(descriptor, mode)

    def close(self, descriptor: int) -> None:
        """Close a descriptor."""
        os.close(descriptor)

    def read(self, path: Path, start: int = 0, size: int = -1) -> bytes:
        """Return the bytes of a regular file from offset `start` on, `size` at most.

        A link is refused: it could lead out of the campaign. So is what is beyond `MOST_BYTES`.
        """
        return self._read(path, os.O_NOFOLLOW, start, size)

    def read_named(self, path: Path, size: int = -1) -> bytes:
        """Return the bytes of a file that is the user's own choice, as `read` does; it may be a link."""
        return self._read(path, 0, 0, size)

    def _read(self, path: Path, flags: int, start: int, size: int) -> bytes:
        """Read a file, without ever waiting on a pipe."""
        descriptor = self.open(path, os.O_RDONLY | os.O_NONBLOCK | flags)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "not a regular file", str(path))
            if size < 0 and status.st_size - start > MOST_BYTES:
                raise OSError(errno.EOVERFLOW, "too large", str(path))
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                file.seek(start)
                return file.read(size)
        finally:
            self.close(descriptor)

    def write(self, descriptor: int, data: bytes | memoryview) -> int:
        """Write some of `data`; return how many bytes were."""
        return os.write(descriptor, data)

    def write_over(self, descriptor: int, data: bytes) -> None:
        """Write `data` over the beginning of a file, in one call: whoever is killed has done it, or not begun."""
        if os.pwrite(descriptor, data, 0) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def flush(self, descriptor: int) -> None:
        """Return once the bytes of a file are on the disk itself."""
        if sys.platform == "darwin":
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        else:
            os.fdatasync(descriptor)

    def flush_folder(self, path: Path) -> None:
        """Return once the names in a folder are on the disk itself."""
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def lock(self, descriptor: int) -> None:
        """Take the lock of an open file or folder, without waiting for it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def truncate(self, descriptor: int, size: int) -> None:
        """Cut a file to `size` bytes."""
        os.ftruncate(descriptor, size)

    def status(self, target: Path | int) -> os.stat_result:
        """Return what the system knows of a path, itself if it is a link, or of a descriptor."""
        return os.fstat(target) if isinstance(target, int) else target.lstat()

    def rename(self, source: Path, target: Path) -> None:
        """Give a file or a folder another name, atomically; a file of that name is replaced."""
        os.replace(source, target)  # noqa: PTH105 - one call, and the one that is meant

    def make_folder(self, path: Path) -> None:
        """Make a folder that its owner alone can enter."""
        path.mkdir(FOLDER_MODE)

    def remove(self, path: Path) -> None:
        """Remove a file, if it is there."""
        path.unlink(missing_ok=True)


def clear(disk: Disk, path: Path) -> None:
    """Remove whatever stands where a folder is to be made, a link without what it leads to.

    A failure is left to the call that needs the place.
    """
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        discard(disk, path)


def write_all(disk: Disk, descriptor: int, data: bytes) -> None:
    """Write all of `data`, in as many calls as it takes."""
    written = disk.write(descriptor, data)
    while written < len(data):
        written += disk.write(descriptor, data[written:])


def put(disk: Disk, path: Path, data: bytes, mode: int = FILE_MODE) -> None:
    """Put a whole file in place atomically and durably: the old bytes or the new, never a mixture."""
    draft = path.with_name(f".{path.name}.nouveau")
    disk.remove(draft)
    put_through(disk, draft, path, (data,), mode)


def put_through(
    disk: Disk, draft: Path, path: Path, parts: Iterable[bytes], mode: int = FILE_MODE
) -> None:
    """Put a file in place atomically and durably, having written its parts to `draft`, which isn't there yet."""
    descriptor = disk.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        try:
            if mode != FILE_MODE:
                disk.give(descriptor, mode)
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


def discard(disk: Disk, path: Path) -> None:
    """Remove a draft after a failure, which matters more than this one's own."""
    try:
        disk.remove(path)
    except OSError:
        return  # the next draft of that name replaces it
