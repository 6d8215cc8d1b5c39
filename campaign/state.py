"""The state of a campaign: the fold of its events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from types import MappingProxyType

from campaign.changes import apply_changes
from campaign.character import Action, Character
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterAdded,
    CharacterChanged,
    DepassementResolved,
    EffectRuled,
    Entry,
    EventRedone,
    EventUndone,
    HealthChanged,
    OptionsChanged,
    SessionClosed,
    SessionOpened,
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
        session_opened: when that session began; None once it is closed.
        characters: by `who`, in the order in which they joined.
        awaited: the roll that awaits its ruling, if any.
    """

    name: str = ""
    options: Options = field(default_factory=Options)
    session: int = 0
    session_opened: datetime | None = None
    characters: Mapping[str, Character] = field(default_factory=lambda: MappingProxyType({}))
    awaited: AwaitedRuling | None = None

    def with_character(self, character: Character) -> State:
        """Return this state with `character` in its place, or at the end if it is new."""
        return replace(self, characters=self._characters_with(character))

    def awaiting(self, awaited: AwaitedRuling | None, character: Character) -> State:
        """Return this state with `character` in its place, and `awaited` as the roll that awaits its ruling."""
        return replace(self, characters=self._characters_with(character), awaited=awaited)

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


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the sequence numbers of the events that are undone at the end of `entries`."""
    numbers: set[int] = set()
    for entry in entries:
        match entry.event:
            case EventUndone(target):
                numbers.add(target)
            case EventRedone(target):
                numbers.discard(target)
    return frozenset(numbers)


def fold(entries: Iterable[Entry], base: State | None = None) -> State:
    """Return the state after `entries`, from `base` or from nothing. It is total: what can't be applied is skipped."""
    listed = list(entries)
    left_out = undone(listed)
    return reduce(
        apply, (entry for entry in listed if entry.sequence not in left_out), base or State()
    )


def apply(state: State, entry: Entry) -> State:
    """Return `state` after one entry that counts; undoing is `fold`'s work."""
    match entry.event:
        case CampaignCreated(name, options):
            return replace(state, name=name, options=options)
        case OptionsChanged(_, options):
            return replace(state, options=options)
        case SessionOpened(number):
            return replace(state, session=number, session_opened=entry.at)
        case SessionClosed(number):
            return replace(state, session=number, session_opened=None)
        case CharacterAdded(who, name, kind, sheet):
            return state.with_character(Character(who, name, kind, sheet))
        case (
            CharacterChanged()
            | ActionSaved()
            | ActionRemoved()
            | DepassementResolved()
            | EffectRuled()
            | HealthChanged() as event
        ):
            character = state.characters.get(event.who)
            if character is None:
                return state
            return _happen_to(character, event, state, entry.sequence)
        case _:
            return state


def _happen_to(
    character: Character,
    event: CharacterChanged
    | ActionSaved
    | ActionRemoved
    | DepassementResolved
    | EffectRuled
    | HealthChanged,
    state: State,
    sequence: int,
) -> State:
    match event:
        case CharacterChanged(changes=changes):
            try:
                return state.with_character(apply_changes(character, changes))
            except ValueError:  # another hand wrote what no sheet can be
                return state
        case ActionSaved(action=action, replaced=replaced):
            return state.with_character(
                replace(character, actions=_saved(character, action, replaced))
            )
        case ActionRemoved(action=action):
            kept = tuple(each for each in character.actions if each.name != action.name)
            return state.with_character(replace(character, actions=kept))
        case DepassementResolved(action=action_name, stakes=stakes, outcome=outcome):
            others = {
                name: diff for name, diff in character.last_diffs.items() if name != action_name
            }
            diffs = MappingProxyType({**others, action_name: stakes.diff})
            acted = replace(character, health=end_action(character.health), last_diffs=diffs)
            nothing = outcome.effect.gravity is Gravity.AUCUNE
            awaited = None if nothing else AwaitedRuling(sequence, event)
            return state.awaiting(awaited, acted)
        case EffectRuled(consequence=consequence):
            hurt = replace(character, health=suffer(character.health, consequence))
            return state.awaiting(None, hurt)
        case HealthChanged(changes=changes):
            changed = apply_health(character.health, changes)
            return state.with_character(replace(character, health=changed))


def _saved(character: Character, action: Action, replaced: Action | None) -> tuple[Action, ...]:
    names = [each.name for each in character.actions]
    place = replaced.name if replaced else action.name
    if place not in names:
        return (*character.actions, action)
    index = names.index(place)
    return (*character.actions[:index], action, *character.actions[index + 1 :])
