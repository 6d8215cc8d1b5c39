"""A campaign that another program writes to: it is looked at as it grows, and never written to."""

from __future__ import annotations

from campaign.decide import Dice
from campaign.events import Entry
from campaign.ports import Clock, FollowedJournal
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from campaign.session import Session

STILL_READABLE = {JournalFault.LOCKED, JournalFault.READ_ONLY, JournalFault.NO_PERMISSION}
"""What keeps a campaign from being written to, but not from being looked at."""
PACE = 0.5
"""Seconds between two looks at the journal."""
CUT_OFF = (
    "La campagne ne peut pas être lue pour l’instant : la suite viendra dès qu’elle pourra l’être."
)
TAKEN_UP = "La campagne est de nouveau suivie."
_ABSENT = {JournalFault.VANISHED, JournalFault.NOT_A_CAMPAIGN}
"""What a campaign seems to be while it is put back as it was in a backup."""


def cut_off(error: JournalError) -> str:
    """Return what is said when a campaign can't be read any more, though it may be again."""
    return CUT_OFF if error.fault in _ABSENT else sentence(error)


class LookingSession(Session):
    """A campaign that is followed. Whatever is asked of it, its journal refuses to write."""

    is_looking = True

    def __init__(self, journal: FollowedJournal, clock: Clock, dice: Dice) -> None:
        super().__init__(journal, clock, dice)
        self._followed = journal
        self._is_lost = False  # its files are no longer those that were read

    def follow(self) -> tuple[Entry, ...]:
        """Take in what was written since the last time, tell it, and return what is new of it.

        Raises:
            JournalError: the campaign can't be read now. What was known of it still is; it may be followed again later.
        """
        if not self._is_lost:
            try:
                return self._read_on()
            except JournalError:  # its files are others now, as after a restoration
                self._is_lost = True
        return self._read_anew()

    def _read_on(self) -> tuple[Entry, ...]:
        fresh = self._followed.follow()
        if fresh:
            self._take_in(fresh)
        return fresh

    def _read_anew(self) -> tuple[Entry, ...]:
        """Read the campaign from its files as they are now; return its last entry where that is another one."""
        known = self.entries[-1:]
        self._load()
        self._is_lost = False
        last = self.entries[-1:]
        self._tell(last)
        return last if last != known else ()
