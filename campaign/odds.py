"""Odds in French: "9/20", "45 %", "9,5", "une fois sur 8", always from exact numbers."""

from fractions import Fraction

from rules.calculation import MINUS

NBSP = "\N{NARROW NO-BREAK SPACE}"
_SELDOM = 1000
"""What happens less often than once in so many times isn't told more closely."""


def percent(count: int, total: int) -> str:
    """Return `count` of `total` as a whole percentage, rounded half up; "<1" and ">99" rather than a false 0 or 100."""
    if 0 < 100 * count < total:
        return "<1"
    if total - count > 0 and 100 * (total - count) < total:
        return ">99"
    return str((200 * count + total) // (2 * total))


def decimal(value: Fraction) -> str:
    """Return `value` with one decimal at most, rounded half up, and a French comma."""
    tenths = (value * 20 + 1) // 2
    whole, rest = divmod(abs(tenths), 10)
    sign = MINUS if tenths < 0 else ""
    return f"{sign}{whole},{rest}" if rest else f"{sign}{whole}"


def how_often(chance: Fraction) -> str:
    """Return how often something of this chance, 0…1, happens: "2 fois sur 7", "une fois sur 40"."""
    if chance > Fraction(1, 2):
        return "plus d’une fois sur deux"
    if chance < Fraction(1, _SELDOM):
        return f"moins d’une fois sur 1{NBSP}000"
    told = (
        chance.limit_denominator(10)
        if chance >= Fraction(1, 10)
        else Fraction(1, round(1 / chance))
    )
    times = "une" if told.numerator == 1 else told.numerator
    return f"{times} fois sur {told.denominator}"
