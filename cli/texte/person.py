"""The history of a character: its wounds, its efforts, its luck, and what happened to it last."""

from __future__ import annotations

from campaign.history.person import Person
from campaign.history.portrait import Portrait, portrait_lines
from campaign.numbers import whole_number
from campaign.text import fold_case
from cli.texte.evening import LONGEST_NUMBER, Evening
from cli.texte.log import ALL

_LAST = 10
"""How many events are told where nobody says how many."""


def tell_history(at: Evening) -> None:
    """Tell a character's history, with as many of its last events as the line says."""
    character = at.character()
    count = at.answers.optional(lambda: at.answers.ask("Combien", _count))
    person = Person(at.session.history, character.who)
    for _ in person.reading():
        pass
    portrait = Portrait(person, secrets=True)
    told = portrait_lines(portrait, character.name, at.session.history.past, count or _LAST)
    at.say(*told)


def _count(typed: str) -> int:
    """Return how many events are wanted."""
    highest = 10**LONGEST_NUMBER - 1
    return highest if fold_case(typed) == ALL else whole_number(typed, "Combien", 1, highest)
