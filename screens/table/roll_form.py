"""A line of fields that Tab goes round: what is typed for a roll never lands on another pane, where letters command."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget


class RollForm(Horizontal):
    """The fields of one stage of a roll. Escape leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "tab",
            "go(1)",
            "champ suivant",
            tooltip="Aller au champ suivant de ce jet",
            id="roller.next_field",
            show=False,
        ),
        Binding(
            "shift+tab",
            "go(-1)",
            "champ précédent",
            tooltip="Aller au champ précédent de ce jet",
            id="roller.previous_field",
            show=False,
        ),
    ]

    def action_go(self, by: int) -> None:
        """Go to the next field, or to the one before, round and round."""
        fields = [each for each in self.query(Widget) if each.focusable and each.display]
        here = next((index for index, each in enumerate(fields) if each.has_focus), 0)
        fields[(here + by) % len(fields)].focus()
