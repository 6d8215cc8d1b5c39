"""What the GC prefers on his own terminal; each answer is in force, and kept, as soon as it is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from campaign.preferences import Pace, Preferences, Theme
from screens.choice import Choice
from screens.dialogs.dialog import Dialog

SLOW_FOR_NOW = "Cette fois, le lien est lent : `--lien-lent` l’a demandé."


class AskPreferences(Dialog[None]):
    """The theme, the pace of the replay, the link and the mouse.

    Args:
        preferences: those that are kept.
        slow_for_now: whether this run saves bytes whatever they say.
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

    def __init__(self, preferences: Preferences, *, slow_for_now: bool = False) -> None:
        super().__init__("Réglages de ce Gardien")
        self._slow_for_now = slow_for_now
        self._preferences = preferences
        self._theme = Choice("thème", [(each, each.value) for each in Theme], preferences.theme)
        self._pace = Choice(
            "rythme du rejeu", [(each, each.value) for each in Pace], preferences.pace
        )
        self._slow_link = Choice("lien", [(False, "normal"), (True, "lent")], preferences.slow_link)
        self._mouse = Choice(
            "souris", [(True, "à Gardien"), (False, "au terminal")], preferences.mouse
        )

    def compose_body(self) -> ComposeResult:
        """Yield a line a preference."""
        lines: tuple[tuple[str, Choice[Any]], ...] = (
            ("Thème", self._theme),
            ("Rythme du rejeu", self._pace),
            ("Lien", self._slow_link),
            ("Souris", self._mouse),
        )
        for name, choice in lines:
            with Horizontal():
                yield Static(name, classes="preference--name")
                yield choice
        if self._slow_for_now:
            yield Static(Content(SLOW_FOR_NOW), classes="preference--scope")
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
        preferences = Preferences(
            self._theme.value, self._pace.value, self._slow_link.value, self._mouse.value
        )
        if preferences != self._preferences:
            self._preferences = preferences
            self.post_message(self.Changed(preferences))
