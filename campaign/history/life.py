"""One character followed event by event: what each one changed of it, its scars, the PF that its efforts cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from campaign.events import (
    CharacterAdded,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    HealthChanged,
    OfACharacter,
)
from campaign.health_changes import health_differences
from campaign.narration import health_change
from campaign.state import State, apply
from rules.aspects import Aspect
from rules.calculation import number
from rules.health import Health
from rules.tableau import WOUNDS, Gravity

Current = Callable[[int], Event | None]
"""Finds the event of a sequence number as it counts now."""


@dataclass(frozen=True, slots=True)
class When:
    """When something happened: the event's number, its session, its time."""

    sequence: int
    session: int
    at: datetime

    @classmethod
    def of(cls, entry: Entry) -> When:
        """Return when an entry was written."""
        return cls(entry.sequence, entry.session, entry.at)


@dataclass(frozen=True, slots=True)
class Scar:
    """A real wound.

    Attributes:
        came: when.
        aspect: where.
        gravity: how bad it is.
        at_first: the gravity for which there was no room any more; that of the wound where there was.
        cause: what brought it, in French: "Boule de feu, Diff 8, Dom effectif 15".
        healed: when it was healed; None while it is still there. A wound is healed by its gravity and aspect: of
            several alike, the oldest is.
    """

    came: When
    aspect: Aspect
    gravity: Gravity
    at_first: Gravity
    cause: str
    healed: When | None = None

    @property
    def name(self) -> str:
        """What it is in French: "grave en My", "grave en My, faute de place pour une légère"."""
        name = f"{self.gravity} en {self.aspect}"
        if self.at_first is self.gravity:
            return name
        return f"{name}, faute de place pour une {self.at_first}"


class Life:
    """A character as far as it is read.

    Args:
        who: its identity.
        current: finds the rolls that wounds came from.

    Attributes:
        scars: every real wound, in the order in which they came.
        changes: what each event changed of its health, in French, by sequence number.
        pf_paid: the PF that its efforts cost, as they were ruled, by the session of the ruling.
    """

    def __init__(self, who: str, current: Current) -> None:
        self._who, self._current = who, current
        self._state = State()
        self._open: dict[tuple[Aspect, Gravity], list[int]] = {}
        self.scars: list[Scar] = []
        self.changes: dict[int, str] = {}
        self.pf_paid: Counter[int] = Counter()

    @property
    def health(self) -> Health:
        """What it has suffered and not yet recovered from."""
        character = self._state.characters.get(self._who)
        return character.health if character else Health()

    def take_in(self, entry: Entry) -> None:
        """Follow an entry that counts, as it counts; what happens to others changes nothing."""
        event = entry.event
        if not isinstance(event, CharacterAdded | OfACharacter) or event.who != self._who:
            return
        before = self.health
        self._state = apply(self._state, entry)
        if isinstance(event, EffectRuled):
            self.pf_paid[entry.session] += event.consequence.pf
        after = self.health
        if after == before:
            return
        changes = health_differences(before, after)
        self.changes[entry.sequence] = ", ".join(map(health_change, changes))
        if after.wounds != before.wounds:
            self._follow_wounds(entry, before, after)

    def _follow_wounds(self, entry: Entry, before: Health, after: Health) -> None:
        for aspect in Aspect:
            for gravity in WOUNDS:
                alike = self._open.setdefault((aspect, gravity), [])
                gained = after.wounds[aspect][gravity] - before.wounds[aspect][gravity]
                for _ in range(gained):
                    alike.append(len(self.scars))
                    self.scars.append(self._scar(entry, aspect, gravity))
                for _ in range(-gained):
                    oldest = alike.pop(0)
                    self.scars[oldest] = replace(self.scars[oldest], healed=When.of(entry))

    def _scar(self, entry: Entry, aspect: Aspect, gravity: Gravity) -> Scar:
        event, at_first, cause = entry.event, gravity, ""
        if isinstance(event, EffectRuled):
            roll = self._current(event.roll)
            at_first = next(iter(event.consequence.cascade), gravity)
            if isinstance(roll, DepassementResolved):
                cause = (
                    f"{roll.action}, Diff {roll.stakes.diff}, "
                    f"Dom effectif {number(roll.outcome.dom_effectif)}"
                )
        elif isinstance(event, HealthChanged):
            cause = "sur la parole du Gardien de la Clef"
            if event.wound is not None:
                at_first = next(iter(event.wound.cascade), gravity)
        return Scar(When.of(entry), aspect, gravity, at_first, cause)
