"""The events that a search found, in a list that keeps the chosen one while the search goes on."""

from __future__ import annotations

from datetime import date

from textual.content import Content

from campaign.history.history import History
from campaign.history.index import MINUTES_OF_A_DAY
from campaign.history.results import Match, Results
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
        known, past = self._history.index(match.session), self._history.past
        if known is None:  # something is just being written to its session
            return Content("  …")
        day, minute = divmod(known.minutes[match.row], MINUTES_OF_A_DAY)
        when = f"{date.fromordinal(day):%d/%m/%Y} {minute // 60:02}:{minute % 60:02}"
        sequence = match.sequence
        undone = sequence in past.undone
        is_secret = known.secret[match.row] and sequence not in past.revealed
        is_chosen = index == self.cursor
        return Content.assemble(
            "▸ " if is_chosen else "  ",
            (f"{match.session:>3} {when} ", "" if is_chosen else "$text-muted"),
            ("✗ " if undone else "", "$text-muted"),
            ("★ " if sequence in past.marked else "", "$text-primary"),
            ("secret " if is_secret else "", "$text-warning"),
            ("✎ " if sequence in past.corrections else "", "$text-muted"),
            (known.lines[match.row], "strike $text-muted" if undone else ""),
        )
