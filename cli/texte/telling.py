"""Characters and odds as sentences: each line means something when it is read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.character import Character, Kind
from campaign.odds import NBSP, decimal, percent
from campaign.prospects import prospects
from campaign.state import State
from campaign.words import WARNINGS, action_sum
from rules.aspects import Aspect, Moyen
from rules.calculation import number
from rules.depassement import Stakes
from rules.health import Wounds
from rules.risk import PAIRS, Rung
from rules.roll import FACES
from rules.sheet import warnings
from rules.tableau import WOUNDS, Gravity


def character_line(character: Character, state: State) -> str:
    """Return how a character fares: "Merlin : PF 3 ; Ph 5, Me 10, My 15 ; étourdi en My"."""
    remarks = [
        "PNJ" if character.kind is Kind.PNJ else "",
        "à l’écart" if character.is_aside else "",
        "à son tour" if character.who == state.turn and not character.is_aside else "",
    ]
    name = ", ".join(filter(None, (character.name, *remarks)))
    aspects = ", ".join(f"{each} {number(character.sheet.aspects[each])}" for each in Aspect)
    health = health_words(character)
    return f"{name} : PF {character.health.pf} ; {aspects}" + (f" ; {health}" if health else "")


def health_words(character: Character) -> str:
    """Return the wounds and the états of a character: "2 légères et 1 grave en Ph, étourdi en My"; empty for none."""
    health = character.health
    told = []
    for aspect in Aspect:
        if wounds := _wounds(health.wounds[aspect]):
            told.append(f"{wounds} en {aspect}")
        told += [f"étourdi en {aspect}"] if aspect in health.etourdi else []
        told += [f"sonné en {aspect}"] if aspect in health.sonne else []
    return ", ".join(told)


def rooms(character: Character) -> Iterator[str]:
    """Yield the places that each aspect of a character still has for wounds."""
    room = character.sheet.room
    for aspect in Aspect:
        wounds = character.health.wounds[aspect]
        places = ", ".join(
            _counted(max(0, room[each] - wounds[each]), each)
            for each in WOUNDS
            if each is not Gravity.FATALE
        )
        yield f"Places libres en {aspect} : {places}"


def sheet_lines(character: Character) -> Iterator[str]:
    """Yield a sheet, its actions, and the creation rules that it breaks."""
    sheet = character.sheet
    yield f"{character.name}, {character.kind}"
    yield "Aspects : " + ", ".join(f"{each} {number(sheet.aspects[each])}" for each in Aspect)
    yield "Moyens : " + ", ".join(f"{each} {number(sheet.moyens[each])}" for each in Moyen)
    for competence in sheet.competences:
        yield f"Compétence : {competence.name} {competence.level}, {competence.aspect}"
    if any(sheet.armure):
        yield "Armure : " + ", ".join(f"{each} {number(sheet.armure[each])}" for each in Aspect)
    for action in character.actions_by_use:
        yield f"Action : {action.name}, {action_sum(action)}"
    for warning in warnings(sheet):
        yield f"Attention : {WARNINGS[warning]}"


def stakes_lines(held: Stakes) -> Iterator[str]:
    """Yield the two sums of a roll, each part with its name."""
    yield f"CA {number(held.ca.value)} = {held.ca.formula}"
    borne = held.encaissement
    yield f"Encaissement {number(borne.value)} = {borne.formula} ; Eff {held.eff}"


def rung_line(rung: Rung, *, is_best: bool = False) -> str:
    """Return the odds at one Diff: "Diff 8 : 9 chances sur 20, Dom 6 à 14, 10 en moyenne ; aucune 11 %, …"."""
    if rung.dom is None:
        dom = "impossible"
    else:
        least, mean, most = number(rung.dom.least), decimal(rung.dom.mean), number(rung.dom.most)
        plural = "s" if rung.successes > 1 else ""
        dom = (
            f"{rung.successes} chance{plural} sur {FACES}, Dom {least} à {most}, {mean} en moyenne"
        )
    effects = ", ".join(
        f"{gravity} {percent(count, PAIRS)}{NBSP}%"
        for gravity, count in rung.effects.items()
        if count
    )
    best = " ; le mieux pour réussir sans blessure" if is_best else ""
    return f"Diff {rung.diff} : {dom} ; {effects}{best}"


def becoming(character: Character, held: Stakes, rung: Rung) -> Iterator[str]:
    """Yield what the odds at one Diff may lead a character to: its PF, and the places left after a real wound."""
    possible = prospects(character, held, rung)
    if not possible:
        yield "Rien à craindre : PF inchangés"
        return
    yield "PF ensuite : " + ", ".join(f"{each.gravity} {each.pf}" for each in possible)
    for each in possible:
        if each.wound is not None and each.wound is not each.gravity:
            yield f"Une blessure {each.gravity} n’aurait plus de place, et serait {each.wound}"


def _wounds(wounds: Wounds) -> str:
    told = [_counted(wounds[each], each) for each in WOUNDS if wounds[each]]
    return " et ".join(told)


def _counted(count: int, gravity: Gravity) -> str:
    return f"{count} {gravity}{'s' if count > 1 else ''}"
