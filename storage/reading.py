"""From the lines of a session's file to the campaign's entries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from campaign.events import Entry, Event, Unreadable
from storage import codec
from storage.lines import Damaged, Line, Scan

_SHOWN = 4000
"""How much of an unreadable line an entry holds, in characters; the file keeps it whole."""
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When an unreadable line was written, if no line before it says."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The entries of a session's file.

    Attributes:
        entries: in the order of the lines, the unreadable ones among them.
        unreadable: the places of the lines that can't be read, from 1.
        missing: the ranges of numbers that no line has, first and last.
        last: the highest number given up to the end of the file.
    """

    entries: tuple[Entry, ...]
    unreadable: tuple[int, ...]
    missing: tuple[tuple[int, int], ...]
    last: int


@dataclass(frozen=True, slots=True)
class _Told:
    """What a line says: an event with its number and its time, or why it says nothing."""

    line: Line
    sequence: int
    at: datetime
    event: Event

    @property
    def readable(self) -> bool:
        return not isinstance(self.event, Unreadable)


def read(found: Scan, session: int, after: int, before: int | None = None) -> Reading:
    """Return the entries of a session's file, whose events come after number `after`.

    An unreadable line keeps its own number where it still has one that fits, or gets one that is missing where it
    stands, or else shares that of the line before it. The next session begins at number `before`, if there is one.
    """
    lines = _tell(found, after)
    entries: list[Entry] = []
    missing: list[tuple[int, int]] = []
    last, at = after, _NEVER
    for each, ahead in zip(lines, _numbers_ahead(lines, before), strict=True):
        own = each.line.sequence
        if each.readable or (last < own and (ahead is None or own < ahead)):
            if own > last + 1:
                missing.append((last + 1, own - 1))
            last, at = own, each.at if each.readable else at
        elif ahead is None or last + 1 < ahead:
            last += 1
        entries.append(Entry(last, session, at, each.event))
    unreadable = tuple(each.line.number for each in lines if not each.readable)
    return Reading(tuple(entries), unreadable, tuple(missing), last)


def _tell(found: Scan, after: int) -> list[_Told]:
    lines = []
    for line in found.lines:
        try:
            if line.record is None:
                raise Damaged(line.why)
            if line.sequence <= after:
                raise Damaged("un événement dont le numéro est déjà passé")
            each = _Told(line, line.sequence, codec.when(line.record), codec.event(line.record))
            after = line.sequence
        except Damaged as damage:
            each = _Told(line, 0, _NEVER, _unreadable(line, str(damage)))
        lines.append(each)
    return lines


def _numbers_ahead(lines: list[_Told], ahead: int | None) -> list[int | None]:
    """Return, for each line, the number of the next event that can be read."""
    numbers: list[int | None] = []
    for each in reversed(lines):
        numbers.append(ahead)
        ahead = each.sequence if each.readable else ahead
    return numbers[::-1]


def _unreadable(line: Line, why: str) -> Unreadable:
    text = line.text.decode(errors="replace")
    if len(text) > _SHOWN:
        text = text[:_SHOWN] + "…"
    return Unreadable(text, f"ligne {line.number} : {why}")
