"""The settings screen: where the book is silent or contradicts itself, the campaign says how it plays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from campaign.commands import ChangeOptions
from campaign.session import Session
from campaign.words import CHOICES
from rules.calculation import number
from rules.tableau import Tableau
from screens.buttons import PushButton
from screens.choice import Choice
from screens.form import SAVE, FormBody, FormScreen

_INTRODUCTION = (
    "Choix de la maison : là où le livre se tait ou se contredit, la campagne décide. "
    "Les jets déjà faits gardent les choix de leur moment."
)
_OWN = "own"


class SettingsScreen(FormScreen):
    """The house choices of a campaign.

    Args:
        session: the open campaign.
    """

    CSS_PATH = "settings.tcss"
    BINDING_GROUP_TITLE = "Choix de la maison"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        options = session.state.options
        self._choices: dict[str, Choice[Any]] = {
            name: Choice(question, list(answers.items()), getattr(options, name), id=name)
            for name, (question, answers) in CHOICES.items()
        }
        self.sub_title = "choix de la maison"

    def compose_body(self) -> ComposeResult:
        """Yield a row a choice, then the table."""
        with FormBody():
            yield Static(_INTRODUCTION, classes="introduction")
            for choice in self._choices.values():
                with Horizontal(classes="row"):
                    yield Static(Content(choice.label), classes="row--heading")
                    yield choice
            with Horizontal(id="buttons"):
                yield PushButton("Enregistrer", id=SAVE)
                yield PushButton("Réglages de ce Gardien…", id=_OWN)
            yield Static("Tableau 3.1", classes="section")
            yield Static(_table(self.session.state.options.tableau))

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Show what is the GC's own, in whichever campaign."""
        if event.button.id == _OWN:
            event.stop()
            self.call_later(self.run_action, "app.preferences")

    def command(self) -> ChangeOptions:
        """Return the house choices as the form says they are."""
        answers: dict[str, Any] = {name: each.value for name, each in self._choices.items()}
        return ChangeOptions(replace(self.session.state.options, **answers))


def _table(tableau: Tableau) -> Content:
    lines = [f"{'Dom effectif':<15}{'blessure':<13}{'PF':>4}{'limite de récupération':>26}"]
    for effect in tableau.rows:
        dom = _range(*tableau.range_of(effect.gravity))
        lines.append(f"{dom:<15}{effect.gravity:<13}{effect.pf:>4}{effect.limit:>26}")
    return Content.assemble((lines[0], "$text-muted"), "\n", "\n".join(lines[1:]))


def _range(low: int | None, high: int | None) -> str:
    if low is None:
        return f"≤ {number(high or 0)}"
    return f"≥ {number(low)}" if high is None else f"{number(low)} – {number(high)}"
