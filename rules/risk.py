"""The exact odds of a dépassement for each Diff, by enumeration: the calculation that the rule is about (S)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

from rules.calculation import Verdict
from rules.depassement import dom
from rules.errors import check_range
from rules.options import Options
from rules.roll import FACES, LIMIT_OF_STAKES, roll
from rules.tableau import Gravity

PAIRS = FACES * FACES
"""The equally likely pairs of an action die and an encaissement die."""
DIFFS = range(FACES)
"""The Diffs that a d20 can beat."""


@dataclass(frozen=True, slots=True)
class DomRange:
    """The Dom of the successes at one Diff: the least, the exact mean and the most."""

    least: int
    mean: Fraction
    most: int


@dataclass(frozen=True, slots=True)
class Rung:
    """The odds at one Diff.

    Attributes:
        diff: the Diff.
        successes: how many of the 20 faces succeed.
        dom: the Dom of a success; None when no face succeeds.
        unharmed: how many of the 400 pairs of dice succeed without a wound that could be real.
        effects: for each gravity, how many of the 400 pairs of dice lead to it; they sum to 400.
        dom_effectif: the sum of the Dom effectif of the 400 pairs of dice; below 0 it heals nothing, and counts as 0.
    """

    diff: int
    successes: int
    dom: DomRange | None
    unharmed: int
    effects: Mapping[Gravity, int]
    dom_effectif: int


def ladder(
    ca: int,
    eff: int,
    encaissement_ca: int,
    options: Options,
    *,
    called: bool = False,
    diffs: Iterable[int] = DIFFS,
) -> tuple[Rung, ...]:
    """Return the exact odds at each of `diffs`, for both dice fair and independent.

    The arguments are those of `Stakes`. When Dom ≤ 0 the encaissement isn't rolled, and the 20 pairs count as one
    outcome (H).

    Raises:
        RuleError: a number out of its range.
    """
    check_range("Eff", eff, 0, LIMIT_OF_STAKES)
    check_range("CA d’encaissement", encaissement_ca, -LIMIT_OF_STAKES, LIMIT_OF_STAKES)
    faces = range(1, FACES + 1)
    borne = [
        roll(encaissement_ca, None, die, options, called=called).verdict.degree or 0
        for die in faces
    ]
    effects_of = cache(partial(_effects, borne, options))
    borne_of = cache(partial(_borne, borne))
    return tuple(
        _rung(
            diff,
            [roll(ca, diff, die, options, called=called).verdict for die in faces],
            eff,
            effects_of,
            borne_of,
        )
        for diff in diffs
    )


def _rung(
    diff: int,
    verdicts: list[Verdict],
    eff: int,
    effects_of: Callable[[int], Counter[Gravity]],
    borne_of: Callable[[int], int],
) -> Rung:
    effects: Counter[Gravity] = Counter()
    unharmed = 0
    for verdict in verdicts:
        outcome = effects_of(dom(eff, diff, verdict))
        effects.update(outcome)
        if verdict.success:
            unharmed += sum(count for gravity, count in outcome.items() if not gravity.is_wound)
    successes = [dom(eff, diff, verdict) for verdict in verdicts if verdict.success]
    counts = {each: effects[each] for each in Gravity}
    suffered = sum(borne_of(dom(eff, diff, verdict)) for verdict in verdicts)
    return Rung(diff, len(successes), _range(successes), unharmed, counts, suffered)


def _effects(borne: list[int], options: Options, suffered: int) -> Counter[Gravity]:
    """Count the effects of a Dom over the faces of the encaissement, whose °R are `borne`."""
    degrees = borne if suffered > 0 else [0] * FACES
    return Counter(options.effect(suffered - degree).gravity for degree in degrees)


def _borne(borne: list[int], suffered: int) -> int:
    """Sum what is left of a Dom over the faces of the encaissement, whose °R are `borne`."""
    return sum(max(0, suffered - degree) for degree in borne)


def _range(doms: list[int]) -> DomRange | None:
    return DomRange(min(doms), Fraction(sum(doms), len(doms)), max(doms)) if doms else None


def best(rungs: Iterable[Rung]) -> Rung | None:
    """Return the rung with the best odds of a success without a real wound, the first of equals, if any has some."""
    chosen = max(rungs, key=lambda rung: rung.unharmed, default=None)
    return chosen if chosen and chosen.unharmed else None
