"""The steps of a calculation in French. Apart from the narration, so that the command line loads no event."""

from __future__ import annotations

from dataclasses import dataclass

from rules.calculation import MINUS, Reason, Step, StepName, Verdict, number
from rules.tableau import Effect, Gravity

STEPS = {
    StepName.CA: "CA",
    StepName.ROLL: "Réussite",
    StepName.DOM: "Dom",
    StepName.CA_ENCAISSEMENT: "CA d’encaissement",
    StepName.ENCAISSEMENT: "Encaissement",
    StepName.DOM_EFFECTIF: "Dom effectif",
    StepName.EFFECT: "Tableau 3.1",
}

REASONS = {
    Reason.NATURAL_20: "20 naturel : échec",
    Reason.CA_FAILS: "échec automatique",
    Reason.CA_SUCCEEDS: "CA ≥ 20 : toute face convient",
    Reason.NOT_ABOVE_DIFF: "le dé ne dépasse pas Diff",
    Reason.ABOVE_CA: "le dé dépasse la CA",
    Reason.EQUALS_CA: "dé égal à la CA, exclue ici",
    Reason.IMPOSSIBLE: "impossible, quel que soit le dé",
    Reason.FAILED: "échec : Eff entier",
    Reason.NO_DOM: "Dom ≤ 0 : pas d’encaissement",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a calculation: what is computed, from what, what it gives, and why if a rule decided."""

    label: str
    formula: str
    result: str
    why: str = ""

    @property
    def conclusion(self) -> str:
        """The result after its sign: a number equals its formula, a verdict or an effect follows from it."""
        sign = "=" if self.result.lstrip(MINUS).isdecimal() else "→"
        return f"{sign} {self.result}"


def step_line(step: Step) -> Line:
    """Return a step of a calculation in French."""
    return Line(
        STEPS[step.name],
        step.formula,
        _result(step.result),
        REASONS[step.reason] if step.reason else "",
    )


def effect_line(effect: Effect) -> str:
    """Return an effect with its PF: "étourdi, 0 PF"."""
    if effect.gravity is Gravity.AUCUNE:
        return short_effect(effect)
    return f"{wound(effect.gravity)}, {effect.pf} PF"


def wound(gravity: Gravity) -> str:
    """Return the name of an effect as something suffered: "blessure légère", "étourdi"."""
    return f"blessure {gravity}" if gravity.is_wound else gravity.value


def short_effect(effect: Effect) -> str:
    """Return an effect as one word or two: "étourdi", "aucun effet"."""
    return "aucun effet" if effect.gravity is Gravity.AUCUNE else effect.gravity.value


def _result(result: int | Verdict | Effect) -> str:
    match result:
        case Verdict(success, degree):
            return f"réussie, °R {degree}" if success else "ratée"
        case Effect():
            return effect_line(result)
        case _:
            return number(result)
