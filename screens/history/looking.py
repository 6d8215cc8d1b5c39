"""The history of a campaign that isn't open here: it is only looked at, and followed as it grows."""

from __future__ import annotations

from collections.abc import Callable

from campaign.looking import PACE, TAKEN_UP, LookingSession, cut_off
from campaign.preferences import Pace
from campaign.refusals import JournalError
from screens.history.screen import HistoryScreen
from screens.history.trail import Trail


class LookingHistory(HistoryScreen):
    """The history as the library shows it: no table underneath follows the journal."""

    KIND = "historique · lecture seule"
    REFUSAL = "L’historique est ici en lecture seule : ouvrez la campagne pour y écrire."

    def __init__(
        self,
        session: LookingSession,
        pace: Callable[[], Pace],
        monotonic: Callable[[], float],
        trail: Trail,
    ) -> None:
        super().__init__(session, pace, monotonic, trail)
        self._looking = session
        self._is_cut_off = False

    def on_mount(self) -> None:
        """Follow the journal."""
        self.set_interval(PACE, self._look_again)

    def _look_again(self) -> None:
        try:
            self._looking.follow()
        except JournalError as error:
            if not self._is_cut_off:
                self._is_cut_off = True
                self.complain(cut_off(error))
            return
        if self._is_cut_off:
            self._is_cut_off = False
            self.say(TAKEN_UP)
