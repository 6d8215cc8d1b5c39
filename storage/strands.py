"""A session's two files, read as one: what they hold at one moment, whoever is writing meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import stat_result

from storage.disk import Disk
from storage.faults import told
from storage.layout import Strand, Strands
from storage.lines import Scan, check_format, check_size, scan


@dataclass(frozen=True, slots=True)
class Content:
    """What a file of a session held.

    Attributes:
        strand: which file.
        data: its bytes, from an offset on.
        status: what the system said of it just before.
    """

    strand: Strand
    data: bytes
    status: stat_result

    @property
    def file(self) -> tuple[int, int]:
        """What tells the file from another of the same name."""
        return self.status.st_dev, self.status.st_ino


Contents = tuple[Content | None, ...]
"""What the files of a session held, in their order; None for one that isn't there."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the lines of a session say.

    Attributes:
        public: the public file's, None if it isn't there.
        secret: the secret file's, likewise.
        is_whole: whether the secret ones were looked at.
    """

    public: Scan | None
    secret: Scan | None
    is_whole: bool = True

    def __iter__(self) -> Iterator[tuple[bool, Scan]]:
        """Return each file that is there: whether it is the secret one, and what its lines say."""
        for secret, found in enumerate((self.public, self.secret)):
            if found is not None:
                yield bool(secret), found


def contents(strands: Strands, disk: Disk, starts: Sequence[int] = (0, 0)) -> Contents:
    """Return what the files of a session hold from these offsets on, at one moment.

    A writer waits for the disk between two commands, whichever file each goes to. So the files are read by turns until
    one has nothing new: just then, the other held what had been read of it.

    Raises:
        JournalError: one can't be read.
    """
    held: list[Content | None] = [None] * len(strands)

    def has_more(place: int) -> bool:
        before = held[place]
        held[place] = _content(strands[place], starts[place], before, disk)
        return held[place] is not before

    has_more(0)
    while len(strands) > 1 and has_more(1) and has_more(0):
        pass
    return tuple(held)


def found_in(held: Contents) -> Found:
    """Return what the lines of whole files say.

    Raises:
        JournalError: one is of a newer format.
    """
    scans = [scan(each.data) if each else None for each in held]
    for each, found in zip(held, scans, strict=True):
        if each and found:
            check_format(found, str(each.strand.path))
    return found_of(scans)


def found_of(scans: Sequence[Scan | None]) -> Found:
    """Return what was found in the files of a session: one alone is the public one, the other not looked at."""
    if len(scans) == 1:
        return Found(scans[0], None, is_whole=False)
    public, secret = scans
    return Found(public, secret)


def _content(strand: Strand, start: int, before: Content | None, disk: Disk) -> Content | None:
    """Return what a file holds, or `before` itself if that is all it holds."""
    with told(strand.path):
        try:
            status = disk.status(strand.path)
        except FileNotFoundError:
            if strand.exists or before:
                raise
            return None
        if before and (before.status.st_size, before.file) == (
            status.st_size,
            (status.st_dev, status.st_ino),
        ):
            return before
        data = disk.read(strand.path, start)
    check_size(data, str(strand.path))
    return Content(strand, data, status)
