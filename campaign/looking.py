"""A campaign that another program writes to: it is looked at as it grows, and never written to."""

from __future__ import annotations

from campaign.decide import Dice
from campaign.events import Entry
from campaign.ports import Clock, FollowedJournal
from campaign.refusals import JournalError
from campaign.session import Session


class LookingSession(Session):
    """A campaign that is followed. Whatever is asked of it, its journal refuses to write."""

    is_looking = True

    def __init__(self, journal: FollowedJournal, clock: Clock, dice: Dice) -> None:
        super().__init__(journal, clock, dice)
        self._followed = journal

    def begin(self) -> None:
        """Change nothing: the evening is another program's."""

    def follow(self) -> tuple[Entry, ...]:
        """Take in what was written since the last time, tell it, and return it.

        Raises:
            JournalError: the campaign can't be read any more.
        """
        try:
            fresh = self._followed.follow()
        except JournalError:  # its files are others now, as after a restoration: read them anew
            self._load()
            fresh = self.entries[-1:]
        else:
            if fresh:
                self.entries += fresh
                self._last_sequence = fresh[-1].sequence
                self._refold()
        if fresh:
            self._tell(fresh)
        return fresh
