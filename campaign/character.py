"""A member of the company, as the events tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from rules.aspects import Aspect, Moyen
from rules.errors import check_range
from rules.health import Health
from rules.roll import LIMIT_OF_STAKES, check_diff
from rules.sheet import LIMIT_OF_VALUES, Sheet


class Kind(StrEnum):
    """Who plays the character: a player (PJ) or the GC (PNJ)."""

    PJ = "PJ"
    PNJ = "PNJ"


@dataclass(frozen=True, slots=True)
class Action:
    """A saved action de dépassement, such as "Boule de feu".

    Attributes:
        name: what the GC calls it; unique in a character.
        aspect: the aspect of its CA, and of its encaissement (B).
        moyen: the moyen of its CA (B).
        competence: the name of the compétence of its CA; None for none.
        modificateur: what the action always adds to its CA, within ±99 (B).
        eff: the Effort maximal, 0…999 (S).
        min_diff: the lowest Diff that the GC allows, 0…999 (S).
    """

    name: str
    aspect: Aspect
    moyen: Moyen
    competence: str | None = None
    modificateur: int = 0
    eff: int = 0
    min_diff: int = 0

    def __post_init__(self) -> None:
        check_range("modificateur", self.modificateur, -LIMIT_OF_VALUES, LIMIT_OF_VALUES)
        check_range("Eff", self.eff, 0, LIMIT_OF_STAKES)
        check_diff(self.min_diff)


@dataclass(frozen=True, slots=True)
class Member:
    """What a character is apart from what happened to it: what one campaign can take from another."""

    name: str
    kind: Kind
    sheet: Sheet
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Character:
    """A character: who it is, what it can do, and how it fares.

    Attributes:
        who: its identity in the journal, which never changes.
        name: its name, unique in the campaign.
        kind: PJ or PNJ.
        sheet: what it is.
        health: what it has suffered.
        actions: its saved actions, in the order in which they were saved.
        last_diffs: by name of action, the Diff it was last played with; the last one played at the end.
        is_aside: whether it takes no part for now.
    """

    who: str
    name: str
    kind: Kind
    sheet: Sheet = field(default_factory=Sheet)
    health: Health = field(default_factory=Health)
    actions: tuple[Action, ...] = ()
    last_diffs: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    is_aside: bool = False

    @property
    def actions_by_use(self) -> tuple[Action, ...]:
        """The saved actions, those played last first, then the others as they were saved."""
        played = list(reversed(tuple(self.last_diffs)))
        return tuple(
            sorted(
                self.actions,
                key=lambda each: played.index(each.name) if each.name in played else len(played),
            )
        )

    def action(self, name: str) -> Action | None:
        """Return the saved action of that name, if there is one."""
        return next((each for each in self.actions if each.name == name), None)
