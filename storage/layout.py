"""Where things are in a campaign's folder."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from campaign.refusals import JournalError, JournalFault
from storage.disk import Disk
from storage.faults import told

SESSIONS = "seances"
REJECTS = "rebut"
BACKUPS = "sauvegardes"
INDEX = "campagne.json"
RESTORED = "restauration"

_SESSION_FILE = re.compile(r"([0-9]{4}|[1-9][0-9]{4,14})\.jsonl")

REJECT_NAME = r"[0-9A-Za-z-]{1,60}\.txt"
_REJECT_FILE = re.compile(REJECT_NAME)


def is_campaign(folder: Path) -> bool:
    """Return whether a folder is a campaign's, even one whose sessions are lost, or that can't be entered."""
    try:
        return any((folder / name).is_dir() for name in (SESSIONS, BACKUPS, RESTORED))
    except PermissionError:
        return True


def session_path(folder: Path, session: int) -> Path:
    """Return the path of a session's file."""
    return folder / SESSIONS / f"{session:04}.jsonl"


def session_files(folder: Path) -> dict[int, Path]:
    """Return the files of a campaign's sessions, by number, in order.

    Raises:
        JournalError: the folder can't be read, or there is none.
    """
    sessions = folder / SESSIONS
    with told(sessions):
        if not sessions.is_dir():
            fault = JournalFault.NOT_A_CAMPAIGN if folder.is_dir() else JournalFault.VANISHED
            raise JournalError(fault, str(folder))
        found = [
            (int(match[1]), path)
            for path in sessions.iterdir()
            if (match := _SESSION_FILE.fullmatch(path.name))
        ]
    files = {number: path for number, path in sorted(found) if number}
    if not files:
        raise JournalError(JournalFault.NOT_A_CAMPAIGN, str(folder))
    return files


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
    return [
        path
        for path in (folder / REJECTS).glob("*.txt")
        if _REJECT_FILE.fullmatch(path.name) and path.is_file()
    ]


def folder_for(path: Path, disk: Disk) -> None:
    """Make a folder of the campaign's, durably, if it isn't there."""
    if not path.is_dir():
        disk.make_folder(path)
        disk.flush_folder(path.parent)


def free_path(folder: Path, name: str, suffix: str) -> Path:
    """Return a path of that name in a folder, numbered if the name is taken."""
    names = (f"{name}{f'-{number}' if number > 1 else ''}{suffix}" for number in count(1))
    return next(folder / each for each in names if not (folder / each).exists())
