"""What the GC asks for. A command is a wish: `campaign.decide` turns it into events, or refuses it."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.character import Action, Kind, Member
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
class DuplicateCharacter:
    """Add a character with the sheet, the kind and the actions of another, and none of its wounds."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class Enlist:
    """Add characters to the company, and give those that are of it already, by name, these sheets and actions.

    What they have suffered stays, and so do the actions that are not named.
    """

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class MoveCharacter:
    """Put a character right before the one named `ahead` in the company, or last of all."""

    who: str
    ahead: str | None


@dataclass(frozen=True, slots=True)
class SetAside:
    """Let a character take no part for now."""

    who: str


@dataclass(frozen=True, slots=True)
class BringBack:
    """Let a character that was set aside take part again."""

    who: str


@dataclass(frozen=True, slots=True)
class GiveTurn:
    """Keep turns: it is this character's; or keep none any more."""

    who: str | None


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
        secret: only the GC may know of it.
    """

    who: str
    action: Action
    diff: int
    handicap: int = 0
    called: bool = False
    die: int | None = None
    encaissement_die: int | None = None
    secret: bool = False


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
class RestCompany:
    """Let all those who take part rest wholly (B)."""


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
class BeginScene:
    """Let the story go on elsewhere or later; the title may be empty."""

    title: str = ""


@dataclass(frozen=True, slots=True)
class MarkEvent:
    """Put a ★ on an event, or take it off."""

    target: int
    marked: bool


@dataclass(frozen=True, slots=True)
class CorrectRoll:
    """Put the stakes of a past dépassement right. Its dice stay as they fell.

    Attributes:
        target: the sequence number of the roll.
        diff: the Diff that was meant.
        eff: the Eff that was meant.
        ca: what was missing from the CA, within ±99; it takes the place of what an earlier correction added.
        encaissement: likewise for the CA of the encaissement.
        die: its face, where it had been typed wrong or wasn't needed until now; None to keep it.
        encaissement_die: likewise for the encaissement.
        ruling: how its effect is ruled now; None to keep the ruling, or to rule *fatigue seule* where there is none.
    """

    target: int
    diff: int
    eff: int
    ca: int = 0
    encaissement: int = 0
    die: int | None = None
    encaissement_die: int | None = None
    ruling: Ruling | None = None


@dataclass(frozen=True, slots=True)
class CorrectRuling:
    """Rule otherwise on the dépassement of sequence number `roll`, which has been ruled on already."""

    roll: int
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class CorrectNote:
    """Write the note of sequence number `target` otherwise."""

    target: int
    text: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Tell everyone of the secret event of sequence number `target`, a roll with its ruling."""

    target: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo what the last command that still counts did, or the one that wrote the event of number `target`."""

    target: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo what was undone last, or what was undone with the event of number `target`."""

    target: int | None = None


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Begin an evening of play, closing the one that is open."""


@dataclass(frozen=True, slots=True)
class CloseSession:
    """End the evening of play."""


@dataclass(frozen=True, slots=True)
class ReopenSession:
    """Go on with the session of that number, which was the last one to be closed."""

    number: int


@dataclass(frozen=True, slots=True)
class RenameSession:
    """Give the session that is read from the event of sequence number `first` on this title, or none if it is empty."""

    first: int
    title: str


@dataclass(frozen=True, slots=True)
class SplitSession:
    """Read as another session what follows from the event of sequence number `first` on."""

    first: int


@dataclass(frozen=True, slots=True)
class JoinSessions:
    """Read the session that begins with the event of sequence number `first` as one with the session before it."""

    first: int


EditSessions = RenameSession | SplitSession | JoinSessions
"""What changes how the sessions are read."""
Correction = CorrectRoll | CorrectRuling | CorrectNote
"""What puts a past event right."""

Command = (
    ChangeOptions
    | AddCharacter
    | ChangeCharacter
    | DuplicateCharacter
    | Enlist
    | MoveCharacter
    | SetAside
    | BringBack
    | GiveTurn
    | SaveAction
    | RemoveAction
    | ResolveDepassement
    | RuleEffect
    | Rest
    | RestCompany
    | GivePF
    | GiveWound
    | HealWound
    | BeginScene
    | WriteNote
    | MarkEvent
    | Correction
    | Reveal
    | Undo
    | Redo
    | OpenSession
    | CloseSession
    | ReopenSession
    | EditSessions
)
