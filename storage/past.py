"""What a campaign was before its last session: from the snapshot when it can be trusted, from the lines when not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from campaign.events import Entry, OfThePast
from campaign.past import Past as WhatCounts
from campaign.past import fold, placed, told_late
from campaign.state import State
from storage.disk import Disk
from storage.faults import told
from storage.layout import Strand, Strands, new_session
from storage.lines import Damaged, scan
from storage.reading import Reading, read
from storage.snapshot import Coverage, Index, Snapshot, cover, is_covered, load
from storage.strands import contents, found_in

Files = Mapping[int, Strands]
"""The files of a campaign's sessions, by number."""

_HEAD = 1024
"""How much of a session's file holds its header, in bytes."""
_RESTORE = " ; `gardien restaurer` montre les sauvegardes."


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


def read_session(files: Files, session: int, after: int, disk: Disk) -> tuple[Reading, Coverage]:
    """Return the entries of a session, the first of which comes after number `after`, and what its files held.

    Raises:
        JournalError: they can't be read, or are of a newer format.
    """
    held = contents(files[session], disk)
    return read(found_in(held), session, after, first_of_next(files, session, disk)), cover(held)


def first_of_next(files: Files, session: int, disk: Disk) -> int | None:
    """Return the number with which the session after `session` begins, None if it has no file or doesn't say."""
    public = files[session + 1][0] if session + 1 in files else None
    if public is None or not public.exists:
        return None
    with told(public.path):
        found = scan(disk.read(public.path, size=_HEAD))
    first = found.header.get("premier") if found.header else None
    return first if isinstance(first, int) else None


def past(folder: Path, files: Files, session: int, disk: Disk) -> Past:
    """Return the campaign before `session`; where secrets are left out, as what everyone may know tells it.

    Raises:
        JournalError: its files can't be read.
    """
    is_whole = all(len(strands) > 1 for strands in files.values())
    index, trouble = _index(folder, disk, public=not is_whole)
    found = _before(files, session, index, trouble, disk)
    notices = found.notices if is_whole else ()  # a public index needn't be there
    return replace(found, notices=(*notices, *_lost(folder, files, session, index, disk)))


def _before(files: Files, session: int, index: Index, trouble: str, disk: Disk) -> Past:
    earlier = {number: strands for number, strands in files.items() if number < session}
    if not earlier:
        return Past(State(), 0, index, False, ())
    usable = [each for each in index.snapshots if each.session < session]
    for snapshot in reversed(usable):
        if _is_trusted(snapshot, index, earlier, disk):
            found = _go_on(snapshot, index, files, session, disk)
            if found is not None:
                return found
            break  # an event changes what came before the snapshot: the lines must be read from the beginning
        trouble = trouble or "ne correspondait plus aux séances"
    later = {number: each for number, each in index.covered.items() if number >= session}
    found = _go_on(Snapshot(), Index((), later, index.written), files, session, disk)
    assert found is not None, "nothing is before the beginning"
    if not trouble:
        return found
    notice = f"campagne.json {trouble} : l’état a été recalculé depuis le journal."
    return replace(found, notices=(notice,))


def _index(folder: Path, disk: Disk, *, public: bool) -> tuple[Index, str]:
    """Return the index, and what is wrong with it if it can't be used."""
    try:
        index = load(folder, disk, public=public)
    except Damaged as damage:
        return Index(), f"ne pouvait pas servir ({damage})"
    return (index, "") if index is not None else (Index(), "manquait")


def _is_trusted(snapshot: Snapshot, index: Index, earlier: Files, disk: Disk) -> bool:
    """Return whether the files that a snapshot was made from are there, and still what they were."""
    made_from = {number for number in index.covered if number <= snapshot.session}
    if made_from != {number for number in earlier if number <= snapshot.session}:
        return False
    for number in made_from:
        with told(earlier[number][0].path):
            if not is_covered(earlier[number], index.covered[number], index.written, disk):
                return False
    return True


def _lost(folder: Path, files: Files, last: int, index: Index, disk: Disk) -> Iterator[str]:
    """Say what the index knows to have been closed, and is no longer there."""
    for session, coverage in index.covered.items():
        if session not in files and session < last:
            continue  # that a session is missing between others is seen without the index
        strands = files.get(session) or new_session(folder, session)[: len(coverage)]
        for strand, covered in zip(strands, coverage, strict=True):
            which = "des secrets de la" if strand.secret else "de la"
            if covered and not strand.exists:
                yield f"Le fichier {which} séance {session} a disparu{_RESTORE}"
            elif covered and session == last and _size(strand, disk) < covered.size:
                yield f"Le fichier {which} séance {session} est plus court que quand elle a été close{_RESTORE}"


def _size(strand: Strand, disk: Disk) -> int:
    with told(strand.path):
        return disk.status(strand.path).st_size


def _go_on(snapshot: Snapshot, index: Index, files: Files, session: int, disk: Disk) -> Past | None:
    """Return the campaign before `session` as a snapshot and the sessions since tell it.

    Return None when one of these undoes or redoes what the snapshot already holds. No more than one of them is ever
    in memory.
    """
    state, last, is_right = snapshot.state, snapshot.sequence, True
    covered: dict[int, Coverage] = {}
    changing: list[Entry] = []
    since = [number for number in files if snapshot.session < number < session]
    for number in since:
        reading, covered[number] = read_session(files, number, last, disk)
        new = [each for each in reading.entries if isinstance(each.event, OfThePast)]
        if any(_reaches_back(each, snapshot.sequence) for each in new):
            return None
        is_right = is_right and not any(_reaches_back(each, last) for each in new)
        if is_right:  # else it is folded once all is known that changes it
            state = fold(reading.entries, state)
        changing += new
        last = reading.last
    if not is_right:
        state = _folded(snapshot, changing, files, since, disk)
    if not covered:
        return Past(state, last, index, False, ())
    newer = index.with_snapshot(Snapshot(max(covered), last, state), covered)
    return Past(state, last, newer, True, ())


def _folded(
    snapshot: Snapshot, changing: Sequence[Entry], files: Files, sessions: Iterable[int], disk: Disk
) -> State:
    """Return the state after sessions that change how events of each other count, one of them in memory at a time."""
    past, told_of = WhatCounts.of(changing), told_late(changing)
    state, last = snapshot.state, snapshot.sequence
    for number in sessions:
        reading, _ = read_session(files, number, last, disk)
        late = {each: told_of[each] for each in told_of if last < each <= reading.last}
        state = fold(placed(reading.entries, late), state, past)
        last = reading.last
    return state


def _reaches_back(entry: Entry, sequence: int) -> bool:
    return isinstance(entry.event, OfThePast) and entry.event.target <= sequence
