"""A roll that has been played: its replay, its dice, and how it can be ruled on."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from campaign.calculations import calculation, dice
from campaign.events import EffectRuled, Entry
from campaign.narration import Find
from campaign.preferences import Pace
from campaign.ruling import accepts
from campaign.state import AwaitedRuling
from rules.health import Ruling
from screens.keys import key_for
from screens.table.replay import Replay
from screens.table.ruling_text import ruling_text


class Played(Vertical):
    """Shows an event that computed something, tonight's or another's.

    Args:
        pace: how fast a replay goes by itself.
        may_rule: whether a ruling may be given here.

    Attributes:
        sequence: the event's sequence number; None until one has been played.
        ruled: how it has been ruled on, if it has.
    """

    def __init__(
        self, pace: Callable[[], Pace], *, may_rule: bool = True, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._pace, self._may_rule = pace, may_rule
        self._awaited: AwaitedRuling | None = None
        self.sequence: int | None = None
        self.ruled: EffectRuled | None = None

    def compose(self) -> ComposeResult:
        """Lay out the steps, the dice and the rulings."""
        yield Replay(self._pace, id="replay")
        yield Static(id="played-dice")
        yield Static(id="ruling")

    def play(self, entry: Entry, find: Find, *, at_once: bool = False) -> None:
        """Play the calculation of an entry as it counts, or show all of it `at_once`."""
        self.sequence = entry.sequence
        self.query_one("#played-dice", Static).update(Content(dice(entry.event)))
        self.query_one(Replay).play(calculation(entry.event, find), at_once=at_once)
        self.query_one(Replay).focus()

    def tell_ruling(self, awaited: AwaitedRuling | None, ruled: EffectRuled | None) -> None:
        """Show how the event can be ruled on, given the roll that awaits its ruling and how this one was ruled on."""
        self._awaited, self.ruled = awaited, ruled
        rulings = Ruling if self._may_rule else ()
        keys = {ruling: key_for(self.screen, f"table.{ruling}") for ruling in rulings}
        words = ruling_text(awaited, self.sequence, ruled, keys)
        self.query_one("#ruling", Static).update(words, layout=False)
        self.screen.refresh_bindings()

    def can_be_ruled(self, ruling: Ruling) -> bool:
        """Return whether the event accepts a ruling: one that it awaits, or another where no roll awaits any."""
        if self._awaited is not None:
            in_view = self._awaited.sequence == self.sequence
            return in_view and accepts(self._awaited.roll.outcome.effect, ruling)
        if self.ruled is None or ruling is self.ruled.ruling:
            return False
        return accepts(self.ruled.effect, ruling)
