"""A session's two files as one journal: what everyone may know goes to one, what only the GC may to the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from campaign.refusals import JournalError, JournalFault
from storage.disk import Disk
from storage.faults import told
from storage.journal import EVENTS, JournalStorage
from storage.journal_table import JournalTable, SessionDatabase
from storage.layout import Strand, Strands, folder_for
from storage.lines import Group, Scan
from storage.strands import Found

OnOpen = Callable[[Strand, Scan], None]
"""Told what a file holds when it is opened, before its torn end is cut off: it keeps that end somewhere else."""


class SessionJournal:
    """The files of a session, open for appending. A file is made with its first lines, whole or not at all.

    Args:
        session: the number of the session.
        strands: its files, both of them.
        disk: the system calls.
        on_open: told what each file that is there holds, before anything in it is repaired.

    Attributes:
        session: the number of the session.
        found: what the files held.

    Raises:
        JournalError: a file can't be opened or repaired.
    """

    def __init__(
        self,
        session: int,
        strands: Strands,
        disk: Disk,
        on_open: OnOpen = lambda strand, found: None,
    ) -> None:
        self.session = session
        self._strands, self._disk = strands, disk
        self._files: list[JournalStorage | None] = [None, None]
        self._tables: list[JournalTable | None] = [None, None]
        scans: list[Scan | None] = [None, None]

        def opened(strand: Strand, found: Scan) -> None:
            scans[strand.secret] = found
            on_open(strand, found)

        try:
            for strand in strands:
                if strand.exists:
                    told_of = partial(opened, strand)
                    self._hold(strand, JournalStorage(strand.path, session, told_of, disk=disk))
        except BaseException:
            self.close()
            raise
        self.found = Found(scans[False], scans[True])

    @property
    def crcs(self) -> tuple[int | None, ...]:
        """The CRC-32 of all that was read from each file and written to it; None for one that isn't there."""
        return tuple(file.crc if file else None for file in self._files)

    def append(self, group: Group, *, secret: bool) -> None:
        """Write the events of one command, all or none; on return they are on disk.

        Raises:
            JournalError: they could not be; then none is written, or after `NOT_DURABLE`, none may be.
        """
        other = self._files[not secret]
        if other is not None and not other.refuses:
            other.cut()  # what is left of a write that failed bears the numbers of these
        try:
            if (table := self._tables[secret]) is not None:
                table.insert_encoded(group)
            else:
                self._create(self._strands[secret], group)
        except JournalError as error:
            if error.fault is JournalFault.NOT_DURABLE:
                self.refuse()
            raise

    def check_alive(self) -> None:
        """Refuse to write after a flush that failed, or where a file is no longer the one that was opened."""
        for file in filter(None, self._files):
            file.check_alive()

    def refuse(self) -> None:
        """Write nothing any more."""
        for file in filter(None, self._files):
            file.refuses = True

    def close(self) -> None:
        """Close the files. All that was acknowledged has been flushed."""
        for file in filter(None, self._files):
            file.close()

    def _create(self, strand: Strand, first: Group) -> None:
        self.check_alive()
        with told(strand.path):
            folder_for(strand.path.parent, self._disk)
        self._hold(strand, JournalStorage(strand.path, self.session, first=first, disk=self._disk))

    def _hold(self, strand: Strand, file: JournalStorage) -> None:
        table = SessionDatabase(file, storage=_itself).table(EVENTS)
        assert isinstance(table, JournalTable), "it is the database's table class"
        self._files[strand.secret], self._tables[strand.secret] = file, table


def _itself(file: JournalStorage) -> JournalStorage:
    return file
