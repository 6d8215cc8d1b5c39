"""What a follower sees while its campaign is read: thousands of lines may take seconds, and the keys work meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from campaign.looking import PACE, LookingSession
from campaign.refusals import JournalError
from campaign.sentences import quote, sentence
from screens.base import GardienScreen
from screens.table.keys import FOLLOWER_KEYS


class Opening(GardienScreen[None]):
    """Has a campaign read, again and again where it can't be, and tells the app when it is.

    Args:
        name: the campaign's, as it was asked for.
        read: opens the campaign; it is called in a thread, which never keeps the program from ending.
    """

    BINDINGS = FOLLOWER_KEYS
    BINDING_GROUP_TITLE = "Table"

    DEFAULT_CSS = """
    Opening > #opening { height: 1fr; content-align: center middle; }
    """

    class Opened(Message):
        """The campaign is read."""

        def __init__(self, session: LookingSession) -> None:
            super().__init__()
            self.session = session

    class Failed(Message):
        """The campaign can't be read."""

        def __init__(self, error: Exception) -> None:
            super().__init__()
            self.error = error

    def __init__(self, name: str, read: Callable[[], LookingSession]) -> None:
        super().__init__()
        self._campaign, self._read = name, read

    def compose_body(self) -> ComposeResult:
        """Say what is being done."""
        yield Static(Content(f"Lecture de la campagne {quote(self._campaign)}…"), id="opening")

    def on_mount(self) -> None:
        """Begin to read, once that is on screen."""
        self.call_after_refresh(self._begin)

    def on_opening_failed(self, event: Failed) -> None:
        """Say why the campaign can't be read, and try again; an error that nobody foresaw is the app's."""
        if not isinstance(event.error, JournalError):
            raise event.error
        self.complain(sentence(event.error))
        self.set_timer(PACE, self._begin)

    def _begin(self) -> None:
        Thread(target=self._tell, daemon=True).start()

    def _tell(self) -> None:
        """Read the campaign and tell the result; in a thread, which the end of the app may overtake."""
        told: Message
        try:
            told = self.Opened(self._read())
        except Exception as error:  # noqa: BLE001 - a thread has nobody else to tell
            told = self.Failed(error)
        with suppress(RuntimeError):
            self.post_message(told)
