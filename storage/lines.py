"""The lines of a session's file: each a JSON object that ends with the checksum of what stands before it.

A file begins with a header, `{"gardien":"journal","format":2,"seance":2,"premier":57,"crc":"…"}`, whose shape every
format keeps. Each event is then a line `{"n":57,"v":1,"at":"…","type":"…",…,"crc":"…"}`. The events of one command
carry their place in their group, `"g":[1,2]` then `"g":[2,2]`: a group whose end is missing was never written.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from campaign.refusals import JournalError, JournalFault

FORMAT = 2
"""The format of the files that this program writes, and the newest that it reads.

Format 2 has secret files beside the public ones, and events that say how earlier ones count. A Gardien that knows
neither would play on from another state, and give new events the numbers of secret ones: it must not open them.
"""
LAST_NUMBER = 2**53
"""No number of a journal is beyond it: what any reader of JSON holds exactly."""

LONGEST_LINE = 1 << 18
"""In bytes: a thousand times what an event is, a hundred times a long note."""
_MOST_LINES = 1 << 19

_SEAL = re.compile(rb',"crc":"([0-9a-f]{8})"}\r?')

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

_FRAME = 128
"""What a line holds beside its fields, in bytes, at most: its number, its place in its group, its checksum."""

Record = Mapping[str, object]
Group = Sequence[tuple[int, bytes]]
"""The events of one command: the number of each, and its fields as a JSON object."""


class Damaged(ValueError):
    """A line that can't be read; its only argument says why, in French."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a session's file.

    Attributes:
        number: its place in the file, from 1.
        start: the offset of its first byte.
        text: its bytes, without the line feed.
        record: what it says; None when it can't be read.
        why: why it can't be read, in French.
    """

    number: int
    start: int
    text: bytes
    record: Record | None
    why: str = ""

    @property
    def sequence(self) -> int:
        """The number of its event, 0 when it can't be read."""
        number = self.record["n"] if self.record else 0
        return number if isinstance(number, int) else 0

    @property
    def group(self) -> tuple[int, int]:
        """Its place in its group, from 1, and how many lines the group has."""
        match self.record and self.record.get("g"):
            case [int(index), int(count)]:
                return index, count
            case _:
                return 1, 1


@dataclass(frozen=True, slots=True)
class Scan:
    """What a session's file holds.

    Attributes:
        header: the first line, if it is a header that can be read.
        lines: the other lines, in order.
        end: the offset after the last whole line; what follows it is torn.
        torn: what follows: a line, or a group, whose writing was interrupted.
        terminated: whether the last whole line has its line feed.
    """

    header: Record | None
    lines: tuple[Line, ...]
    end: int
    torn: bytes
    terminated: bool


def seal(record: Record) -> bytes:
    """Return `record` as a line, with its checksum and its line feed.

    Raises:
        ValueError: a number that JSON doesn't have, or text that UTF-8 doesn't.
    """
    return sealed(encoded(record))


def encoded(record: object) -> bytes:
    """Return `record` as JSON on one line.

    Raises:
        ValueError: a number that JSON doesn't have, or text that UTF-8 doesn't.
    """
    return _ENCODER.encode(record).encode()


def sealed(body: bytes) -> bytes:
    """Return a JSON object as a line, with its checksum and its line feed."""
    begun = body[:-1]
    return b'%b,"crc":"%08x"}\n' % (begun, zlib.crc32(begun))


def unseal(text: bytes) -> dict[str, object]:
    """Return what a line says, without its checksum.

    Raises:
        Damaged: it isn't a line of a journal, or is no longer what was written.
    """
    if len(text) > LONGEST_LINE:
        raise Damaged("une ligne démesurée")
    if not text.strip():
        raise Damaged("ligne vide")
    found = _SEAL.fullmatch(text, max(0, text.rfind(b',"crc":"')))
    if found is None:
        raise Damaged("ligne incomplète ou sans somme de contrôle")
    if int(found[1], 16) != zlib.crc32(memoryview(text)[: found.start()]):
        raise Damaged("la somme de contrôle ne correspond pas, la ligne a été abîmée ou modifiée")
    try:
        record = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Damaged("ce n’est pas du JSON") from None
    if not isinstance(record, dict):
        raise Damaged("ce n’est pas un objet JSON")
    del record["crc"]
    return record


def scan(data: bytes, start: int = 0, first: int = 1) -> Scan:
    """Read the bytes of a session's file, or those from offset `start` on, which is where line `first` begins.

    It is total: whatever can't be read is a line that says so, or torn.
    """
    *whole, rest = data.split(b"\n")
    lines: list[Line] = []
    end = start
    for number, text in enumerate(whole, first):
        lines.append(line_of(number, end, text))
        end += len(text) + 1
    if rest and (last := line_of(first + len(whole), end, rest)).record is not None:
        lines.append(last)
        end += len(rest)
    header = lines.pop(0).record if lines and _is_header(lines[0].record) else None
    if torn := _torn_lines(lines):
        end = lines[-torn].start
        del lines[-torn:]
    whole_end = end - start
    terminated = not whole_end or data[whole_end - 1 : whole_end] == b"\n"
    return Scan(header, tuple(lines), end, data[whole_end:], terminated)


def check_size(data: bytes, path: str) -> None:
    """Refuse a file with more lines than a campaign has: an empty one costs a thousand times its own length.

    Raises:
        JournalError: it has.
    """
    if data.count(b"\n") > _MOST_LINES:
        raise JournalError(JournalFault.TOO_LARGE, path)


def check_readable(group: Group, path: str) -> None:
    """Refuse what could be written and not be read again.

    Raises:
        JournalError: a number, or a line, is too long.
    """
    longest = max(len(fields) for _, fields in group)
    if group[-1][0] > LAST_NUMBER or longest + _FRAME > LONGEST_LINE:
        raise JournalError(JournalFault.TOO_LARGE, path)


def check_format(found: Scan, path: str) -> None:
    """Refuse a file of a newer format.

    Raises:
        JournalError: its header says that it is.
    """
    version = file_format(found)
    if version > FORMAT:
        raise JournalError(JournalFault.NEWER_FORMAT, path, version=version, known=FORMAT)


def file_format(found: Scan) -> int:
    """Return the format that a file's header gives, today's if it gives none."""
    version = found.header.get("format") if found.header else FORMAT
    return version if type(version) is int else FORMAT


def line_of(number: int, start: int, text: bytes) -> Line:
    """Return the line of a file that has this place, offset and text."""
    try:
        record = unseal(text)
        _check(record, number)
    except Damaged as damage:
        return Line(number, start, text, None, str(damage))
    return Line(number, start, text, record)


def _check(record: Record, number: int) -> None:
    if "gardien" in record:
        if number > 1:
            raise Damaged("un en-tête au milieu du fichier")
        return
    sequence, group = record.get("n"), record.get("g", [1, 1])
    if type(sequence) is not int or not 0 < sequence <= LAST_NUMBER:
        raise Damaged("un événement sans son numéro")
    match group:
        case [int(index), int(count)] if 0 < index <= count <= LAST_NUMBER:
            return
    raise Damaged("un groupe mal formé")


def _is_header(record: Record | None) -> bool:
    return record is not None and "gardien" in record


def _torn_lines(lines: list[Line]) -> int:
    """Return how many of the last lines belong to a group whose end is missing."""
    for after, line in enumerate(reversed(lines)):
        if line.record is None:
            continue
        index, count = line.group
        return min(index + after, len(lines)) if index + after < count else 0
    return 0
