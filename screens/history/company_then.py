"""The company as it was right after an event."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from campaign.state import State
from screens.steady_text import SteadyText
from screens.table.roster import Roster

_TITLE = "La compagnie alors"


class CompanyThen(Vertical):
    """The roster of that moment; whom the event is about is shown whole."""

    def compose(self) -> ComposeResult:
        """Lay out the title and the roster."""
        yield SteadyText(Content(_TITLE), id="company-title", classes="pane-title")
        yield SteadyText(id="not-yet")
        yield Roster()

    def show(self, state: State, who: str | None) -> None:
        """Show the company as it is in `state`, and `who` of it whole; else whoever was."""
        self.remove_class("-unknown")
        roster = self.query_one(Roster)
        roster.state = state
        if who in state.characters:
            roster.who = who
        elif roster.who not in state.characters:
            company = state.company
            roster.who = company[0].who if company else None

    def wait(self, words: str) -> None:
        """Say what is waited for."""
        self.add_class("-unknown")
        self.query_one("#not-yet", SteadyText).tell(Content(words))

    def on_roster_chosen(self, event: Roster.Chosen) -> None:
        """Show another character whole."""
        event.stop()
        self.query_one(Roster).who = event.who
