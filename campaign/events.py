"""What happened at the table. Events are facts: small, frozen, versioned by the journal, never changed or deleted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from campaign.changes import Change
from campaign.character import Action, Kind
from rules.calculation import Verdict
from rules.depassement import Depassement, Stakes
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
    CORRECTED = "corrigé"
    """Put right afterwards by the GC: it had been typed wrong."""


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
class SessionReopened:
    """An evening of play that had ended goes on, in the same session."""

    number: int


@dataclass(frozen=True, slots=True)
class SessionTitled:
    """The GC gave a session another title, or took it off.

    Attributes:
        first: the sequence number of the session's first event.
        label: what it was called then, as "12" or "12 bis".
        before: the title until then; empty for none.
        title: the title from now on; empty for none.
    """

    first: int
    label: str
    before: str
    title: str


@dataclass(frozen=True, slots=True)
class SessionSplit:
    """A session is read as two: from the event of sequence number `first` on, it is another one.

    Attributes:
        first: that event's sequence number. It may be secret: nothing else is said of it than its day.
        label: what the session was called then.
        day: the day of that event, where it was played.
    """

    first: int
    label: str
    day: date


@dataclass(frozen=True, slots=True)
class SessionsJoined:
    """A session is read as one with the session before it.

    Attributes:
        first: the sequence number of its first event.
        label: what it was called then.
        onto: what the session before it was called then.
    """

    first: int
    label: str
    onto: str


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
class CharacterMoved:
    """The GC gave a character another place in the company: before `ahead`, or the last one when it is None."""

    who: str
    name: str
    ahead: str | None
    ahead_name: str | None


@dataclass(frozen=True, slots=True)
class CharacterSetAside:
    """A character takes no part for now; what it is and has suffered stays."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class CharacterBroughtBack:
    """A character that had been set aside takes part again."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class TurnGiven:
    """The GC keeps turns, and it is this character's; or none is kept any more, when `who` is None."""

    who: str | None
    name: str


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

    @classmethod
    def of(cls, result: Depassement) -> Outcome:
        """Return what a resolved dépassement came to."""
        return cls(
            result.verdict, result.dom, result.encaissement, result.dom_effectif, result.effect
        )


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
    """A character's health changed on the GC's word: each value before and after; a wound's cascade in `wound`."""

    who: str
    name: str
    cause: HealthCause
    changes: tuple[Change, ...]
    wound: Consequence | None = None


@dataclass(frozen=True, slots=True)
class SceneBegun:
    """The story goes on elsewhere or later; `title` may be empty."""

    title: str


@dataclass(frozen=True, slots=True)
class NoteWritten:
    """The GC wrote a note, on the event of sequence number `about` or on none."""

    text: str
    about: int | None = None


@dataclass(frozen=True, slots=True)
class EventMarked:
    """The GC put a ★ on the event of sequence number `target`, or took it off."""

    target: int
    marked: bool


@dataclass(frozen=True, slots=True)
class EventUndone:
    """The event of sequence number `target` no longer counts; it stays in the journal."""

    target: int


@dataclass(frozen=True, slots=True)
class EventRedone:
    """The undone event of sequence number `target` counts again, with the result it had."""

    target: int


Correctable = DepassementResolved | EffectRuled | NoteWritten
"""What can be put right afterwards."""
Revealable = DepassementResolved | EffectRuled | NoteWritten | EventMarked
"""What can be kept secret and is worth telling later."""


@dataclass(frozen=True, slots=True)
class EventCorrected:
    """The event of sequence number `target` counts as `event` from now on; both stay in the journal.

    Attributes:
        target: the event as it was first written.
        before: the sequence number of the version that this one takes the place of: `target`, or an earlier correction.
        event: the version that counts.
    """

    target: int
    before: int
    event: Correctable


@dataclass(frozen=True, slots=True)
class EventRevealed:
    """The secret event of sequence number `target` is told to everyone, as `event`."""

    target: int
    event: Revealable


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line of the journal that can't be read; it is kept as it is and counts for nothing.

    Attributes:
        text: the line as it stands.
        why: what is wrong with it, in French.
    """

    text: str
    why: str


OfACharacter = (
    CharacterChanged
    | CharacterMoved
    | CharacterSetAside
    | CharacterBroughtBack
    | ActionSaved
    | ActionRemoved
    | DepassementResolved
    | EffectRuled
    | HealthChanged
)
"""What happens to a character that is already of the company."""
OfThePast = EventUndone | EventRedone | EventCorrected | EventRevealed
"""What changes how an earlier event counts: its `target`."""
OfSessions = SessionTitled | SessionSplit | SessionsJoined
"""What changes how the sessions are read, and nothing that happened in them."""

Event = (
    CampaignCreated
    | OptionsChanged
    | SessionOpened
    | SessionClosed
    | SessionReopened
    | OfSessions
    | CharacterAdded
    | OfACharacter
    | TurnGiven
    | SceneBegun
    | NoteWritten
    | EventMarked
    | OfThePast
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
        place: its place among the events of its command, from 1, and how many these are.
        secret: whether only the GC may read it.
    """

    sequence: int
    session: int
    at: datetime
    event: Event
    place: tuple[int, int] = (1, 1)
    secret: bool = False

    @property
    def command(self) -> range:
        """The sequence numbers of the events that its command wrote: all count, or none."""
        index, count = self.place
        first = self.sequence - index + 1
        return range(first, first + count)
