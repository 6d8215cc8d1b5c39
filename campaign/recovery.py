"""What the GC does to a character's health otherwise than by a ruling: rests, healing, a wound or PF on his word."""

from __future__ import annotations

from contextlib import suppress

from campaign.character import Character
from campaign.commands import GivePF, GiveWound, HealWound, Rest
from campaign.events import Event, HealthCause, HealthChanged
from campaign.health_changes import health_differences
from campaign.refusals import Refusal, Refused
from campaign.state import State, character_of
from rules.errors import check_range
from rules.health import Health, Ruling, consequence, full_rest, give_pf, heal, partial_rest, suffer
from rules.roll import LIMIT_OF_STAKES

HealthCommand = Rest | GivePF | GiveWound | HealWound


def change_health(command: HealthCommand, state: State) -> HealthChanged:
    """Return the change of health that `command` brings about.

    Raises:
        Refused: nothing would change: there is nothing to rest from, or no such wound to heal.
        RuleError: a number out of its range, or a gravity that is no wound.
    """
    character = character_of(state, command.who)
    if isinstance(command, GiveWound):
        return _wounded(command, character, state)
    cause, after = _changed(command, character, state)
    changes = health_differences(character.health, after)
    if not changes:
        raise Refused(Refusal.NO_CHANGE_OF_HEALTH, name=character.name)
    return HealthChanged(character.who, character.name, cause, changes)


def rest_company(state: State) -> tuple[Event, ...]:
    """Return the full rest of all those who take part and have something to rest from.

    Raises:
        Refused: nobody has.
    """
    rests: list[Event] = []
    for character in state.company:
        with suppress(Refused):
            rests.append(change_health(Rest(character.who), state))
    if not rests:
        raise Refused(Refusal.NOBODY_TO_REST)
    return tuple(rests)


def _wounded(command: GiveWound, character: Character, state: State) -> HealthChanged:
    health, options = character.health, state.options
    effect = options.tableau.row(command.gravity)
    given = consequence(
        effect, Ruling.BLESSURE, command.aspect, health, character.sheet.room, options
    )
    changes = health_differences(health, suffer(health, given))
    return HealthChanged(character.who, character.name, HealthCause.WOUND, changes, given)


def _changed(
    command: Rest | GivePF | HealWound, character: Character, state: State
) -> tuple[HealthCause, Health]:
    health, options = character.health, state.options
    match command:
        case Rest(pf=None):
            return HealthCause.FULL_REST, full_rest(health, options)
        case Rest(pf=int(pf)):
            check_range("PF", pf, 1, LIMIT_OF_STAKES)
            return HealthCause.PARTIAL_REST, partial_rest(health, pf, options)
        case GivePF(by=by):
            check_range("PF", by, -LIMIT_OF_STAKES, LIMIT_OF_STAKES)
            return HealthCause.PF, give_pf(health, by)
        case HealWound(aspect=aspect, gravity=gravity):
            return HealthCause.HEALING, heal(health, aspect, gravity)
    raise AssertionError(command)
