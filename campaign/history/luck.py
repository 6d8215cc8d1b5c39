"""Successes against odds: was it really a bad night? Exact for as many rolls as a long evening has.

The number of successes of rolls that each have their own odds follows the Poisson-binomial law. Its weights are
counted exactly, as integers over 20^n, up to `EXACT` rolls. Beyond, the integers grow too long to be multiplied
between two keys, and the refined normal approximation (Volkova, 1996: the normal law, corrected for skewness) takes
their place: at `EXACT` rolls it is within one chance in a thousand of the exact one, and it gets better from there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import erf, exp, pi, sqrt

from campaign.odds import decimal, how_often
from rules.roll import FACES

EXACT = 400
"""The most rolls of which every outcome is counted: 30 ms on a slow machine."""
ORDINARY = Fraction(1, 5)
"""What happens so often, or more, is nothing to speak of."""
RARE = Fraction(1, 20)
"""What happens less often than this is worth speaking of."""


class Period(StrEnum):
    """What luck is told of; a feminine word."""

    NIGHT = "nuit"
    CAMPAIGN = "campagne"


@dataclass(frozen=True, slots=True)
class Luck:
    """How the successes of some rolls compare with their odds.

    Attributes:
        rolls: how many rolls there are.
        successes: how many succeeded.
        expected: how many succeed on average.
        chance: how likely it was to have as few successes or fewer, when there were fewer than expected; as many or
            more otherwise. 0…1.
        exact: whether `chance` was counted; else it is a close approximation.
    """

    rolls: int
    successes: int
    expected: Fraction
    chance: Fraction
    exact: bool

    @property
    def is_bad(self) -> bool:
        """Whether there were fewer successes than expected."""
        return self.successes < self.expected

    def sentence(self, period: Period) -> str:
        """Return what there is to say of it, in one French sentence."""
        if not self.rolls:
            return "Aucun jet à compter."
        plural = "s" if self.successes > 1 else ""
        expected = f"{decimal(self.expected)} attendue{'s' if self.expected >= 2 else ''}"
        how = "autant de malchance ou plus" if self.is_bad else "autant de chance ou plus"
        counted = "" if self.exact else " (calcul approché)"
        return (
            f"{self.successes} réussite{plural} sur {self.rolls} ; {expected} ; "
            f"{how}{counted} : {how_often(self.chance)} ; {self.verdict(period)}."
        )

    def verdict(self, period: Period) -> str:
        """Return how rare it was, in a few French words: "une nuit ordinaire"."""
        if self.chance >= ORDINARY:
            return f"une {period} ordinaire"
        if self.chance >= RARE:
            return f"une {period} plutôt {'malchanceuse' if self.is_bad else 'chanceuse'}"
        return f"vraiment une {'mauvaise' if self.is_bad else 'bonne'} {period}"


def luck(chances: Counter[int], successes: int) -> Luck:
    """Return how `successes` compare with the odds of the rolls.

    Args:
        chances: how many rolls there were for each number of faces, 0…20, that succeed.
        successes: how many of them succeeded; possible with these odds.
    """
    rolls = chances.total()
    expected = Fraction(sum(faces * count for faces, count in chances.items()), FACES)
    few = successes < expected
    # As many successes or more is as few failures or fewer: one tail is enough.
    law = chances if few else Counter({FACES - n: count for n, count in chances.items()})
    most = successes if few else rolls - successes
    exact = rolls <= EXACT
    chance = _counted(law, most) if exact else _approached(law, most)
    return Luck(rolls, successes, expected, chance, exact)


def _counted(chances: Counter[int], most: int) -> Fraction:
    """Return the exact chance of `most` successes or fewer."""
    ways = [1] + [0] * most
    for faces in chances.elements():
        for count in range(most, 0, -1):
            ways[count] = ways[count] * (FACES - faces) + ways[count - 1] * faces
        ways[0] *= FACES - faces
    return Fraction(sum(ways), FACES ** chances.total())


def _approached(chances: Counter[int], most: int) -> Fraction:
    """Return the chance of `most` successes or fewer, by the normal law corrected for skewness."""
    odds = [(faces / FACES, count) for faces, count in chances.items()]
    mean = sum(count * p for p, count in odds)
    variance = sum(count * p * (1 - p) for p, count in odds)
    if not variance:
        return Fraction(1)  # nothing was left to chance
    skewness = sum(count * p * (1 - p) * (1 - 2 * p) for p, count in odds) / variance**1.5
    x = (most + 0.5 - mean) / sqrt(variance)
    density = exp(-x * x / 2) / sqrt(2 * pi)
    below = (1 + erf(x / sqrt(2))) / 2 + skewness * (1 - x * x) * density / 6
    return Fraction(min(1.0, max(0.0, below)))
