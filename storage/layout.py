"""Where things are in a campaign's folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from campaign.refusals import JournalError, JournalFault
from storage.disk import Disk, put
from storage.faults import told

SESSIONS = "seances"
SECRETS = "secrets"
REJECTS = "rebut"
BACKUPS = "sauvegardes"
INDEX = "campagne.json"
RESTORED = "restauration"
KEPT = "index"

_SESSION_FILE = re.compile(r"([0-9]{4}|[1-9][0-9]{4,14})\.jsonl")

REJECT_NAME = r"[0-9A-Za-z-]{1,60}\.txt"
_REJECT_FILE = re.compile(REJECT_NAME)


def is_campaign(folder: Path) -> bool:
    """Return whether a folder is a campaign's, even one whose sessions are lost, or that can't be entered."""
    try:
        return any((folder / name).is_dir() for name in (SESSIONS, BACKUPS, RESTORED))
    except PermissionError:
        return True


@dataclass(frozen=True, slots=True)
class Strand:
    """One of the two files of a session: of what everyone may know, or of what only the GC may.

    Attributes:
        path: where it is, or will be from its first line on.
        secret: which of the two it is.
        exists: whether it was there when the folder was read.
    """

    path: Path
    secret: bool = False
    exists: bool = False


Strands = tuple[Strand, ...]
"""The files of a session: the public one, then the secret one. That one alone may be left out, as not to be read."""


def session_path(folder: Path, session: int) -> Path:
    """Return the path of a session's public file."""
    return folder / SESSIONS / _name(session)


def kept_path(folder: Path, session: int) -> Path:
    """Return the path of what is kept of a session, so that it needn't be read again."""
    return folder / KEPT / f"{session:04}.json"


def new_session(folder: Path, session: int) -> Strands:
    """Return the files of a session that has none yet."""
    return (
        Strand(session_path(folder, session)),
        Strand(folder / SECRETS / _name(session), secret=True),
    )


def session_files(folder: Path, *, secrets: bool = True) -> dict[int, Strands]:
    """Return the files of a campaign's sessions, by number, in order.

    Args:
        folder: the campaign's.
        secrets: whether the secret ones are looked at.

    Raises:
        JournalError: the folder can't be read, or there is none.
    """
    with told(folder / SESSIONS):
        if not is_own_folder(folder / SESSIONS):
            fault = JournalFault.NOT_A_CAMPAIGN if folder.is_dir() else JournalFault.VANISHED
            raise JournalError(fault, str(folder))
    public, secret = folder / SESSIONS, folder / SECRETS
    homes = [(public, _numbered(public)), *([(secret, _numbered(secret))] if secrets else [])]
    files = {
        session: tuple(
            Strand(there[session], home is secret, exists=True)
            if session in there
            else Strand(home / _name(session), home is secret)
            for home, there in homes
        )
        for session in sorted({number for _, there in homes for number in there})
    }
    if not files:
        raise JournalError(JournalFault.NOT_A_CAMPAIGN, str(folder))
    return files


def _name(session: int) -> str:
    return f"{session:04}.jsonl"


def is_own_folder(path: Path) -> bool:
    """Return whether a folder of the campaign's is there.

    Raises:
        JournalError: a link stands in its place, and could lead anywhere.
    """
    if path.is_symlink():
        raise JournalError(JournalFault.NOT_OURS, str(path))
    return path.is_dir()


def _numbered(folder: Path) -> dict[int, Path]:
    """Return the files that a folder holds of sessions, by number."""
    with told(folder):
        names = os.listdir(folder) if is_own_folder(folder) else []  # noqa: PTH208 - there may be a million
    found = filter(None, map(_SESSION_FILE.fullmatch, names))
    return {int(match[1]): folder / match[0] for match in found if int(match[1])}


def has_sessions(folder: Path) -> bool:
    """Return whether there is anything of a campaign's sessions.

    Raises:
        JournalError: the folder can't be read.
    """
    try:
        return bool(session_files(folder))
    except JournalError as error:
        if error.fault is JournalFault.NOT_A_CAMPAIGN:
            return False
        raise


def reject_files(folder: Path) -> list[Path]:
    """Return the files of what was set aside in a campaign; what other programs leave there isn't ours."""
    rejects = folder / REJECTS
    names = os.listdir(rejects) if is_own_folder(rejects) else []  # noqa: PTH208 - there may be a million
    paths = [rejects / name for name in names if _REJECT_FILE.fullmatch(name)]
    return [path for path in paths if is_own_file(path)]


def is_own_file(path: Path) -> bool:
    """Return whether a file is there that is no link, and bears no other name elsewhere."""
    return path.is_file() and not path.is_symlink() and path.stat().st_nlink == 1


def folder_for(path: Path, disk: Disk) -> None:
    """Make a folder of the campaign's, durably, if it isn't there.

    Raises:
        JournalError: a link stands in its place.
    """
    if not is_own_folder(path):
        disk.make_folder(path)
        disk.flush_folder(path.parent)


def any_folder_for(path: Path, disk: Disk) -> None:
    """Make a folder that is the user's own choice, durably, and those above it, where they aren't there.

    Raises:
        OSError: the system refuses.
    """
    for folder in reversed((path, *path.parents)):
        if not folder.is_dir():  # it may be a link to one
            disk.make_folder(folder)
            disk.flush_folder(folder.parent)


def put_in_any_folder(disk: Disk, path: Path, data: bytes) -> None:
    """Put a whole file in place, making the folders that it is in where they aren't there.

    Raises:
        OSError: the system refuses.
    """
    any_folder_for(path.parent, disk)
    put(disk, path, data)


def free_path(folder: Path, name: str, suffix: str) -> Path:
    """Return a path of that name in a folder, numbered if the name is taken."""
    names = (f"{name}{f'-{number}' if number > 1 else ''}{suffix}" for number in count(1))
    return next(folder / each for each in names if not (folder / each).exists())
