"""What a campaign's folder says to whoever opens it, and what is said of what is wrong in it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from campaign.events import Entry
from campaign.ports import Loaded
from campaign.refusals import JournalError, JournalFault
from campaign.state import State
from storage.disk import Disk
from storage.faults import told
from storage.index_shelf import SessionShelf
from storage.layout import Strand, Strands, new_session, session_files, session_path
from storage.lines import Scan, check_format, scan
from storage.past import Past, past
from storage.reading import Reading, read
from storage.strands import Content, contents, found_of

_NAMED = 5
"""How many places are named before the others are only counted."""


class LookingJournal:
    """A campaign that is looked at while another program may write to it: no lock, nothing is changed.

    Whoever may not read its secrets sees what everyone may know, and so does whoever asks for no more than that: then
    nothing else is opened, whatever the rights.

    Args:
        folder: the campaign's.
        disk: the system calls.
        public: whether only what everyone may know is looked at.
    """

    def __init__(self, folder: Path, disk: Disk, *, public: bool = False) -> None:
        self._folder, self._disk, self._is_public = folder, disk, public
        self._with_secrets = not public
        self._session = self._last = 0  # the last session, and the last number that was read
        self._read: dict[bool, _Read] = {}  # of the last session's files

    def load(self) -> Loaded:
        """Return the state before the last session, and its entries.

        Raises:
            JournalError: the files can't be read.
        """
        try:
            return self._load(with_secrets=not self._is_public)
        except JournalError as error:
            if error.fault is not JournalFault.NO_PERMISSION:
                raise
            if self._is_public:
                raise JournalError(JournalFault.NOT_SHARED, str(self._folder)) from error
            return self._load(with_secrets=False)

    def follow(self) -> tuple[Entry, ...]:
        """Return the entries written since the last time, in order.

        Raises:
            JournalError: the files are no longer those that were read; load again.
        """
        if not self._has_grown():
            return ()
        fresh: list[Entry] = []
        files = self._files()
        if self._session not in files:
            raise JournalError(JournalFault.VANISHED, str(self._folder))
        for session, strands in files.items():
            if session >= self._session:
                fresh += self._read_on(session, strands).entries
        return tuple(fresh)

    def shelf(self) -> SessionShelf:
        """Return the sessions that are on disk, to read them one at a time."""
        return SessionShelf(self._folder, self._disk, secrets=self._with_secrets, may_write=False)

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

    def _load(self, *, with_secrets: bool) -> Loaded:
        self._with_secrets = with_secrets
        files = self._files()
        session = max(files)
        before = past(self._folder, files, session, self._disk)
        self._session, self._last = 0, before.sequence
        return loaded(before, self._read_on(session, files[session]), files, ())

    def _files(self) -> dict[int, Strands]:
        return session_files(self._folder, secrets=self._with_secrets)

    def _has_grown(self) -> bool:
        """Return whether there may be something new: a few system calls, however long the campaign."""
        paths = {each.secret: each.path for each in new_session(self._folder, self._session)}
        with told(self._folder):
            return self._status(session_path(self._folder, self._session + 1)) is not None or any(
                not each.is_all(self._status(paths[secret])) for secret, each in self._read.items()
            )

    def _status(self, path: Path) -> os.stat_result | None:
        try:
            return self._disk.status(path)
        except FileNotFoundError:
            return None

    def _read_on(self, session: int, strands: Strands) -> Reading:
        """Read what a session's files have beyond what was read of them."""
        if session != self._session:
            self._session, self._read = session, {each.secret: _Read() for each in strands}
        read_until = [self._read[each.secret] for each in strands]
        held = contents(strands, self._disk, [each.end for each in read_until])
        scans = [
            each.go_on(strand, content)
            for each, strand, content in zip(read_until, strands, held, strict=True)
        ]
        reading = read(found_of(scans), session, self._last)
        self._last = reading.last
        return reading


class _Read:
    """How far a file that grows has been read."""

    def __init__(self) -> None:
        self.end = 0
        self._file: tuple[int, int] | None = None
        self._lines, self._is_terminated = 0, True

    def is_all(self, status: os.stat_result | None) -> bool:
        """Return whether a file holds no more and no less than what was read of it."""
        if status is None or self._file is None:
            return status is None and self._file is None
        return (status.st_dev, status.st_ino, status.st_size) == (*self._file, self.end)

    def go_on(self, strand: Strand, content: Content | None) -> Scan | None:
        """Return what a file has beyond `end`; a line that isn't whole yet will be read again."""
        if content is None:
            if self._file is not None:
                raise JournalError(JournalFault.VANISHED, str(strand.path))
            return None
        if self._file not in (None, content.file) or content.status.st_size < self.end:
            raise JournalError(JournalFault.VANISHED, str(strand.path))
        data, self._file = content.data, content.file
        if not self._is_terminated and data.startswith(b"\n"):
            data, self.end = data[1:], self.end + 1
            self._is_terminated = True
        found = scan(data, self.end, self._lines + 1)
        check_format(found, str(strand.path))
        if found.end > self.end:
            self._is_terminated = found.terminated
        self.end = found.end
        self._lines += len(found.lines) + (found.header is not None)
        return found


def loaded(before: Past, reading: Reading, files: Iterable[int], notices: Sequence[str]) -> Loaded:
    """Return what a journal knows when it is opened: what came before the last session, and the session."""
    return Loaded(
        before.state,
        reading.entries,
        reading.last,
        (*notices, *before.notices, *missing_sessions(files), *damages(max(files), reading)),
    )


def missing_sessions(files: Iterable[int]) -> tuple[str, ...]:
    """Say which sessions have no file though a later one has."""
    return tuple(
        f"Il manque {_range('la séance', 'les séances', before + 1, after - 1)}."
        for before, after in pairwise((0, *files))
        if after > before + 1
    )


def damages(session: int, reading: Reading, named: int | None = _NAMED) -> tuple[str, ...]:
    """Say what is wrong in a session's files: lines that can't be read, numbers that are missing.

    The first `named` of each are named, all of them if it is None.
    """
    said = [
        f"Séance {session} : il ne reste aucun événement dans son fichier{' de secrets' if secret else ''}. "
        "`gardien restaurer` montre les sauvegardes."
        for secret in reading.emptied  # which was put in place with its first events
    ]
    if count := len(reading.unreadable):
        places = ", ".join(reading.unreadable[:named])
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
