"""A campaign that is made again from a JSON document (`storage.interchange`): checked whole, then written."""

from __future__ import annotations

import shutil
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from pathlib import Path

import msgspec

from campaign.events import Entry, Unreadable
from campaign.text import clean, clean_name
from storage.disk import Disk, put
from storage.faults import told
from storage.importing import Document, bad, decoded
from storage.interchange import BYTES, UNREADABLE
from storage.journal import header
from storage.layout import SECRETS, SESSIONS, new_session
from storage.lines import LAST_NUMBER, Line, Scan, encoded, scan, seal, sealed
from storage.reading import Reading, read, where
from storage.recomputing import Replay
from storage.strands import Found

_LAST_SESSION = 99_999
_CREATION = "campagne"
"""The type of the event that says a campaign's name."""


class _Session(msgspec.Struct, forbid_unknown_fields=True):
    seance: int
    premier: int
    evenements: list[msgspec.Raw]
    secrets: list[msgspec.Raw] = []


class _Campaign(msgspec.Struct, forbid_unknown_fields=True):
    gardien: str
    format: int
    nom: str
    seances: list[_Session]


@dataclass(frozen=True, slots=True)
class Contents:
    """What a campaign that is imported holds.

    Attributes:
        sessions: how many sessions.
        events: how many events, the secret ones among them.
        secrets: how many of these are secret.
        unreadable: how many lines that can't be read, which are kept as they are.
        first: when the first event was written.
        last: when the last one was.
        characters: the names of the company at the end, and of those set aside.
    """

    sessions: int
    events: int
    secrets: int
    unreadable: int
    first: datetime
    last: datetime
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _File:
    """A file of a session: its bytes, and for each line whether the document says that it can't be read."""

    data: bytes
    unreadable: tuple[bool, ...]


class ImportedCampaign:
    """The campaign of a document, checked: its lines can be read, and say what the rules make of what came before.

    Args:
        source: the document.
        name: what the campaign is called from now on; None to keep its name.

    Attributes:
        name: what it is called.
        contents: what it holds.

    Raises:
        JournalError: it can't be a campaign.
        Refused: its name can't be one.
    """

    def __init__(self, source: Document, name: str | None = None) -> None:
        self._path = source.path
        whole = decoded(source.path, source.data, _Campaign)
        self._sessions = whole.seances
        self.name = clean_name(whole.nom if name is None else name, "nom")
        numbers = [each.seance for each in self._sessions]
        if numbers != sorted(set(numbers)) or not all(0 < n <= _LAST_SESSION for n in numbers):
            raise bad(self._path, f"ses séances ne se suivent pas, de 1 à {_LAST_SESSION}")
        self.contents = self._check()

    def write(self, folder: Path, disk: Disk) -> None:
        """Write the campaign into a new folder.

        Raises:
            JournalError: it can't be written.
        """
        with told(folder):
            shutil.rmtree(folder, ignore_errors=True)
            disk.make_folder(folder)
            disk.make_folder(folder / SESSIONS)
            if any(each.secrets for each in self._sessions):
                disk.make_folder(folder / SECRETS)
            for session in self._sessions:
                files = self._files(session)
                for strand, file in zip(new_session(folder, session.seance), files, strict=True):
                    if file is not None:
                        put(disk, strand.path, file.data)

    def _check(self) -> Contents:
        """Play the campaign over; return what it holds."""
        replay, last, unreadable = Replay(), 0, 0
        entries: list[Entry] = []
        for session, after in zip_longest(self._sessions, self._sessions[1:]):
            reading = self._read(session, last, after)
            last = reading.last
            if reading.unreadable:
                replay.is_whole = False
            for entry in reading.entries:
                if wrong := replay.add(entry):
                    raise self._wrong(session, f"événement {entry.sequence} : {wrong[0]}")
            unreadable += len(reading.unreadable)
            entries += [each for each in reading.entries if not isinstance(each.event, Unreadable)]
        if all(entry.secret for entry in entries):
            raise bad(self._path, "il ne contient aucun événement public")
        return Contents(
            sum(bool(each.evenements or each.secrets) for each in self._sessions),
            len(entries),
            sum(entry.secret for entry in entries),
            unreadable,
            entries[0].at,
            entries[-1].at,
            tuple(clean(each.name) for each in replay.state.characters.values()),
        )

    def _read(self, session: _Session, last: int, after: _Session | None) -> Reading:
        """Return what a session says, the first event of which comes after number `last`."""
        files = self._files(session)
        public, secrets = scans = [scan(file.data) if file else None for file in files]
        is_next = after is not None and after.seance == session.seance + 1 and after.evenements
        before = after.premier if after is not None and is_next else None
        reading = read(Found(public, secrets), session.seance, last, before)
        for secret, (file, found) in enumerate(zip(files, scans, strict=True)):
            if file and found:
                self._check_lines(session, file, found, reading, secret=bool(secret))
        for first, end in reading.missing:
            numbers = f"l’événement {first}" if first == end else f"les événements {first} à {end}"
            raise self._wrong(
                session,
                f"il manque {numbers}, comme dans un export pour les joueurs ou d’une seule séance",
            )
        return reading

    def _check_lines(
        self, session: _Session, file: _File, found: Scan, reading: Reading, *, secret: bool
    ) -> None:
        """Make sure that the lines of a file can be read, but for those of which the document says that they can't."""
        if found.torn:
            raise self._wrong(session, "la suite de ses derniers événements manque")
        first = found.lines[0].sequence
        if not secret and first not in (0, session.premier):
            raise self._wrong(session, f"son premier événement n’est pas le {session.premier}")
        unreadable = set(reading.unreadable)
        for line, is_said in zip(found.lines, file.unreadable, strict=True):
            place = where(line, secret=secret)
            if (place in unreadable) is not is_said:
                why = "dit illisible, il peut être lu" if is_said else _why(reading, place)
                raise self._wrong(session, f"{_named(line, secret=secret)} : {why}")

    def _files(self, session: _Session) -> tuple[_File | None, _File | None]:
        """Return the public and the secret file of a session; None for one that has no lines."""
        return (
            self._file(session, session.evenements) if session.evenements else None,
            self._file(session, session.secrets) if session.secrets else None,
        )

    def _file(self, session: _Session, events: Sequence[msgspec.Raw]) -> _File:
        records = [self._record(session, place, raw) for place, raw in enumerate(events, 1)]
        lines, unreadable = [], []
        for place, record in enumerate(records, 1):
            is_unreadable = UNREADABLE in record or BYTES in record
            unreadable.append(is_unreadable)
            try:
                lines.append(_kept(record) if is_unreadable else sealed(encoded(record)))
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise self._wrong(session, f"sa ligne {place} ne peut pas être lue") from error
        first = session.premier
        if events is not session.evenements:
            numbers = [number for each in records if type(number := each.get("n")) is int]
            first = numbers[0] if numbers else first
        if not 0 < first <= LAST_NUMBER:
            raise self._wrong(session, "le numéro de son premier événement est impossible")
        return _File(seal(header(session.seance, first)) + b"".join(lines), tuple(unreadable))

    def _record(self, session: _Session, place: int, raw: msgspec.Raw) -> dict[str, object]:
        try:
            record = msgspec.json.decode(raw, type=dict[str, object])
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._wrong(session, f"sa ligne {place} ne peut pas être lue") from error
        if "crc" in record:
            raise self._wrong(
                session, f"sa ligne {place} a une somme de contrôle, qui n’est que du journal"
            )
        if record.get("type") == _CREATION:
            record["name"] = self.name
        return record

    def _wrong(self, session: _Session, what: str) -> Exception:
        return bad(self._path, f"séance {session.seance}, {what}")


def _kept(record: dict[str, object]) -> bytes:
    """Return a line that can't be read, as it was. Raises ValueError, TypeError or KeyError: it isn't one."""
    ((kind, value),) = record.items()
    if not isinstance(value, str):
        raise TypeError(value)
    line = b64decode(value, validate=True) if kind == BYTES else value.encode()
    if b"\n" in line:
        raise ValueError(line)
    return line + b"\n"


def _why(reading: Reading, place: str) -> str:
    """Return why a line can't be read."""
    start = f"ligne {place} : "
    unreadable = (each.event for each in reading.entries)
    reasons = (event.why for event in unreadable if isinstance(event, Unreadable))
    return next(why.removeprefix(start) for why in reasons if why.startswith(start))


def _named(line: Line, *, secret: bool) -> str:
    """Return how a line of a document is found again: by its event's number, or else its place in its list."""
    if line.sequence:
        return f"événement {line.sequence}"
    return f"ligne {line.number - 1} de ses {'secrets' if secret else 'événements'}"
