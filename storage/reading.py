"""From the lines of a session's files to the campaign's entries."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf

from campaign.events import Entry, Event, Unreadable
from storage import codec
from storage.lines import Damaged, Line, Scan
from storage.strands import Found

_SHOWN = 4000
"""How much of an unreadable line an entry holds, in bytes; the file keeps it whole."""
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When an unreadable line was written, if no line before it says."""
_PASSED = "un événement dont le numéro est déjà passé"


@dataclass(frozen=True, slots=True)
class Reading:
    """The entries of a session.

    Attributes:
        entries: in the order in which they were written, the unreadable ones among them.
        unreadable: the places of the lines that can't be read, in French: "12", "3 des secrets".
        missing: the ranges of numbers that no line has, first and last; none where secrets were not looked at.
        last: the highest number given up to the end of the session.
        emptied: the files without any event, by whether they are the secret one.
    """

    entries: tuple[Entry, ...]
    unreadable: tuple[str, ...]
    missing: tuple[tuple[int, int], ...]
    last: int
    emptied: tuple[bool, ...]


@dataclass(slots=True)
class _Told:
    """What a line says.

    Attributes:
        line: the line.
        secret: whether it is of the secret file.
        place: its place in its group, and how many lines the group has.
        at: when it was written.
        event: what happened, or why that can't be read.
        number: its own number; 0 when it can't be read and has none that fits where it stands.
        ahead: the number of the next line of its file that has one, infinite after the last.
    """

    line: Line
    secret: bool
    place: tuple[int, int]
    at: datetime
    event: Event
    number: int
    ahead: float = inf

    @property
    def is_readable(self) -> bool:
        return not isinstance(self.event, Unreadable)

    @property
    def where(self) -> str:
        return where(self.line, secret=self.secret)


def where(line: Line, *, secret: bool) -> str:
    """Return the place of a line in French: "12", "3 des secrets"."""
    return f"{line.number}{' des secrets' if secret else ''}"


def read(found: Found, session: int, after: int, before: int | None = None) -> Reading:
    """Return the entries of a session's files, whose events come after number `after`.

    An unreadable line keeps its own number where it still has one that fits, or gets one that is missing where it
    stands, or else shares that of the line before it. The next session begins at number `before`, if there is one.
    """
    strands = [_tell(scan, after, before or inf, secret=secret) for secret, scan in found]
    entries: list[Entry] = []
    missing: list[tuple[int, int]] = []
    last, at = after, _NEVER
    for each, number in _in_order(strands, after):
        if number > last + 1:
            missing.append((last + 1, number - 1))
        last, at = number, each.at if each.is_readable else at
        entries.append(Entry(number, session, at, each.event, each.place, each.secret))
    return Reading(
        tuple(entries),
        tuple(each.where for strand in strands for each in strand if not each.is_readable),
        tuple(missing) if found.is_whole else (),
        last,
        tuple(secret for secret, scan in found if not scan.lines),
    )


def _in_order(strands: Sequence[Sequence[_Told]], after: int) -> Iterator[tuple[_Told, int]]:
    """Yield the lines of all files in the order in which they were written, each with the number it gets."""
    left = [deque(strand) for strand in strands]
    last = after
    while left := [strand for strand in left if strand]:
        left.sort(key=lambda strand: (strand[0].ahead, not strand[0].is_readable, strand[0].secret))
        first, *others = left
        if first[0].number > last + 1 and others and not others[0][0].number:
            first, others = others[0], [first]  # what can't be read may be what is missing here
        each = first.popleft()
        if each.number > last:
            last = each.number
        elif each.number:  # both files have it
            _give_up(each, _PASSED)
        elif last + 1 < min([each.ahead, *(strand[0].ahead for strand in others)]):
            last += 1
        yield each, last


def _tell(scan: Scan, after: int, before: float, *, secret: bool) -> list[_Told]:
    """Return what the lines of one file say, in their order."""
    lines = []
    last = after
    for line in scan.lines:
        # A group is never longer than its file, so that nobody ever looks for a million events.
        place = line.group if line.group[1] <= len(scan.lines) else (1, 1)
        each = _Told(line, secret, place, _NEVER, Unreadable("", ""), 0)
        try:
            if line.record is None:
                raise Damaged(line.why)
            if line.sequence <= last:
                raise Damaged(_PASSED)
            each.at, each.event = codec.when(line.record), codec.event(line.record)
            each.number = last = line.sequence
        except Damaged as damage:
            _give_up(each, str(damage))
        lines.append(each)
    _place(lines, after, before)
    return lines


def _place(lines: Sequence[_Told], after: int, before: float) -> None:
    """Give the unreadable lines of one file their own numbers where these fit, and each line the next number."""
    ahead = before
    for each in reversed(lines):
        each.ahead = ahead
        ahead = each.number or ahead
    last = after
    for each in lines:
        if not each.number and last < each.line.sequence < each.ahead:
            each.number = each.line.sequence
        last = each.number or last
    ahead = before
    for each in reversed(lines):
        each.ahead = ahead = each.number or ahead


def _give_up(each: _Told, why: str) -> None:
    """Let a line say nothing but why it can't be read."""
    text = each.line.text[: _SHOWN + 1].decode(errors="replace")
    if len(each.line.text) > _SHOWN:
        text = text[:_SHOWN] + "…"
    each.event = Unreadable(text, f"ligne {each.where} : {why}")
