"""What the system refuses, as the journal's own faults."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

from campaign.refusals import JournalError, JournalFault
from campaign.sentences import CAUSES
from storage.disk import Disk

_FAULTS = {
    errno.ENOSPC: JournalFault.NO_SPACE,
    errno.EDQUOT: JournalFault.NO_SPACE,
    errno.EFBIG: JournalFault.NO_SPACE,
    errno.EROFS: JournalFault.READ_ONLY,
    errno.EACCES: JournalFault.NO_PERMISSION,
    errno.EPERM: JournalFault.NO_PERMISSION,
    errno.ENOENT: JournalFault.VANISHED,
    errno.ENOTDIR: JournalFault.VANISHED,
    errno.ESTALE: JournalFault.VANISHED,
    errno.ENODEV: JournalFault.VANISHED,
    errno.ENXIO: JournalFault.VANISHED,
    errno.EEXIST: JournalFault.NOT_OURS,
    errno.EISDIR: JournalFault.NOT_OURS,
    errno.EINVAL: JournalFault.NOT_OURS,
    errno.ELOOP: JournalFault.NOT_OURS,
    errno.EOVERFLOW: JournalFault.TOO_LARGE,
}


def journal_error(error: OSError, path: Path) -> JournalError:
    """Return the journal's fault that stands for a refusal of the system."""
    fault = _FAULTS.get(error.errno or 0, JournalFault.OTHER)
    if fault is JournalFault.OTHER:
        return JournalError(fault, str(path), error=error.strerror or str(error))
    return JournalError(fault, str(path))


def cause(error: OSError, path: Path) -> str:
    """Return why the system refused something of `path`, to follow a French sentence that says what."""
    return CAUSES.get(journal_error(error, path).fault) or f" : {error.strerror}"


def check_own(disk: Disk, descriptor: int, path: Path) -> None:
    """Refuse to write to what is no plain file, or bears another name elsewhere as well.

    Raises:
        OSError: the system doesn't say.
        JournalError: it is.
    """
    status = disk.status(descriptor)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        raise JournalError(JournalFault.NOT_OURS, str(path))


class told:  # noqa: N801 - it is used as `with told(path):`; a class, for a generator costs each event more
    """Turn what the system refuses of `path` into a `JournalError`."""

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, OSError):
            raise journal_error(error, self._path) from error
