"""A past moment in French words, as far as one needs to know it."""

from __future__ import annotations

from datetime import datetime

_DAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_MONTHS = (
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


def when(moment: datetime, now: datetime) -> str:
    """Return `moment` as seen from `now`: "aujourd’hui 21:04", "hier 21:04", "mardi 21:04", "3 mars", "3 mars 2025"."""
    local = moment.astimezone(now.tzinfo)
    days = (now.date() - local.date()).days
    if 0 <= days < 7:
        name = {0: "aujourd’hui", 1: "hier"}.get(days, _DAYS[local.weekday()])
        return f"{name} {local:%H:%M}"
    day = "1er" if local.day == 1 else str(local.day)
    year = "" if local.year == now.year else f" {local.year}"
    return f"{day} {_MONTHS[local.month - 1]}{year}"
