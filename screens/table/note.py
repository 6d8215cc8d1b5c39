"""A note of the GC, free or on an event of the log."""

from __future__ import annotations

from campaign.commands import WriteNote
from campaign.refusals import JournalError, Refused
from campaign.sentences import sentence
from screens.base import SessionScreen
from screens.dialogs.ask_text import AskText


def ask_note(screen: SessionScreen[None], about: int | None) -> None:
    """Ask for a note on the event of sequence number `about`, or on none, and have it written."""

    def write(text: str) -> str | None:
        """Write it, or say why it could not be: its text is then still in the dialog."""
        try:
            screen.session.execute(WriteNote(text, about))
        except (Refused, JournalError) as error:
            return sentence(error)
        return None

    title = "Note" if about is None else "Note sur l’événement choisi"
    screen.app.push_screen(AskText(title, validate=write))
