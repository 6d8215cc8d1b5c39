"""A character's sheet: aspects, moyens, compétences, armure, wound room, and what breaks its rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from rules.aspects import Aspect, Moyens, PerAspect
from rules.errors import check_range
from rules.tableau import Gravity

ASPECT_SUM = 30
"""What the three aspects sum to at creation (B)."""
MOYEN_GAP = 5
"""How far a moyen may be above its partner: Pu ≤ Ré + 5, Ma ≤ Pr + 5, Ex ≤ Pe + 5 (B)."""
MOYEN_REACH = 5
"""Moyens are normally between −5 and +5 (B)."""
COMPETENCE_BASE = 10
"""A compétence's bonus is its level less this (S/B)."""

LIMIT_OF_VALUES = 99
"""No number of a sheet is beyond ±99 (H): the book sets no bound, a column of the screen does."""


@dataclass(frozen=True, slots=True)
class Competence:
    """A compétence: a name, a level of 0…99 and the aspect it belongs to (B)."""

    name: str
    level: int
    aspect: Aspect

    def __post_init__(self) -> None:
        check_range("niveau", self.level, 0, LIMIT_OF_VALUES)

    @property
    def bonus(self) -> int:
        """What it adds to a CA: level − 10 (S/B)."""
        return self.level - COMPETENCE_BASE


@dataclass(frozen=True, slots=True)
class WoundRoom:
    """How many wounds of each gravity a body has room for in each aspect; a humanoid's by default (B)."""

    legere: int = 4
    grave: int = 2
    critique: int = 1

    def __getitem__(self, gravity: Gravity) -> int:
        """Return the places for wounds of that gravity; a fatale needs none."""
        return {
            Gravity.LEGERE: self.legere,
            Gravity.GRAVE: self.grave,
            Gravity.CRITIQUE: self.critique,
        }[gravity]

    def __post_init__(self) -> None:
        for name, value in (
            ("légères", self.legere),
            ("graves", self.grave),
            ("critiques", self.critique),
        ):
            check_range(name, value, 0, LIMIT_OF_VALUES)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a character is, apart from what has happened to it. Every number is within ±99."""

    aspects: PerAspect[int] = PerAspect(10, 10, 10)
    moyens: Moyens = Moyens()
    competences: tuple[Competence, ...] = ()
    armure: PerAspect[int] = PerAspect(0, 0, 0)
    room: WoundRoom = field(default_factory=WoundRoom)

    def __post_init__(self) -> None:
        for name, values in (
            ("aspect", self.aspects),
            ("moyen", self.moyens),
            ("armure", self.armure),
        ):
            for value in values:
                check_range(name, value, -LIMIT_OF_VALUES, LIMIT_OF_VALUES)

    def competence(self, name: str) -> Competence | None:
        """Return the compétence of that name, if the sheet has it."""
        return next((each for each in self.competences if each.name == name), None)


class SheetWarning(StrEnum):
    """A creation rule that a sheet breaks (B); the sheet is accepted all the same (H)."""

    ASPECT_SUM = "aspect_sum"
    MOYEN_SUM = "moyen_sum"
    MOYEN_RANGE = "moyen_range"
    PUISSANCE = "puissance"
    MANOEUVRE = "manoeuvre"
    EXPRESSION = "expression"


def warnings(sheet: Sheet) -> tuple[SheetWarning, ...]:
    """Return the creation rules that `sheet` breaks, in the order of `SheetWarning` (B)."""
    moyens = sheet.moyens
    broken = {
        SheetWarning.ASPECT_SUM: sum(sheet.aspects) != ASPECT_SUM,
        SheetWarning.MOYEN_SUM: sum(moyens) != 0,
        SheetWarning.MOYEN_RANGE: any(abs(value) > MOYEN_REACH for value in moyens),
        SheetWarning.PUISSANCE: moyens.puissance > moyens.resistance + MOYEN_GAP,
        SheetWarning.MANOEUVRE: moyens.manoeuvre > moyens.precision + MOYEN_GAP,
        SheetWarning.EXPRESSION: moyens.expression > moyens.perception + MOYEN_GAP,
    }
    return tuple(warning for warning, is_broken in broken.items() if is_broken)
