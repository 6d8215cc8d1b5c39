"""What the GC can do to a character's health on his word, each told as the log would tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from campaign.character import Character
from campaign.commands import Command, GivePF, GiveWound, HealWound, Rest, RestCompany
from campaign.narration import event_line
from campaign.numbers import whole_number
from campaign.recovery import HealthCommand, change_health, rest_company
from campaign.refusals import Refused
from campaign.sentences import sentence
from campaign.text import of
from rules.aspects import Aspect
from rules.roll import LIMIT_OF_STAKES
from rules.tableau import WOUNDS
from screens.base import SessionScreen
from screens.dialogs.ask_text import AskText
from screens.dialogs.palette import Palette, PaletteRow, run_row

_PF = "PF"


def show_recovery(screen: SessionScreen[None], character: Character) -> None:
    """Offer what can be done to `character`'s health, and have what is chosen done."""
    title = f"Santé {of(character.name)}"
    screen.app.push_screen(Palette(_rows(screen, character), title, "Chercher…"), run_row)


def _rows(screen: SessionScreen[None], character: Character) -> Iterator[PaletteRow]:
    """Yield what would change something: rests, healing, then what is given."""
    who, name, wounds = character.who, character.name, character.health.wounds
    yield from _told(screen, Rest(who))
    with suppress(Refused):
        resting = len(rest_company(screen.session.state))
        rest_all = partial(_attempt, screen, RestCompany())
        yield PaletteRow("Toute la compagnie : repos complet", f"{resting} à reposer", "", rest_all)
    if character.health.pf:
        rest = partial(_ask, screen, "PF rendus par le repos", 1, lambda pf: Rest(who, pf))
        yield PaletteRow(f"{name} : repos partiel…", "combien de PF", "", rest)
    for aspect in Aspect:
        for gravity in WOUNDS:
            if wounds[aspect][gravity]:
                yield from _told(screen, HealWound(who, aspect, gravity))
    title = "PF donnés, ou retirés s’ils sont négatifs"
    give = partial(_ask, screen, title, -LIMIT_OF_STAKES, lambda by: GivePF(who, by))
    yield PaletteRow(f"{name} : donner ou retirer des PF…", "combien", "", give)
    for aspect in Aspect:
        for gravity in WOUNDS:
            yield from _told(screen, GiveWound(who, aspect, gravity))


def _told(screen: SessionScreen[None], command: HealthCommand) -> Iterator[PaletteRow]:
    try:
        event = change_health(command, screen.session.state)
    except Refused:  # it would change nothing
        return
    told = event_line(event, screen.session.find)
    yield PaletteRow(told, "", "", partial(_attempt, screen, command))


def _ask(
    screen: SessionScreen[None], title: str, low: int, command: Callable[[int], HealthCommand]
) -> None:
    def trouble(text: str) -> str | None:
        """Do it, or say why it could not be done: what was typed is then still there."""
        try:
            number = whole_number(text, _PF, low, LIMIT_OF_STAKES)
        except Refused as error:
            return sentence(error)
        return screen.trouble_with(command(number))

    screen.app.push_screen(AskText(title, label=_PF, validate=trouble))


def _attempt(screen: SessionScreen[None], command: Command) -> None:
    screen.attempt(command)
