"""A campaign's folder as the journal that a session of play writes to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from campaign.events import Entry
from campaign.ports import Clock, Loaded
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from campaign.state import State
from storage import backup, codec, snapshot
from storage.disk import Disk, put
from storage.faults import journal_error, told
from storage.journal import EVENTS, Group, JournalStorage, JournalTable, SessionDatabase
from storage.layout import (
    BACKUPS,
    INDEX,
    REJECTS,
    folder_for,
    free_path,
    session_files,
    session_path,
)
from storage.lines import FORMAT, Scan, file_format
from storage.lock import Lock
from storage.looking import entries_before, loaded
from storage.past import past
from storage.reading import read


class WritingJournal:
    """A campaign, locked for writing until `close`.

    Raises:
        JournalError: another program is writing to it, or nothing can be written there.
    """

    def __init__(self, folder: Path, clock: Clock, disk: Disk) -> None:
        self._folder, self._clock, self._disk = folder, clock, disk
        session_files(folder)
        self._lock = Lock(folder, clock, disk)
        self._file: JournalStorage | None = None  # that of the last session
        self._events: JournalTable | None = None  # its table, made for the first event
        self._session = 0
        self._index = snapshot.Index()

    def load(self) -> Loaded:
        """Return the state before the last session, and its entries; set aside what is torn at its end.

        Raises:
            JournalError: the files can't be read, or repaired.
        """
        self._close_file()
        files = session_files(self._folder)
        session = max(files)
        before = past(self._folder, files, session, self._disk)
        notices = [self._lock.notice] if self._lock.notice else []
        opened: list[Scan] = []

        def on_open(found: Scan) -> None:
            opened.append(found)
            if file_format(found) < FORMAT:
                notices.append(self._before_migrating(found))
            if found.torn:
                notices.append(self._set_aside(found, session))

        self._file = JournalStorage(files[session], session, on_open, disk=self._disk)
        self._session, self._index = session, before.index
        if before.stale:
            notices += self._save_index()
        reading = read(opened[0], session, before.sequence)
        return loaded(before, reading, files, notices)

    def before(self, session: int) -> tuple[Entry, ...]:
        """Return every entry of the sessions before the one numbered `session`, in order."""
        return entries_before(self._folder, session, self._disk)

    def append(self, entries: Sequence[Entry]) -> None:
        """Write the entries of one command, all or none; on return they are on disk.

        Raises:
            JournalError: they could not be written.
        """
        if not entries:
            return
        group = [(each.sequence, codec.encoded(each)) for each in entries]
        file, session = self._opened_file(), entries[-1].session
        if session > self._session:
            self._begin(session, group, file)
        else:
            if self._events is None:
                table = SessionDatabase(file, storage=_itself).table(EVENTS)
                assert isinstance(table, JournalTable), "it is the database's table class"
                self._events = table
            self._events.insert_encoded(group)

    def close_session(self, state: State, last_sequence: int) -> None:
        """Keep a snapshot of the state after a session that has been closed, and a backup.

        Raises:
            JournalError: one of them could not be made (`NOT_KEPT`); the journal itself has all that it holds.
        """
        path = session_path(self._folder, state.session)
        latest = snapshot.Snapshot(state.session, last_sequence, state)
        try:
            with told(path):
                covered = snapshot.cover(path, self._disk.read(path), self._disk)
            if self._opened_file().crc == covered.crc:  # else another hand changed the lines
                self._index = self._index.with_snapshot(latest, {state.session: covered})
                with told(self._folder / INDEX):
                    snapshot.save(self._folder, self._index, self._disk)
            backup.make(self._folder, self._clock, self._disk)
        except JournalError as error:
            raise JournalError(
                JournalFault.NOT_KEPT, str(self._folder), cause=error.fault
            ) from error

    def close(self) -> None:
        """Let go of the files and of the lock."""
        self._close_file()
        self._lock.release()

    def _opened_file(self) -> JournalStorage:
        if self._file is None:
            self.load()
        assert self._file is not None, "loading opens the file"
        return self._file

    def _begin(self, session: int, group: Group, current: JournalStorage) -> None:
        """Begin a session's file with its first events."""
        current.check_alive()
        path = session_path(self._folder, session)
        try:
            new = JournalStorage(path, session, first=group, disk=self._disk)
        except JournalError as error:
            current.refuses = error.fault is JournalFault.NOT_DURABLE
            raise
        self._file, self._events, self._session = new, None, session
        current.close()

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = self._events = None

    def _before_migrating(self, found: Scan) -> str:
        """Make a backup before the first line of today's format; return what to say of it."""
        path = backup.make(self._folder, self._clock, self._disk)
        return (
            f"Cette campagne est au format {file_format(found)}, d’un Gardien plus ancien : elle a été "
            f"sauvegardée dans {BACKUPS}/{path.name} avant la suite, au format {FORMAT}."
        )

    def _set_aside(self, found: Scan, session: int) -> str:
        """Keep the torn end of a session's file in a file of its own; return what to say of it."""
        folder = self._folder / REJECTS
        folder_for(folder, self._disk)
        name = f"{session:04}-{self._clock().strftime('%Y%m%dT%H%M%S')}"
        path = free_path(folder, name, ".txt")
        put(self._disk, path, found.torn)
        return (
            f"Séance {session} : la dernière écriture avait été interrompue. Ce qu’il en reste est gardé "
            f"dans {REJECTS}/{path.name} et ne compte pas."
        )

    def _save_index(self) -> list[str]:
        """Replace the index; return what to say if it can't be."""
        try:
            snapshot.save(self._folder, self._index, self._disk)
        except OSError as error:
            return [sentence(journal_error(error, self._folder / INDEX))]
        return []


def _itself(file: JournalStorage) -> JournalStorage:
    return file
