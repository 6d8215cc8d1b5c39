"""Backups: zips of a campaign's lines, read again after they are written, and thinned out as they age."""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from campaign.ports import Backup, Clock
from campaign.refusals import JournalError, JournalFault
from storage.disk import FILE_MODE, Disk, put
from storage.faults import told
from storage.layout import (
    BACKUPS,
    INDEX,
    folder_for,
    free_path,
    is_own_file,
    is_own_folder,
    reject_files,
    session_files,
)
from storage.strands import contents

_NAME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:-(\d{1,9}))?\.zip", re.ASCII)
_MOMENT = "%Y-%m-%dT%H-%M-%S"
_ALL_OF_THE_LAST = 10
_WEEKLY_FOR = timedelta(days=70)
_FIRST_YEAR_OF_ZIP = 1980


def make(folder: Path, clock: Clock, disk: Disk) -> Path:
    """Make a backup of a campaign, check it, let go of those that are no longer needed; return its path.

    Raises:
        JournalError: it could not be made, or isn't what was written when it is read again.
    """
    now = clock()
    target = folder / BACKUPS
    with told(target):
        folder_for(target, disk)
        path = free_path(target, now.strftime(_MOMENT), ".zip")
        contents = _contents(folder, disk)
        put(disk, path, _zip(contents, now))
        if _checksums(disk.read(path)) != {name: zlib.crc32(data) for name, data in contents}:
            disk.remove(path)
            raise JournalError(JournalFault.BAD_BACKUP, str(path), why="relue, elle diffère")
        for old in _superfluous(backups(folder)):
            if old.path != path:  # by a clock that went back it would be an old one
                disk.remove(old.path)
    return path


def backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups of a campaign, the latest first.

    Raises:
        JournalError: their folder can't be read.
    """
    target = folder / BACKUPS
    with told(target):
        paths = list(target.iterdir()) if is_own_folder(target) else []
    found = []
    for path in paths:
        if match := _NAME.fullmatch(path.name):
            try:
                moment = datetime.strptime(match[1], _MOMENT)  # noqa: DTZ007 - a file name holds no zone
            except ValueError:
                continue  # the name of a file that isn't ours
            found.append((moment, int(match[2] or 1), path))
    return tuple(Backup(path, moment) for moment, _, path in sorted(found, reverse=True))


def kept(moments: Iterable[datetime]) -> frozenset[datetime]:
    """Return which backups are worth keeping: the last ten, then one a week for ten weeks, then one a month."""
    latest_first = sorted(moments, reverse=True)
    keep, periods = set(latest_first[:_ALL_OF_THE_LAST]), set[tuple[str, int, int]]()
    for moment in latest_first[_ALL_OF_THE_LAST:]:
        year, week, _ = moment.isocalendar()
        weekly = latest_first[0] - moment < _WEEKLY_FOR
        period = ("week", year, week) if weekly else ("month", moment.year, moment.month)
        if period not in periods:
            periods.add(period)
            keep.add(moment)
    return frozenset(keep)


def _superfluous(all_of_them: tuple[Backup, ...]) -> list[Backup]:
    keep = kept(each.moment for each in all_of_them)
    return [each for each in all_of_them if each.moment not in keep]


def _contents(folder: Path, disk: Disk) -> list[tuple[str, bytes]]:
    """Return the files that a backup holds, by name in it; those of a session as they are at one moment."""
    sessions = [contents(strands, disk) for strands in session_files(folder).values()]
    found = [each for pair in sessions for each in pair if each]
    for each in found:
        if each.status.st_nlink > 1:  # somebody's file elsewhere, who may not want it in a zip
            raise JournalError(JournalFault.NOT_OURS, str(each.strand.path))
    held = [(each.strand.path, each.data) for each in found]
    others = [*reject_files(folder), *filter(is_own_file, [folder / INDEX])]
    held += [(path, disk.read(path)) for path in others]
    return [(path.relative_to(folder).as_posix(), data) for path, data in sorted(held)]


def _zip(contents: Iterable[tuple[str, bytes]], now: datetime) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data in contents:
            moment = (max(now.year, _FIRST_YEAR_OF_ZIP), *now.timetuple()[1:6])
            member = zipfile.ZipInfo(name, moment)
            member.external_attr = (
                stat.S_IFREG | FILE_MODE
            ) << 16  # what is unpacked stays private
            archive.writestr(member, data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _checksums(data: bytes) -> dict[str, int]:
    """Return the checksum of each file in a zip, computed from what comes out of it; empty for what isn't one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: zlib.crc32(archive.read(name)) for name in archive.namelist()}
    except (zipfile.BadZipFile, zlib.error):
        return {}
