"""A session's files at a glance: the lines that say how others count or how sessions are read, and the secret rolls.

Every other line goes by unread, twenty times as quickly. So a line that isn't what was written counts for nothing
here: whoever reads the session itself says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import get_args

from campaign.events import (
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventMarked,
    OfThePast,
)
from campaign.history.chapters import is_played
from campaign.session_events import OfSessions
from storage import codec
from storage.lines import Damaged, line_of
from storage.strands import Contents


def _marks(*kinds: type[Event]) -> re.Pattern[bytes]:
    """Return what finds the lines of some types of events. No text that was typed holds it: quotes are escaped."""
    names = (name for name, (event, _) in codec.TYPES.items() if event in kinds)
    return re.compile(b'"type":"(?:%b)"' % "|".join(map(re.escape, names)).encode())


_CHANGING = (*get_args(OfThePast), EventMarked, *get_args(OfSessions))
_PUBLIC = _marks(*_CHANGING)
_SECRET = _marks(*_CHANGING, DepassementResolved, EffectRuled)


def skimmed(held: Contents, session: int) -> tuple[Entry, ...]:
    """Return some of the entries of a session's files that hold this, in order; see `campaign.ports.Shelf.skim`."""
    entries: dict[int, Entry] = {}
    for secret, content in enumerate(held):
        if content is not None:
            for entry in _entries(content.data, session, secret=bool(secret)):
                entries.setdefault(entry.sequence, entry)
    return tuple(entries[number] for number in sorted(entries))


def _entries(data: bytes, session: int, *, secret: bool) -> Iterator[Entry]:
    for start in _beginning(data):
        if (entry := _entry(data, start, session, secret=secret)) is not None:
            yield entry
            if is_played(entry):
                break
    for found in (_SECRET if secret else _PUBLIC).finditer(data):
        start = data.rfind(b"\n", 0, found.start()) + 1
        if (entry := _entry(data, start, session, secret=secret)) is not None:
            yield entry
    last = _entry(data, data.rstrip(b"\n").rfind(b"\n") + 1, session, secret=secret)
    if last is not None:
        yield last


def _beginning(data: bytes) -> Iterator[int]:
    """Yield where each line begins."""
    start = 0
    while start < len(data):
        yield start
        end = data.find(b"\n", start)
        start = len(data) if end < 0 else end + 1


def _entry(data: bytes, start: int, session: int, *, secret: bool) -> Entry | None:
    """Return what the line that begins there tells; None if it tells no event."""
    end = data.find(b"\n", start)
    line = line_of(0, start, data[start : None if end < 0 else end])
    if line.record is not None and "gardien" not in line.record:
        with suppress(Damaged):
            event, at = codec.event(line.record), codec.when(line.record)
            return Entry(line.sequence, session, at, event, line.group, secret)
    return None
