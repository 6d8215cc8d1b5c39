"""Each event in French, written once: one line for the log, and the full calculation, line by line."""

from __future__ import annotations

from collections.abc import Callable

from campaign.changes import Change
from campaign.dates import full_date
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterAdded,
    CharacterChanged,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventRedone,
    EventUndone,
    HealthCause,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Outcome,
    SessionClosed,
    SessionOpened,
    Unreadable,
)
from campaign.health_changes import ETOURDI, SONNE
from campaign.steps import Line, short_effect, step_line, wound
from campaign.words import CHOICES, RULINGS, action_sum, choice, die
from rules.calculation import number
from rules.depassement import resolve
from rules.health import Ruling
from rules.tableau import Gravity

Find = Callable[[int], Entry | None]
"""Finds the entry of a sequence number, for the events that speak of another."""


def line(entry: Entry, find: Find) -> str:
    """Return the one line that the log shows of an entry, without its time."""
    if isinstance(entry.event, SessionOpened):
        return f"{event_line(entry.event, find)}, {full_date(entry.at)}"
    return event_line(entry.event, find)


def event_line(event: Event, find: Find) -> str:
    """Return the one line that tells an event."""
    match event:
        case CampaignCreated(name):
            return f"Campagne « {name} » créée"
        case OptionsChanged(before, after):
            changed = [
                f"{question} : {choice(before, name)} → {choice(after, name)}"
                for name, (question, _) in CHOICES.items()
                if getattr(before, name) != getattr(after, name)
            ]
            if before.tableau != after.tableau:
                changed.append("tableau 3.1 modifié")
            return f"Choix de la maison : {' ; '.join(changed)}"
        case SessionOpened(number_):
            return f"Séance {number_} ouverte"
        case SessionClosed(number_):
            return f"Séance {number_} close"
        case CharacterAdded(_, name, kind, _):
            return f"{name} rejoint la compagnie ({kind})"
        case CharacterChanged(_, name, changes):
            return f"{name} : " + ", ".join(_change(each) for each in changes)
        case ActionSaved(_, name, action, replaced):
            return f"{name} : action « {action.name} » {'modifiée' if replaced else 'ajoutée'} ({action_sum(action)})"
        case ActionRemoved(_, name, action):
            return f"{name} : action « {action.name} » retirée"
        case DepassementResolved():
            return _depassement(event)
        case EffectRuled():
            return _ruling(event)
        case HealthChanged(_, name, cause, changes):
            told = ", ".join(_health_change(each) for each in changes)
            return f"{name} : {told}" if cause is HealthCause.PF else f"{name} : {cause}, {told}"
        case NoteWritten(text, about):
            return (
                f"Note : {text}" if about is None else f"Note sur {_target(about, find)} : {text}"
            )
        case EventUndone(target):
            return f"Annulé : {_target(target, find)}"
        case EventRedone(target):
            return f"Rétabli : {_target(target, find)}"
        case Unreadable(_, why):
            return f"Ligne illisible, gardée telle quelle : {why}"


def calculation(event: Event) -> tuple[Line, ...]:
    """Return the full calculation of an event, line by line; empty for an event that computed nothing."""
    match event:
        case DepassementResolved(stakes=stakes, die=action_die, encaissement_die=other):
            result = resolve(
                stakes, action_die.face if action_die else None, other.face if other else None
            )
            return tuple(step_line(step) for step in result.steps)
        case EffectRuled(ruling=ruling, consequence=result, pf_before=pf):
            return (
                Line("Jugement", RULINGS[ruling], _suffered(event)),
                Line("PF", f"{pf} + {result.pf}", str(pf + result.pf)),
            )
        case _:
            return ()


def heading(event: Event, find: Find) -> str:
    """Return what an event's calculation is about: who did what, for what stakes."""
    match event:
        case DepassementResolved():
            stakes = event.stakes
            return f"{event.name} · {event.action} · Diff {stakes.diff} · Eff {stakes.eff}"
        case _:
            return event_line(event, find)


def as_text(event: Event, find: Find) -> str:
    """Return an event with its dice and its whole calculation, as plain lines to paste elsewhere."""
    steps = [
        f"{each.label} : {each.formula} {each.conclusion}" + (f" ({each.why})" if each.why else "")
        for each in calculation(event)
    ]
    return "\n".join([heading(event, find), *filter(None, [dice(event)]), *steps])


def dice(event: Event) -> str:
    """Return the dice of an event and where each came from: "dé 12 (réel), encaissement 7 (lancé ici)"."""
    match event:
        case DepassementResolved(die=action_die, encaissement_die=other):
            first = f"dé {die(action_die)}" if action_die else "sans dé"
            return f"{first}, encaissement {die(other)}" if other else first
        case _:
            return ""


def _depassement(event: DepassementResolved) -> str:
    face = str(event.die.face) if event.die else "sans dé,"
    success = "réussi" if event.outcome.verdict.success else "raté"
    rolled = f"{event.name} · {event.action}, Diff {event.stakes.diff} : {face} {success}"
    return f"{rolled}, Dom {_suffered_dom(event.outcome)} : {short_effect(event.outcome.effect)}"


def _suffered_dom(outcome: Outcome) -> str:
    dom = number(outcome.dom)
    if outcome.encaissement is None:
        return dom
    if outcome.encaissement.degree is None:
        return f"{dom} non encaissé"
    return f"{dom} − {outcome.encaissement.degree} = {number(outcome.dom_effectif)}"


def _ruling(event: EffectRuled) -> str:
    ruling = "" if event.ruling is Ruling.BLESSURE else f"{RULINGS[event.ruling]}, "
    text = f"{event.name} : {ruling}{_suffered(event)}"
    if not event.consequence.pf:
        return text
    return f"{text}, PF {event.pf_before} → {event.pf_before + event.consequence.pf}"


def _suffered(event: EffectRuled) -> str:
    result = event.consequence
    if event.ruling is Ruling.SANS_EFFET:
        return f"{wound(event.effect.gravity)} écarté" + (
            "e" if event.effect.gravity.is_wound else ""
        )
    if result.etourdi:
        return f"étourdi ({result.aspect} −1)"
    if result.wound is None:
        return (
            wound(event.effect.gravity)
            if event.effect.gravity is Gravity.SONNE
            else f"au lieu d’une {wound(event.effect.gravity)}"
        )
    text = f"{wound(result.wound)} en {result.aspect}"
    if len(result.cascade) > 1:
        text += f" (plus de place : {' → '.join(result.cascade)})"
    return text


def _change(change: Change) -> str:
    before, after = _value(change.before), _value(change.after)
    if change.before is None:
        return f"{change.field} {after} ajoutée"
    if change.after is None:
        return f"{change.field} {before} retirée"
    return f"{change.field} {before} → {after}"


def _health_change(change: Change) -> str:
    """An état is had or not; all else is counted."""
    if change.field.startswith((ETOURDI, SONNE)):
        return f"{change.field} {'' if change.after else 'levé'}".rstrip()
    return _change(change)


def _value(value: int | str | None) -> str:
    return number(value) if isinstance(value, int) else str(value)


def _target(sequence: int, find: Find) -> str:
    entry = find(sequence)
    if entry is None:
        return f"l’événement {sequence}"
    return f"« {event_line(entry.event, _by_number)} »"


def _by_number(_: int) -> None:
    """Find nothing: within a quotation, an event is its number, so that a line never grows without end."""
