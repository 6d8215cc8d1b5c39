"""A past moment in French words, as far as one needs to know it."""

from __future__ import annotations

from datetime import datetime

from campaign.dates import DAYS, day_and_month


def when(moment: datetime, now: datetime) -> str:
    """Return `moment` as seen from `now`: "aujourd’hui 21:04", "hier 21:04", "mardi 21:04", "3 mars", "3 mars 2025"."""
    local = moment.astimezone(now.tzinfo)
    days = (now.date() - local.date()).days
    if 0 <= days < 7:
        name = {0: "aujourd’hui", 1: "hier"}.get(days, DAYS[local.weekday()])
        return f"{name} {local:%H:%M}"
    year = "" if local.year == now.year else f" {local.year}"
    return f"{day_and_month(local)}{year}"
