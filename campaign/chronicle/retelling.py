"""What counts of a campaign, chapter by chapter: read twice, so that no more than one is ever in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from campaign.events import (
    CampaignCreated,
    Entry,
    EventMarked,
    EventRevealed,
    NoteWritten,
    OfThePast,
)
from campaign.history.chapters import Chapter, Sessions, is_played
from campaign.past import Past, counting, placed, told_late
from campaign.session_events import SessionOpened, SessionReopened

Evenings = Iterable[Sequence[Entry]]
"""The entries of each session, in order; whoever iterates it again reads them again."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A chapter as it counts.

    Attributes:
        chapter: which one.
        length: for how long it was played, but for the time between its sessions.
        entries: what counts of it, as it counts, in the order in which it happened.
    """

    chapter: Chapter
    length: timedelta
    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, chapter: Chapter, written: Sequence[Entry], past: Past) -> Evening:
        """Return a chapter of which `written` is written, with what was told of it later where that happened."""
        return cls(chapter, _length(written), tuple(counting(written, past)))


class Retelling:
    """What counts of a campaign. What is written to it meanwhile is left out.

    It knows what it is given: from public entries alone it tells what everyone may know, and a secret that was
    revealed where it happened.

    Attributes:
        name: the campaign's name, empty where no entry says it.
        past: how its entries count.
        chapters: its sessions as they are read; those in which something was played.
        has_secrets: whether something in it is the Gardien de la Clef's own.
    """

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings
        self.name = ""
        self._last = 0
        self._quoted: set[int] = set()
        sessions = Sessions()
        changing: list[Entry] = []
        secrets: list[Entry] = []
        for entries in evenings:
            for entry in entries:
                self._take_in(entry)
                sessions.take_in(entry)
                if isinstance(entry.event, OfThePast | EventMarked):
                    changing.append(entry)
                elif entry.secret:
                    secrets.append(entry)
        self.past = Past.of(changing)
        self.has_secrets = any(map(self.past.is_secret, secrets))
        self.chapters = sessions.chapters(self.past.undone)
        self._told = told_late(changing)

    def evenings(self) -> Iterator[tuple[Evening, Mapping[int, Entry]]]:
        """Yield each chapter, with the entries that a note has quoted until its end, by sequence number."""
        quoted: dict[int, Entry] = {}
        for chapter, written in self._written():
            counted = tuple(counting(self._in_place(chapter, written), self.past))
            quoted |= {each.sequence: each for each in counted if each.sequence in self._quoted}
            yield Evening(chapter, _length(written), counted), quoted

    def _take_in(self, entry: Entry) -> None:
        self._last = max(self._last, entry.sequence)
        match entry.event:
            case CampaignCreated(name):
                self.name = self.name or name
            case NoteWritten(about=int() as about):
                self._quoted.add(about)
            case EventRevealed(event=NoteWritten(about=int() as about)):
                self._quoted.add(about)

    def _written(self) -> Iterator[tuple[Chapter, Sequence[Entry]]]:
        """Yield each chapter with all that was written of it; as soon as it is whole, so that it is held alone."""
        left, held = deque(self.chapters), list[Entry]()
        for entries in self._evenings:
            for entry in entries:
                while left and left[0].last < entry.sequence <= self._last:
                    yield left.popleft(), held
                    held = []
                if left and left[0].first <= entry.sequence <= left[0].last:
                    held.append(entry)
            if left and held and held[-1].sequence == left[0].last:
                yield left.popleft(), held
                held = []
        for chapter in left:
            yield chapter, held
            held = []

    def _in_place(self, chapter: Chapter, written: Sequence[Entry]) -> Sequence[Entry]:
        """Return the entries of a chapter, with what was revealed of others later where these stood."""
        span = range(chapter.first, chapter.last + 1)
        of_then = {target: entry for target, entry in self._told.items() if target in span}
        return placed(written, of_then)


def _length(written: Iterable[Entry]) -> timedelta:
    """Return for how long a chapter was played; its sessions may be days apart, and so may be what was re-opened."""
    length = timedelta()
    began: datetime | None = None
    ended: datetime | None = None
    for entry in written:
        if isinstance(entry.event, SessionOpened | SessionReopened):
            length += ended - began if began and ended else timedelta()
            began = ended = entry.at if isinstance(entry.event, SessionReopened) else None
        elif is_played(entry):
            began, ended = began or entry.at, entry.at
    return length + (ended - began if began and ended else timedelta())
