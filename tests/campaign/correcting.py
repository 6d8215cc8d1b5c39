"""A roll that is played, and what puts it right."""

from __future__ import annotations

from campaign.commands import CorrectRoll, ResolveDepassement, RuleEffect
from campaign.events import DepassementResolved, EffectRuled
from campaign.session import Session
from rules.health import Ruling


def played(session: Session, roll: ResolveDepassement, ruling: Ruling | None = None) -> int:
    """Play a roll and have it ruled on; return its sequence number."""
    (entry,) = session.execute(roll)
    if ruling is not None:
        session.execute(RuleEffect(ruling))
    return entry.sequence


def right(
    target: int,
    diff: int = 8,
    eff: int = 15,
    *,
    ca: int = 0,
    encaissement: int = 0,
    die: int | None = None,
    encaissement_die: int | None = None,
    ruling: Ruling | None = None,
) -> CorrectRoll:
    """Return the correction of a ball of fire: its Diff and its Eff are as they were unless others are given."""
    return CorrectRoll(target, diff, eff, ca, encaissement, die, encaissement_die, ruling)


def roll_of(session: Session, sequence: int) -> DepassementResolved:
    """Return a roll as it counts."""
    event = session.counting(sequence).event
    assert isinstance(event, DepassementResolved)
    return event


def ruling_of(session: Session, roll: int) -> EffectRuled:
    """Return the ruling on a roll, as it counts."""
    entry = session.ruling_of(roll)
    assert entry is not None
    assert isinstance(entry.event, EffectRuled)
    return entry.event
