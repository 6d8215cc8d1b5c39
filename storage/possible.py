"""What could have happened. An event that has the right fields and could not is unreadable: nothing could show it."""

from __future__ import annotations

from campaign.changes import Change
from campaign.events import (
    CharacterMoved,
    DepassementResolved,
    Die,
    EffectRuled,
    Event,
    EventCorrected,
    EventRevealed,
    HealthChanged,
    OfSessions,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    TurnGiven,
)
from campaign.state import State
from rules.depassement import Stakes, needs_die, needs_encaissement_die
from rules.health import LIMIT_OF_HEALTH, Consequence
from rules.roll import check_die
from rules.tableau import WOUNDS

_LAST_SESSION = 10**9
"""Far beyond any campaign, and short enough for the name of a file."""


def check_possible(event: Event) -> None:
    """Raise `ValueError` for an event that could not have happened, whatever happened before it."""
    match event:
        case DepassementResolved(stakes=stakes, die=die, encaissement_die=other):
            _check_dice(stakes, die, other)
        case EffectRuled(consequence=consequence):
            _check_wound(consequence)
        case HealthChanged(changes=changes, wound=wound):
            if not all(_is_count(each) for each in changes):
                raise ValueError(changes)
            if wound is not None:
                _check_wound(wound)
        case SessionOpened(number) | SessionClosed(number) | SessionReopened(number) if (
            not 0 < number <= _LAST_SESSION
        ):
            raise ValueError(number)
        case _ if isinstance(event, OfSessions) and event.first < 1:
            raise ValueError(event.first)
        case CharacterMoved(who, _, ahead, named) if ahead == who or (ahead is None) != (
            named is None
        ):
            raise ValueError(ahead)
        case TurnGiven(None, name) if name:
            raise ValueError(name)
        case EventCorrected(target, before) if not 0 < target <= before:
            raise ValueError(target)
        case EventRevealed(target) if target < 1:
            raise ValueError(target)


def check_possible_state(state: State) -> None:
    """Raise `ValueError` for a state that no events lead to, and that could not be shown."""
    if not 0 <= state.session <= _LAST_SESSION:
        raise ValueError(state.session)
    for who, character in state.characters.items():
        health = character.health
        counts = [health.pf, *(each[gravity] for each in health.wounds for gravity in WOUNDS)]
        if who != character.who or not all(0 <= count <= LIMIT_OF_HEALTH for count in counts):
            raise ValueError(who)


def _check_dice(stakes: Stakes, die: Die | None, other: Die | None) -> None:
    for each in (die, other):
        if each is not None:
            check_die(each.face)
    face = die.face if die else None
    if (face is None and needs_die(stakes)) or (
        other is None and needs_encaissement_die(stakes, face)
    ):
        raise ValueError("a die is missing")


def _check_wound(result: Consequence) -> None:
    """A cascade goes through wounds alone, and `held` counts those that had no more room, if it was written at all."""
    full = result.cascade[:-1]
    if not set(result.cascade) <= set(WOUNDS) or len(result.held) not in (0, len(full)):
        raise ValueError(result)
    if any(count < 0 for count in result.held):
        raise ValueError(result)


def _is_count(change: Change) -> bool:
    return isinstance(change.after, int) and change.after >= 0
