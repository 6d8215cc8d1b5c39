"""What the player stakes, field by field: Diff, a handicap for this roll, and whether the dice are called for."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input, Static

from campaign.refusals import Refused
from rules.roll import LIMIT_OF_STAKES
from rules.sheet import LIMIT_OF_VALUES
from screens.choice import Choice
from screens.fields import Field
from screens.table.roll_form import RollForm

NO, YES = "non", "oui"


class StakesForm(RollForm):
    """The fields of a dépassement's stakes. Up and down change Diff from either of them."""

    BINDING_GROUP_TITLE = "Enjeu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "up",
            "change_diff(-1)",
            "Diff −1",
            tooltip="Baisser Diff d’un point",
            id="roller.diff_down",
            show=False,
        ),
        Binding(
            "down",
            "change_diff(1)",
            "Diff +1",
            tooltip="Monter Diff d’un point",
            id="roller.diff_up",
            show=False,
        ),
        Binding(
            "enter,ctrl+j",
            "accept",
            "lancer",
            tooltip="Passer aux dés avec cet enjeu",
            id="roller.accept",
        ),
    ]

    _lowest = 0

    class Changed(Message):
        """A field changed; it may not be valid yet."""

    class Accepted(Message):
        """The GC settled the stakes."""

    def compose(self) -> ComposeResult:
        """Lay the fields out on one line."""
        yield Static("Diff ", classes="label")
        yield Field("Diff", id="diff")
        yield Static("  Handicap ", classes="label")
        yield Field("handicap", id="handicap")
        yield Static(" Lancer quand même ", classes="label called")
        yield Choice("lancer quand même", ((NO, NO), (YES, YES)), NO, id="called", classes="called")

    def offer(self, diff: int, lowest: int) -> None:
        """Start from `diff`, with no handicap and no call for the dice; `lowest` is the minimum of the action."""
        self._lowest = lowest
        self._diff.value = str(diff)
        self.forget()

    def forget(self) -> None:
        """Take back what was for one roll alone: the handicap, and the call for the dice."""
        self._handicap.value = "0"
        self._called.value = NO

    def typed(self) -> tuple[str, str, bool]:
        """Return Diff and the handicap as they were typed, and whether the dice are called for."""
        return self._diff.text(), self._handicap.text(), self._called.value == YES

    def type_again(self, diff: str, handicap: str, *, called: bool) -> None:
        """Put back what was typed."""
        self._diff.value, self._handicap.value = diff, handicap
        self._called.value = YES if called else NO

    def read(self) -> tuple[int, int, bool]:
        """Return Diff, the handicap, and whether the dice are called for.

        Raises:
            Refused: a field doesn't hold a number within its range.
        """
        handicap = 0
        if self._handicap.text():
            handicap = self._handicap.whole(-LIMIT_OF_VALUES, LIMIT_OF_VALUES)
        called = self.has_class("-decided") and self._called.value == YES
        return self._read_diff(), handicap, called

    def _read_diff(self) -> int:
        try:
            return self._diff.whole(0, LIMIT_OF_STAKES)
        except Refused as refused:
            try:
                return self._diff.whole(
                    -LIMIT_OF_STAKES, -1
                )  # the rules say why it can't be played
            except Refused:
                raise refused from None

    def show_call(self, decided: bool) -> None:
        """Offer to call for the dice only where a CA decides by itself."""
        self.set_class(decided, "-decided")

    def focus_diff(self) -> None:
        """Go to the Diff."""
        self._diff.focus()

    def action_change_diff(self, by: int) -> None:
        """Change Diff by `by`, never below the minimum; from a field that isn't a number, start there."""
        try:
            diff = self._diff.whole(0, LIMIT_OF_STAKES) + by
        except Refused:
            diff = self._lowest
        self._diff.value = str(max(self._lowest, min(LIMIT_OF_STAKES, diff)))
        self._diff.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell that the stakes are changing."""
        event.stop()
        self.post_message(self.Changed())

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Tell that the stakes are changing."""
        event.stop()
        self.post_message(self.Changed())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Tell that the stakes are settled."""
        event.stop()
        self.action_accept()

    def action_accept(self) -> None:
        """Tell that the stakes are settled."""
        self.post_message(self.Accepted())

    @property
    def _diff(self) -> Field:
        return self.query_one("#diff", Field)

    @property
    def _handicap(self) -> Field:
        return self.query_one("#handicap", Field)

    @property
    def _called(self) -> Choice[str]:
        return self.query_one("#called", Choice)
