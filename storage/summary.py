"""A campaign as the library lists it, from the ends of its files: none is read whole."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from campaign.events import CampaignCreated
from campaign.ports import CampaignSummary
from campaign.refusals import JournalError
from campaign.sentences import sentence
from storage import codec
from storage.disk import Disk
from storage.faults import told
from storage.layout import session_files
from storage.lines import Damaged, Scan, check_format, scan

_PEEK = 64 * 1024
"""How much of an end of a file is read, in bytes: dozens of events."""


def summary(folder: Path, disk: Disk) -> CampaignSummary:
    """Return what the library shows of a campaign. It is total: trouble is part of it."""
    try:
        files = session_files(folder, secrets=False)
        first, last = files[min(files)][0].path, files[max(files)][0].path
        name = _name(_head(first, disk)) or folder.name
        _head(last, disk)
        played = _last_played(last, disk)
    except JournalError as error:
        return CampaignSummary(folder.name, folder.name, 0, None, sentence(error))
    return CampaignSummary(folder.name, name, len(files) if played else 0, played)


def _head(path: Path, disk: Disk) -> Scan:
    with told(path):
        found = scan(disk.read(path, size=_PEEK))
    check_format(found, str(path))
    return found


def _name(found: Scan) -> str:
    for line in found.lines:
        try:
            created = codec.event(line.record or {})
        except Damaged:
            continue
        if isinstance(created, CampaignCreated):
            return created.name
    return ""


def _last_played(path: Path, disk: Disk) -> datetime | None:
    """Return when the last event was written, None if it is the campaign's creation."""
    with told(path):
        start = max(0, disk.status(path).st_size - _PEEK)
        data = disk.read(path, start)
    if start:
        data = data.partition(b"\n")[2]
    for line in reversed(scan(data, first=2 if start else 1).lines):
        try:
            at = codec.when(line.record or {})
        except Damaged:
            continue
        return at if line.sequence > 1 else None
    return None
