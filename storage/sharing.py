"""Sharing a campaign's public lines with a Unix group: the permissions of its folders are the only record of it.

The group may walk through the campaign's folder, which it can't list, into that of the sessions, which it can. The
campaign's folder is the gate: it is opened last and closed first, so that nothing is ever shared by halves.
"""

from __future__ import annotations

import grp
import os
import stat
from pathlib import Path

from campaign.refusals import JournalError, JournalFault
from storage.disk import FILE_MODE, FOLDER_MODE, Disk
from storage.faults import check_own, told
from storage.layout import SESSIONS

_GATE_MODE = 0o710
_SESSIONS_MODE = 0o2750
"""With its setgid bit, so that what is made in the folder is of the same group."""
_LINES_MODE = 0o640
_SHARED = {".jsonl", ".json"}
"""The endings of what is shared in the folder of the sessions: their lines, and the public index."""
_SAME = -1
"""The group that it already is of."""
_AS_IT_IS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
"""How what is to be shared is opened: never what a link points to."""


def shared_with(folder: Path, disk: Disk) -> int | None:
    """Return the number of the group with which a campaign is shared; None if it is with none.

    Raises:
        JournalError: its folder can't be looked at.
    """
    with told(folder):
        status = disk.status(folder.resolve())
    is_open = stat.S_IMODE(status.st_mode) & stat.S_IRWXG == stat.S_IXGRP
    return status.st_gid if is_open else None


def new_file_mode(path: Path, disk: Disk) -> int:
    """Return who may read a session's file that is about to be made: a public one is shared as its campaign is."""
    if path.parent.name != SESSIONS or shared_with(path.parent.parent, disk) is None:
        return FILE_MODE
    return _LINES_MODE


def share(folder: Path, group_name: str, disk: Disk) -> None:
    """Let a group read the public lines of a campaign from now on, and no other group.

    Raises:
        JournalError: there is no such group, its owner isn't of it, or it could not get there: nothing has changed. Or
            the system refuses: nothing is shared.
    """
    folder = folder.resolve()  # its GC may have made a link to it
    group, home = _group(group_name), folder.parent
    _check_member(folder, group)
    _check_way(home, group, group_name, disk)
    unshare(folder, disk)
    try:
        _close_the_rest(folder, disk)
        open_sessions(folder, group, disk)
        _let_through(home, group, disk)
        _give(folder, _GATE_MODE, group, disk)
        open_sessions(folder, group, disk)  # what was written meanwhile
    except JournalError:
        unshare(folder, disk)
        raise


def unshare(folder: Path, disk: Disk) -> None:
    """Let nobody but its owner read a campaign.

    Raises:
        JournalError: the system refuses.
    """
    folder = folder.resolve()
    _give(folder, FOLDER_MODE, _SAME, disk)
    _give_sessions(folder, FOLDER_MODE, FILE_MODE, _SAME, disk)


def open_sessions(folder: Path, group: int, disk: Disk) -> None:
    """Let a group read the sessions in `folder`, once it gets there.

    Raises:
        JournalError: their owner isn't of that group, or the system refuses.
    """
    _check_member(folder, group)
    _give_sessions(folder, _SESSIONS_MODE, _LINES_MODE, group, disk)


def group_label(group: int) -> str:
    """Return the name of a group, or its number if it has none any more."""
    try:
        return grp.getgrgid(group).gr_name
    except KeyError:
        return str(group)


def _group(name: str) -> int:
    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        raise JournalError(JournalFault.UNKNOWN_GROUP, "/etc/group", name=name) from None


def _check_member(folder: Path, group: int) -> None:
    """Make sure that whoever asks may give his files to a group."""
    if os.geteuid() and group not in (os.getegid(), *os.getgroups()):
        raise JournalError(JournalFault.NOT_IN_GROUP, str(folder), group=group_label(group))


def _check_way(home: Path, group: int, group_name: str, disk: Disk) -> None:
    """Make sure that the group can walk to the folder in which the campaigns are, or that its owner can let it."""
    for each in (*reversed(home.parents), home):
        with told(each):
            status = disk.status(each)
        is_ours = each == home and status.st_uid == os.geteuid()
        if not (_lets_through(status, group) or is_ours):
            raise JournalError(JournalFault.CLOSED_WAY, str(each), group=group_name)


def _lets_through(status: os.stat_result, group: int) -> bool:
    return bool(status.st_mode & (stat.S_IXGRP if status.st_gid == group else stat.S_IXOTH))


def _let_through(home: Path, group: int, disk: Disk) -> None:
    """Let the folder of the campaigns be walked through, if it isn't yet; its other permissions stay."""
    with told(home):
        status = disk.status(home)
    if not _lets_through(status, group):
        walk = stat.S_IXGRP if status.st_gid == group else stat.S_IXOTH
        _give(home, stat.S_IMODE(status.st_mode) | walk, status.st_gid, disk)


def _close_the_rest(folder: Path, disk: Disk) -> None:
    """Let nobody else read what isn't shared: a campaign that was copied here may be open to all but for the gate."""
    with told(folder):
        paths = [path for path in folder.iterdir() if path.name != SESSIONS]
    for path in paths:
        with told(path):
            is_closed = not path.lstat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        if not is_closed:
            _give(path, FOLDER_MODE if path.is_dir() else FILE_MODE, _SAME, disk)


def _give_sessions(folder: Path, mode: int, lines_mode: int, group: int, disk: Disk) -> None:
    sessions = folder / SESSIONS
    _give(sessions, mode, group, disk)
    with told(sessions):
        paths = [path for path in sessions.iterdir() if path.suffix in _SHARED]
    for path in paths:
        _give(path, lines_mode, group, disk)


def _give(path: Path, mode: int, group: int, disk: Disk) -> None:
    with told(path):
        descriptor = disk.open(path, _AS_IT_IS)
        try:
            if not stat.S_ISDIR(disk.status(descriptor).st_mode):
                check_own(disk, descriptor, path)
            disk.give(descriptor, mode, group)
        finally:
            disk.close(descriptor)
