"""The events of a session's file as a TinyDB table, which inserts in O(1).

TinyDB reads and rewrites a whole database for each insertion; this table hands its documents to `JournalStorage.append`
instead, and everything that would change or remove one is refused. Reading is TinyDB's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tinydb import TinyDB
from tinydb.table import Document, Table

from storage.journal import EVENTS, AppendOnly, JournalStorage
from storage.lines import Group, encoded


class JournalTable(Table):
    """The events of a journal. Documents are numbered as the events are, and only ever added."""

    def __init__(self, storage: JournalStorage, name: str, **_: object) -> None:
        # A cache of queries would hand out what someone may have changed.
        super().__init__(storage, name, cache_size=0)
        self._journal = storage

    def insert(self, document: Mapping[str, Any]) -> int:
        """Append one document and return its number."""
        return self.insert_multiple([document])[0]

    def insert_multiple(self, documents: Iterable[Mapping[str, Any]]) -> list[int]:
        """Append documents as one group, all or none, and return their numbers.

        Raises:
            ValueError: a number that isn't after the last one, or a document that isn't a mapping.
            AppendOnly: the table isn't that of the events.
        """
        last = self._journal.last
        group: list[tuple[int, bytes]] = []
        for document in documents:
            if not isinstance(document, Mapping):
                raise ValueError("Document is not a Mapping")
            if taken := {"n", "g", "crc"} & document.keys():
                raise ValueError(f"a journal uses {sorted(taken)} itself")
            last = document.doc_id if isinstance(document, Document) else last + 1
            group.append((last, encoded(document)))
        return self.insert_encoded(group)

    def insert_encoded(self, group: Group) -> list[int]:
        """Append documents that are JSON already, as `insert_multiple` does.

        Raises:
            ValueError: a number that isn't after the last one.
            AppendOnly: the table isn't that of the events.
        """
        if self.name != EVENTS:
            raise AppendOnly
        last = self._journal.last
        for number, _ in group:
            if number <= last:
                raise ValueError(f"Document with ID {number} is not after {last}")
            last = number
        self._journal.append(group)
        return [number for number, _ in group]


class SessionDatabase(TinyDB):
    """A session's file as a TinyDB database."""

    table_class: type[Table] = JournalTable
    default_table_name = EVENTS
