"""The full calculation of an event in French, line by line: what is replayed, copied and exported."""

from __future__ import annotations

from dataclasses import replace

from campaign.events import (
    DepassementResolved,
    EffectRuled,
    Event,
    EventCorrected,
    EventRevealed,
)
from campaign.narration import Find, event_line, suffered, version_told
from campaign.steps import Line, step_line
from campaign.words import RULINGS, die
from rules.depassement import resolve


def calculation(event: Event, find: Find) -> tuple[Line, ...]:
    """Return the full calculation of an event, line by line; empty for an event that computed nothing.

    Each line of a correction also says what it was before, where that differs; a step that is no more is told too.
    """
    match event:
        case EventCorrected(_, before, corrected):
            replaced = find(before)
            old = calculation(version_told(replaced.event), find) if replaced else ()
            return _compared(calculation(corrected, find), old)
        case EventRevealed(_, revealed):
            return calculation(revealed, find)
        case DepassementResolved(stakes=stakes, die=action_die, encaissement_die=other):
            result = resolve(
                stakes, action_die.face if action_die else None, other.face if other else None
            )
            return tuple(step_line(step) for step in result.steps)
        case EffectRuled(ruling=ruling, consequence=result, pf_before=pf):
            return (
                Line("Jugement", RULINGS[ruling], suffered(event)),
                Line("PF", f"{pf} + {result.pf}", str(pf + result.pf)),
            )
        case _:
            return ()


def heading(event: Event, find: Find) -> str:
    """Return what an event's calculation is about: who did what, for what stakes."""
    match event:
        case EventCorrected(_, _, DepassementResolved() as corrected):
            return f"{heading(corrected, find)} · corrigé"
        case EventRevealed(_, revealed):
            return heading(revealed, find)
        case DepassementResolved():
            stakes = event.stakes
            return f"{event.name} · {event.action} · Diff {stakes.diff} · Eff {stakes.eff}"
        case _:
            return event_line(event, find)


def as_text(event: Event, find: Find) -> str:
    """Return an event with its dice and its whole calculation, as plain lines to paste elsewhere."""
    steps = map(in_one_line, calculation(event, find))
    return "\n".join([heading(event, find), *filter(None, [dice(event)]), *steps])


def in_one_line(line: Line) -> str:
    """Return a line of a calculation as text: "Dom : 15 + 8 − 12 = 11"."""
    text = f"{line.label} : {line.formula} {line.conclusion}"
    return f"{text} ({line.why})" if line.why else text


def dice(event: Event) -> str:
    """Return the dice of an event and where each came from: "dé 12 (réel), encaissement 7 (lancé ici)"."""
    match version_told(event):
        case DepassementResolved(die=action_die, encaissement_die=other):
            first = f"dé {die(action_die)}" if action_die else "sans dé"
            return f"{first}, encaissement {die(other)}" if other else first
        case _:
            return ""


def _compared(new: tuple[Line, ...], old: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines of a correction, each with what it was before; steps are only ever added, or only dropped."""
    now, before = ({each.label: each for each in lines} for lines in (new, old))
    labels = now if len(new) >= len(old) else before
    return tuple(_beside(label, now.get(label), before.get(label)) for label in labels)


def _beside(label: str, new: Line | None, old: Line | None) -> Line:
    before = f"avant : {old.formula} {old.conclusion}" if old else "étape nouvelle"
    if new is None:
        return Line(label, "—", "plus en jeu", before)
    if new == old:
        return new
    return replace(new, why=f"{new.why} ; {before}" if new.why else before)
