"""What a roll may lead a character to: its PF, and what would become of a real wound."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.character import Character
from rules.depassement import Stakes
from rules.health import Ruling, consequence
from rules.risk import Rung
from rules.tableau import Gravity


@dataclass(frozen=True, slots=True)
class Prospect:
    """An effect that can happen.

    Attributes:
        gravity: the effect.
        pf: the PF once its fatigue is added.
        wound: the gravity that a real wound would end at; None for an effect that is none, and for a fatale.
        places: for how many wounds of its gravity there would still be a place.
    """

    gravity: Gravity
    pf: int
    wound: Gravity | None = None
    places: int = 0


def prospects(character: Character, held: Stakes, rung: Rung) -> tuple[Prospect, ...]:
    """Return each effect that the odds at one Diff make possible, but for none at all."""
    possible = [each for each in Gravity if rung.effects[each] and each is not Gravity.AUCUNE]
    return tuple(_prospect(character, held, each) for each in possible)


def _prospect(character: Character, held: Stakes, gravity: Gravity) -> Prospect:
    health, room, effect = character.health, character.sheet.room, held.options.row(gravity)
    pf = health.pf + effect.pf
    if not gravity.is_wound or gravity is Gravity.FATALE:
        return Prospect(gravity, pf)
    wound = consequence(effect, Ruling.BLESSURE, held.aspect, health, room, held.options).wound
    places = room[gravity] - health.wounds[held.aspect][gravity] - 1
    return Prospect(gravity, pf, wound, places)
