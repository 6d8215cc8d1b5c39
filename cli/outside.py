"""What Gardien takes from the outside world and passes to whoever needs it: the dice and the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


def d20() -> int:
    """Roll a d20 with the system's own randomness."""
    import secrets

    return secrets.randbelow(20) + 1


def now() -> datetime:
    """Tell the time here, with its zone."""
    from datetime import UTC, datetime

    return datetime.now(UTC).astimezone()
