"""What differs between two states, in French and as deltas: what an undo will take back, said before it does."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.changes import Change, differences
from campaign.character import Character
from campaign.health_changes import ETOURDI, SONNE, health_differences
from campaign.state import State
from campaign.words import CHOICES, choice, signed


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


def _character(before: Character, after: Character) -> Iterator[str]:
    for change in health_differences(before.health, after.health):
        yield _health(change, after.name)
    for change in differences(before, after):
        yield f"{before.name} : {change.field} {_value(change.before)} → {_value(change.after)}"
    kept = {action.name: action for action in after.actions}
    had = {action.name: action for action in before.actions}
    for name in had.keys() - kept.keys():
        yield f"{after.name} n’a plus l’action « {name} »"
    for name in kept.keys() - had.keys():
        yield f"{after.name} a l’action « {name} »"
    if any(had[name] != kept[name] for name in had.keys() & kept.keys()):
        yield f"{after.name} : une action change"


def _health(change: Change, name: str) -> str:
    if change.field.startswith((ETOURDI, SONNE)):
        return f"{name} {'est' if change.after else 'n’est plus'} {change.field}"
    gained = int(change.after or 0) - int(change.before or 0)
    return f"{signed(gained)} {change.field} à {name}"


def _value(value: int | str | None) -> str:
    return "—" if value is None else str(value)


def _options(before: State, after: State) -> Iterator[str]:
    for name, (question, _) in CHOICES.items():
        if getattr(before.options, name) != getattr(after.options, name):
            yield f"{question} : {choice(after.options, name)}"


def _awaited(before: State, after: State) -> Iterator[str]:
    if before.awaited != after.awaited:
        if before.awaited is not None:
            yield f"le jet de {before.awaited.roll.name} n’attend plus de jugement"
        if after.awaited is not None:
            yield f"le jet de {after.awaited.roll.name} attend de nouveau son jugement"
