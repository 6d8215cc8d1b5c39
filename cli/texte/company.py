"""Who is of the company, in which order, and whose turn it is."""

from __future__ import annotations

from campaign.character import Character
from campaign.commands import (
    BringBack,
    DuplicateCharacter,
    GiveTurn,
    MoveCharacter,
    SetAside,
)
from campaign.company import free_name, next_name
from cli.texte.answers import Named
from cli.texte.evening import Evening
from cli.texte.telling import character_line
from cli.texte.unclear import Unclear

LAST = "dernier"


def show_company(at: Evening) -> None:
    """Tell how everyone fares, PJ, PNJ, then those set aside."""
    everyone = at.everyone()
    at.say(*(character_line(each, at.session.state) for each in everyone))
    if not everyone:
        at.say("La compagnie est vide : « nouveau » ajoute un personnage.")


def duplicate(at: Evening) -> None:
    """Add a character with the sheet and the actions of another, and none of its wounds."""
    character = at.character()
    state = at.session.state
    offered = next_name(character.name, state)
    name = at.answers.ask("Son nom", lambda typed: free_name(typed, state), offered)
    at.do(DuplicateCharacter(character.who, name))
    *_, at.who = at.session.state.characters


def place(at: Evening) -> None:
    """Put a character before another of its group, or last of it."""
    moved = at.character()
    group = [each for each in at.session.state.company if each.kind is moved.kind]
    before: list[Named[str | None]] = [
        (each.who, (each.name,)) for each in group if each.who != moved.who
    ]
    ahead = at.answers.pick("Devant qui", [*before, (None, (LAST,))], LAST)
    at.do(MoveCharacter(moved.who, ahead))


def set_aside(at: Evening) -> None:
    """Let a character take no part for now."""
    at.do(SetAside(at.character(among=lambda each: not each.is_aside).who))


def bring_back(at: Evening) -> None:
    """Let a character that was set aside take part again."""
    at.do(BringBack(at.character(among=_is_aside).who))


def give_turn(at: Evening) -> None:
    """Give the turn to the next character, or to the one that the line names."""
    named = at.answers.optional(at.character)
    following = named or at.session.state.next_turn
    if following is None:
        raise Unclear("Personne ne peut jouer : la compagnie est vide ou à l’écart.")
    at.do(GiveTurn(following.who))
    at.who = following.who


def end_turns(at: Evening) -> None:
    """Keep no turns any more."""
    at.do(GiveTurn(None))


def _is_aside(character: Character) -> bool:
    return character.is_aside
