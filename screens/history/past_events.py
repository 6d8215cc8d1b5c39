"""What can be done from the history: to an event, what can be done to it from the log; to a session, how it is read."""

from __future__ import annotations

from textual import events

from campaign.calculations import as_text
from campaign.events import Entry
from campaign.history.account import finder
from campaign.history.chapters import Chapter
from campaign.history.history import History
from campaign.session import Session
from screens.base import SessionScreen
from screens.history.keys import WRITING
from screens.history.sessions import ask_title, offer_joining, offer_reopening, offer_split
from screens.keys import actions_of
from screens.table.change_of_past import offer_undoing
from screens.table.note import ask_note
from screens.table.past import correct, mark, offer_reveal
from screens.table.previously import tell_again

STILL_READ = "Toutes les séances ne sont pas encore lues."


class PastEventScreen(SessionScreen[None]):
    """A screen of which one event, of whatever session, is at hand.

    Attributes:
        history: the campaign, read back.
    """

    REFUSAL = (
        "L’historique est ouvert en lecture seule : c’est à la table du Gardien que tout s’écrit."
    )
    """Why a key that would write does nothing."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.history: History = session.history

    def event_at_hand(self) -> Entry | None:
        """Return the entry at hand, as it was written; None where there is none."""
        return None

    def chapter_at_hand(self) -> Chapter | None:
        """Return the session at hand, as it is read; None while that isn't known."""
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no key that would write where nothing is written."""
        return not (self.session.is_looking and action in WRITING)

    def on_key(self, event: events.Key) -> None:
        """Say why a key that would write does nothing."""
        if self.session.is_looking and actions_of(self, event.key) & WRITING:
            self.complain(self.REFUSAL)

    def action_copy(self) -> None:
        """Copy the event at hand with its calculation; the app tells where to."""
        if entry := self.event_at_hand():
            find = finder(self.history, entry.session)
            self.app.copy_to_clipboard(as_text(self.history.past.current(entry), find))

    def action_note(self) -> None:
        """Ask for a note on the event at hand."""
        if entry := self.event_at_hand():
            ask_note(self, entry.sequence)

    def action_mark(self) -> None:
        """Put a ★ on the event at hand, or take it off."""
        if entry := self.event_at_hand():
            mark(self, entry)

    def action_correct(self) -> None:
        """Ask how the event at hand should have been."""
        if entry := self.event_at_hand():
            correct(self, entry, lambda _: None)

    def action_undo(self) -> None:
        """Ask whether the event at hand is to be undone, or redone where it is undone."""
        if entry := self.event_at_hand():
            offer_undoing(self, entry)

    def action_reveal(self) -> None:
        """Ask whether the event at hand is to be told to everyone."""
        if entry := self.event_at_hand():
            offer_reveal(self, entry)

    def action_tell_again(self) -> None:
        """Tell the session at hand again, in a few sentences for the players."""
        if chapter := self._chapter_or_complaint():
            tell_again(self, chapter.first)

    def action_title(self) -> None:
        """Ask for the title of the session at hand."""
        if chapter := self._chapter_or_complaint():
            ask_title(self, chapter)

    def action_split(self) -> None:
        """Ask whether another session is to begin with the event at hand."""
        if entry := self.event_at_hand():
            offer_split(self, entry)

    def action_join(self) -> None:
        """Ask whether the session at hand is to be read as one with the session before it."""
        if chapter := self._chapter_or_complaint():
            offer_joining(self, chapter)

    def action_reopen(self) -> None:
        """Ask whether to go on with the session at hand."""
        if chapter := self._chapter_or_complaint():
            offer_reopening(self, chapter.sessions[-1])

    def _chapter_or_complaint(self) -> Chapter | None:
        chapter = self.chapter_at_hand()
        if chapter is None:
            self.complain(STILL_READ)
        return chapter
