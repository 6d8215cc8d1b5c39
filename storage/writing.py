"""A campaign's folder as the journal that a session of play writes to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from campaign.events import Entry
from campaign.history.history import History
from campaign.history.index import indexed
from campaign.ports import Clock, Loaded
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from campaign.state import State
from storage import backup, codec, public_index, snapshot
from storage.disk import Disk, put
from storage.faults import journal_error, told
from storage.index_shelf import SessionShelf
from storage.layout import (
    BACKUPS,
    INDEX,
    REJECTS,
    Strand,
    folder_for,
    free_path,
    new_session,
    session_files,
)
from storage.lines import FORMAT, Group, Scan, file_format
from storage.lock import Lock
from storage.looking import loaded
from storage.past import past
from storage.reading import read
from storage.session_journal import SessionJournal
from storage.strands import contents


class WritingJournal:
    """A campaign, locked for writing until `close`.

    Raises:
        JournalError: another program is writing to it, or nothing can be written there.
    """

    def __init__(self, folder: Path, clock: Clock, disk: Disk) -> None:
        self._folder, self._clock, self._disk = folder, clock, disk
        session_files(folder)
        self._lock = Lock(folder, clock, disk)
        self._last: SessionJournal | None = None  # that of the last session
        self._index = snapshot.Index()

    def load(self) -> Loaded:
        """Return the state before the last session, and its entries; set aside what is torn at its end.

        Raises:
            JournalError: the files can't be read, or repaired.
        """
        self._close_last()
        files = session_files(self._folder)
        session = max(files)
        before = past(self._folder, files, session, self._disk)
        notices = [self._lock.notice] if self._lock.notice else []

        def on_open(strand: Strand, found: Scan) -> None:
            if file_format(found) < FORMAT and not strand.secret:  # which is never the older one
                notices.append(self._before_migrating(found))
            if found.torn:
                notices.append(self._set_aside(strand, found, session))

        self._last = SessionJournal(session, files[session], self._disk, on_open)
        self._index = before.index
        if before.stale:
            notices += self._save_index()
        notices += self._refresh_public_index(session)
        reading = read(self._last.found, session, before.sequence)
        return loaded(before, reading, files, notices)

    def shelf(self) -> SessionShelf:
        """Return the sessions that are on disk, to read them one at a time."""
        return SessionShelf(self._folder, self._disk, secrets=True, may_write=True)

    def append(self, entries: Sequence[Entry]) -> None:
        """Write the entries of one command, all or none; on return they are on disk.

        Raises:
            ValueError: some are secret and others not.
            JournalError: they could not be written.
        """
        if not entries:
            return
        secret, session = entries[-1].secret, entries[-1].session
        if len(entries) > 1 and any(each.secret != secret for each in entries):
            raise ValueError("what a command writes is secret as a whole, or not at all")
        group = [(each.sequence, codec.encoded(each)) for each in entries]
        journal = self._opened()
        if session > journal.session:
            self._begin(session, group, journal, secret=secret)
        else:
            journal.append(group, secret=secret)

    def close_session(self, state: State, last_sequence: int) -> None:
        """Keep a snapshot of the state after a session that has been closed, a backup, and what followers need.

        Raises:
            JournalError: one of them could not be made (`NOT_KEPT`); the journal itself has all that it holds.
        """
        latest = snapshot.Snapshot(state.session, last_sequence, state)
        try:
            covered = self._cover(state.session)
            crcs = tuple(each.crc if each else None for each in covered)
            if self._opened().crcs == crcs:  # else another hand changed the lines
                self._index = self._index.with_snapshot(latest, {state.session: covered})
                with told(self._folder / INDEX):
                    snapshot.save(self._folder, self._index, self._disk)
                with suppress(JournalError):  # it is made again from the lines
                    self._keep_index(state)
            backup.make(self._folder, self._clock, self._disk)
            public_index.refresh(self._folder, state.session + 1, self._disk)
        except JournalError as error:
            raise JournalError(
                JournalFault.NOT_KEPT, str(self._folder), cause=error.fault
            ) from error

    def close(self) -> None:
        """Let go of the files and of the lock."""
        self._close_last()
        self._lock.release()

    def _opened(self) -> SessionJournal:
        if self._last is None:
            self.load()
        assert self._last is not None, "loading opens it"
        return self._last

    def _begin(self, session: int, group: Group, current: SessionJournal, *, secret: bool) -> None:
        """Begin a session with its first events."""
        current.check_alive()
        new = SessionJournal(session, new_session(self._folder, session), self._disk)
        try:
            new.append(group, secret=secret)
        except JournalError as error:
            if error.fault is JournalFault.NOT_DURABLE:
                current.refuse()
            raise
        self._last = new
        current.close()

    def _close_last(self) -> None:
        if self._last is not None:
            self._last.close()
            self._last = None

    def _cover(self, session: int) -> snapshot.Coverage:
        files = session_files(self._folder)
        if session not in files:
            raise JournalError(JournalFault.VANISHED, str(self._folder))
        return snapshot.cover(contents(files[session], self._disk))

    def _keep_index(self, state: State) -> None:
        """Keep what the list of sessions and the search need of the session that has been closed."""
        shelf, session = self.shelf(), state.session
        history = History(shelf)  # which finds what they speak of, be it of long ago
        entries = history.as_written(session)
        shelf.keep(indexed(session, entries, state, history.find), state)

    def _before_migrating(self, found: Scan) -> str:
        """Make a backup before the first line of today's format; return what to say of it."""
        path = backup.make(self._folder, self._clock, self._disk)
        return (
            f"Cette campagne est au format {file_format(found)}, d’un Gardien plus ancien : elle a été "
            f"sauvegardée dans {BACKUPS}/{path.name} avant la suite, au format {FORMAT}."
        )

    def _set_aside(self, strand: Strand, found: Scan, session: int) -> str:
        """Keep the torn end of a session's file in a file of its own; return what to say of it."""
        folder = self._folder / REJECTS
        folder_for(folder, self._disk)
        which = "-secrets" if strand.secret else ""
        name = f"{session:04}{which}-{self._clock().strftime('%Y%m%dT%H%M%S')}"
        path = free_path(folder, name, ".txt")
        put(self._disk, path, found.torn)
        return (
            f"Séance {session} : la dernière écriture avait été interrompue. Ce qu’il en reste est gardé "
            f"dans {REJECTS}/{path.name} et ne compte pas."
        )

    def _refresh_public_index(self, session: int) -> list[str]:
        """Keep what followers needn't read again; return what to say if it can't be kept."""
        try:
            public_index.refresh(self._folder, session, self._disk)
        except JournalError as error:
            return [sentence(error)]
        return []

    def _save_index(self) -> list[str]:
        """Replace the index; return what to say if it can't be."""
        try:
            snapshot.save(self._folder, self._index, self._disk)
        except OSError as error:
            return [sentence(journal_error(error, self._folder / INDEX))]
        return []
