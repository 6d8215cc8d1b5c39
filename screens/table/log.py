"""The log: what has been written in the journal, the last entry at the bottom, what was undone struck through."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from campaign.events import Entry
from campaign.narration import line
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from screens.event_row import event_row
from screens.line_view import LineView

FURTHER_UP = "Les séances d’avant sont trop loin pour ce journal : l’historique les a toutes."


class Log(LineView):
    """The entries of the campaign that are in memory; earlier sessions come one by one when the GC goes up to them."""

    BINDING_GROUP_TITLE = "Journal"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,ctrl+j",
            "replay",
            "revoir",
            tooltip="Rejouer pas à pas le calcul de l’événement choisi",
            id="log.replay",
        ),
    ]

    class ReplayAsked(Message):
        """The entry of that sequence number is to be replayed."""

        def __init__(self, sequence: int) -> None:
            super().__init__()
            self.sequence = sequence

    class Complained(Message):
        """There are earlier sessions that can't come here, for a reason said in French."""

        def __init__(self, why: str) -> None:
            super().__init__()
            self.why = why

    def __init__(self, session: Session, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session = session
        self._first: int | None = None  # the first entry's number when the log was last told of any

    def on_mount(self) -> None:
        """Begin at the end."""
        self.rows_changed()
        self.call_after_refresh(self.action_last)

    def written(self) -> None:
        """Take in what was written; a GC who reads back stays where he is."""
        at_end = self.cursor >= self.virtual_size.height - 1 or not self.has_focus
        self.rows_changed()
        if at_end:
            self.action_last()

    def selected(self) -> int | None:
        """Return the sequence number of the entry under the cursor, if there is one."""
        entries = self._session.entries
        return entries[self.cursor].sequence if entries else None

    def row_count(self) -> int:
        """Return the number of entries in memory."""
        return len(self._session.entries)

    def row(self, index: int) -> Content:
        """Return the line of an entry: its time, and what happened."""
        entry, past = self._session.entries[index], self._session.past
        words = line(replace(entry, event=past.current(entry)), self._find)
        return event_row(
            self._mark(index),
            f"{entry.at:%H:%M}",
            words,
            type(entry.event),
            entry.sequence,
            past,
            secret=past.is_secret(entry),
        )

    def _mark(self, index: int) -> str:
        """Mark the row under the cursor; out of focus, only where it isn't simply the last one."""
        if index != self.cursor:
            return "  "
        if self.has_focus:
            return "▸ "
        return "▹ " if index < self.row_count() - 1 else "  "

    def rows_changed(self) -> None:
        """Take note that entries came; those of earlier sessions push the cursor and the view down with them."""
        entries = self._session.entries
        earlier = 0
        if self._first is not None:
            earlier = bisect_left(entries, self._first, key=lambda entry: entry.sequence)
        self._first = entries[0].sequence if entries else None
        super().rows_changed()
        if earlier:
            self.set_reactive(Log.cursor, self.cursor + earlier)
            self.scroll_relative(y=earlier, animate=False, force=True, immediate=True)

    def action_move(self, by: int) -> None:
        """Move the cursor; above the first entry, bring the session before in."""
        self._recall_above(by)
        super().action_move(by)

    def action_page(self, by: int) -> None:
        """Move the cursor by pages; above the first entry, bring the session before in."""
        self._recall_above(by)
        super().action_page(by)

    def action_first(self) -> None:
        """Go to the first entry; from there, to the first one of the session before."""
        self._recall_above(-1)
        super().action_first()

    def on_mouse_scroll_up(self) -> None:
        """Bring the session before in, where the wheel turns at the top."""
        if self.scroll_offset.y == 0:
            self._recall()

    def action_replay(self) -> None:
        """Ask for the replay of the entry under the cursor."""
        sequence = self.selected()
        if sequence is not None:
            self.post_message(self.ReplayAsked(sequence))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.repaint_row(self.cursor)

    def on_blur(self) -> None:
        """Hide the cursor's mark."""
        self.repaint_row(self.cursor)

    def _recall_above(self, by: int) -> None:
        if by < 0 and self.cursor == 0:
            self._recall()

    def _recall(self) -> None:
        try:
            if self._session.recall():
                self.rows_changed()
            elif self._session.has_earlier():
                self.post_message(self.Complained(FURTHER_UP))
        except JournalError as error:
            self.post_message(self.Complained(sentence(error)))

    def _find(self, sequence: int) -> Entry | None:
        """Return an entry to speak of; None where its session can't be read, so that its number is told."""
        try:
            return self._session.find(sequence)
        except JournalError:
            return None
