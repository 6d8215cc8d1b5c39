"""The events of a session, or those that were found, a line each: never decoded for it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from campaign.history.history import History
from campaign.history.rows import IndexedRows, Row, Rows
from screens.event_row import event_row
from screens.line_view import LineView


class EventList(LineView):
    """Events, in order, with what is to be known of each, as in the log."""

    BINDING_GROUP_TITLE = "Événements"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,ctrl+j",
            "choose",
            "revoir",
            tooltip="Rejouer pas à pas le calcul de l’événement choisi, ou le lire en entier",
            id="history.open_event",
        ),
    ]

    class Moved(Message):
        """Another event is under the cursor."""

    class Chosen(Message):
        """The event under the cursor is to be read."""

    def __init__(self, history: History) -> None:
        super().__init__()
        self._history = history
        self._rows: Rows = IndexedRows(())

    def show(self, history: History, rows: Rows, sequence: int | None) -> None:
        """Show these events, with the cursor on the one of that number, or else on the first."""
        self._history, self._rows = history, rows
        place = None if sequence is None else rows.place(sequence)
        self.set_reactive(EventList.cursor, place or 0)
        self.rows_changed()
        self.show_cursor()

    def go_to(self, sequence: int) -> None:
        """Move the cursor to the event of that number, if it is here."""
        place = self._rows.place(sequence)
        if place is not None:
            self.cursor = place

    def selected(self) -> Row | None:
        """Return the event under the cursor."""
        return self._rows[self.cursor] if len(self._rows) else None

    def row_count(self) -> int:
        """Return how many events there are."""
        return len(self._rows)

    def row(self, index: int) -> Content:
        """Return the line of an event."""
        row, past = self._rows[index], self._history.past
        here = ("▸ " if self.has_focus else "▹ ") if index == self.cursor else "  "
        secret = row.secret and row.sequence not in past.revealed
        return event_row(here, row.time, row.words, row.kind, row.sequence, past, secret=secret)

    def watch_cursor(self, before: int, after: int) -> None:
        """Tell that the cursor is elsewhere."""
        super().watch_cursor(before, after)
        if before != after:
            self.post_message(self.Moved())

    def on_focus(self) -> None:
        """Show the cursor."""
        self.repaint_row(self.cursor)

    def on_blur(self) -> None:
        """Leave only a mark where the cursor was."""
        self.repaint_row(self.cursor)

    def action_choose(self) -> None:
        """Ask for the event under the cursor."""
        self.post_message(self.Chosen())
