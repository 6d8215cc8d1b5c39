"""From the events of earlier versions to today's: pure functions on documents, each from one version to the next.

The lines of a journal are never rewritten. An event of an earlier version is migrated each time it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Document = dict[str, object]
Migration = Callable[[Document], Document]
"""Takes the fields of an event of one version and returns those of the next; it never changes what it is given."""


def _ruling_with_held(fields: Document) -> Document:
    """Say that nobody wrote how many wounds had taken the room of a new one."""
    consequence = fields["consequence"]
    if not isinstance(consequence, dict):
        raise TypeError(consequence)
    return {**fields, "consequence": _with(consequence, "held", [])}


def _health_with_wound(fields: Document) -> Document:
    """Say that nobody wrote which room a new wound went through."""
    return _with(fields, "wound", None)


MIGRATIONS: Mapping[tuple[str, int], Migration] = {
    ("jugement", 1): _ruling_with_held,
    ("santé", 1): _health_with_wound,
}
"""By type and version, the migration from that version."""


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
        TypeError: fields that aren't those of that version.
    """
    for step in range(version, current):
        fields = migrations[kind, step](fields)
    return fields


def _with(fields: Document, name: str, value: object) -> Document:
    """Return fields with one that their version didn't have."""
    if name in fields:
        raise TypeError(name)
    return {**fields, name: value}
