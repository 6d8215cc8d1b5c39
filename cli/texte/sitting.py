"""The session as a whole: where one is, the house choices, its close, and the way out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaign.commands import ChangeOptions, CloseSession
from campaign.standing import standing
from campaign.steps import effect_line
from campaign.words import CHOICES, choice
from cli.texte.evening import Evening
from rules.calculation import number
from rules.tableau import Gravity


class Leave(Exception):
    """The campaign is left; its session stays open."""

    def __init__(self, *, for_others: bool) -> None:
        super().__init__()
        self.for_others = for_others
        """Whether the list of the campaigns is wanted."""


def show_place(at: Evening) -> None:
    """Tell where one is: the campaign, its session, and for how long it has gone on."""
    looking = ", en lecture seule" if at.session.is_looking else ""
    title = f" ({at.session.title})" if at.session.title else ""
    where = ", ".join(standing(at.session, title))
    at.say(f"{at.session.state.name}, {where}{looking}.")


def show_choices(at: Evening) -> None:
    """Tell the house choices, and the table that is played."""
    for name, (question, _) in CHOICES.items():
        at.say(f"{question} : {choice(at.session.state.options, name)}")
    options = at.session.state.options
    for effect in map(options.row, Gravity):
        dom = _range(*options.tableau.range_of(effect.gravity))
        limit = f", limite de récupération {effect.limit}" if effect.limit else ""
        at.say(f"Tableau 3.1, Dom effectif {dom} : {effect_line(effect)}{limit}")


def change_choice(at: Evening) -> None:
    """Ask for a house choice, and what is played from now on."""
    options = at.session.state.options
    name = at.answers.pick(
        "Choix", [(each, (question,)) for each, (question, _) in CHOICES.items()]
    )
    answers = [(answer, (words,)) for answer, words in CHOICES[name][1].items()]
    chosen: dict[str, Any] = {name: at.answers.pick("Réponse", answers, choice(options, name))}
    at.do(ChangeOptions(replace(options, **chosen)))


def end_session(at: Evening) -> None:
    """Close the evening's session."""
    if at.answers.confirm(f"Clore la séance {at.session.state.session} et la sauvegarder"):
        at.do(CloseSession())


def go_to_campaigns(at: Evening) -> None:
    """Go back to the campaigns."""
    raise Leave(for_others=True)


def leave(at: Evening) -> None:
    """Leave."""
    raise Leave(for_others=False)


def _range(low: int | None, high: int | None) -> str:
    if low is None:
        return f"de {number(high or 0)} ou moins"
    return f"de {low} ou plus" if high is None else f"de {low} à {high}"
