"""What happened at the table. Events are facts: small, frozen, versioned by the journal, never changed or deleted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from campaign.changes import Change
from campaign.character import Action, Kind
from rules.calculation import Verdict
from rules.depassement import Stakes
from rules.health import Consequence, Ruling
from rules.options import Options
from rules.sheet import Sheet
from rules.tableau import Effect


class Provenance(StrEnum):
    """Where a die came from."""

    REAL = "réel"
    """Rolled at the table and typed."""
    ROLLED_HERE = "lancé ici"
    """Rolled by the program."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was rolled: its face, 1…20, and where it came from."""

    face: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CampaignCreated:
    """The campaign began, under these house choices."""

    name: str
    options: Options


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The GC changed the house choices; past rolls keep those they were played with."""

    before: Options
    after: Options


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """An evening of play began; sessions are numbered from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """An evening of play ended."""

    number: int


@dataclass(frozen=True, slots=True)
class CharacterAdded:
    """A character joined the company."""

    who: str
    name: str
    kind: Kind
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class CharacterChanged:
    """A character's name, kind or sheet changed; `name` is what it was called before."""

    who: str
    name: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class ActionSaved:
    """An action was saved, new or in the place of `replaced`."""

    who: str
    name: str
    action: Action
    replaced: Action | None = None


@dataclass(frozen=True, slots=True)
class ActionRemoved:
    """A saved action was taken off the character's list."""

    who: str
    name: str
    action: Action


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a dépassement came to, as it was computed then; the steps are computed anew from the stakes."""

    verdict: Verdict
    dom: int
    encaissement: Verdict | None
    dom_effectif: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class DepassementResolved:
    """A dépassement was rolled. A die that wasn't needed is None."""

    who: str
    name: str
    action: str
    stakes: Stakes
    die: Die | None
    encaissement_die: Die | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class EffectRuled:
    """The GC ruled on the effect of a dépassement: `roll` is its sequence number, `pf_before` the PF until then."""

    who: str
    name: str
    roll: int
    effect: Effect
    ruling: Ruling
    consequence: Consequence
    pf_before: int


class HealthCause(StrEnum):
    """Why a character's health changed otherwise than by a ruling."""

    FULL_REST = "repos complet"
    PARTIAL_REST = "repos partiel"
    PF = "PF"
    WOUND = "blessure"
    HEALING = "soin"


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """A character's health changed on the GC's word: each value before and after."""

    who: str
    name: str
    cause: HealthCause
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class NoteWritten:
    """The GC wrote a note, on the event of sequence number `about` or on none."""

    text: str
    about: int | None = None


@dataclass(frozen=True, slots=True)
class EventUndone:
    """The event of sequence number `target` no longer counts; it stays in the journal."""

    target: int


@dataclass(frozen=True, slots=True)
class EventRedone:
    """The undone event of sequence number `target` counts again, with the result it had."""

    target: int


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line of the journal that can't be read; it is kept as it is and counts for nothing.

    Attributes:
        text: the line as it stands.
        why: what is wrong with it, in French.
    """

    text: str
    why: str


Event = (
    CampaignCreated
    | OptionsChanged
    | SessionOpened
    | SessionClosed
    | CharacterAdded
    | CharacterChanged
    | ActionSaved
    | ActionRemoved
    | DepassementResolved
    | EffectRuled
    | HealthChanged
    | NoteWritten
    | EventUndone
    | EventRedone
    | Unreadable
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal.

    Attributes:
        sequence: its number in the campaign, from 1.
        session: the number of the session in whose file it stands, from 1.
        at: when it was written, with its time zone.
        event: what happened.
    """

    sequence: int
    session: int
    at: datetime
    event: Event
