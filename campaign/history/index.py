"""What the list of the sessions, and the search, know of one session: columns, with an item for each of its events."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from campaign.chronicle.story import present
from campaign.events import (
    CharacterAdded,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventCorrected,
    EventMarked,
    HealthChanged,
    NoteWritten,
    OfACharacter,
    OfThePast,
    TurnGiven,
)
from campaign.history.chapters import is_played
from campaign.history.packed import Packed
from campaign.history.rolls import RollColumns
from campaign.narration import line, version_told
from campaign.past import Past, subject, target_of
from campaign.session_events import OfSessions
from campaign.state import State
from campaign.text import fold_case
from campaign.words import KINDS
from rules.tableau import Gravity

Find = Callable[[int], Entry | None]

_KINDS = {event: place for place, event in enumerate(KINDS)}
_GRAVITIES = {gravity: place for place, gravity in enumerate(Gravity, 1)}
MINUTES_OF_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class SessionIndex:
    """A session: as a whole, and a row for each entry of its files, in order.

    Attributes:
        session: its number.
        began: when the first event that was played of it was written; None while there is none.
        ended: when the last one was.
        present: the names of those who were there.
        names: each identity that something happened to, with a name it had.
        sequences: the number of each row's event.
        minutes: when it was written, in its own zone: the day's ordinal × 1440 + the minute of the day.
        kinds: the place of its type in `campaign.words.KINDS`.
        gravities: 1 + the place in `Gravity` of the effect of a roll, or of what was suffered by a ruling or on the
            GC's word; 0 for nothing of the kind.
        people: 1 + the place in `names` of whom it is about; 0 for nobody.
        abouts: the number of the event that it speaks of; 0 for none.
        secret: 1 where it was written for the GC alone.
        lines: what happened, as the log tells it.
        words: the same for searching, as `fold_case` leaves it.
        rolls: its dépassements, for statistics.
        changing: the entries among them that change how others count, or how the sessions are read.
    """

    session: int
    began: datetime | None
    ended: datetime | None
    present: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    sequences: array[int]
    minutes: array[int]
    kinds: bytes
    gravities: bytes
    people: array[int]
    abouts: array[int]
    secret: bytes
    lines: Packed
    words: Packed
    rolls: RollColumns
    changing: tuple[Entry, ...]

    @property
    def first(self) -> int:
        """The number of its first event."""
        return self.sequences[0]

    @property
    def last(self) -> int:
        """The number of its last event."""
        return self.sequences[-1]

    def speaking_of(self, sequence: int) -> list[int]:
        """Return the places of the rows that speak of an event, in order."""
        if sequence not in self.abouts:
            return []
        return [place for place, about in enumerate(self.abouts) if about == sequence]

    def as_counts(self, past: Past, find: Find) -> SessionIndex:
        """Return this index with what was corrected as it counts."""
        places = {
            place: replace(correction, sequence=sequence, event=event.event)
            for sequence, correction in past.corrections.items()
            if self.first <= sequence <= self.last
            and isinstance(event := correction.event, EventCorrected)
            and (place := place_of(self.sequences, sequence)) is not None
        }
        if not places:
            return self
        told = {place: line(entry, find) for place, entry in places.items()}
        gravities = bytearray(self.gravities)
        for place, entry in places.items():
            gravities[place] = _gravity(entry.event)
        return replace(
            self,
            gravities=bytes(gravities),
            lines=Packed.of(told.get(place, text) for place, text in enumerate(self.lines)),
            words=Packed.of(
                fold_case(told[place]) if place in told else text
                for place, text in enumerate(self.words)
            ),
        )


def place_of(sequences: Sequence[int], sequence: int) -> int | None:
    """Return the place of an event's number among those of a session, if it is there."""
    place = bisect_left(sequences, sequence)
    return place if place < len(sequences) and sequences[place] == sequence else None


def changing(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return those of `entries` that change how others count, or how the sessions are read."""
    return tuple(
        each for each in entries if isinstance(each.event, OfThePast | EventMarked | OfSessions)
    )


def indexed(session: int, entries: Sequence[Entry], after: State, find: Find) -> SessionIndex:
    """Return the index of a session.

    Args:
        session: its number.
        entries: those of its files, in order; at least one.
        after: the state at its end.
        find: finds the entry of a number, for those that speak of another.
    """
    played = [each for each in entries if is_played(each)]
    whose = [_person(each, find) for each in entries]
    names = tuple(dict.fromkeys(filter(None, whose)))
    places: Mapping[object, int] = {name: place for place, name in enumerate(names, 1)}
    lines = [line(each, find) for each in entries]
    return SessionIndex(
        session,
        played[0].at if played else None,
        played[-1].at if played else None,
        present(entries, after),
        names,
        array("q", (each.sequence for each in entries)),
        array("q", (_minutes(each.at) for each in entries)),
        bytes(_KINDS[type(each.event)] for each in entries),
        bytes(_gravity(each.event) for each in entries),
        array("I", (places.get(each, 0) for each in whose)),
        array("q", (target_of(each.event) or 0 for each in entries)),
        bytes(each.secret for each in entries),
        Packed.of(lines),
        Packed.of(map(fold_case, lines)),
        RollColumns.of(session, entries),
        changing(entries),
    )


def _person(entry: Entry, find: Find) -> tuple[str, str] | None:
    """Return whom an entry is about: identity and name; None for nobody, or where what it speaks of isn't found."""
    event = version_told(subject(entry, find).event)
    if isinstance(event, NoteWritten):
        about = find(event.about) if event.about is not None else None
        is_earlier = about is not None and about.sequence < entry.sequence
        return _person(about, find) if about is not None and is_earlier else None
    if isinstance(event, OfACharacter | CharacterAdded):
        return event.who, event.name
    if isinstance(event, TurnGiven) and event.who is not None:
        return event.who, event.name
    return None


def _gravity(event: Event) -> int:
    match event:
        case DepassementResolved():
            suffered: Gravity | None = event.outcome.effect.gravity
        case EffectRuled(consequence=result):
            passing = Gravity.ETOURDI if result.etourdi else Gravity.SONNE if result.sonne else None
            suffered = result.wound or passing
        case HealthChanged(wound=wound) if wound is not None:
            suffered = wound.wound
        case _:
            suffered = None
    return 0 if suffered is None else _GRAVITIES[suffered]


def _minutes(at: datetime) -> int:
    return at.toordinal() * MINUTES_OF_A_DAY + at.hour * 60 + at.minute
