"""One writer at a time: a lock that a crash can't leave behind, and that names its holder.

The kernel holds it (flock) for as long as the process lives, on the file `verrou` and on the campaign's folder itself:
a `verrou` that someone deleted protects nothing, a folder still does.
"""

from __future__ import annotations

import errno
import getpass
import os
import socket
from contextlib import suppress
from pathlib import Path

from campaign.ports import Clock
from campaign.refusals import JournalError, JournalFault
from storage.disk import Disk, write_all
from storage.faults import check_own, journal_error, told

_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}
_UNKNOWN = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL, errno.EBADF}
"""What file systems answer that don't know flock, or not on a folder."""
_LONGEST_HOLDER = 200


class Lock:
    """The right to write to a campaign, held until `release` or the end of the process.

    Attributes:
        notice: a French sentence when the file system has no such lock; empty otherwise.

    Raises:
        JournalError: another program holds it (`LOCKED`), or the folder can't be written to.
    """

    def __init__(self, folder: Path, clock: Clock, disk: Disk) -> None:
        self._disk = disk
        self._descriptors: list[int] = []
        path = folder / "verrou"
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
            known = self._take(path, flags, path)
            with told(path):
                check_own(disk, self._descriptors[0], path)
            self._take(folder, os.O_RDONLY | os.O_DIRECTORY, path)
            self._sign(clock)
        except BaseException:
            self.release()
            raise
        self.notice = (
            ""
            if known
            else "Ce système de fichiers n’a pas de verrous : rien n’empêche un autre Gardien d’écrire "
            "dans cette campagne en même temps que celui-ci."
        )

    def release(self) -> None:
        """Let another program write."""
        while self._descriptors:
            self._disk.close(self._descriptors.pop())

    def _take(self, target: Path, flags: int, named: Path) -> bool:
        """Lock one file or folder; return whether its file system can."""
        with told(target):
            descriptor = self._disk.open(target, flags)
        self._descriptors.append(descriptor)
        try:
            self._disk.lock(descriptor)
        except OSError as error:
            if error.errno in _HELD:
                held_by = holder(named, self._disk)
                raise JournalError(JournalFault.LOCKED, str(named), holder=held_by) from error
            if error.errno in _UNKNOWN:
                return False
            raise journal_error(error, target) from error
        return True

    def _sign(self, clock: Clock) -> None:
        """Say in the file who holds it: words for people, without which the lock is as good."""
        since = clock().strftime("%d/%m/%Y à %H:%M")
        text = f"{_user()}@{socket.gethostname()} (processus {os.getpid()}) depuis le {since}\n"
        file = self._descriptors[0]
        with suppress(OSError):
            self._disk.truncate(file, 0)
            write_all(self._disk, file, text.encode(errors="replace"))


def holder(path: Path, disk: Disk) -> str:
    """Return who signed the lock file last; empty if nobody did or it can't be read."""
    try:
        text = disk.read(path, size=_LONGEST_HOLDER).decode(errors="replace")
    except OSError:
        return ""
    return "".join(char for char in text.strip() if char.isprintable())


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
