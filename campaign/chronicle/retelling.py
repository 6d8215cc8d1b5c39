"""What counts of a campaign, evening by evening: read twice, so that no more than one evening is ever in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from campaign.events import (
    CampaignCreated,
    Entry,
    EventMarked,
    EventRevealed,
    NoteWritten,
    OfThePast,
    SessionClosed,
    Unreadable,
)
from campaign.past import Past, counting, placed, told_late

Evenings = Iterable[Sequence[Entry]]
"""The entries of each session, in order; whoever iterates it again reads them again."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A session as it counts.

    Attributes:
        session: its number.
        began: when its first event was written, with its zone.
        ended: when its last one was, but for its closing, which may come with the next evening.
        entries: what counts of it, as it counts, in the order in which it happened.
    """

    session: int
    began: datetime
    ended: datetime
    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, written: Sequence[Entry], counted: Sequence[Entry]) -> Evening | None:
        """Return the session of which `written` is written and `counted` counts; None if nothing happened in it."""
        played = [entry for entry in written if _is_played(entry)]
        if not played:
            return None
        return cls(written[0].session, played[0].at, played[-1].at, tuple(counted))


class Retelling:
    """What counts of a campaign. What is written to it meanwhile is left out.

    It knows what it is given: from public entries alone it tells what everyone may know, and a secret that was
    revealed where it happened.

    Attributes:
        name: the campaign's name, empty where no entry says it.
        past: how its entries count.
        begun: when each session began, by number; those in which something happened.
        has_secrets: whether something in it is the Gardien de la Clef's own.
    """

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings
        self.name = ""
        self.begun: dict[int, datetime] = {}
        self._first: dict[int, int] = {}
        self._last = 0
        self._quoted: set[int] = set()
        changing: list[Entry] = []
        secrets: list[Entry] = []
        for entries in evenings:
            for entry in entries:
                self._take_in(entry)
                if isinstance(entry.event, OfThePast | EventMarked):
                    changing.append(entry)
                elif entry.secret:
                    secrets.append(entry)
        self.past = Past.of(changing)
        self.has_secrets = any(map(self.past.is_secret, secrets))
        self._told = told_late(changing)
        ends = [after for _, after in pairwise(self._first.values())]
        self._spans = {
            session: range(first, end)
            for (session, first), end in zip(
                self._first.items(), [*ends, self._last + 1], strict=True
            )
        }

    def evenings(self) -> Iterator[tuple[Evening, Mapping[int, Entry]]]:
        """Yield each evening, with the entries that a note has quoted until its end, by sequence number."""
        quoted: dict[int, Entry] = {}
        for entries in self._evenings:
            written = [entry for entry in entries if entry.sequence <= self._last]
            if not written:
                continue
            counted = tuple(counting(self._in_place(written), self.past))
            quoted |= {each.sequence: each for each in counted if each.sequence in self._quoted}
            if (evening := Evening.of(written, counted)) is not None:
                yield evening, quoted

    def _take_in(self, entry: Entry) -> None:
        self._last = max(self._last, entry.sequence)
        self._first.setdefault(entry.session, entry.sequence)
        if _is_played(entry):
            self.begun.setdefault(entry.session, entry.at)
        match entry.event:
            case CampaignCreated(name):
                self.name = self.name or name
            case NoteWritten(about=int() as about):
                self._quoted.add(about)
            case EventRevealed(event=NoteWritten(about=int() as about)):
                self._quoted.add(about)

    def _in_place(self, written: Sequence[Entry]) -> Sequence[Entry]:
        """Return the entries of a session, with what was revealed of others later where these stood."""
        span = self._spans.get(written[0].session, range(0))
        of_then = {target: entry for target, entry in self._told.items() if target in span}
        return placed(written, of_then)


def _is_played(entry: Entry) -> bool:
    """Return whether an entry is of an evening, and says when it happened."""
    return not isinstance(entry.event, CampaignCreated | SessionClosed | Unreadable)
