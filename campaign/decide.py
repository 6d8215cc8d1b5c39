"""From a command to the events it brings about, in the light of the state. Chance comes from the dice passed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from campaign.changes import differences
from campaign.character import Action, Character
from campaign.commands import (
    AddCharacter,
    BeginScene,
    BringBack,
    ChangeCharacter,
    ChangeOptions,
    CloseSession,
    Command,
    DuplicateCharacter,
    Enlist,
    GivePF,
    GiveTurn,
    GiveWound,
    HealWound,
    MoveCharacter,
    OpenSession,
    RemoveAction,
    ReopenSession,
    ResolveDepassement,
    Rest,
    RestCompany,
    RuleEffect,
    SaveAction,
    SetAside,
    WriteNote,
)
from campaign.company import change_company, free_name, identity
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CharacterAdded,
    CharacterChanged,
    DepassementResolved,
    Die,
    EffectRuled,
    Event,
    NoteWritten,
    OptionsChanged,
    Outcome,
    Provenance,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from campaign.recovery import change_health, rest_company
from campaign.refusals import Refusal, Refused
from campaign.roster import enlist
from campaign.ruling import ruled
from campaign.state import State, character_of
from campaign.text import NOTE_LENGTH, clean_name, clean_title, fold_case
from rules.calculation import Part
from rules.depassement import (
    ENCAISSEMENT_DIE,
    Stakes,
    needs_die,
    needs_encaissement_die,
    resolve,
)
from rules.errors import RuleError, Violation, check_range
from rules.health import Ruling
from rules.roll import ca, check_die, encaissement_ca, handicap
from rules.sheet import LIMIT_OF_VALUES, Sheet

Dice = Callable[[], int]
"""Rolls a d20."""


def decide(command: Command, state: State, dice: Dice) -> tuple[Event, ...]:
    """Return the events that `command` brings about. What changes the past is the session's own.

    Raises:
        Refused: the command makes no sense in this state.
        RuleError: the rules refuse it.
    """
    match command:
        case ChangeOptions(options):
            if options == state.options:
                raise Refused(Refusal.NO_CHANGE)
            return (OptionsChanged(state.options, options),)
        case AddCharacter():
            return (_add(command, state),)
        case ChangeCharacter():
            return (_change(command, state),)
        case Enlist(members):
            return enlist(members, state, lambda each, then: decide(each, then, dice))
        case DuplicateCharacter() | MoveCharacter() | SetAside() | BringBack() | GiveTurn():
            return change_company(command, state)
        case SaveAction():
            return (_save(command, state),)
        case RemoveAction():
            return (_remove(command, state),)
        case ResolveDepassement():
            return (_resolve(command, state, dice),)
        case RuleEffect(ruling):
            return (_rule(ruling, state),)
        case Rest() | GivePF() | GiveWound() | HealWound():
            return (change_health(command, state),)
        case RestCompany():
            return rest_company(state)
        case BeginScene(title):
            return (SceneBegun(clean_title(title)),)
        case WriteNote(text, about):
            return (NoteWritten(clean_name(text, "note", NOTE_LENGTH), about),)
        case OpenSession():
            return (SessionOpened(state.session + 1),)
        case CloseSession():
            if state.session_opened is None:
                raise Refused(Refusal.SESSION_CLOSED)
            return (SessionClosed(state.session),)
        case ReopenSession(number):
            return (_reopen(number, state),)
        case _:
            raise TypeError(f"the session itself decides {command}")


def stakes(
    state: State,
    who: str,
    action: Action,
    diff: int,
    handicap_value: int = 0,
    *,
    called: bool = False,
) -> Stakes:
    """Return the stakes of a dépassement for that character as it is now: what the dice will be held against.

    Raises:
        Refused: the action's compétence is no longer on the sheet.
        RuleError: a value out of its range, or a Diff under the action's minimum.
    """
    character = character_of(state, who)
    check_range("handicap", handicap_value, -LIMIT_OF_VALUES, LIMIT_OF_VALUES)
    if 0 <= diff < action.min_diff:
        raise RuleError(Violation.BELOW_MINIMUM, value=diff, minimum=action.min_diff)
    sheet, health, options = character.sheet, character.health, state.options
    competence = None
    if action.competence is not None:
        competence = sheet.competence(action.competence)
        if competence is None:
            raise Refused(
                Refusal.UNKNOWN_COMPETENCE, name=action.competence, character=character.name
            )
    modifiers = (
        [Part(action.name, action.modificateur, modifier=True)] if action.modificateur else []
    )
    modifiers += handicap(handicap_value)
    return Stakes(
        aspect=action.aspect,
        ca=ca(sheet, action.aspect, action.moyen, competence, health, options, *modifiers),
        diff=diff,
        eff=action.eff,
        encaissement=encaissement_ca(sheet, action.aspect, health, options),
        options=options,
        called=called,
    )


def _add(command: AddCharacter, state: State) -> CharacterAdded:
    name = free_name(command.name, state)
    return CharacterAdded(identity(name, state), name, command.kind, _clean_sheet(command.sheet))


def _change(command: ChangeCharacter, state: State) -> CharacterChanged:
    before = character_of(state, command.who)
    name = free_name(command.name, state, own=command.who)
    after = replace(before, name=name, kind=command.kind, sheet=_clean_sheet(command.sheet))
    changes = differences(before, after)
    if not changes:
        raise Refused(Refusal.NO_CHANGE)
    return CharacterChanged(before.who, before.name, changes)


def _reopen(number: int, state: State) -> SessionReopened:
    if not 0 < number <= state.session:
        raise Refused(Refusal.UNKNOWN_SESSION, number=number)
    if number < state.session:
        raise Refused(Refusal.SESSION_PASSED, number=number, last=state.session)
    if state.session_opened is not None:
        raise Refused(Refusal.SESSION_OPEN, number=number)
    return SessionReopened(number)


def _clean_sheet(sheet: Sheet) -> Sheet:
    competences = [
        replace(each, name=clean_name(each.name, "compétence")) for each in sheet.competences
    ]
    seen: set[str] = set()
    for competence in competences:
        if fold_case(competence.name) in seen:
            raise Refused(Refusal.NAME_TAKEN, name=competence.name)
        seen.add(fold_case(competence.name))
    return replace(sheet, competences=tuple(competences))


def _save(command: SaveAction, state: State) -> ActionSaved:
    character = character_of(state, command.who)
    action = _clean_action(command.action)
    replaced = None
    if command.replaces is not None:
        replaced = _action_of(character, command.replaces)
        if replaced == action:
            raise Refused(Refusal.NO_CHANGE)
    taken = (fold_case(each.name) for each in character.actions if each != replaced)
    if fold_case(action.name) in taken:
        raise Refused(Refusal.NAME_TAKEN, name=action.name)
    if action.competence is not None and character.sheet.competence(action.competence) is None:
        raise Refused(Refusal.UNKNOWN_COMPETENCE, name=action.competence, character=character.name)
    return ActionSaved(character.who, character.name, action, replaced)


def _clean_action(action: Action) -> Action:
    return replace(action, name=clean_name(action.name, "action"))


def _remove(command: RemoveAction, state: State) -> ActionRemoved:
    character = character_of(state, command.who)
    return ActionRemoved(character.who, character.name, _action_of(character, command.action))


def _action_of(character: Character, name: str) -> Action:
    action = character.action(name)
    if action is None:
        raise Refused(Refusal.UNKNOWN_ACTION, name=name, character=character.name)
    return action


def _resolve(command: ResolveDepassement, state: State, dice: Dice) -> DepassementResolved:
    if state.awaited is not None:
        raise Refused(Refusal.RULING_AWAITED, name=state.awaited.roll.name)
    character = character_of(state, command.who)
    action = _clean_action(command.action)
    held = stakes(state, command.who, action, command.diff, command.handicap, called=command.called)
    if command.die is not None:
        check_die(command.die)
    if command.encaissement_die is not None:
        check_die(command.encaissement_die, ENCAISSEMENT_DIE)
    die = _die(command.die, dice) if needs_die(held) else None
    face = die.face if die else None
    encaissement_die = (
        _die(command.encaissement_die, dice) if needs_encaissement_die(held, face) else None
    )
    result = resolve(held, face, encaissement_die.face if encaissement_die else None)
    return DepassementResolved(
        character.who, character.name, action.name, held, die, encaissement_die, Outcome.of(result)
    )


def _die(typed: int | None, dice: Dice) -> Die:
    if typed is None:
        return Die(dice(), Provenance.ROLLED_HERE)
    return Die(typed, Provenance.REAL)


def _rule(ruling: Ruling, state: State) -> EffectRuled:
    if state.awaited is None:
        raise Refused(Refusal.NO_RULING_AWAITED)
    return ruled(state.awaited.sequence, state.awaited.roll, ruling, state)
