"""Opening a campaign to play."""

from __future__ import annotations

from campaign.decide import Dice
from campaign.ports import Clock, Journal
from campaign.refusals import JournalError
from campaign.session import Session


def opened(journal: Journal, clock: Clock, dice: Dice) -> Session:
    """Return the campaign of a journal. Nothing is written: it is the first gesture that begins an evening.

    Raises:
        JournalError: the journal can't be read; it is let go of.
    """
    try:
        return Session(journal, clock, dice)
    except JournalError:
        journal.close()
        raise
