"""What an event must be for a query to find it: values only; `search` looks for them, `explanation` says them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from operator import eq, ge, gt, le, lt

from rules.tableau import Gravity


class Comparison(Enum):
    """How a value compares with another."""

    EXACTLY = "="
    AT_LEAST = "≥"
    AT_MOST = "≤"
    ABOVE = ">"
    BELOW = "<"

    def holds(self, value: int, bound: int) -> bool:
        """Return whether `value` compares so with `bound`."""
        return _HOLDS[self](value, bound)


_HOLDS: dict[Comparison, Callable[[int, int], bool]] = {
    Comparison.EXACTLY: eq,
    Comparison.AT_LEAST: ge,
    Comparison.AT_MOST: le,
    Comparison.ABOVE: gt,
    Comparison.BELOW: lt,
}


class Measure(StrEnum):
    """A number of a dépassement; its value is the filter that asks for it."""

    DIE = "dé"
    DIFF = "diff"
    DOM = "dom"


class Mark(StrEnum):
    """What later events, or the GC, made of an event; its value is the filter that asks for it."""

    STARRED = "étoile"
    SECRET = "secret"
    UNDONE = "annulé"
    CORRECTED = "corrigé"


@dataclass(frozen=True, slots=True)
class Holds:
    """Its line holds a text, case and accents ignored.

    Attributes:
        text: as it was typed.
        folded: as `fold_case` leaves it; not empty.
    """

    text: str
    folded: str


@dataclass(frozen=True, slots=True)
class IsAbout:
    """It is about a character that has, or once had, a name with this in it.

    Attributes:
        name: as it was typed.
        folded: as `fold_case` leaves it; not empty.
    """

    name: str
    folded: str


@dataclass(frozen=True, slots=True)
class IsOfKind:
    """It is of a kind: one of the words of `campaign.words.KINDS`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Suffered:
    """It made a character suffer an effect that compares so with `gravity`."""

    comparison: Comparison
    gravity: Gravity


@dataclass(frozen=True, slots=True)
class Between:
    """A number is from `first` to `last`, both included; None where there is no bound."""

    first: int | None
    last: int | None

    def holds(self, number: int) -> bool:
        """Return whether a number is one of them."""
        return (self.first is None or self.first <= number) and (
            self.last is None or number <= self.last
        )


@dataclass(frozen=True, slots=True)
class Rolled(Between):
    """It is a dépassement of which a number is so: the action's die, the Diff, the Dom effectif."""

    measure: Measure


@dataclass(frozen=True, slots=True)
class InSession(Between):
    """It was written in one of these sessions, or is read in one of them: a session was joined to another."""


@dataclass(frozen=True, slots=True)
class InPart:
    """It is read in a part of a session that was split.

    Attributes:
        label: what that part is called: "12 bis".
    """

    label: str


@dataclass(frozen=True, slots=True)
class Written:
    """It was written in a time.

    Attributes:
        start: its first day, as an ordinal; None where it has no beginning.
        end: the day after its last, as an ordinal; None where it has no end.
        words: the time in French: "avant mars 2026".
    """

    start: int | None
    end: int | None
    words: str


@dataclass(frozen=True, slots=True)
class Bears:
    """It bears a mark, or doesn't."""

    mark: Mark
    wanted: bool


Condition = Holds | IsAbout | IsOfKind | Suffered | Rolled | InSession | InPart | Written | Bears


@dataclass(frozen=True, slots=True)
class Term:
    """One of `conditions` holds; or none of them does, where it is `negated`."""

    conditions: tuple[Condition, ...]
    negated: bool = False
