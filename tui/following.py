"""The application as players run it: one campaign's table, followed live, without the library or its secrets."""

from __future__ import annotations

from functools import partial

from textual.screen import Screen

from campaign.looking import LookingSession
from screens.table.opening import Opening
from screens.too_small import TooSmall, fits
from tui.app import GardienApp

_FOLLOWING = "following"


class FollowingApp(GardienApp):
    """Gardien in full screen, for whoever may only follow: it opens nothing for writing, and no secret."""

    MODES = {_FOLLOWING: Screen}
    DEFAULT_MODE = _FOLLOWING

    def open_campaign(self, name: str) -> None:
        """Follow the campaign of that name or slug, once it has been read."""
        self.push_screen(Opening(name, partial(self._read, name)))

    def on_opening_opened(self, event: Opening.Opened) -> None:
        """Show the table."""
        from screens.table.following import FollowingTable

        self._session = event.session
        self.push_screen(FollowingTable(event.session, self._monotonic, self._pace))
        if not fits(self.size):
            self.push_screen(TooSmall())

    def _read(self, name: str) -> LookingSession:
        journal = self._library.open_for_reading(name, public=True)
        return LookingSession(journal, self._clock, self._dice)
