"""The roll of a d20 under a CA: what the CA is made of, and when a die succeeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.aspects import Aspect, Moyen
from rules.calculation import Part, Reason, Total, Verdict, number
from rules.errors import RuleError, Violation, check_range
from rules.options import Automatiques, BorneCA, MalusFatigue, Options

if TYPE_CHECKING:  # a roll against a plain CA, as the command line makes, needs neither
    from rules.health import Health
    from rules.sheet import Competence, Sheet

DIE = "dé"
FACES = 20
AUTOMATIC_FAILURE = 1
"""A CA at or below this fails by itself (B)."""
AUTOMATIC_SUCCESS = 20
"""A CA at or above this succeeds by itself (B)."""
LIMIT_OF_STAKES = 999
"""CA, Diff and Eff are within this (H): far beyond play, and short enough for a column."""

ETOURDI = "étourdi"
FATIGUE = "fatigue"
ARMURE = "armure"
HANDICAP = "handicap"
AVANTAGE = "avantage"


def ca(
    sheet: Sheet,
    aspect: Aspect,
    moyen: Moyen,
    competence: Competence | None,
    health: Health,
    options: Options,
    *modifiers: Part,
) -> Total:
    """Return a character's CA: aspect + moyen + bonus de compétence + modificateurs (B).

    The bonus is written as the seed does, level − 10; étourdi and fatigue are parts of their own.
    """
    parts = [Part(aspect, sheet.aspects[aspect]), Part(moyen, sheet.moyens[moyen])]
    if competence is not None:
        parts += [
            Part(competence.name, competence.level),
            Part("", competence.bonus - competence.level, modifier=True),
        ]
    return Total((*parts, *modifiers, *states(health, aspect, options)))


def encaissement_ca(sheet: Sheet, aspect: Aspect, health: Health, options: Options) -> Total:
    """Return the CA of an encaissement: the same aspect + Résistance + armure, and the states (B)."""
    parts = [Part(aspect, sheet.aspects[aspect]), Part(Moyen.RESISTANCE, sheet.moyens.resistance)]
    if armure := sheet.armure[aspect]:
        parts.append(Part(ARMURE, armure, modifier=True))
    return Total((*parts, *states(health, aspect, options)))


def states(health: Health, aspect: Aspect, options: Options) -> tuple[Part, ...]:
    """Return what the character's state takes from a CA: étourdi in that aspect (B), fatigue (H)."""
    parts = []
    if aspect in health.etourdi:
        parts.append(Part(ETOURDI, -1, modifier=True))
    if health.pf and options.malus_fatigue is MalusFatigue.UN_PAR_POINT:
        parts.append(Part(FATIGUE, -health.pf, modifier=True))
    return tuple(parts)


def handicap(value: int) -> tuple[Part, ...]:
    """Return the part of a modificateur typed for one roll; none when it is 0 (B)."""
    if not value:
        return ()
    return (Part(HANDICAP if value < 0 else AVANTAGE, value, modifier=True),)


def check_die(value: int, what: str = DIE) -> None:
    """Raise `RuleError` unless `value` is a face of a d20."""
    check_range(what, value, 1, FACES)


def check_diff(diff: int) -> None:
    """Raise `RuleError` for a Diff out of 0…999: below 0 it has no meaning without the dé critique (H)."""
    if diff < 0:
        raise RuleError(Violation.NEGATIVE_DIFF, value=diff)
    check_range("Diff", diff, 0, LIMIT_OF_STAKES)


@dataclass(frozen=True, slots=True)
class Roll:
    """A die held against Diff and CA: its verdict, the comparison with its numbers, and why."""

    verdict: Verdict
    formula: str
    reason: Reason | None


def needs_die(ca: int, options: Options, *, called: bool = False) -> bool:
    """Return whether a roll under `ca` needs a die: a CA ≤ 1 fails without one, until the GC calls for it (B).

    A CA ≥ 20 needs it all the same, because °R is the die (H).
    """
    return called or options.automatiques is Automatiques.NON or ca > AUTOMATIC_FAILURE


def roll(
    ca: int, diff: int | None, die: int | None, options: Options, *, called: bool = False
) -> Roll:
    """Hold `die` against `diff` and `ca`: success when Diff < dé ≤ CA, and °R is the die (S, B).

    Args:
        ca: the target, within ±999.
        diff: what the die must beat, 0…999; None for a roll that has no Diff, an encaissement.
        die: a face, 1…20; may be None when `needs_die` says that none is needed.
        options: the house choices; `borne_ca` decides a die equal to the CA.
        called: the GC calls for the roll although the CA decides by itself (B): then the die alone decides (H).

    Raises:
        RuleError: a number out of its range, or a die that is missing.
    """
    check_diff(diff or 0)
    check_range("CA", ca, -LIMIT_OF_STAKES, LIMIT_OF_STAKES)
    if die is not None:
        check_die(die)
    if not needs_die(ca, options, called=called):
        return Roll(Verdict(False, None), f"CA {number(ca)} ≤ {AUTOMATIC_FAILURE}", Reason.CA_FAILS)
    if die is None:
        raise RuleError(Violation.DIE_MISSING, what=DIE)
    automatic = options.automatiques is Automatiques.OUI and not called
    formula = str(die) if diff is None else f"{diff} < {die}"
    if automatic and ca >= AUTOMATIC_SUCCESS:
        failure = _why_failed(FACES, diff or 0, die, BorneCA.INCLUSE)
        return _rolled(die, formula, failure, success=Reason.CA_SUCCEEDS)
    under = "<" if options.borne_ca is BorneCA.EXCLUE else "≤"
    failure = _why_failed(ca, diff or 0, die, options.borne_ca)
    return _rolled(die, f"{formula} {under} {number(ca)}", failure)


def _rolled(die: int, formula: str, failure: Reason | None, success: Reason | None = None) -> Roll:
    if failure is None:
        return Roll(Verdict(True, die), formula, success)
    return Roll(Verdict(False, None), formula, failure)


def _why_failed(ca: int, diff: int, die: int, borne_ca: BorneCA) -> Reason | None:
    if die == FACES and ca < AUTOMATIC_SUCCESS:
        return Reason.NATURAL_20
    highest = min(FACES, ca if borne_ca is BorneCA.INCLUSE else ca - 1)
    if diff >= highest:
        return Reason.IMPOSSIBLE
    if die <= diff:
        return Reason.NOT_ABOVE_DIFF
    if die > ca:
        return Reason.ABOVE_CA
    return Reason.EQUALS_CA if die > highest else None
