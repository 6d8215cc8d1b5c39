"""The GC's ruling on a dépassement, as an event: made tonight, or put right afterwards."""

from __future__ import annotations

from campaign.events import DepassementResolved, EffectRuled
from campaign.state import State, character_of
from rules.health import Ruling, consequence
from rules.tableau import Effect, Gravity


def ruled(sequence: int, roll: DepassementResolved, ruling: Ruling, state: State) -> EffectRuled:
    """Return the ruling on a roll, with what it does to the character as it is in `state`.

    Raises:
        Refused: the character is unknown.
        RuleError: *blessure* for an effect that isn't a wound.
    """
    character, stakes, effect = character_of(state, roll.who), roll.stakes, roll.outcome.effect
    result = consequence(
        effect, ruling, stakes.aspect, character.health, character.sheet.room, stakes.options
    )
    return EffectRuled(
        character.who, character.name, sequence, effect, ruling, result, character.health.pf
    )


def accepts(effect: Effect, ruling: Ruling) -> bool:
    """Return whether an effect can be ruled on so: only a wound is a real one, and nothing is nothing."""
    if effect.gravity is Gravity.AUCUNE:
        return False
    return effect.gravity.is_wound or ruling is not Ruling.BLESSURE
