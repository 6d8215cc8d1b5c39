"""Sheets and saved actions, asked for value after value; each is offered as it is."""

from __future__ import annotations

from dataclasses import replace

from campaign.character import Action, Character, Kind
from campaign.commands import AddCharacter, ChangeCharacter, RemoveAction, SaveAction
from campaign.company import free_name
from campaign.decide import stakes
from campaign.numbers import whole_number
from campaign.text import clean_name, fold_case
from campaign.words import ASPECTS, MOYENS, WARNINGS
from cli.texte.answers import Named
from cli.texte.evening import Evening
from cli.texte.telling import sheet_lines, stakes_lines
from cli.texte.unclear import Unclear
from rules.aspects import Aspect, Moyen, Moyens, PerAspect
from rules.roll import LIMIT_OF_STAKES
from rules.sheet import LIMIT_OF_VALUES, Competence, Sheet, WoundRoom, warnings

NO_COMPETENCE = "aucune"
ENOUGH = "c’est tout"
REMOVE = "retirer"
_ROOMS = ("légères", "graves", "critiques")
_AD_HOC = "Action libre"

ASPECT_NAMES: list[Named[Aspect]] = [(each, (each.value, ASPECTS[each])) for each in Aspect]
"""What an aspect can be called."""
_MOYEN_NAMES: list[Named[Moyen]] = [(each, (each.value, MOYENS[each])) for each in Moyen]
_KIND_NAMES: list[Named[Kind]] = [(each, (each.value,)) for each in Kind]


def show_sheet(at: Evening) -> None:
    """Tell a sheet."""
    at.say(*sheet_lines(at.character()))


def add_character(at: Evening) -> None:
    """Ask for a whole sheet, and add its character."""
    name, kind, sheet = _ask_sheet(at, Character("", "", Kind.PJ))
    at.do(AddCharacter(name, kind, sheet))
    *_, at.who = at.session.state.characters
    _warn(at, sheet)


def change_character(at: Evening) -> None:
    """Ask for a whole sheet anew, each value being offered as it is."""
    character = at.character()
    name, kind, sheet = _ask_sheet(at, character)
    at.do(ChangeCharacter(character.who, name, kind, sheet))
    _warn(at, sheet)


def add_action(at: Evening) -> None:
    """Ask for an action, and save it."""
    character = at.character()
    _save(at, character, None)


def change_action(at: Evening) -> None:
    """Ask for a saved action anew, each value being offered as it is."""
    character = at.character()
    _save(at, character, _saved_action(at, character))


def remove_action(at: Evening) -> None:
    """Take a saved action off the list."""
    character = at.character()
    action = _saved_action(at, character)
    if at.answers.confirm(f"Retirer « {action.name} » ; les jets faits avec elle restent"):
        at.do(RemoveAction(character.who, action.name))


def ask_action(at: Evening, character: Character) -> Action:
    """Ask for an action that isn't saved."""
    return _ask_action(at, character, Action(_AD_HOC, Aspect.PHYSIQUE, Moyen.PUISSANCE))


def _save(at: Evening, character: Character, replaced: Action | None) -> None:
    start = replaced or Action("", Aspect.PHYSIQUE, Moyen.PUISSANCE)
    action = _ask_action(at, character, start)
    least = at.answers.number("Diff minimum", 0, LIMIT_OF_STAKES, start.min_diff)
    action = replace(action, min_diff=least)
    at.do(SaveAction(character.who, action, replaced.name if replaced else None))
    at.say(*stakes_lines(stakes(at.session.state, character.who, action, least)))


def _saved_action(at: Evening, character: Character) -> Action:
    if not character.actions:
        raise Unclear(f"{character.name} n’a pas encore d’action : « action » en ajoute une.")
    options = [(each, (each.name,)) for each in character.actions_by_use]
    return at.answers.pick("Action", options, options[0][0].name)


def _ask_action(at: Evening, character: Character, start: Action) -> Action:
    ask = at.answers
    known: list[Named[str | None]] = [
        (each.name, (each.name,)) for each in character.sheet.competences
    ]
    return Action(
        ask.ask("Nom de l’action", lambda typed: clean_name(typed, "action"), start.name or None),
        ask.pick("Aspect", ASPECT_NAMES, start.aspect),
        ask.pick("Moyen", _MOYEN_NAMES, start.moyen),
        ask.pick(
            "Compétence", [*known, (None, (NO_COMPETENCE,))], start.competence or NO_COMPETENCE
        ),
        ask.number("Modificateur", -LIMIT_OF_VALUES, LIMIT_OF_VALUES, start.modificateur),
        ask.number("Eff", 0, LIMIT_OF_STAKES, start.eff),
    )


def _ask_sheet(at: Evening, start: Character) -> tuple[str, Kind, Sheet]:
    ask, sheet, limit = at.answers, start.sheet, LIMIT_OF_VALUES
    room = (sheet.room.legere, sheet.room.grave, sheet.room.critique)
    name = ask.ask(
        "Nom",
        lambda typed: free_name(typed, at.session.state, own=start.who or None),
        start.name or None,
    )
    kind = ask.pick("Genre", _KIND_NAMES, start.kind)
    aspects = ask.numbers("Aspects", [*Aspect], -limit, limit, [*sheet.aspects])
    moyens = ask.numbers("Moyens", [*Moyen], -limit, limit, [*sheet.moyens])
    armure = ask.numbers("Armure", [*Aspect], -limit, limit, [*sheet.armure])
    places = ask.numbers("Places pour les blessures", _ROOMS, 0, limit, room)
    competences = _ask_competences(at, sheet.competences)
    return (
        name,
        kind,
        Sheet(
            PerAspect(*aspects),
            Moyens(*moyens),
            competences,
            PerAspect(*armure),
            WoundRoom(*places),
        ),
    )


def _ask_competences(at: Evening, known: tuple[Competence, ...]) -> tuple[Competence, ...]:
    """Ask for compétences to add, change or take off, until that is all."""
    held = {fold_case(each.name): each for each in known}
    question = f"Compétence, son niveau, son aspect, ou {REMOVE} et son nom"

    def read(typed: str) -> tuple[str, Competence | None] | None:
        return None if typed == ENOUGH else _competence(typed, held)

    while (answer := at.answers.ask(question, read, ENOUGH)) is not None:
        name, competence = answer
        held.pop(name, None) if competence is None else held.update({name: competence})
    return tuple(held.values())


def _competence(typed: str, held: dict[str, Competence]) -> tuple[str, Competence | None]:
    """Read "Magie du Feu 10 My", or "retirer Magie du Feu"."""
    first, _, rest = typed.partition(" ")
    if fold_case(first) == REMOVE and fold_case(rest) in held:
        return fold_case(rest), None
    words = typed.rsplit(" ", 2)
    aspects = [each for each in Aspect if fold_case(each) == fold_case(words[-1])]
    if len(words) < 3 or not aspects:
        raise Unclear(
            "Compétence : il faut un nom, un niveau et un aspect (Ph, Me ou My), comme « Magie du Feu 10 My » ; "
            f"« {REMOVE} » et le nom d’une compétence l’ôte."
        )
    name = clean_name(words[0], "compétence")
    return fold_case(name), Competence(
        name, whole_number(words[1], "niveau", 0, LIMIT_OF_VALUES), aspects[0]
    )


def _warn(at: Evening, sheet: Sheet) -> None:
    at.say(*(f"Attention : {WARNINGS[each]}" for each in warnings(sheet)))
