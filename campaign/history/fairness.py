"""Is a die fair? Pearson’s test of its faces against those of a fair die, told without its jargon.

The sum of the squared gaps, each over what was expected, follows the χ² law with 19 degrees of freedom when the die is
fair; the approximation is good once each face is expected 5 times (Cochran's rule): below 100 rolls, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, gamma, sqrt

from campaign.odds import decimal, how_often
from rules.roll import FACES

ENOUGH = 5 * FACES
"""The fewest rolls of which anything can be said."""
DOUBTFUL = Fraction(1, 20)
"""A fair die strays as far as this seldom: worth watching."""
UNFAIR = Fraction(1, 100)
"""A fair die strays as far as this so seldom that another die is a good idea."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """What can be said of a die that was rolled at the table.

    Attributes:
        faces: how many times each face came up, from 1 to 20.
        gap: Pearson's χ²: how far that is from a fair die's; 0 when nothing was rolled.
        chance: how often a fair die strays as far or farther, 0…1; None below `ENOUGH` rolls.
    """

    faces: tuple[int, ...]
    gap: Fraction
    chance: Fraction | None

    @classmethod
    def of(cls, faces: Sequence[int]) -> Fairness:
        """Return what the counts of the 20 faces say."""
        rolls = sum(faces)
        if not rolls:
            return cls(tuple(faces), Fraction(), None)
        gap = Fraction(FACES * sum(count * count for count in faces), rolls) - rolls
        return cls(tuple(faces), gap, Fraction(tail(float(gap))) if rolls >= ENOUGH else None)

    @property
    def rolls(self) -> int:
        """How many times the die was rolled."""
        return sum(self.faces)

    def sentence(self) -> str:
        """Return what there is to say of it, in one French sentence."""
        if not self.rolls:
            return "Aucun dé réel n’a été noté."
        told = f"{self.rolls} jet{'s' if self.rolls > 1 else ''} de dé réel"
        if self.chance is None:
            return f"{told} : pas assez pour juger du dé, il en faut {ENOUGH} au moins."
        often = how_often(self.chance)
        as_far = f"un dé honnête s’écarte autant de l’égalité des faces {often}"
        if self.chance >= DOUBTFUL:
            return f"{told} : {as_far}, rien n’accuse ce dé."
        face, count = self._farthest()
        even = decimal(Fraction(self.rolls, FACES))
        which = f"(le {face} est sorti {count} fois au lieu de {even})"
        verdict = "ce dé n’est sans doute pas honnête" if self.chance < UNFAIR else "à surveiller"
        return f"{told} : {as_far}, {verdict} {which}."

    def _farthest(self) -> tuple[int, int]:
        """Return the face whose count is farthest from a fair die's, and this count."""
        index = max(
            range(FACES), key=lambda each: (abs(FACES * self.faces[each] - self.rolls), -each)
        )
        return index + 1, self.faces[index]


def tail(gap: float) -> float:
    """Return how likely χ² with 19 degrees of freedom is to be `gap` or more.

    That is Γ(19/2, gap/2) / Γ(19/2), which is a finite sum for an odd number of degrees.
    """
    half = gap / 2
    terms = (sqrt(half) ** (2 * k - 1) / gamma(k + 0.5) for k in range(1, FACES // 2))
    return erfc(sqrt(half)) + exp(-half) * sum(terms)
