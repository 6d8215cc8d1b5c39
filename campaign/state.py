"""The state of a campaign, and what each event makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType

from campaign.changes import apply_changes
from campaign.character import Action, Character, Kind
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterChanged,
    CharacterMoved,
    CharacterSetAside,
    DepassementResolved,
    EffectRuled,
    Entry,
    HealthCause,
    HealthChanged,
    OfACharacter,
    OptionsChanged,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    TurnGiven,
)
from campaign.health_changes import apply_health
from campaign.refusals import Refusal, Refused
from rules.health import end_action, suffer
from rules.options import Options
from rules.tableau import Gravity


@dataclass(frozen=True, slots=True)
class AwaitedRuling:
    """A dépassement whose effect the GC has not ruled on yet; `sequence` is the roll's."""

    sequence: int
    roll: DepassementResolved


@dataclass(frozen=True, slots=True)
class State:
    """A campaign at one moment.

    Attributes:
        name: the campaign's name.
        options: its house choices.
        session: the number of the last session, 0 before the first.
        session_opened: when that session began, or was last re-opened; None while it is closed.
        characters: by `who`, in the order that the GC gave them, or else in which they joined.
        awaited: the roll that awaits its ruling, if any.
        turn: whose turn it is, even set aside meanwhile; None while the GC keeps none.
    """

    name: str = ""
    options: Options = field(default_factory=Options)
    session: int = 0
    session_opened: datetime | None = None
    characters: Mapping[str, Character] = field(default_factory=lambda: MappingProxyType({}))
    awaited: AwaitedRuling | None = None
    turn: str | None = None

    @property
    def company(self) -> tuple[Character, ...]:
        """Those who take part, PJ then PNJ, each in their order."""
        present = [each for each in self.characters.values() if not each.is_aside]
        return tuple(sorted(present, key=lambda each: each.kind is Kind.PNJ))

    @property
    def aside(self) -> tuple[Character, ...]:
        """Those who have been set aside."""
        return tuple(each for each in self.characters.values() if each.is_aside)

    @property
    def next_turn(self) -> Character | None:
        """Whose turn comes next, round and round, also after one who was set aside; None in an empty company."""
        order = sorted(self.characters.values(), key=lambda each: each.kind is Kind.PNJ)
        places = [each.who for each in order]
        here = places.index(self.turn) + 1 if self.turn in places else 0
        return next((each for each in order[here:] + order[:here] if not each.is_aside), None)

    def is_same(self, other: State) -> bool:
        """Return whether two states are the same, also in the order of the characters, which == overlooks."""
        return self == other and list(self.characters) == list(other.characters)

    def with_character(self, character: Character) -> State:
        """Return this state with `character` in its place, or at the end if it is new."""
        return replace(self, characters=self._characters_with(character))

    def awaiting(self, awaited: AwaitedRuling | None, character: Character) -> State:
        """Return this state with `character` in its place, and `awaited` as the roll that awaits its ruling."""
        return replace(self, characters=self._characters_with(character), awaited=awaited)

    def with_place(self, moved: Character, ahead: str | None) -> State:
        """Return this state with a character right before the one named `ahead`, or last of all."""
        order = [who for who in self.characters if who != moved.who]
        order.insert(order.index(ahead) if ahead in order else len(order), moved.who)
        in_order = {who: self.characters[who] for who in order}
        return replace(self, characters=MappingProxyType(in_order))

    def _characters_with(self, character: Character) -> Mapping[str, Character]:
        return MappingProxyType({**self.characters, character.who: character})


def character_of(state: State, who: str) -> Character:
    """Return a character of the campaign.

    Raises:
        Refused: there is none of that identity.
    """
    if who not in state.characters:
        raise Refused(Refusal.UNKNOWN_CHARACTER, who=who)
    return state.characters[who]


def apply(state: State, entry: Entry) -> State:
    """Return `state` after one entry that counts, as it counts; it is total: what can't be applied is skipped."""
    match entry.event:
        case CampaignCreated(name, options):
            return replace(state, name=name, options=options)
        case OptionsChanged(_, options):
            return replace(state, options=options)
        case SessionOpened(number) | SessionReopened(number):
            return replace(state, session=number, session_opened=entry.at)
        case SessionClosed(number):
            return replace(state, session=number, session_opened=None)
        case CharacterAdded(who, name, kind, sheet):
            return state.with_character(Character(who, name, kind, sheet))
        case TurnGiven(who):
            return replace(state, turn=who if who in state.characters else None)
        case event if isinstance(event, OfACharacter) and event.who in state.characters:
            return _happen_to(state.characters[event.who], event, state, entry.sequence)
        case _:
            return state


def _happen_to(character: Character, event: OfACharacter, state: State, sequence: int) -> State:
    match event:
        case DepassementResolved():
            return _acted(character, event, state, sequence)
        case EffectRuled(roll=roll, consequence=consequence):
            hurt = replace(character, health=suffer(character.health, consequence))
            is_awaited = state.awaited is not None and state.awaited.sequence == roll
            return state.awaiting(None if is_awaited else state.awaited, hurt)
        case CharacterMoved(ahead=ahead):
            return state.with_place(character, ahead)
        case _:
            return state.with_character(_changed(character, event))


def _changed(
    character: Character,
    event: CharacterChanged
    | CharacterSetAside
    | CharacterBroughtBack
    | ActionSaved
    | ActionRemoved
    | HealthChanged,
) -> Character:
    match event:
        case CharacterChanged(changes=changes):
            try:
                return apply_changes(character, changes)
            except ValueError:  # another hand wrote what no sheet can be
                return character
        case CharacterSetAside() | CharacterBroughtBack():
            return replace(character, is_aside=isinstance(event, CharacterSetAside))
        case ActionSaved(action=action, replaced=replaced):
            return replace(character, actions=_saved(character, action, replaced))
        case ActionRemoved(action=action):
            kept = tuple(each for each in character.actions if each.name != action.name)
            return replace(character, actions=kept)
        case HealthChanged(cause=cause, changes=changes):
            whole = cause is HealthCause.FULL_REST
            health = apply_health(character.health, changes, whole=whole)
            rested = cause in {HealthCause.FULL_REST, HealthCause.PARTIAL_REST}
            return replace(character, health=end_action(health) if rested else health)


def _acted(character: Character, event: DepassementResolved, state: State, sequence: int) -> State:
    others = {name: diff for name, diff in character.last_diffs.items() if name != event.action}
    diffs = MappingProxyType({**others, event.action: event.stakes.diff})
    acted = replace(character, health=end_action(character.health), last_diffs=diffs)
    nothing = event.outcome.effect.gravity is Gravity.AUCUNE
    return state.awaiting(None if nothing else AwaitedRuling(sequence, event), acted)


def _saved(character: Character, action: Action, replaced: Action | None) -> tuple[Action, ...]:
    names = [each.name for each in character.actions]
    place = replaced.name if replaced else action.name
    if place not in names:
        return (*character.actions, action)
    index = names.index(place)
    return (*character.actions[:index], action, *character.actions[index + 1 :])
