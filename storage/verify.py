"""Checking a campaign to the last line: checksums, numbers, fields, and every result computed anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from campaign.state import State
from storage import snapshot
from storage.disk import Disk
from storage.layout import INDEX, session_files
from storage.lines import Damaged, Scan
from storage.looking import damages, missing_sessions
from storage.past import first_of_next
from storage.reading import read
from storage.recomputing import Replay
from storage.strands import Found, contents, found_in


def verify(folder: Path, disk: Disk) -> tuple[str, ...]:
    """Return what differs from what it should be in a campaign, in French sentences; nothing if all is well.

    Raises:
        JournalError: the campaign can't be read at all.
    """
    files = session_files(folder)
    findings = list(missing_sessions(files))
    replay, last = Replay(), 0
    ends: dict[int, tuple[int, State]] = {}  # each session's last event, and the state after it
    for session, strands in files.items():
        found = found_in(contents(strands, disk))
        reading = read(found, session, last, first_of_next(files, session, disk))
        findings += [*_shapes(session, found), *damages(session, reading, named=None)]
        if reading.unreadable or reading.missing or reading.emptied:
            replay.is_whole = False
        for entry in reading.entries:
            said = replay.add(entry)
            findings += [f"Séance {session}, événement {entry.sequence} : {what}." for what in said]
        last = reading.last
        ends[session] = last, replay.state
    return (*findings, *_check_index(folder, ends, disk))


def _shapes(session: int, found: Found) -> Iterator[str]:
    """Check the headers of a session's files, and their ends."""
    for secret, each in found:
        for what in _shape(each, session):
            yield f"Séance {session}{', secrets' if secret else ''} : {what}."


def _shape(found: Scan, session: int) -> Iterator[str]:
    first = found.lines[0].sequence if found.lines else 0
    if found.header is None:
        yield "l’en-tête manque ou ne peut pas être lu"
    elif found.header.get("seance") != session or first not in (0, found.header.get("premier")):
        yield "l’en-tête n’est pas le sien"
    if found.torn:
        yield "la dernière écriture est incomplète"
    elif not found.terminated:
        yield "la dernière ligne n’a plus sa fin de ligne"


def _check_index(folder: Path, ends: dict[int, tuple[int, State]], disk: Disk) -> list[str]:
    """Hold the states of `campagne.json` against the ends of the sessions, but for one that goes on again."""
    try:
        index = snapshot.load(folder, disk)
    except Damaged as damage:
        return [f"{INDEX} : {damage} ; il sera refait à la prochaine ouverture."]
    findings = []
    for each in index.snapshots if index else ():
        last, state = ends.get(each.session, (0, each.state))
        if each.sequence >= last and each.state != state:
            findings.append(
                f"{INDEX} : l’état de la fin de la séance {each.session} n’est pas celui que disent les lignes."
            )
    return findings
