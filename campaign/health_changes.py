"""The difference between two states of a character's health, as small named changes."""

from __future__ import annotations

from dataclasses import replace

from campaign.changes import Change
from rules.aspects import Aspect
from rules.health import LIMIT_OF_HEALTH, Health
from rules.tableau import WOUNDS, Gravity

PF = "PF"
ETOURDI = "étourdi"
SONNE = "sonné"


def health_differences(before: Health, after: Health) -> tuple[Change, ...]:
    """Return what differs: "PF", "légère My", "étourdi My" …, as numbers; an état is 0 or 1."""
    old, new = _values(before), _values(after)
    return tuple(Change(name, old[name], new[name]) for name in old if old[name] != new[name])


def apply_health(health: Health, changes: tuple[Change, ...], *, whole: bool) -> Health:
    """Return `health` with `changes` made; a change of anything else is left out.

    Args:
        health: what the character has suffered, which corrections may have made another than it was then.
        changes: what was changed then.
        whole: whether each change's `after` takes the place of what is there, as after a full rest; else the
            difference is added to it, never below 0.
    """
    values = _values(health)
    for change in changes:
        if isinstance(change.before, int) and isinstance(change.after, int):
            gained = change.after - change.before
            value = change.after if whole else max(0, values.get(change.field, 0) + gained)
            health = _put(health, change.field, min(value, LIMIT_OF_HEALTH))
    return health


def in_words(field: str) -> str:
    """Return the name of a change of health as it is told: "légère en My", "étourdi en My", "PF"."""
    return " en ".join(field.split(" "))


def _values(health: Health) -> dict[str, int]:
    values = {PF: health.pf}
    for aspect in Aspect:
        values |= {f"{gravity} {aspect}": health.wounds[aspect][gravity] for gravity in WOUNDS}
        values[f"{ETOURDI} {aspect}"] = int(aspect in health.etourdi)
        values[f"{SONNE} {aspect}"] = int(aspect in health.sonne)
    return values


def _put(health: Health, field: str, value: int) -> Health:
    if field == PF:
        return replace(health, pf=value)
    name, _, code = field.partition(" ")
    if code not in set(Aspect) or name not in set(Gravity):
        return health
    aspect, gravity = Aspect(code), Gravity(name)
    if gravity is Gravity.ETOURDI:
        return replace(health, etourdi=_with(health.etourdi, aspect, held=bool(value)))
    if gravity is Gravity.SONNE:
        return replace(health, sonne=_with(health.sonne, aspect, held=bool(value)))
    if gravity not in WOUNDS:
        return health
    wounds = health.wounds[aspect]
    counted = wounds.add(gravity, value - wounds[gravity])
    return replace(health, wounds=health.wounds.put(aspect, counted))


def _with(aspects: frozenset[Aspect], aspect: Aspect, *, held: bool) -> frozenset[Aspect]:
    return aspects | {aspect} if held else aspects - {aspect}
