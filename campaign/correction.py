"""Putting a past event right: the dice stay as they fell, and what follows from the rest is computed anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from campaign.commands import Correction, CorrectNote, CorrectRoll, CorrectRuling
from campaign.events import (
    Correctable,
    DepassementResolved,
    Die,
    EffectRuled,
    Event,
    EventCorrected,
    NoteWritten,
    Outcome,
    Provenance,
)
from campaign.memory import Memory
from campaign.past import Past
from campaign.refusals import Refusal, Refused
from campaign.ruling import ruled
from campaign.state import State
from campaign.text import NOTE_LENGTH, clean_name
from rules.calculation import Part, Total
from rules.depassement import (
    ENCAISSEMENT_DIE,
    Stakes,
    needs_die,
    needs_encaissement_die,
    resolve,
)
from rules.errors import RuleError, Violation, check_range
from rules.health import Ruling
from rules.roll import DIE, check_die
from rules.sheet import LIMIT_OF_VALUES
from rules.tableau import Gravity

CORRECTION = "correction du Gardien"
"""The name of the part that a correction adds to a CA."""


def correct(command: Correction, memory: Memory) -> tuple[Event, ...]:
    """Return the events that put a past event right.

    Raises:
        Refused: the event can't be put right, or would stay as it is.
        RuleError: the rules refuse what it should have been.
    """
    match command:
        case CorrectNote(target, text):
            note = memory.counting(target).event
            if not isinstance(note, NoteWritten):
                raise Refused(Refusal.NOT_CORRECTABLE)
            changed = replace(note, text=clean_name(text, "note", NOTE_LENGTH))
            return _corrected([(target, changed, note)], memory.past)
        case CorrectRuling(roll, ruling):
            return _corrected([_ruled_otherwise(roll, ruling, memory)], memory.past)
        case _:
            return _roll(command, memory)


def correction_of(total: Total, first: Total) -> int:
    """Return what a correction has added to a CA until now, given what it was at first."""
    return total.value - first.value


def corrected_roll(
    command: CorrectRoll, roll: DepassementResolved, first: Stakes
) -> DepassementResolved:
    """Return the roll as it should have been.

    Args:
        command: what it should have been.
        roll: the roll as it counts.
        first: its stakes as it was played, before any correction.

    Raises:
        RuleError: a value out of its range, or a die that is needed now and was never rolled.
    """
    check_range("correction de la CA", command.ca, -LIMIT_OF_VALUES, LIMIT_OF_VALUES)
    check_range(
        "correction de l’encaissement", command.encaissement, -LIMIT_OF_VALUES, LIMIT_OF_VALUES
    )
    stakes = replace(
        roll.stakes,
        ca=_with_correction(first.ca, command.ca),
        encaissement=_with_correction(first.encaissement, command.encaissement),
        diff=command.diff,
        eff=command.eff,
    )
    die = _die(command.die, roll.die, DIE, needed=needs_die(stakes))
    face = die.face if die else None
    needs_other = needs_encaissement_die(stakes, face)
    other = _die(
        command.encaissement_die, roll.encaissement_die, ENCAISSEMENT_DIE, needed=needs_other
    )
    result = resolve(stakes, face, other.face if other else None)
    outcome = Outcome.of(result)
    return replace(roll, stakes=stakes, die=die, encaissement_die=other, outcome=outcome)


def _roll(command: CorrectRoll, memory: Memory) -> tuple[Event, ...]:
    before, entry = memory.counting(command.target).event, memory.find(command.target)
    first = entry.event if entry else None
    if not (isinstance(before, DepassementResolved) and isinstance(first, DepassementResolved)):
        raise Refused(Refusal.NOT_CORRECTABLE)
    after = corrected_roll(command, before, first.stakes)
    corrections: list[tuple[int, Correctable, Correctable]] = [(command.target, after, before)]
    known = memory.ruling_of(command.target)
    if known is not None and isinstance(known.event, EffectRuled):
        there = memory.state_before(known.sequence)
        again = _rule(command.target, after, command.ruling or known.event.ruling, there)
        if after != before or again.ruling is not known.event.ruling:
            corrections.append((known.sequence, again, known.event))
        return _corrected(corrections, memory.past)
    events = _corrected(corrections, memory.past)
    awaited = memory.state.awaited
    is_awaited = awaited is not None and awaited.sequence == command.target
    if is_awaited or after.outcome.effect.gravity is Gravity.AUCUNE:
        return events
    ruling = command.ruling or Ruling.FATIGUE
    return (*events, _rule(command.target, after, ruling, memory.state))


def _ruled_otherwise(
    roll: int, ruling: Ruling, memory: Memory
) -> tuple[int, Correctable, Correctable]:
    played, known = memory.counting(roll).event, memory.ruling_of(roll)
    if not isinstance(played, DepassementResolved):
        raise Refused(Refusal.NOT_CORRECTABLE)
    has_effect = played.outcome.effect.gravity is not Gravity.AUCUNE
    if known is None or not isinstance(known.event, EffectRuled) or not has_effect:
        raise Refused(Refusal.NO_RULING_TO_CORRECT)
    if known.event.ruling is ruling:
        raise Refused(Refusal.NO_CHANGE)
    again = ruled(roll, played, ruling, memory.state_before(known.sequence))
    return known.sequence, again, known.event


def _rule(sequence: int, roll: DepassementResolved, ruling: Ruling, state: State) -> EffectRuled:
    """Rule on a corrected roll; where there is no wound, *blessure* gives way to *fatigue seule*."""
    fits = ruling is not Ruling.BLESSURE or roll.outcome.effect.gravity.is_wound
    return ruled(sequence, roll, ruling if fits else Ruling.FATIGUE, state)


def _corrected(
    corrections: Iterable[tuple[int, Correctable, Correctable]], past: Past
) -> tuple[Event, ...]:
    """Return what differs. Raises Refused when nothing does."""
    events = tuple(
        EventCorrected(target, past.version(target), after)
        for target, after, before in corrections
        if after != before
    )
    if not events:
        raise Refused(Refusal.NO_CHANGE)
    return events


def _with_correction(total: Total, value: int) -> Total:
    return Total((*total.parts, Part(CORRECTION, value, modifier=True))) if value else total


def _die(typed: int | None, rolled: Die | None, what: str, *, needed: bool) -> Die | None:
    """Return a die as it counts now: one that fell stays, even unneeded; one that never fell is there if needed."""
    if typed is not None:
        check_die(typed, what)
    if rolled is not None:
        return rolled if typed in {None, rolled.face} else Die(typed, Provenance.CORRECTED)
    if not needed:
        return None
    if typed is None:
        raise RuleError(Violation.DIE_MISSING, what=what)
    return Die(typed, Provenance.REAL)
