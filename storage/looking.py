"""What a campaign's folder says to whoever opens it, and what is said of what is wrong in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from campaign.events import Entry
from campaign.ports import Loaded
from campaign.refusals import JournalError, JournalFault
from campaign.state import State
from storage.disk import Disk
from storage.faults import told
from storage.layout import session_files
from storage.lines import Scan, check_format, scan
from storage.past import Past, past, read_session
from storage.reading import Reading, read

_NAMED = 5
"""How many places are named before the others are only counted."""


class LookingJournal:
    """A campaign that is looked at while another program may write to it: no lock, nothing is changed."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._folder, self._disk = folder, disk
        self._session = 0  # the last one, and what has been read of its file:
        self._file, self._end, self._line, self._last = (0, 0), 0, 1, 0
        self._terminated = True

    def load(self) -> Loaded:
        """Return the state before the last session, and its entries."""
        files = session_files(self._folder)
        self._session = max(files)
        before = past(self._folder, files, self._session, self._disk)
        self._end, self._line, self._terminated = 0, 1, True
        found = self._scan(files[self._session])
        reading = read(found, self._session, before.sequence)
        self._note(found, reading)
        return loaded(before, reading, files, ())

    def follow(self) -> tuple[Entry, ...]:
        """Return the entries written since the last time, in order.

        Raises:
            JournalError: the files are no longer those that were read; load again.
        """
        fresh: list[Entry] = []
        files = session_files(self._folder)
        if self._session not in files:
            raise JournalError(JournalFault.VANISHED, str(self._folder))
        for session, path in files.items():
            if session < self._session:
                continue
            if session > self._session:
                self._session, self._end, self._line, self._terminated = session, 0, 1, True
            found = self._scan(path)
            reading = read(found, session, self._last)
            self._note(found, reading)
            fresh += reading.entries
        return tuple(fresh)

    def before(self, session: int) -> tuple[Entry, ...]:
        """Return every entry of the sessions before the one numbered `session`, in order."""
        return entries_before(self._folder, session, self._disk)

    def append(self, entries: Sequence[Entry]) -> None:
        """Refuse: this journal only looks.

        Raises:
            JournalError: always.
        """
        raise JournalError(JournalFault.ONLY_LOOKING, str(self._folder))

    def close_session(self, state: State, last_sequence: int) -> None:
        """Do nothing: whoever writes keeps the snapshots."""

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def _scan(self, path: Path) -> Scan:
        """Read what the last session's file has beyond what was read of it."""
        with told(path):
            status = self._disk.status(path)
            file = (status.st_dev, status.st_ino)
            if self._end and (file != self._file or status.st_size < self._end):
                raise JournalError(JournalFault.VANISHED, str(path))
            data = self._disk.read(path, self._end)
        self._file = file
        if not self._terminated and data.startswith(b"\n"):
            data, self._end = data[1:], self._end + 1
        found = scan(data, self._end, self._line)
        check_format(found, str(path))
        return found

    def _note(self, found: Scan, reading: Reading) -> None:
        if found.end > self._end:
            self._terminated = found.terminated
        self._end, self._last = found.end, reading.last
        self._line += len(found.lines) + (found.header is not None)


def loaded(before: Past, reading: Reading, files: Iterable[int], notices: Sequence[str]) -> Loaded:
    """Return what a journal knows when it is opened: what came before the last session, and the session."""
    return Loaded(
        before.state,
        reading.entries,
        reading.last,
        (*notices, *before.notices, *missing_sessions(files), *damages(max(files), reading)),
    )


def entries_before(folder: Path, session: int, disk: Disk) -> tuple[Entry, ...]:
    """Return every entry of the sessions before the one numbered `session`, in order.

    Raises:
        JournalError: the files can't be read.
    """
    entries: list[Entry] = []
    last = 0
    files = session_files(folder)
    for number in files:
        if number < session:
            reading, _ = read_session(files, number, last, disk)
            entries += reading.entries
            last = reading.last
    return tuple(entries)


def missing_sessions(files: Iterable[int]) -> tuple[str, ...]:
    """Say which sessions have no file though a later one has."""
    return tuple(
        f"Il manque {_range('la séance', 'les séances', before + 1, after - 1)}."
        for before, after in pairwise((0, *files))
        if after > before + 1
    )


def damages(session: int, reading: Reading, named: int | None = _NAMED) -> tuple[str, ...]:
    """Say what is wrong in a session's file: lines that can't be read, numbers that are missing.

    The first `named` of each are named, all of them if it is None.
    """
    said = []
    if not reading.entries:  # its file was put in place with its first events
        said.append(
            f"Séance {session} : il ne reste aucun événement dans son fichier. "
            "`gardien restaurer` montre les sauvegardes."
        )
    if count := len(reading.unreadable):
        places = ", ".join(str(line) for line in reading.unreadable[:named])
        more = "…" if named and count > named else ""
        lines = (
            "1 ligne illisible, gardée telle quelle"
            if count == 1
            else (f"{count} lignes illisibles, gardées telles quelles")
        )
        said.append(f"Séance {session} : {lines} (ligne {places}{more}).")
    for first, last in reading.missing[:named]:
        numbers = _range("l’événement", "les événements", first, last)
        said.append(f"Séance {session} : il manque {numbers}.")
    if named and len(reading.missing) > named:
        said.append(f"Séance {session} : il en manque ailleurs ; `gardien verifier` dit tout.")
    return tuple(said)


def _range(one: str, several: str, first: int, last: int) -> str:
    return f"{one} {first}" if first == last else f"{several} {first} à {last}"
