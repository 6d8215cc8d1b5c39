"""A calculation as data: sums whose every part has a name, and the steps that lead to a result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.tableau import Effect

MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """Write `value` with a true minus sign."""
    return str(value).replace("-", MINUS)


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of a sum.

    Attributes:
        label: what it comes from ("My", "Magie du Feu", "étourdi"); may be empty for a constant.
        value: what it adds.
        modifier: True for what is laid on top of the character's own values, written sign first ("− 1 étourdi").
    """

    label: str
    value: int
    modifier: bool = False


@dataclass(frozen=True, slots=True)
class Total:
    """A sum that keeps its parts, so that it can be shown and recomputed years later."""

    parts: tuple[Part, ...]

    @classmethod
    def plain(cls, value: int) -> Total:
        """A total of which only the value is known."""
        return cls((Part("", value),))

    @property
    def value(self) -> int:
        """The sum of the parts."""
        return sum(part.value for part in self.parts)

    @property
    def formula(self) -> str:
        """The sum with its numbers: `My 15 + Ma 2 + Magie du Feu 10 − 10`."""
        text = ""
        for part in self.parts:
            if part.modifier:
                sign = MINUS if part.value < 0 else "+"
                text += f" {sign} {abs(part.value)} {part.label}".rstrip()
            else:
                text += (
                    f" + {part.label} {number(part.value)}"
                    if text
                    else f"{part.label} {number(part.value)}"
                )
        return text.strip()


class Reason(StrEnum):
    """Why a rule decided, when the numbers alone don't show it."""

    NATURAL_20 = "natural_20"
    """A die of 20 fails below CA 20 (B)."""
    CA_FAILS = "ca_fails"
    """CA ≤ 1 fails by itself (B)."""
    CA_SUCCEEDS = "ca_succeeds"
    """CA ≥ 20: every face counts as ≤ CA (H)."""
    NOT_ABOVE_DIFF = "not_above_diff"
    """The die doesn't beat Diff (S)."""
    ABOVE_CA = "above_ca"
    """The die is over the CA (B)."""
    EQUALS_CA = "equals_ca"
    """The die equals the CA, and this campaign plays `< CA` (H)."""
    IMPOSSIBLE = "impossible"
    """No face can beat Diff and stay within the CA."""
    FAILED = "failed"
    """A failed action costs its full Eff (S)."""
    NO_DOM = "no_dom"
    """Dom ≤ 0: nothing is suffered, and the encaissement is not rolled (H)."""


class StepName(StrEnum):
    """The steps of a dépassement, in the order in which they are played."""

    CA = "ca"
    ROLL = "roll"
    DOM = "dom"
    CA_ENCAISSEMENT = "ca_encaissement"
    ENCAISSEMENT = "encaissement"
    DOM_EFFECTIF = "dom_effectif"
    EFFECT = "effect"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a roll succeeded, and its °R: the die of a success, None for a failure (S, H)."""

    success: bool
    degree: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a calculation: its name, its formula with the numbers in it, its result.

    `reason` says why when a rule, not the formula, decided.
    """

    name: StepName
    formula: str
    result: int | Verdict | Effect
    reason: Reason | None = None
