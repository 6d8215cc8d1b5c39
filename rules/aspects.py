"""The three aspects and the six moyens (B), and values held for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Aspect(StrEnum):
    """One of a character's three aspects (B)."""

    PHYSIQUE = "Ph"
    MENTAL = "Me"
    MYSTIQUE = "My"


class Moyen(StrEnum):
    """One of a character's six moyens (B)."""

    PUISSANCE = "Pu"
    RESISTANCE = "Ré"
    MANOEUVRE = "Ma"
    PRECISION = "Pr"
    EXPRESSION = "Ex"
    PERCEPTION = "Pe"


_ASPECT_FIELDS = {
    Aspect.PHYSIQUE: "physique",
    Aspect.MENTAL: "mental",
    Aspect.MYSTIQUE: "mystique",
}
_MOYEN_FIELDS = {
    Moyen.PUISSANCE: "puissance",
    Moyen.RESISTANCE: "resistance",
    Moyen.MANOEUVRE: "manoeuvre",
    Moyen.PRECISION: "precision",
    Moyen.EXPRESSION: "expression",
    Moyen.PERCEPTION: "perception",
}


@dataclass(frozen=True, slots=True)
class PerAspect(Generic[T]):
    """A value for each aspect."""

    physique: T
    mental: T
    mystique: T

    def __getitem__(self, aspect: Aspect) -> T:
        value: T = getattr(self, _ASPECT_FIELDS[aspect])
        return value

    def __iter__(self) -> Iterator[T]:
        return iter((self.physique, self.mental, self.mystique))

    def put(self, aspect: Aspect, value: T) -> PerAspect[T]:
        """Return a copy where `aspect` has `value`."""
        return replace(self, **{_ASPECT_FIELDS[aspect]: value})


@dataclass(frozen=True, slots=True)
class Moyens:
    """The six moyens, normally −5…+5, which sum to 0 (B)."""

    puissance: int = 0
    resistance: int = 0
    manoeuvre: int = 0
    precision: int = 0
    expression: int = 0
    perception: int = 0

    def __getitem__(self, moyen: Moyen) -> int:
        value: int = getattr(self, _MOYEN_FIELDS[moyen])
        return value

    def __iter__(self) -> Iterator[int]:
        return (self[moyen] for moyen in Moyen)

    def put(self, moyen: Moyen, value: int) -> Moyens:
        """Return a copy where `moyen` has `value`."""
        return replace(self, **{_MOYEN_FIELDS[moyen]: value})
