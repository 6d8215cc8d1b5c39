"""The sessions of a campaign one at a time, and what is kept of each beside them: `index/0012.json`.

What is kept is a cache. It says which bytes of which files it was made from, and serves only while they are there.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from campaign.events import Entry
from campaign.history.index import SessionIndex
from campaign.history.packed import Packed
from campaign.history.rolls import RollColumns
from campaign.refusals import JournalError
from campaign.state import State
from campaign.text import is_inert
from campaign.words import KINDS
from rules.tableau import Gravity
from storage import codec, kept_base
from storage.disk import Disk, put
from storage.layout import KEPT, folder_for, kept_path, session_files
from storage.lines import Damaged
from storage.past import Files, first_of_next, read_session
from storage.skimming import skimmed
from storage.snapshot import Coverage, Covered, is_covered
from storage.strands import contents

EDITION = 3
"""Raised when an index has other columns, or tells an event in other words: those of before are made again."""
_STRANDS = 2


class _Kept(msgspec.Struct):
    """The file of a session's index: the columns of `SessionIndex`, where they come from, and the state at the end."""

    edition: int
    covered: tuple[Covered | None, Covered | None]
    began: datetime | None
    ended: datetime | None
    present: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    sequences: list[int]
    minutes: list[int]
    kinds: bytes
    gravities: bytes
    people: list[int]
    abouts: list[int]
    secret: bytes
    lines: list[str]
    words: list[str]
    rollers: tuple[str, ...]
    rolls: list[int]
    odds: list[int]
    changing: list[dict[str, Any]]
    state: msgspec.Raw


class SessionShelf:
    """The sessions on disk.

    Args:
        folder: the campaign's.
        disk: the system calls.
        secrets: whether the secret ones are looked at; only then is anything kept.
        may_write: whether anything may be kept.
    """

    def __init__(self, folder: Path, disk: Disk, *, secrets: bool, may_write: bool) -> None:
        self._folder, self._disk = folder, disk
        self._has_secrets, self._may_write = secrets, may_write
        self._files: Files = {}
        self._covered: dict[int, Coverage] = {}  # the files of the sessions that were read
        self._outdated = set[int]()  # the sessions of which what is kept no longer holds

    def sessions(self) -> tuple[int, ...]:
        """Return the numbers of the sessions that there are, in order.

        Raises:
            JournalError: they can't be listed.
        """
        self._files = session_files(self._folder, secrets=self._has_secrets)
        return tuple(self._files)

    def first(self, session: int) -> int | None:
        """Return the number of the first event of a session, without reading the others; None if it isn't said.

        Raises:
            JournalError: it can't be read.
        """
        return first_of_next(self._files, session - 1, self._disk)

    def read(self, session: int, after: int) -> tuple[Entry, ...]:
        """Return the entries of a session, in order, the first of which comes after number `after`.

        Raises:
            JournalError: they can't be read.
        """
        reading, covered = read_session(self._files, session, after, self._disk)
        self._covered[session] = covered
        return reading.entries

    def skim(self, session: int) -> tuple[Entry, ...]:
        """Return those entries of a session that say of what it is and what it makes of others, in order.

        Raises:
            JournalError: they can't be read.
        """
        return skimmed(contents(self._files[session], self._disk), session)

    def kept_index(self, session: int) -> SessionIndex | None:
        """Return the index that is kept of a session; None if none is, or its files are no longer what they were."""
        kept = self._load(session)
        if kept is None:
            return None
        with suppress(ValueError, KeyError, TypeError, IndexError, OverflowError, OSError):
            if self._is_of_now(session, kept):
                return _index(session, kept)
        self._outdated.add(session)
        return None

    def kept_state(self, session: int) -> State | None:
        """Return the state that is kept with the index of a session: at its end, by what was known then.

        None serves where that session, or one before it, is no longer what it was then.
        """
        if any(outdated <= session for outdated in self._outdated):
            return None
        kept = self._load(session)
        try:
            return None if kept is None else codec.state_of(msgspec.json.decode(kept.state))
        except (ValueError, TypeError):
            return None

    def keep(self, index: SessionIndex, after: State) -> None:
        """Keep the index of a session that was read, and the state at its end, where that can be.

        What is kept of later sessions goes: their states were made from another one.
        """
        covered = self._covered.get(index.session, ())
        if not (self._has_secrets and self._may_write) or len(covered) != _STRANDS:
            return
        with suppress(JournalError, OSError):  # what can't be kept is made again
            folder_for(self._folder / KEPT, self._disk)
            for later in filter(index.session.__lt__, self._files):
                self._disk.remove(kept_path(self._folder, later))
            data = msgspec.json.encode(_kept(index, covered, after))
            put(self._disk, kept_path(self._folder, index.session), _sealed(data))
            self._outdated.discard(index.session)

    def kept_base(self, known: State, changing: Sequence[Entry]) -> State | None:
        """Return the state that is kept of the time before a session, as entries written in it make it."""
        if not self._has_secrets:
            return None
        return kept_base.kept_base(self._folder, self._disk, known, changing)

    def keep_base(self, known: State, changing: Sequence[Entry], state: State) -> None:
        """Keep what `kept_base` is to return, where that can be; only the last one is kept."""
        if self._has_secrets and self._may_write:
            kept_base.keep_base(self._folder, self._disk, known, changing, state)

    def _load(self, session: int) -> _Kept | None:
        """Return what is kept of a session; None for what can't be read, or what another edition kept."""
        if not self._has_secrets:
            return None
        try:
            data = self._disk.read(kept_path(self._folder, session))
            kept = msgspec.json.decode(_unsealed(data), type=_Kept)
        except (OSError, ValueError):
            return None
        return kept if kept.edition == EDITION else None

    def _is_of_now(self, session: int, kept: _Kept) -> bool:
        written = self._disk.status(kept_path(self._folder, session)).st_ctime_ns
        return is_covered(self._files[session], kept.covered, written, self._disk)


def _kept(index: SessionIndex, covered: Coverage, after: State) -> _Kept:
    public, secret = covered
    return _Kept(
        EDITION,
        (public, secret),
        index.began,
        index.ended,
        index.present,
        index.names,
        index.sequences.tolist(),
        index.minutes.tolist(),
        index.kinds,
        index.gravities,
        index.people.tolist(),
        index.abouts.tolist(),
        index.secret,
        list(index.lines),
        list(index.words),
        index.rolls.people,
        index.rolls.rolls.tolist(),
        index.rolls.odds.tolist(),
        [
            {"n": each.sequence, "g": each.place, "s": each.secret, **codec.document(each)}
            for each in index.changing
        ],
        msgspec.Raw(msgspec.json.encode(codec.state_document(after))),
    )


def _index(session: int, kept: _Kept) -> SessionIndex:
    """Return the index that is kept.

    Raises:
        ValueError: it isn't one.
    """
    columns = (kept.minutes, kept.kinds, kept.gravities, kept.people, kept.abouts, kept.secret)
    count = len(kept.sequences)
    rolls = RollColumns(session, kept.rollers, array("q", kept.rolls), array("q", kept.odds))
    texts = (
        *kept.rollers,
        *kept.present,
        *kept.lines,
        *kept.words,
        *(name for _, name in kept.names),
    )
    if (
        any(len(each) != count for each in (*columns, kept.lines, kept.words))
        or max(kept.kinds) >= len(KINDS)
        or max(kept.gravities) > len(Gravity)
        or not all(0 <= each <= len(kept.names) for each in kept.people)
        or not rolls.is_whole
        or not is_inert("".join(texts))
    ):
        raise Damaged("un index qui n’en est pas un")
    return SessionIndex(
        session,
        kept.began,
        kept.ended,
        kept.present,
        kept.names,
        array("q", kept.sequences),
        array("q", kept.minutes),
        kept.kinds,
        kept.gravities,
        array("I", kept.people),
        array("q", kept.abouts),
        kept.secret,
        Packed.of(kept.lines),
        Packed.of(kept.words),
        rolls,
        tuple(_entry(session, each) for each in kept.changing),
    )


def _entry(session: int, document: dict[str, Any]) -> Entry:
    record = dict(document)
    number, (index, count), secret = record.pop("n"), record.pop("g"), record.pop("s")
    event = codec.event({"n": number, **record})
    return Entry(number, session, codec.when(record), event, (index, count), secret)


def _sealed(data: bytes) -> bytes:
    return b"%08x %b\n" % (zlib.crc32(data), data)


def _unsealed(data: bytes) -> bytes:
    """Return what `_sealed` was given.

    Raises:
        ValueError: it is no longer that.
    """
    checksum, _, rest = data.partition(b" ")
    if int(checksum, 16) != zlib.crc32(rest[:-1]):
        raise Damaged("un index abîmé")
    return rest[:-1]
