"""What an event should say: computed anew from what it holds itself, and from the state it happened in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from campaign.changes import Change, apply_changes, differences
from campaign.character import Action, Character
from campaign.commands import GivePF, GiveWound, HealWound, Rest
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterChanged,
    CharacterMoved,
    CharacterSetAside,
    DepassementResolved,
    EffectRuled,
    Event,
    EventCorrected,
    EventRevealed,
    HealthCause,
    HealthChanged,
    OfACharacter,
    OptionsChanged,
    Outcome,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    TurnGiven,
)
from campaign.health_changes import PF
from campaign.recovery import HealthCommand, change_health
from campaign.refusals import Refused
from campaign.ruling import ruled
from campaign.state import State
from rules.aspects import Aspect
from rules.depassement import resolve
from rules.errors import RuleError
from rules.health import Consequence
from rules.roll import encaissement_ca
from rules.tableau import WOUNDS


def wrong_by_itself(event: Event, session: int) -> list[str]:
    """Return what an event of a session computed wrongly from what it holds, in French."""
    match event:
        case EventCorrected() | EventRevealed():
            return wrong_by_itself(event.event, session)
        case DepassementResolved(stakes=stakes, die=die, encaissement_die=other, outcome=outcome):
            try:
                again = resolve(stakes, die.face if die else None, other.face if other else None)
            except RuleError:
                return ["ce jet n’est pas possible selon les règles"]
            return [] if outcome == Outcome.of(again) else ["le résultat recalculé diffère"]
        case SessionOpened(number) | SessionClosed(number) | SessionReopened(number) if (
            number != session
        ):
            return [f"il se dit de la séance {number}"]
    return []


def wrong_in(event: Event, state: State) -> list[str]:
    """Return what an event says that doesn't fit the state it happened in, in French."""
    match event:
        case OptionsChanged(before) if before != state.options:
            return ["les choix d’avant ne sont pas ceux qu’il dit"]
        case SessionReopened(number) if (state.session, state.session_opened) != (number, None):
            return ["la séance qu’il rouvre n’était pas close"]
        case CharacterAdded(who) if who in state.characters:
            return ["ce personnage est déjà de la compagnie"]
        case TurnGiven(str(who), name) if (
            name != _name(who, state) or state.characters[who].is_aside
        ):
            return ["le tour n’est pas celui d’un personnage de la compagnie d’alors"]
        case event if isinstance(event, OfACharacter):
            character = state.characters.get(event.who)
            if character is None:
                return ["il parle d’un personnage inconnu"]
            if event.name != character.name:
                return [f"le personnage ne s’appelle pas « {event.name} »"]
            return _wrong_of(character, event, state)
    return []


def is_as_ruled(event: EffectRuled, roll: DepassementResolved, state: State) -> bool:
    """Return whether a ruling on `roll`, made in `state`, says what the rules make of it."""
    try:
        again = ruled(event.roll, roll, event.ruling, state)
    except (Refused, RuleError):
        return False
    return event == replace(again, consequence=_as_written(again.consequence, event.consequence))


def _wrong_of(character: Character, event: OfACharacter, state: State) -> list[str]:
    match event:
        case CharacterChanged(changes=changes):
            same = set(_changes_again(character, changes)) == set(changes)
            return [] if same else ["la fiche d’avant n’est pas celle qu’il dit"]
        case CharacterMoved(ahead=str(ahead), ahead_name=named) if named != _name(ahead, state):
            return [f"il n’y a pas de « {named} » devant qui passer"]
        case CharacterSetAside() | CharacterBroughtBack():
            same = character.is_aside is isinstance(event, CharacterBroughtBack)
            return [] if same else ["ce personnage y était déjà"]
        case HealthChanged():
            again = (_health_again(command, event, state) for command in _commands(event))
            return (
                [] if event in again else ["la santé d’avant ou d’après n’est pas celle qu’il dit"]
            )
        case ActionSaved(replaced=Action() as known) | ActionRemoved(action=known):
            same = known in character.actions
            return [] if same else ["l’action d’avant n’est pas celle qu’il dit"]
        case DepassementResolved(stakes=stakes):
            borne = encaissement_ca(character.sheet, stakes.aspect, character.health, state.options)
            same = (borne, state.options) == (stakes.encaissement, stakes.options)
            return [] if same else ["l’enjeu recalculé diffère"]
    return []


def _name(who: str, state: State) -> str | None:
    return state.characters[who].name if who in state.characters else None


def _changes_again(character: Character, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    try:
        return differences(character, apply_changes(character, changes))
    except ValueError:
        return ()


def _commands(event: HealthChanged) -> Iterator[HealthCommand]:
    """Yield the commands that can have led to a change of health."""
    who = event.who
    gained = sum(
        change.after - change.before
        for change in event.changes
        if change.field == PF and isinstance(change.before, int) and isinstance(change.after, int)
    )
    match event.cause:
        case HealthCause.FULL_REST:
            yield Rest(who)
        case HealthCause.PARTIAL_REST:
            yield Rest(who, max(1, -gained))
        case HealthCause.PF:
            yield GivePF(who, gained)
        case HealthCause.WOUND:
            yield from (GiveWound(who, aspect, each) for aspect in Aspect for each in WOUNDS)
        case HealthCause.HEALING:
            yield from (HealWound(who, aspect, each) for aspect in Aspect for each in WOUNDS)


def _health_again(
    command: HealthCommand, event: HealthChanged, state: State
) -> HealthChanged | None:
    """Return the change of health as it would be decided again; None where it would be refused."""
    try:
        again = change_health(command, state)
    except (Refused, RuleError):
        return None
    if event.wound is None:  # before version 2
        return replace(again, wound=None)
    return again


def _as_written(again: Consequence, written: Consequence) -> Consequence:
    """Return a consequence without what was not written before version 2."""
    return again if written.held else replace(again, held=())
