"""The events that a search found, in a list that keeps the chosen one while the search goes on."""

from __future__ import annotations

from textual.content import Content

from campaign.history.history import History
from campaign.history.results import Match, Results
from campaign.history.rows import indexed_row
from screens.event_row import event_row
from screens.line_view import LineView


class FoundList(LineView):
    """The events that were found, in the order of time.

    Args:
        history: where they are.

    Attributes:
        kept: the number of the event that stays chosen wherever it is found; None for whichever is first.
    """

    BINDING_GROUP_TITLE = "Trouvés"

    def __init__(self, history: History, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._history = history
        self._results = Results()
        self._placed = 0  # where the cursor was put: it is elsewhere once the GC has moved it
        self.kept: int | None = None

    @property
    def chosen(self) -> Match | None:
        """The event under the cursor, if there is one."""
        return self._results.match(self.cursor) if len(self._results) else None

    def show(self, results: Results) -> None:
        """Show what was found, with the chosen event still chosen if it is there.

        While one search goes on, what is in view stays there, though earlier events are found.
        """
        chosen, before = self.chosen, self.cursor
        if chosen is not None and before != self._placed:
            self.kept = chosen.sequence
        goes_on = results.query is self._results.query
        stays = results.place_of(chosen.sequence) if goes_on and chosen is not None else None
        kept = results.place_of(self.kept) if self.kept is not None else None
        self._results = results
        self._placed = next((each for each in (kept, stays) if each is not None), 0)
        self.rows_changed()
        self.set_reactive(FoundList.cursor, self._placed)
        if self._placed == stays:
            self.scroll_relative(y=stays - before, animate=False, force=True, immediate=True)
        self.show_cursor()

    def row_count(self) -> int:
        """Return how many were found."""
        return len(self._results)

    def row(self, index: int) -> Content:
        """Return where and when an event was, how it counts, and what happened."""
        match = self._results.match(index)
        known = self._history.index(match.session)
        if known is None:  # something is just being written to its session
            return Content("  …")
        row, past = indexed_row(known, match.row), self._history.past
        here = "▸ " if index == self.cursor else "  "
        when = f"{row.session:>3} {row.day:%d/%m/%Y} {row.time}"
        secret = row.secret and row.sequence not in past.revealed
        return event_row(here, when, row.words, row.kind, row.sequence, past, secret=secret)
