"""Opening a campaign to play."""

from __future__ import annotations

from campaign.decide import Dice
from campaign.ports import Clock, Journal
from campaign.refusals import JournalError
from campaign.session import Session


def opened(journal: Journal, clock: Clock, dice: Dice) -> Session:
    """Return the campaign of a journal with its evening gone on with, or another one begun.

    Raises:
        JournalError: the journal can't be read or written to; it is let go of.
    """
    try:
        session = Session(journal, clock, dice)
        session.begin()
    except JournalError:
        journal.close()
        raise
    return session
