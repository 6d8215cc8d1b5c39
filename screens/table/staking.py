"""What is staked on the action at hand, and what may come of it: the sums, the fields, the ladder of the odds."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from campaign.automatic import decided
from campaign.character import Character
from rules.depassement import Stakes
from screens.steady_text import SteadyText
from screens.table.becoming import Becoming
from screens.table.risk_ladder import RiskLadder
from screens.table.stakes_form import StakesForm
from screens.table.stakes_text import stakes_text


class Staking(Vertical):
    """The stakes of a roll, as they are being typed."""

    def compose(self) -> ComposeResult:
        """Lay the parts out, one above the other."""
        yield SteadyText(id="sums")
        yield StakesForm(id="stakes")
        yield Static(id="ladder-heading")
        yield RiskLadder(id="ladder")
        yield Becoming(id="becoming")

    def show(self, held: Stakes, lowest: int, character: Character | None, width: int) -> None:
        """Show stakes that can be played.

        Args:
            held: the stakes.
            lowest: the minimum Diff of the action.
            character: who would bear what comes of them.
            width: the cells that a line may take.
        """
        ladder = self.query_one(RiskLadder)
        self._sums.tell(stakes_text(held, width))
        ladder.show(held, lowest)
        self.query_one(Becoming).show(character, held, ladder.current, width)
        self.query_one(StakesForm).show_call(decided(held))

    def show_none(self, why: Content) -> None:
        """Say why there is nothing to stake."""
        self._sums.tell(why)
        self.query_one(RiskLadder).clear()
        self.query_one(Becoming).tell(Content(""))

    def on_risk_ladder_refitted(self, event: RiskLadder.Refitted) -> None:
        """Name the columns anew."""
        event.stop()
        heading = self.query_one(RiskLadder).heading()
        self.query_one("#ladder-heading", Static).update(heading, layout=False)

    @property
    def _sums(self) -> SteadyText:
        return self.query_one("#sums", SteadyText)
