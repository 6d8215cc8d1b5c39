"""What the GC prefers on his own terminal; each answer is in force, and kept, as soon as it is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from campaign.preferences import Pace, Preferences, Theme
from screens.choice import Choice
from screens.dialogs.dialog import Dialog


class AskPreferences(Dialog[None]):
    """The theme and the pace of the replay.

    Args:
        preferences: those in force.
    """

    BINDINGS = [
        Binding(
            "up",
            "app.focus_previous",
            "réglage précédent",
            tooltip="Aller au réglage précédent",
            id="move.previous",
            show=False,
        ),
        Binding(
            "down",
            "app.focus_next",
            "réglage suivant",
            tooltip="Aller au réglage suivant",
            id="move.next",
            show=False,
        ),
        Binding(
            "escape,ctrl+g",
            "cancel",
            "fermer",
            tooltip="Fermer ; tout est déjà gardé",
            id="dialog.cancel",
        ),
        Binding(
            "enter,ctrl+j",
            "cancel",
            "fermer",
            tooltip="Fermer ; tout est déjà gardé",
            id="dialog.close",
            show=False,
        ),
    ]
    BINDING_GROUP_TITLE = "Réglages"
    DEFAULT_CSS = """
    AskPreferences Horizontal { height: 1; }
    AskPreferences .preference--name { width: 19; }
    AskPreferences .preference--scope { margin-top: 1; color: $text-muted; }
    """

    @dataclass
    class Changed(Message):
        """Posted when the GC prefers something else.

        Attributes:
            preferences: all that he prefers now.
        """

        preferences: Preferences

    def __init__(self, preferences: Preferences) -> None:
        super().__init__("Réglages de ce Gardien")
        self._preferences = preferences
        self._theme = Choice("thème", [(each, each.value) for each in Theme], preferences.theme)
        self._pace = Choice(
            "rythme du rejeu", [(each, each.value) for each in Pace], preferences.pace
        )

    def compose_body(self) -> ComposeResult:
        """Yield a line a preference."""
        for name, choice in (("Thème", self._theme), ("Rythme du rejeu", self._pace)):
            with Horizontal():
                yield Static(name, classes="preference--name")
                yield choice
        yield Static(
            Content("Ils suivent votre compte sur cette machine, dans toutes ses campagnes."),
            classes="preference--scope",
        )

    def on_mount(self) -> None:
        """Begin with the theme."""
        self._theme.focus()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Tell what is preferred now."""
        event.stop()
        preferences = Preferences(self._theme.value, self._pace.value)
        if preferences != self._preferences:
            self._preferences = preferences
            self.post_message(self.Changed(preferences))
