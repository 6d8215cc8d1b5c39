"""The last session told again before the next one, from the table."""

from __future__ import annotations

from campaign.chronicle.recollection import NO_EVENING, last_evening, recollection
from screens.base import SessionScreen


def tell_last_evening(screen: SessionScreen[None]) -> None:
    """Show the last session that is over, told again in a few sentences."""
    if number := last_evening(screen.session):
        tell_again(screen, number)
    else:
        screen.complain(NO_EVENING)


def tell_again(screen: SessionScreen[None], number: int) -> None:
    """Show a session told again in a few sentences, or the draft that was made of it."""
    from screens.dialogs.previously import open_previously  # its field of several lines is heavy

    open_previously(screen, number, lambda: recollection(screen.session, number))
