"""The action de dépassement (S): a roll whose effort is paid for with damage to one's own character."""

from __future__ import annotations

from dataclasses import dataclass

from rules.aspects import Aspect
from rules.calculation import MINUS, Reason, Step, StepName, Total, Verdict, number
from rules.errors import RuleError, Violation, check_range
from rules.options import Options
from rules.roll import LIMIT_OF_STAKES, Roll, check_die, check_diff, roll
from rules.roll import needs_die as roll_needs_die
from rules.tableau import Effect

ENCAISSEMENT_DIE = "dé d’encaissement"


@dataclass(frozen=True, slots=True)
class Stakes:
    """All that is settled before the dice: enough to roll, to show and to recompute years later.

    Attributes:
        aspect: the aspect of the action, which the encaissement shares (B).
        ca: the target, with its parts.
        diff: the difficulty that the player chose, 0…999 (S).
        eff: the Effort maximal, 0…999 (S).
        encaissement: the CA of the encaissement, with its parts.
        options: the house choices in force.
        called: the GC calls for the dice although a CA decides by itself; for both rolls (B, H).
    """

    aspect: Aspect
    ca: Total
    diff: int
    eff: int
    encaissement: Total
    options: Options = Options()
    called: bool = False

    def __post_init__(self) -> None:
        check_diff(self.diff)
        check_range("Eff", self.eff, 0, LIMIT_OF_STAKES)
        check_range("CA", self.ca.value, -LIMIT_OF_STAKES, LIMIT_OF_STAKES)
        check_range("CA d’encaissement", self.encaissement.value, -LIMIT_OF_STAKES, LIMIT_OF_STAKES)


@dataclass(frozen=True, slots=True)
class Depassement:
    """A resolved dépassement.

    Attributes:
        verdict: whether the action succeeded, and its °R.
        dom: Eff + Diff − °R, or Eff when it failed (S).
        encaissement: the verdict of the encaissement; None when it wasn't rolled because Dom ≤ 0 (H).
        dom_effectif: Dom less the °R of the encaissement (S).
        effect: what it does, by Tableau 3.1 and the house choices (B, H).
        steps: the calculation, in the order in which it is played.
    """

    verdict: Verdict
    dom: int
    encaissement: Verdict | None
    dom_effectif: int
    effect: Effect
    steps: tuple[Step, ...]


def dom(eff: int, diff: int, verdict: Verdict) -> int:
    """Return the Dom of an action: Eff + Diff − °R on a success, Eff on a failure (S)."""
    return eff if verdict.degree is None else eff + diff - verdict.degree


def needs_die(stakes: Stakes) -> bool:
    """Return whether the action needs a die: not when its CA fails by itself (B)."""
    return roll_needs_die(stakes.ca.value, stakes.options, called=stakes.called)


def needs_encaissement_die(stakes: Stakes, die: int | None) -> bool:
    """Return whether the encaissement needs a die after `die`: when Dom > 0 (H) and its CA doesn't fail by itself."""
    return suffers(stakes, die) and roll_needs_die(
        stakes.encaissement.value, stakes.options, called=stakes.called
    )


def suffers(stakes: Stakes, die: int | None) -> bool:
    """Return whether `die` leaves a Dom to bear: the encaissement takes place only when Dom > 0 (H)."""
    return dom(stakes.eff, stakes.diff, _action(stakes, die).verdict) > 0


def resolve(stakes: Stakes, die: int | None, encaissement_die: int | None) -> Depassement:
    """Resolve a dépassement from its stakes and its dice (S).

    `die` may be None when `needs_die` says so, `encaissement_die` when `needs_encaissement_die` does; a die that
    isn't needed decides nothing.

    Raises:
        RuleError: a die that isn't a face of a d20, or is missing.
    """
    action = _action(stakes, die)
    suffered = dom(stakes.eff, stakes.diff, action.verdict)
    steps = [
        Step(StepName.CA, stakes.ca.formula, stakes.ca.value),
        Step(StepName.ROLL, action.formula, action.verdict, action.reason),
        _dom_step(stakes, action.verdict, suffered),
    ]
    borne: Verdict | None = None
    if suffered > 0:
        encaissement = _encaissement(stakes, encaissement_die)
        borne = encaissement.verdict
        steps += [
            Step(StepName.CA_ENCAISSEMENT, stakes.encaissement.formula, stakes.encaissement.value),
            Step(StepName.ENCAISSEMENT, encaissement.formula, borne, encaissement.reason),
        ]
    effective = suffered - ((borne.degree or 0) if borne else 0)
    effect = stakes.options.effect(effective)
    steps += [_effective_step(suffered, borne, effective), _effect_step(stakes.options, effect)]
    return Depassement(action.verdict, suffered, borne, effective, effect, tuple(steps))


def _action(stakes: Stakes, die: int | None) -> Roll:
    return roll(stakes.ca.value, stakes.diff, die, stakes.options, called=stakes.called)


def _encaissement(stakes: Stakes, die: int | None) -> Roll:
    if die is not None:
        check_die(die, ENCAISSEMENT_DIE)
    elif roll_needs_die(stakes.encaissement.value, stakes.options, called=stakes.called):
        raise RuleError(Violation.DIE_MISSING, what=ENCAISSEMENT_DIE)
    return roll(stakes.encaissement.value, None, die, stakes.options, called=stakes.called)


def _dom_step(stakes: Stakes, verdict: Verdict, suffered: int) -> Step:
    if verdict.degree is None:
        formula, reason = f"Eff {stakes.eff}", Reason.FAILED
    else:
        formula, reason = f"{stakes.eff} + {stakes.diff} {MINUS} {verdict.degree}", None
    return Step(StepName.DOM, formula, suffered, Reason.NO_DOM if suffered <= 0 else reason)


def _effective_step(suffered: int, borne: Verdict | None, effective: int) -> Step:
    formula = number(suffered)
    if borne and borne.degree is not None:
        formula += f" {MINUS} {borne.degree}"
    return Step(StepName.DOM_EFFECTIF, formula, effective)


def _effect_step(options: Options, effect: Effect) -> Step:
    low, high = options.tableau.range_of(effect.gravity)
    if low is None:
        formula = f"≤ {number(high or 0)}"
    elif high is None:
        formula = f"≥ {number(low)}"
    else:
        formula = f"{number(low)}–{number(high)}"
    return Step(StepName.EFFECT, formula, effect)
