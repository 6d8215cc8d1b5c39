"""Each event in French, written once: one line for the log, and the full calculation, line by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from campaign.changes import Change
from campaign.dates import full_date
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterChanged,
    CharacterMoved,
    CharacterSetAside,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventCorrected,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    HealthCause,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Outcome,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    TurnGiven,
    Unreadable,
)
from campaign.health_changes import ETOURDI, PF, SONNE
from campaign.steps import Line, short_effect, step_line, wound
from campaign.words import CHOICES, RULINGS, action_sum, choice, die
from rules.calculation import number
from rules.depassement import resolve
from rules.health import Consequence, Ruling
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
        case (
            CharacterMoved() | CharacterSetAside() | CharacterBroughtBack() | TurnGiven() as company
        ):
            return _company(company)
        case ActionSaved(_, name, action, replaced):
            return f"{name} : action « {action.name} » {'modifiée' if replaced else 'ajoutée'} ({action_sum(action)})"
        case ActionRemoved(_, name, action):
            return f"{name} : action « {action.name} » retirée"
        case DepassementResolved():
            return _depassement(event)
        case EffectRuled():
            return _ruling(event)
        case HealthChanged():
            return _health(event)
        case SceneBegun(title):
            return f"Scène : {title}" if title else "Nouvelle scène"
        case NoteWritten(text, about):
            return (
                f"Note : {text}" if about is None else f"Note sur {_target(about, find)} : {text}"
            )
        case EventMarked(target, marked):
            return f"★ {'mise sur' if marked else 'ôtée de'} {_target(target, find)}"
        case EventUndone(target):
            return f"Annulé : {_target(target, find)}"
        case EventRedone(target):
            return f"Rétabli : {_target(target, find)}"
        case EventCorrected(_, before, corrected):
            version = event_line(corrected, _by_number)
            return f"Corrigé : {_target(before, find, of=told)} devient « {version} »"
        case EventRevealed(_, revealed):
            return f"Révélé : {event_line(revealed, find)}"
        case Unreadable(_, why):
            return f"Ligne illisible, gardée telle quelle : {why}"


def calculation(event: Event, find: Find) -> tuple[Line, ...]:
    """Return the full calculation of an event, line by line; empty for an event that computed nothing.

    Each line of a correction also says what it was before, where that differs.
    """
    match event:
        case EventCorrected(_, before, corrected):
            replaced = find(before)
            old = calculation(told(replaced.event), find) if replaced else ()
            return tuple(_beside(each, old) for each in calculation(corrected, find))
        case EventRevealed(_, revealed):
            return calculation(revealed, find)
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
    steps = [
        f"{each.label} : {each.formula} {each.conclusion}" + (f" ({each.why})" if each.why else "")
        for each in calculation(event, find)
    ]
    return "\n".join([heading(event, find), *filter(None, [dice(event)]), *steps])


def dice(event: Event) -> str:
    """Return the dice of an event and where each came from: "dé 12 (réel), encaissement 7 (lancé ici)"."""
    match told(event):
        case DepassementResolved(die=action_die, encaissement_die=other):
            first = f"dé {die(action_die)}" if action_die else "sans dé"
            return f"{first}, encaissement {die(other)}" if other else first
        case _:
            return ""


def told(event: Event) -> Event:
    """Return the event that a correction or a revelation is about, as it says it; any other event itself."""
    return event.event if isinstance(event, EventCorrected | EventRevealed) else event


def _beside(line: Line, old: tuple[Line, ...]) -> Line:
    """Return a line of a correction, with what it was before."""
    known = next((each for each in old if each.label == line.label), None)
    if known == line:
        return line
    before = f"avant : {known.formula} {known.conclusion}" if known else "pas avant"
    return replace(line, why=f"{line.why} ; {before}" if line.why else before)


def _company(
    event: CharacterMoved | CharacterSetAside | CharacterBroughtBack | TurnGiven,
) -> str:
    match event:
        case CharacterMoved(_, name, _, ahead):
            return f"{name} passe {f'devant {ahead}' if ahead else 'en dernier'}"
        case CharacterSetAside(_, name):
            return f"{name} est mis à l’écart"
        case CharacterBroughtBack(_, name):
            return f"{name} revient dans la compagnie"
        case TurnGiven(who, name):
            return f"Au tour de {name}" if who is not None else "Les tours ne sont plus tenus"


def _health(event: HealthChanged) -> str:
    changes = ", ".join(_health_change(each) for each in event.changes)
    if event.cause is HealthCause.PF:
        return f"{event.name} : {changes}"
    if event.wound is None:
        return f"{event.name} : {event.cause}, {changes}"
    pf = [_health_change(each) for each in event.changes if each.field == PF]
    return f"{event.name} : {', '.join([_wound(event.wound), *pf])}"


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
    is_said = event.ruling is Ruling.BLESSURE or event.effect.gravity is Gravity.AUCUNE
    ruling = "" if is_said else f"{RULINGS[event.ruling]}, "
    text = f"{event.name} : {ruling}{_suffered(event)}"
    if not event.consequence.pf:
        return text
    return f"{text}, PF {event.pf_before} → {event.pf_before + event.consequence.pf}"


def _suffered(event: EffectRuled) -> str:
    result = event.consequence
    if event.effect.gravity is Gravity.AUCUNE:
        return "aucun effet"
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
    return _wound(result)


def _wound(result: Consequence) -> str:
    """Tell of a real wound, and of each gravity that had no room for it: "4 légères déjà : devient grave"."""
    suffered = wound(result.cascade[-1])
    full = zip(result.cascade, result.held, result.cascade[1:], strict=False)
    steps = [f"{_held(gravity, held)} : devient {worse}" for gravity, held, worse in full]
    if len(result.cascade) > 1 and not steps:  # an event of before `held` was written
        steps = [f"plus de place : {' → '.join(result.cascade)}"]
    return f"{suffered} en {result.aspect}" + (f" ({', '.join(steps)})" if steps else "")


def _held(gravity: Gravity, count: int) -> str:
    """Return the wounds that were there already: "4 légères déjà", "aucune place pour une légère"."""
    if not count:
        return f"aucune place pour une {gravity}"
    return f"{count} {gravity}{'s' if count > 1 else ''} déjà"


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


def _target(sequence: int, find: Find, of: Callable[[Event], Event] = lambda event: event) -> str:
    entry = find(sequence)
    if entry is None:
        return f"l’événement {sequence}"
    return f"« {event_line(of(entry.event), _by_number)} »"


def _by_number(_: int) -> None:
    """Find nothing: within a quotation, an event is its number, so that a line never grows without end."""
