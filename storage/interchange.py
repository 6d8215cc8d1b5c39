"""A campaign as one JSON document, from which it can be made again: the lines of its sessions, each event on its own.

    {"gardien":"campagne","format":1,"nom":"Brume","seances":[
    {"seance":1,"premier":1,"evenements":[
    {"n":1,"v":1,"at":"2026-03-14T20:00:41+01:00","type":"campagne","name":"Brume",…},
    …],"secrets":[
    {"n":31,…}]}]}

An event has the fields of its line in the journal (`storage.codec`) without the checksum: `n` its number, `g` its place
among those of its command, `v` and `type` its kind, `at` its time. `secrets` holds those that only the GC may read; a
session without any, or told without them, has no such list. A line that can't be read is kept: `{"illisible":"…"}`, or
`{"octets":"…"}`, in base64, where it isn't text.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

from campaign.events import Entry
from storage.disk import Disk
from storage.importing import CAMPAIGN, DOCUMENT_FORMAT
from storage.layout import session_files
from storage.lines import Line, Scan, encoded
from storage.past import Files, first_of_next, read_session
from storage.reading import read, where
from storage.strands import contents, found_in
from storage.summary import summary

UNREADABLE, BYTES = "illisible", "octets"

_OBEYED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What JSON lets through and a terminal obeys, or a reader takes for the end of a line."""


class Evenings:
    """The entries of a campaign's sessions, one session after the other, read anew by each iteration.

    Args:
        folder: the campaign's.
        disk: the system calls.
        public: whether its secrets are left out, and not even looked at.

    Attributes:
        sessions: the numbers of the sessions there are.

    Raises:
        JournalError: they can't be read.
    """

    def __init__(self, folder: Path, disk: Disk, *, public: bool) -> None:
        self._disk = disk
        self._files = session_files(folder, secrets=not public)
        self.sessions = tuple(self._files)

    def __iter__(self) -> Iterator[tuple[Entry, ...]]:
        last = 0
        for session in self._files:
            reading, _ = read_session(self._files, session, last, self._disk)
            last = reading.last
            yield reading.entries


def exported(
    folder: Path, disk: Disk, *, public: bool = False, only: int | None = None
) -> Iterator[bytes]:
    """Yield a campaign as a JSON document, a session at a time; or with the session numbered `only` alone.

    Raises:
        JournalError: it can't be read.
    """
    files = session_files(folder, secrets=not public)
    name = summary(folder, disk).name
    head = json({"gardien": CAMPAIGN, "format": DOCUMENT_FORMAT, "nom": name, "seances": []})
    yield head.removesuffix(b"]}")
    last, separator = 0, b"\n"
    for session in files:
        written, last = _session(files, session, last, disk)
        if written and only in (None, session):
            yield separator + written
            separator = b",\n"
    yield b"]}\n"


def json(value: object) -> bytes:
    """Return a value as JSON on one line, without what a terminal would obey."""
    text = encoded(value).decode()
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()


def _session(files: Files, session: int, after: int, disk: Disk) -> tuple[bytes, int]:
    """Return a session's part of the document, empty if it has no lines, and the number of its last event."""
    found = found_in(contents(files[session], disk))
    reading = read(found, session, after, first_of_next(files, session, disk))
    unreadable = set(reading.unreadable)
    public, secrets = _lines(found.public, unreadable), _lines(found.secret, unreadable, True)
    if not public and not secrets:
        return b"", reading.last
    head = json({"seance": session, "premier": _first(found.public, after), "evenements": []})
    written = b"%b%b]" % (head.removesuffix(b"]}"), public)
    return written + (b',"secrets":[%b]}' % secrets if secrets else b"}"), reading.last


def _lines(scan: Scan | None, unreadable: set[str], secret: bool = False) -> bytes:
    """Return the lines of a file of a session, each on its own; empty if there are none."""
    if scan is None or not scan.lines:
        return b""
    written = (
        _unreadable(line) if where(line, secret=secret) in unreadable else json(line.record)
        for line in scan.lines
    )
    return b"\n" + b",\n".join(written)


def _unreadable(line: Line) -> bytes:
    try:
        return json({UNREADABLE: line.text.decode()})
    except UnicodeDecodeError:
        return json({BYTES: b64encode(line.text).decode()})


def _first(public: Scan | None, after: int) -> int:
    """Return the number of a session's first event, as its first line says, or else its header, or the next line."""
    if public is None or not public.lines:
        return after + 1
    said = public.header.get("premier") if public.header else None
    if not public.lines[0].sequence and type(said) is int and said > 0:
        return said
    return next((line.sequence for line in public.lines if line.sequence), after + 1)
