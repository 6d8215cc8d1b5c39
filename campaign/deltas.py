"""What differs between two states, in French and as deltas: what an undo will take back, said before it does."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.changes import Change, differences
from campaign.character import Character
from campaign.health_changes import ETOURDI, SONNE, health_differences, in_words
from campaign.state import State
from campaign.steps import short_effect
from campaign.text import of
from campaign.words import CHOICES, choice, signed

NOTHING_PLAYED = "Rien de ce qui se joue n’en est changé."
"""What is said where there are no deltas."""


def deltas(before: State, after: State) -> tuple[str, ...]:
    """Return what leads from `before` to `after`: "−3 PF à Merlin"; empty when nothing that is played differs."""
    return (*_company(before, after), *_options(before, after), *_awaited(before, after))


def _company(before: State, after: State) -> Iterator[str]:
    for who, character in before.characters.items():
        if who not in after.characters:
            yield f"{character.name} n’est plus de la compagnie"
    for who, character in after.characters.items():
        if who in before.characters:
            yield from _character(before.characters[who], character)
        else:
            yield f"{character.name} est de nouveau de la compagnie"
    kept = [who for who in before.characters if who in after.characters]
    if kept != [who for who in after.characters if who in before.characters]:
        yield f"la compagnie se range : {', '.join(each.name for each in after.company)}"
    if before.turn != after.turn:
        now = after.characters.get(after.turn or "")
        yield f"c’est au tour {of(now.name)}" if now else "les tours ne sont plus tenus"


def _character(before: Character, after: Character) -> Iterator[str]:
    for change in health_differences(before.health, after.health):
        yield health_delta(change, after.name)
    for change in differences(before, after):
        yield f"{before.name} : {change.field} {_value(change.before)} → {_value(change.after)}"
    if before.is_aside != after.is_aside:
        yield f"{after.name} {'est à l’écart' if after.is_aside else 'n’est plus à l’écart'}"
    kept = {action.name: action for action in after.actions}
    had = {action.name: action for action in before.actions}
    for name in had.keys() - kept.keys():
        yield f"{after.name} n’a plus l’action « {name} »"
    for name in kept.keys() - had.keys():
        yield f"{after.name} a l’action « {name} »"
    if any(had[name] != kept[name] for name in had.keys() & kept.keys()):
        yield f"{after.name} : une action change"


def health_delta(change: Change, name: str) -> str:
    """Return what differs in the health of a character of that name: "−3 PF à Merlin"."""
    if change.field.startswith((ETOURDI, SONNE)):
        return f"{name} {'est' if change.after else 'n’est plus'} {in_words(change.field)}"
    gained = int(change.after or 0) - int(change.before or 0)
    return f"{signed(gained)} {in_words(change.field)} à {name}"


def _value(value: int | str | None) -> str:
    return "—" if value is None else str(value)


def _options(before: State, after: State) -> Iterator[str]:
    for name, (question, _) in CHOICES.items():
        if getattr(before.options, name) != getattr(after.options, name):
            yield f"{question} : {choice(after.options, name)}"


def _awaited(before: State, after: State) -> Iterator[str]:
    had, has = before.awaited, after.awaited
    if had is not None and has is not None and had.sequence == has.sequence:
        effects = [short_effect(each.roll.outcome.effect) for each in (had, has)]
        if effects[0] != effects[1]:
            yield f"le jet {of(has.roll.name)} qui attend son jugement : {' → '.join(effects)}"
        return
    if had is not None:
        yield f"le jet {of(had.roll.name)} n’attend plus de jugement"
    if has is not None:
        yield f"le jet {of(has.roll.name)} attend de nouveau son jugement"
