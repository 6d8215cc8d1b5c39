"""How a company stands after an evening, as far as everyone saw it: for the telling of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from campaign.character import Character
from campaign.events import EffectRuled, Entry, HealthCause, HealthChanged
from campaign.health_changes import PF, apply_health
from campaign.text import clean
from campaign.words import ASPECTS
from rules.aspects import Aspect
from rules.health import Health, suffer
from rules.tableau import WOUNDS, Gravity

_STANDING = 4
"""The most characters of whom is told what they still bear: the worst off."""
_NAMED = 8
"""The most names in a sentence."""


def as_known(
    company: Sequence[Character], shadowed: Collection[str], known: Sequence[Entry]
) -> list[Character]:
    """Return the company; those `shadowed`, whose health only the GC knows, with what the evening has shown of it."""
    return [
        replace(each, health=_shown(each.who, known)) if each.who in shadowed else each
        for each in company
    ]


def _shown(who: str, known: Sequence[Entry]) -> Health:
    health = Health()
    for event in (entry.event for entry in known):
        if isinstance(event, EffectRuled) and event.who == who:
            health = suffer(replace(health, pf=event.pf_before), event.consequence)
        elif isinstance(event, HealthChanged) and event.who == who:
            before = [each.before for each in event.changes if each.field == PF]
            pf = next((each for each in before if isinstance(each, int)), health.pf)
            whole = event.cause is HealthCause.FULL_REST
            health = apply_health(replace(health, pf=pf), event.changes, whole=whole)
    return health


def standing(company: Sequence[Character], is_shadowed: bool) -> Iterator[str]:
    """Yield who bears what, the worst off, and who is unhurt, in sentences; `is_shadowed` where not all may be told."""
    hurt = [each for each in company if _burden(each)]
    worst = sorted(hurt, key=_severity, reverse=True)[:_STANDING]
    begin = "À la fin, "
    for character in hurt:
        if character in worst:
            yield f"{begin}{clean(character.name)} gardait {_and(_burden(character))}."
            begin = ""
    if is_shadowed or not company:
        return  # whoever isn't spoken of may be unhurt, or not: nobody learns which
    unhurt = tuple(clean(each.name) for each in company if each not in hurt)
    if not hurt and len(unhurt) > 1:
        yield "À la fin, toute la compagnie était indemne."
    elif unhurt:
        verb, plural = ("étaient", "s") if len(unhurt) > 1 else ("était", "")
        yield f"{begin}{listed(unhurt)} {verb} indemne{plural}."


def _burden(character: Character) -> list[str]:
    """Return what a character bears: "5 PF", "une blessure grave en Mystique"."""
    health = character.health
    wounds = [
        f"{_counted(health.wounds[aspect][gravity], gravity)} en {ASPECTS[aspect]}"
        for gravity in reversed(WOUNDS)
        for aspect in Aspect
        if health.wounds[aspect][gravity]
    ]
    return [*wounds, *([f"{health.pf} PF"] if health.pf else [])]


def _severity(character: Character) -> tuple[int, ...]:
    wounds = character.health.wounds
    counts = (sum(each[gravity] for each in wounds) for gravity in reversed(WOUNDS))
    return (*counts, character.health.pf)


def _counted(count: int, gravity: Gravity) -> str:
    return f"une blessure {gravity}" if count == 1 else f"{count} blessures {gravity}s"


def listed(names: Sequence[str]) -> str:
    """Return names as they are read aloud; the last ones are only counted where there are many."""
    if len(names) <= _NAMED:
        return _and(names)
    return _and([*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} autres"])


def _and(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} et {last}" if first else last
