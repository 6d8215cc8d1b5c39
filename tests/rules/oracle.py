"""The rules a second time, plainly, from their text and not from the code: what the tests hold it against."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

FACES = range(1, 21)

TABLEAU = (
    (0, "aucune", 0, 0),
    (5, "étourdi", 0, 0),
    (10, "sonné", 1, 0),
    (20, "légère", 3, 1),
    (30, "grave", 5, 3),
    (40, "critique", 10, 5),
    (None, "fatale", 20, 10),
)
"""Tableau 3.1: the highest Dom effectif, its name, its PF, its limit."""


@dataclass(frozen=True)
class House:
    """The house choices that weigh on a roll, and whether the GC calls for it."""

    exclue: bool = False
    automatiques: bool = True
    called: bool = False
    bounds: tuple[int, ...] = (0, 5, 10, 20, 30, 40)


def succeeds(ca: int, diff: int, die: int, house: House) -> bool:
    """Diff < dé ≤ CA; CA ≤ 1 fails and CA ≥ 20 takes every face, unless the GC calls for the roll."""
    if house.automatiques and not house.called:
        if ca <= 1:
            return False
        if ca >= 20:
            return die > diff
    if die == 20 and ca < 20:
        return False
    return diff < die and (die < ca if house.exclue else die <= ca)


def dom_of(ca: int, eff: int, diff: int, die: int, house: House) -> int:
    """Dom = Eff + Diff − °R, or Eff when the roll fails."""
    return eff + diff - die if succeeds(ca, diff, die, house) else eff


def effective_of(dom: int, encaissement: int, die: int, house: House) -> int:
    """Dom less the encaissement's °R, which is rolled against no Diff and only where Dom > 0."""
    return dom - die if dom > 0 and succeeds(encaissement, 0, die, house) else dom


def gravity_of(dom_effectif: int, house: House) -> str:
    """Read Tableau 3.1."""
    names = [name for _, name, _, _ in TABLEAU]
    return names[sum(dom_effectif > bound for bound in house.bounds)]


def enumerated(ca: int, eff: int, encaissement: int, diff: int, house: House) -> Odds:
    """Play all 400 pairs of dice."""
    counts: Counter[str] = Counter()
    suffered = 0
    for die, other in product(FACES, FACES):
        dom = dom_of(ca, eff, diff, die, house)
        effective = effective_of(dom, encaissement, other, house)
        counts[gravity_of(effective, house)] += 1
        suffered += max(0, effective)
    doms = [eff + diff - die for die in FACES if succeeds(ca, diff, die, house)]
    mean = Fraction(sum(doms), len(doms)) if doms else None
    return Odds(
        len(doms), min(doms, default=None), mean, max(doms, default=None), dict(counts), suffered
    )


@dataclass(frozen=True)
class Odds:
    """What the 400 pairs gave."""

    successes: int
    least: int | None
    mean: Fraction | None
    most: int | None
    effects: dict[str, int]
    suffered: int


def evaluated(formula: str) -> int:
    """Add up a formula as a reader would: `My 15 + Ré −1 + 3 armure − 2 fatigue` is 15."""
    first, *rest = re.split(r" ([+−]) ", formula)
    total = 0
    for sign, term in zip(["+", *rest[::2]], [first, *rest[1::2]], strict=True):
        (figure,) = re.findall(r"−?\d+", term)
        value = int(figure.replace("−", "-"))
        total += value if sign == "+" else -value
    return total


def holds(comparison: str) -> bool:
    """Judge a comparison as a reader would: `8 < 12 ≤ 17` holds."""
    first, *rest = re.split(r" ([<≤≥]) ", comparison)
    numbers = [int(text.replace("−", "-")) for text in (first, *rest[1::2])]
    tests = {"<": int.__lt__, "≤": int.__le__, "≥": int.__ge__}
    return all(
        tests[sign](left, right)
        for sign, (left, right) in zip(rest[::2], pairwise(numbers), strict=True)
    )
