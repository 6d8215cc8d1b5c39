"""A day, a month or a year, as the GC may write it."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from campaign.dates import MONTHS, day_and_month
from campaign.text import fold_case

_MONTH_NAMES = tuple(map(fold_case, MONTHS))
_ISO = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?)?", re.ASCII)
_SLASHED = re.compile(r"(?:(?P<day>\d{1,2})/)?(?P<month>\d{1,2})/(?P<year>\d{4})", re.ASCII)
_NAMED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:er)?[ -])?(?P<named>[a-z]+)[ -](?P<year>\d{4})", re.ASCII
)
_BEGUN = re.compile(
    r"\d{0,3}|\d{4}-0?|\d{4}-\d{1,2}-0?|0?\d?/\d{0,3}|\d{1,2}/\d{0,2}/?\d{0,3}"
    r"|(?:\d{1,2}(?:er?)?[ -])?(?P<named>[a-z]*)(?P<after>[ -]\d{0,3})?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Span:
    """A day, a month or a year.

    Attributes:
        first: its first day.
        last: its last day.
    """

    first: date
    last: date

    @property
    def words(self) -> str:
        """It in French: "14 mars 2026", "mars 2026", "2026"."""
        if self.first == self.last:
            return f"{day_and_month(self.first)} {self.first.year}"
        month = f"{MONTHS[self.first.month - 1]} " if self.first.month == self.last.month else ""
        return f"{month}{self.first.year}"

    @property
    def before(self) -> str:
        """The time before it in French: "avant le 14 mars 2026"."""
        return f"avant {self._article}{self.words}"

    @property
    def after(self) -> str:
        """The time after it in French: "après mars 2026"."""
        return f"après {self._article}{self.words}"

    @property
    def within(self) -> str:
        """The time that it is in French: "le 14 mars 2026", "en mars 2026"."""
        return f"{self._article or 'en '}{self.words}"

    @property
    def _article(self) -> str:
        return "le " if self.first == self.last else ""


def span(typed: str) -> Span | None:
    """Return the span that was typed: 2026, 2026-03, 2026-03-14, 14/03/2026, 14 mars 2026. None if it is none."""
    folded = fold_case(typed)
    found = _ISO.fullmatch(folded) or _SLASHED.fullmatch(folded) or _NAMED.fullmatch(folded)
    if found is None:
        return None
    parts = found.groupdict()
    month, day = parts.get("month"), parts["day"]
    if named := parts.get("named"):
        if named not in _MONTH_NAMES:
            return None
        month = str(_MONTH_NAMES.index(named) + 1)
    return _span(int(parts["year"]), int(month) if month else None, int(day) if day else None)


def is_begun(typed: str) -> bool:
    """Return whether a date may yet come of what was typed."""
    found = _BEGUN.fullmatch(fold_case(typed))
    if found is None:
        return False
    named = found["named"]
    if not named:
        return True
    if found["after"]:
        return named in _MONTH_NAMES
    return any(month.startswith(named) for month in _MONTH_NAMES)


def _span(year: int, month: int | None, day: int | None) -> Span | None:
    try:
        if month is None:
            return Span(date(year, 1, 1), date(year, 12, 31))
        first = date(year, month, 1 if day is None else day)
    except ValueError:
        return None
    last = monthrange(year, month)[1] if day is None else first.day
    return Span(first, first.replace(day=last))
