"""Tableau 3.1: what a Dom effectif does to a body (B). It is data, and a campaign may edit it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from rules.errors import RuleError, Violation


class Gravity(StrEnum):
    """An effect of Tableau 3.1, from the lightest to the worst (B)."""

    AUCUNE = "aucune"
    ETOURDI = "étourdi"
    SONNE = "sonné"
    LEGERE = "légère"
    GRAVE = "grave"
    CRITIQUE = "critique"
    FATALE = "fatale"

    @property
    def is_wound(self) -> bool:
        """Whether it is a wound that a body has, or has not, room for."""
        return self in WOUNDS


WOUNDS = (Gravity.LEGERE, Gravity.GRAVE, Gravity.CRITIQUE, Gravity.FATALE)


@dataclass(frozen=True, slots=True)
class Effect:
    """A row of Tableau 3.1.

    Attributes:
        gravity: what the body suffers.
        up_to: the highest Dom effectif of the row; None for the last row, which has no end.
        pf: the points de fatigue it costs, ≥ 0.
        limit: how many PF a full rest can't take away while the wound lasts, ≥ 0.
    """

    gravity: Gravity
    up_to: int | None
    pf: int
    limit: int


@dataclass(frozen=True, slots=True)
class Tableau:
    """The rows of a Tableau 3.1, one a gravity, in order; they cover every Dom effectif (B).

    The first row goes at least to 0 and costs nothing: a Dom of 0 or less is never suffered (S).
    """

    rows: tuple[Effect, ...]

    def __post_init__(self) -> None:
        bounds = [row.up_to for row in self.rows[:-1]]
        in_order = all(a is not None and b is not None and a < b for a, b in pairwise(bounds))
        if (
            tuple(row.gravity for row in self.rows) != tuple(Gravity)
            or not in_order
            or (bounds[0] or 0) < 0
            or self.rows[-1].up_to is not None
            or self.rows[0].pf
            or self.rows[0].limit
            or any(row.pf < 0 or row.limit < 0 for row in self.rows)
        ):
            raise RuleError(Violation.BAD_TABLEAU)

    def effect(self, dom_effectif: int) -> Effect:
        """Return the row in which `dom_effectif` falls."""
        return next(row for row in self.rows if row.up_to is None or dom_effectif <= row.up_to)

    def row(self, gravity: Gravity) -> Effect:
        """Return the row of `gravity`."""
        return next(row for row in self.rows if row.gravity is gravity)

    def range_of(self, gravity: Gravity) -> tuple[int | None, int | None]:
        """Return the lowest and the highest Dom effectif of `gravity`; None where it has no end."""
        index = list(Gravity).index(gravity)
        below = self.rows[index - 1].up_to if index else None
        return (None if below is None else below + 1, self.rows[index].up_to)


TABLEAU_3_1 = Tableau(
    (
        Effect(Gravity.AUCUNE, 0, 0, 0),
        Effect(Gravity.ETOURDI, 5, 0, 0),
        Effect(Gravity.SONNE, 10, 1, 0),
        Effect(Gravity.LEGERE, 20, 3, 1),
        Effect(Gravity.GRAVE, 30, 5, 3),
        Effect(Gravity.CRITIQUE, 40, 10, 5),
        Effect(Gravity.FATALE, None, 20, 10),
    )
)
"""The book's own table (B)."""
