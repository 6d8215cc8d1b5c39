"""Dates in French words."""

from datetime import date, timedelta

DAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
MONTHS = (
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
)


def day_and_month(day: date) -> str:
    """Return "3 mars", "1er mai"."""
    return f"{'1er' if day.day == 1 else day.day} {MONTHS[day.month - 1]}"


def full_date(day: date) -> str:
    """Return "mardi 3 mars 2026"."""
    return f"{DAYS[day.weekday()]} {day_and_month(day)} {day.year}"


def duration(time: timedelta) -> str:
    """Return a time in hours and minutes, which a clock set back doesn't make negative: "12 min", "1 h 05"."""
    minutes = max(0, int(time.total_seconds())) // 60
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02}" if hours else f"{rest} min"
