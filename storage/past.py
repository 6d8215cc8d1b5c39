"""What a campaign was before its last session: from the snapshot when it can be trusted, from the lines when not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from campaign.events import Entry, EventRedone, EventUndone
from campaign.state import State, fold
from storage.disk import Disk
from storage.faults import told
from storage.lines import Damaged, check_format, scan
from storage.reading import Reading, read
from storage.snapshot import Covered, Index, Snapshot, cover, is_covered, load

_HEAD = 1024
"""How much of a session's file holds its header, in bytes."""


@dataclass(frozen=True, slots=True)
class Past:
    """A campaign before one of its sessions.

    Attributes:
        state: the state.
        sequence: the number of the last event before it, 0 if there is none.
        index: the index, with what was read now.
        stale: whether the index on disk should be replaced by it.
        notices: what was wrong with it, in French.
    """

    state: State
    sequence: int
    index: Index
    stale: bool
    notices: tuple[str, ...]


def read_session(
    files: Mapping[int, Path], session: int, after: int, disk: Disk
) -> tuple[Reading, Covered]:
    """Return the entries of a session's file, the first of which comes after number `after`, and what it held.

    Raises:
        JournalError: it can't be read, or is of a newer format.
    """
    path = files[session]
    with told(path):
        data = disk.read(path)
        found = scan(data)
        check_format(found, str(path))
        reading = read(found, session, after, first_of_next(files, session, disk))
        return reading, cover(path, data, disk)


def first_of_next(files: Mapping[int, Path], session: int, disk: Disk) -> int | None:
    """Return the number with which the session after `session` begins, None if it has no file or doesn't say."""
    path = files.get(session + 1)
    if path is None:
        return None
    with told(path):
        found = scan(disk.read(path, size=_HEAD))
    first = found.header.get("premier") if found.header else None
    return first if isinstance(first, int) else None


def past(folder: Path, files: Mapping[int, Path], session: int, disk: Disk) -> Past:
    """Return the campaign before `session`.

    Raises:
        JournalError: its files can't be read.
    """
    index, trouble = _index(folder, disk)
    found = _before(files, session, index, trouble, disk)
    return replace(found, notices=(*found.notices, *_lost(files, session, index, disk)))


def _before(
    files: Mapping[int, Path], session: int, index: Index, trouble: str, disk: Disk
) -> Past:
    earlier = {number: path for number, path in files.items() if number < session}
    usable = [each for each in index.snapshots if each.session < session]
    for snapshot in reversed(usable):
        if _is_trusted(snapshot, index, earlier, disk):
            found = _go_on(snapshot, index, files, session, disk)
            if found is not None:
                return found
            break  # an undoing reaches further back: the lines must be read from the beginning
        trouble = trouble or "ne correspondait plus aux séances"
    found = _go_on(Snapshot(), Index(), files, session, disk)
    assert found is not None, "nothing is before the beginning"
    if not trouble or not earlier:
        return found
    notice = f"campagne.json {trouble} : l’état a été recalculé depuis le journal."
    return replace(found, notices=(notice,))


def _index(folder: Path, disk: Disk) -> tuple[Index, str]:
    """Return the index, and what is wrong with it if it can't be used."""
    try:
        index = load(folder, disk)
    except Damaged as damage:
        return Index(), f"ne pouvait pas servir ({damage})"
    return (index, "") if index is not None else (Index(), "manquait")


def _is_trusted(snapshot: Snapshot, index: Index, earlier: Mapping[int, Path], disk: Disk) -> bool:
    """Return whether the files that a snapshot was made from are there, and still what they were."""
    made_from = {number for number in index.covered if number <= snapshot.session}
    if made_from != {number for number in earlier if number <= snapshot.session}:
        return False
    for number in made_from:
        with told(earlier[number]):
            if not is_covered(earlier[number], index.covered[number], index.written, disk):
                return False
    return True


def _lost(files: Mapping[int, Path], last: int, index: Index, disk: Disk) -> list[str]:
    """Say what the index knows to have been closed at the end of a campaign, and is no longer there."""
    lost = [
        f"Le fichier de la séance {session} a disparu ; `gardien restaurer` montre les sauvegardes."
        for session in index.covered
        if session > max(files)
    ]
    if last in index.covered:
        with told(files[last]):
            size = disk.status(files[last]).st_size
        if size < index.covered[last].size:
            lost.append(
                f"Séance {last} : son fichier est plus court que quand elle a été close ; "
                "`gardien restaurer` montre les sauvegardes."
            )
    return lost


def _go_on(
    snapshot: Snapshot, index: Index, files: Mapping[int, Path], session: int, disk: Disk
) -> Past | None:
    """Return the campaign before `session` as a snapshot and the sessions since tell it.

    Return None when one of these undoes or redoes what the snapshot already holds.
    """
    since, last = list[Entry](), snapshot.sequence
    covered: dict[int, Covered] = {}
    for number in files:
        if snapshot.session < number < session:
            reading, covered[number] = read_session(files, number, last, disk)
            since += reading.entries
            last = reading.last
    if any(_reaches_back(entry, snapshot.sequence) for entry in since):
        return None
    state = fold(since, snapshot.state)
    if not covered:
        return Past(state, last, index, False, ())
    newer = index.with_snapshot(Snapshot(max(covered), last, state), covered)
    return Past(state, last, newer, True, ())


def _reaches_back(entry: Entry, sequence: int) -> bool:
    match entry.event:
        case EventUndone(target) | EventRedone(target):
            return target <= sequence
    return False
