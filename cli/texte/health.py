"""A character's health on the GC's word: rests, healing, PF, a wound."""

from __future__ import annotations

from campaign.character import Character
from campaign.commands import GivePF, GiveWound, HealWound, Rest, RestCompany
from campaign.numbers import whole_number
from campaign.text import fold_case
from cli.texte.answers import Named
from cli.texte.evening import Evening
from cli.texte.sheets import ASPECT_NAMES
from cli.texte.telling import character_line, rooms
from cli.texte.unclear import Unclear
from rules.aspects import Aspect
from rules.roll import LIMIT_OF_STAKES
from rules.tableau import WOUNDS, Gravity

WHOLE = "complet"


def show_health(at: Evening) -> None:
    """Tell how a character fares, and the places left for its wounds."""
    character = at.character()
    at.say(character_line(character, at.session.state), *rooms(character))


def rest(at: Evening) -> None:
    """Let a character rest wholly, or for some PF."""
    character = at.character()

    def read(typed: str) -> int | None:
        if fold_case(WHOLE).startswith(fold_case(typed)):
            return None
        return whole_number(typed, "PF", 1, LIMIT_OF_STAKES)

    at.do(Rest(character.who, at.answers.ask("PF rendus", read, WHOLE)))


def rest_company(at: Evening) -> None:
    """Let all those who take part rest wholly."""
    at.do(RestCompany())


def heal(at: Evening) -> None:
    """Heal one wound."""
    character = at.character()
    wounds = _wounds_of(character)
    if not wounds:
        raise Unclear(f"{character.name} n’a pas de blessure.")
    aspect, gravity = at.answers.pick("Blessure", wounds, wounds[0][1][0])
    at.do(HealWound(character.who, aspect, gravity))


def wound(at: Evening) -> None:
    """Give a real wound, with its PF."""
    character = at.character()
    gravity = at.answers.pick("Gravité", [(each, (each.value,)) for each in WOUNDS])
    aspect = at.answers.pick("Aspect", ASPECT_NAMES)
    at.do(GiveWound(character.who, aspect, gravity))


def give_pf(at: Evening) -> None:
    """Give PF, or take them when the number is negative."""
    character = at.character()
    by = at.answers.number(
        "PF donnés, ou retirés s’ils sont négatifs", -LIMIT_OF_STAKES, LIMIT_OF_STAKES
    )
    at.do(GivePF(character.who, by))


def _wounds_of(character: Character) -> list[Named[tuple[Aspect, Gravity]]]:
    return [
        ((aspect, gravity), (f"{gravity} en {aspect}", f"{gravity} {aspect}"))
        for aspect in Aspect
        for gravity in WOUNDS
        if character.health.wounds[aspect][gravity]
    ]
