"""A character's health: PF, wounds by aspect and gravity, étourdi and sonné; what adds to it and heals it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.aspects import Aspect, PerAspect
from rules.errors import RuleError, Violation
from rules.options import Options, PFCascade
from rules.sheet import WoundRoom
from rules.tableau import WOUNDS, Effect, Gravity

LIMIT_OF_HEALTH = 9_999
"""No count of a health is beyond this (H): far beyond play, and what is added to it again and again stays a number."""


@dataclass(frozen=True, slots=True)
class Wounds:
    """How many wounds of each gravity one aspect bears, each ≥ 0."""

    legere: int = 0
    grave: int = 0
    critique: int = 0
    fatale: int = 0

    def __getitem__(self, gravity: Gravity) -> int:
        value: int = getattr(self, _FIELDS[gravity])
        return value

    def add(self, gravity: Gravity, count: int = 1) -> Wounds:
        """Return these wounds and `count` more of `gravity`."""
        return replace(self, **{_FIELDS[gravity]: self[gravity] + count})

    @property
    def total(self) -> int:
        """The number of wounds."""
        return self.legere + self.grave + self.critique + self.fatale


_FIELDS = {
    Gravity.LEGERE: "legere",
    Gravity.GRAVE: "grave",
    Gravity.CRITIQUE: "critique",
    Gravity.FATALE: "fatale",
}


@dataclass(frozen=True, slots=True)
class Health:
    """What a character has suffered and not yet recovered from.

    Attributes:
        pf: points de fatigue, ≥ 0, one count for the character (B).
        wounds: the wounds of each aspect (B).
        etourdi: aspects at −1 until the end of the character's next action (B). It doesn't add up (H).
        sonne: aspects in which the character is sonné, for as long (H: the text gives it no other effect than its PF).
    """

    pf: int = 0
    wounds: PerAspect[Wounds] = PerAspect(Wounds(), Wounds(), Wounds())
    etourdi: frozenset[Aspect] = frozenset()
    sonne: frozenset[Aspect] = frozenset()

    @property
    def is_out(self) -> bool:
        """Whether a fatale was suffered: normally dead; the GC may leave a chance (B)."""
        return any(wounds.fatale for wounds in self.wounds)


class Ruling(StrEnum):
    """What the GC decides of an effect (S): only its fatigue (the default), a real wound, or nothing."""

    FATIGUE = "fatigue"
    BLESSURE = "blessure"
    SANS_EFFET = "sans_effet"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a ruled effect does to a character's health.

    Attributes:
        aspect: where it strikes.
        pf: points de fatigue it adds, ≥ 0.
        etourdi: whether the aspect is étourdi until the end of the next action.
        sonne: whether the character is sonné for as long.
        cascade: the gravities a wound went through for want of room, the last being the one it ends at; empty
            when there is no real wound.
        held: how many wounds of each of these gravities but the last there were already.
    """

    aspect: Aspect
    pf: int = 0
    etourdi: bool = False
    sonne: bool = False
    cascade: tuple[Gravity, ...] = ()
    held: tuple[int, ...] = ()

    @property
    def wound(self) -> Gravity | None:
        """The wound that is added, if any."""
        return self.cascade[-1] if self.cascade else None


def cascade(wounds: Wounds, room: WoundRoom, gravity: Gravity) -> tuple[Gravity, ...]:
    """Return the gravities that a new wound goes through until there is room for it; past critique, fatale (B)."""
    path = WOUNDS[WOUNDS.index(gravity) :]
    for index, step in enumerate(path):
        if step is Gravity.FATALE or wounds[step] < room[step]:
            return path[: index + 1]
    raise AssertionError("a fatale always has room")


def consequence(
    effect: Effect,
    ruling: Ruling,
    aspect: Aspect,
    health: Health,
    room: WoundRoom,
    options: Options,
) -> Consequence:
    """Return what `effect` does once the GC has ruled (S): its PF alone, a real wound with them, or nothing.

    Raises:
        RuleError: *blessure* for an effect that isn't a wound.
    """
    if ruling is Ruling.SANS_EFFET:
        return Consequence(aspect)
    if ruling is Ruling.BLESSURE:
        if not effect.gravity.is_wound:
            raise RuleError(Violation.NOT_A_WOUND, gravity=effect.gravity)
        wounds = health.wounds[aspect]
        path = cascade(wounds, room, effect.gravity)
        held = tuple(wounds[gravity] for gravity in path[:-1])
        counted = path[-1] if options.pf_cascade is PFCascade.FINALE else path[0]
        return Consequence(aspect, pf=options.tableau.row(counted).pf, cascade=path, held=held)
    return Consequence(
        aspect,
        pf=effect.pf,
        etourdi=effect.gravity is Gravity.ETOURDI,
        sonne=effect.gravity is Gravity.SONNE,
    )


def suffer(health: Health, result: Consequence) -> Health:
    """Return `health` with a consequence added."""
    aspect = {result.aspect}
    wounds = health.wounds
    if result.wound is not None:
        wounds = wounds.put(result.aspect, wounds[result.aspect].add(result.wound))
    return Health(
        pf=min(health.pf + result.pf, LIMIT_OF_HEALTH),
        wounds=wounds,
        etourdi=health.etourdi | aspect if result.etourdi else health.etourdi,
        sonne=health.sonne | aspect if result.sonne else health.sonne,
    )


def end_action(health: Health) -> Health:
    """Return `health` at the end of an action: étourdi and sonné of before it are over (B)."""
    if not (health.etourdi or health.sonne):
        return health
    return replace(health, etourdi=frozenset(), sonne=frozenset())


def recovery_limit(health: Health, options: Options) -> int:
    """Return the PF that a full rest leaves: the sum of the limits of the wounds not yet healed (B)."""
    return sum(
        wounds[gravity] * options.tableau.row(gravity).limit
        for wounds in health.wounds
        for gravity in WOUNDS
    )


def full_rest(health: Health, options: Options) -> Health:
    """Return `health` after a full rest: PF fall to the recovery limit, never rise to it (B)."""
    return replace(end_action(health), pf=min(health.pf, recovery_limit(health, options)))


def partial_rest(health: Health, pf: int, options: Options) -> Health:
    """Return `health` after a rest that gives `pf` PF back, on the GC's word, never below the recovery limit (H)."""
    rested = max(health.pf - pf, min(health.pf, recovery_limit(health, options)))
    return replace(end_action(health), pf=rested)


def give_pf(health: Health, by: int) -> Health:
    """Return `health` with `by` PF more, or less when it is negative, on the GC's word; from 0 to its limit (H)."""
    return replace(health, pf=min(max(0, health.pf + by), LIMIT_OF_HEALTH))


def heal(health: Health, aspect: Aspect, gravity: Gravity) -> Health:
    """Return `health` with one wound less, on the GC's word (H); unchanged when there is none."""
    wounds = health.wounds[aspect]
    if not wounds[gravity]:
        return health
    return replace(health, wounds=health.wounds.put(aspect, wounds.add(gravity, -1)))
