"""What the GC asks for. A command is a wish: `campaign.decide` turns it into events, or refuses it."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.character import Action, Kind
from rules.aspects import Aspect
from rules.health import Ruling
from rules.options import Options
from rules.sheet import Sheet
from rules.tableau import Gravity


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """Play with these house choices from now on."""

    options: Options


@dataclass(frozen=True, slots=True)
class AddCharacter:
    """Add a character to the company."""

    name: str
    kind: Kind
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class ChangeCharacter:
    """Give a character this name, kind and sheet."""

    who: str
    name: str
    kind: Kind
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class SaveAction:
    """Save an action, in the place of the one named `replaces` if given."""

    who: str
    action: Action
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveAction:
    """Take a saved action off the character's list."""

    who: str
    action: str


@dataclass(frozen=True, slots=True)
class ResolveDepassement:
    """Play a dépassement.

    Attributes:
        who: the character.
        action: the action; it needn't be saved.
        diff: the Diff that the player chose (S).
        handicap: a modificateur for this roll alone, within ±99 (B).
        called: the GC calls for the dice although a CA decides by itself (B).
        die: the face of a real die; None to roll it here.
        encaissement_die: likewise for the encaissement.
    """

    who: str
    action: Action
    diff: int
    handicap: int = 0
    called: bool = False
    die: int | None = None
    encaissement_die: int | None = None


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """Rule on the effect that awaits it (S)."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Rest:
    """Let a character rest: wholly (B), or for `pf` PF on the GC's word, 1…999 (H)."""

    who: str
    pf: int | None = None


@dataclass(frozen=True, slots=True)
class GivePF:
    """Give a character `by` PF, or take them when it is negative, on the GC's word; within ±999 and not 0."""

    who: str
    by: int


@dataclass(frozen=True, slots=True)
class GiveWound:
    """Give a character a real wound, with its PF, on the GC's word; it cascades like any other (B)."""

    who: str
    aspect: Aspect
    gravity: Gravity


@dataclass(frozen=True, slots=True)
class HealWound:
    """Heal one wound, on the GC's word (H)."""

    who: str
    aspect: Aspect
    gravity: Gravity


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Write a note in the log, on the event of sequence number `about` or on none."""

    text: str
    about: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last event that still counts."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo the event that was undone last."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Begin an evening of play, closing the one that is open."""


@dataclass(frozen=True, slots=True)
class CloseSession:
    """End the evening of play."""


Command = (
    ChangeOptions
    | AddCharacter
    | ChangeCharacter
    | SaveAction
    | RemoveAction
    | ResolveDepassement
    | RuleEffect
    | Rest
    | GivePF
    | GiveWound
    | HealWound
    | WriteNote
    | Undo
    | Redo
    | OpenSession
    | CloseSession
)
