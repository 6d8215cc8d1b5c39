"""From the events of earlier versions to today's: pure functions on documents, each from one version to the next.

The lines of a journal are never rewritten. An event of an earlier version is migrated each time it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Document = dict[str, object]
Migration = Callable[[Document], Document]
"""Takes the fields of an event of one version and returns those of the next; it never changes what it is given."""

MIGRATIONS: Mapping[tuple[str, int], Migration] = {}
"""By type and version, the migration from that version. No event has had a second version yet."""


def migrate(
    kind: str,
    version: int,
    fields: Document,
    current: int,
    migrations: Mapping[tuple[str, int], Migration] = MIGRATIONS,
) -> Document:
    """Return the fields of an event of type `kind` as those of version `current`.

    Raises:
        KeyError: a version from which there is no migration.
    """
    for step in range(version, current):
        fields = migrations[kind, step](fields)
    return fields
