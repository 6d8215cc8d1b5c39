"""A button of one line: a word in brackets, reversed while it has the focus."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

FROM_BUTTON_TO_BUTTON: list[BindingType] = [
    Binding(
        "left",
        "app.focus_previous",
        "bouton précédent",
        tooltip="Aller au bouton précédent",
        id="move.previous",
        show=False,
    ),
    Binding(
        "right",
        "app.focus_next",
        "bouton suivant",
        tooltip="Aller au bouton suivant",
        id="move.next",
        show=False,
    ),
]
"""The keys of a dialog whose buttons stand in a row."""


class PushButton(Static, can_focus=True):
    """A word that Entrée presses."""

    BINDINGS = [
        Binding("enter,ctrl+j", "press", "valider", tooltip="Presser le bouton", id="button.press")
    ]
    BINDING_GROUP_TITLE = "Bouton"

    DEFAULT_CSS = """
    PushButton {
        width: auto;
        height: 1;
        &:focus { text-style: bold reverse; }
    }
    """

    @dataclass
    class Pressed(Message):
        """Posted when the button is pressed.

        Attributes:
            button: the button.
        """

        button: PushButton

        @property
        def control(self) -> PushButton:
            """The button."""
            return self.button

    def __init__(self, words: str, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(Content(f"[ {words} ]"), id=id, classes=classes)

    def action_press(self) -> None:
        """Press it."""
        self.post_message(self.Pressed(self))

    def on_click(self, event: Click) -> None:
        """Press it."""
        event.stop()
        self.action_press()
