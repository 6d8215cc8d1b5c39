"""Who is of the company, in which order, and whose turn it is."""

from __future__ import annotations

import re
from itertools import count

from campaign.commands import (
    BringBack,
    DuplicateCharacter,
    GiveTurn,
    MoveCharacter,
    SetAside,
)
from campaign.events import (
    ActionSaved,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterMoved,
    CharacterSetAside,
    Event,
    TurnGiven,
)
from campaign.refusals import Refusal, Refused
from campaign.state import State, character_of
from campaign.text import NAME_LENGTH, clean_name, fold_case

CompanyCommand = DuplicateCharacter | MoveCharacter | SetAside | BringBack | GiveTurn
"""What changes the company otherwise than by a sheet."""


def change_company(command: CompanyCommand, state: State) -> tuple[Event, ...]:
    """Return the events that `command` brings about.

    Raises:
        Refused: it makes no sense in this state.
    """
    match command:
        case DuplicateCharacter(who, name):
            return _duplicate(who, name, state)
        case MoveCharacter(who, ahead):
            return (_move(who, ahead, state),)
        case SetAside(who):
            return (_set_aside(who, state),)
        case BringBack(who):
            return (_bring_back(who, state),)
        case GiveTurn(who):
            return (_give_turn(who, state),)
    raise AssertionError(command)


def free_name(typed: str, state: State, own: str | None = None) -> str:
    """Return a typed name cleaned.

    Raises:
        Refused: it can't be a name, or a character other than `own` bears it.
    """
    name = clean_name(typed, "nom")
    taken = (fold_case(each.name) for each in state.characters.values() if each.who != own)
    if fold_case(name) in taken:
        raise Refused(Refusal.NAME_TAKEN, name=name)
    return name


def next_name(name: str, state: State) -> str:
    """Return a name that nobody bears, by numbering `name`: "Gobelin 2" after "Gobelin"."""
    stem = re.sub(r" \d+$", "", name)
    taken = {fold_case(each.name) for each in state.characters.values()}
    numbered = (
        f"{stem[: NAME_LENGTH - len(f' {number}')].rstrip()} {number}" for number in count(2)
    )
    return next(each for each in numbered if fold_case(each) not in taken)


def identity(name: str, state: State) -> str:
    """Return what the journal will call a new character of that name, for good."""
    plain = re.sub(r"[^a-z0-9]+", "-", fold_case(name)).strip("-") or "personnage"
    number, free = 1, plain
    while free in state.characters:
        number += 1
        free = f"{plain}-{number}"
    return free


def _duplicate(who: str, typed: str, state: State) -> tuple[Event, ...]:
    """Return the coming of a character with another's kind, sheet and actions; it is unhurt, and shares nothing.

    Raises:
        Refused: there is no such character, or the name is taken or can't be one.
    """
    model = character_of(state, who)
    name = free_name(typed, state)
    own = identity(name, state)
    added = CharacterAdded(own, name, model.kind, model.sheet)
    return (added, *(ActionSaved(own, name, action) for action in model.actions))


def _move(who: str, ahead: str | None, state: State) -> CharacterMoved:
    """Return a character's move to right before another, or to the end.

    Raises:
        Refused: there is no such character, or nobody would see a difference: the PJ come first all the same.
    """
    moved = character_of(state, who)
    before = character_of(state, ahead) if ahead is not None else None
    after = state.with_place(moved, ahead)
    if ahead == who or (after.company, after.aside) == (state.company, state.aside):
        raise Refused(Refusal.NO_CHANGE)
    return CharacterMoved(who, moved.name, ahead, before.name if before else None)


def _set_aside(who: str, state: State) -> CharacterSetAside:
    """Return a character's being set aside. Raises Refused: there is none such, or it is already."""
    character = character_of(state, who)
    if character.is_aside:
        raise Refused(Refusal.NO_CHANGE)
    return CharacterSetAside(who, character.name)


def _bring_back(who: str, state: State) -> CharacterBroughtBack:
    """Return a character's being brought back. Raises Refused: there is none such, or it takes part already."""
    character = character_of(state, who)
    if not character.is_aside:
        raise Refused(Refusal.NO_CHANGE)
    return CharacterBroughtBack(who, character.name)


def _give_turn(who: str | None, state: State) -> TurnGiven:
    """Return the turn of a character, or the end of the turns.

    Raises:
        Refused: there is no such character, it is set aside, or that is how it stands already.
    """
    if who == state.turn:
        raise Refused(Refusal.NO_TURNS if who is None else Refusal.NO_CHANGE)
    if who is None:
        return TurnGiven(None, "")
    character = character_of(state, who)
    if character.is_aside:
        raise Refused(Refusal.IS_ASIDE, name=character.name)
    return TurnGiven(who, character.name)
