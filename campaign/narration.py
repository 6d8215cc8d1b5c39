"""Each event in one line of French, written once: for the log, for what speaks of it, for what is exported."""

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
    OfSessions,
    OptionsChanged,
    Outcome,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    SessionsJoined,
    SessionSplit,
    SessionTitled,
    TurnGiven,
    Unreadable,
)
from campaign.health_changes import ETOURDI, PF, SONNE, in_words
from campaign.steps import short_effect, wound
from campaign.text import of
from campaign.words import CHOICES, RULINGS, action_sum, choice, session_name
from rules.calculation import number
from rules.health import Consequence, Ruling
from rules.tableau import Gravity

Find = Callable[[int], Entry | None]
"""Finds the entry of a sequence number, for the events that speak of another."""
SCENE = "Scène : "
"""What is before the title of a scene."""


def line(entry: Entry, find: Find) -> str:
    """Return the one line that the log shows of an entry, without its time."""
    if isinstance(entry.event, SessionOpened | SessionReopened):
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
        case SessionReopened(number_):
            return f"Séance {number_} rouverte"
        case SessionTitled() | SessionSplit() | SessionsJoined():
            return _of_sessions(event)
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
            return f"{SCENE}{title}" if title else "Nouvelle scène"
        case NoteWritten() | EventMarked() | EventUndone() | EventRedone():
            return _about(event, find)
        case EventCorrected() | EventRevealed():
            return _version(event, find)
        case Unreadable(_, why):
            return f"Ligne illisible, gardée telle quelle : {why}"


def version_told(event: Event) -> Event:
    """Return the event that a correction or a revelation is about, as it says it; any other event itself."""
    return event.event if isinstance(event, EventCorrected | EventRevealed) else event


def _of_sessions(event: OfSessions) -> str:
    """Tell of an edit; the event where a session is split is only a number, for it may be secret."""
    match event:
        case SessionTitled(_, label, before, ""):
            return f"{session_name(label)} : titre {_quoted(before)} ôté"
        case SessionTitled(_, label, "", title):
            return f"{session_name(label)} : titre {_quoted(title)}"
        case SessionTitled(_, label, before, title):
            return f"{session_name(label)} : titre {_quoted(before)} → {_quoted(title)}"
        case SessionSplit(first, label):
            return f"{session_name(label)} : coupée en deux à l’événement {first}"
        case SessionsJoined(_, label, onto):
            return f"Séances {onto} et {label} réunies"


def _company(
    event: CharacterMoved | CharacterSetAside | CharacterBroughtBack | TurnGiven,
) -> str:
    match event:
        case CharacterMoved(_, name, _, ahead):
            return f"{name} passe {f'devant {ahead}' if ahead else 'en dernier'}"
        case CharacterSetAside(_, name):
            return f"{name} passe à l’écart"
        case CharacterBroughtBack(_, name):
            return f"{name} revient dans la compagnie"
        case TurnGiven(who, name):
            return f"Au tour {of(name)}" if who is not None else "Les tours ne sont plus tenus"


def _health(event: HealthChanged) -> str:
    changes = ", ".join(health_change(each) for each in event.changes)
    if event.cause is HealthCause.PF:
        return f"{event.name} : {changes}"
    if event.wound is None:
        return f"{event.name} : {event.cause}, {changes}"
    pf = [health_change(each) for each in event.changes if each.field == PF]
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
    text = f"{event.name} : {ruling}{suffered(event)}"
    if not event.consequence.pf:
        return text
    return f"{text}, PF {event.pf_before} → {event.pf_before + event.consequence.pf}"


def suffered(event: EffectRuled) -> str:
    """Return what a ruling came to: "étourdi (My −1)", "blessure légère en My"."""
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


def health_change(change: Change) -> str:
    """Return a change of health in words: "PF 3 → 6", "étourdi en My levé"; an état is had or not."""
    if change.field.startswith((ETOURDI, SONNE)):
        return f"{in_words(change.field)} {'' if change.after else 'levé'}".rstrip()
    return _change(replace(change, field=in_words(change.field)))


def _value(value: int | str | None) -> str:
    return number(value) if isinstance(value, int) else str(value)


def _about(event: NoteWritten | EventMarked | EventUndone | EventRedone, find: Find) -> str:
    match event:
        case NoteWritten(text, None):
            return f"Note : {text}"
        case NoteWritten(text, int(about)):
            return f"Note : {text} (sur {quotation(about, find)})"
        case EventMarked(target, marked):
            return f"★ {'mise sur' if marked else 'ôtée de'} {quotation(target, find)}"
        case EventUndone(target):
            return f"Annulé : {quotation(target, find)}"
        case EventRedone(target):
            return f"Rétabli : {quotation(target, find)}"
    raise AssertionError(event)


def _version(event: EventCorrected | EventRevealed, find: Find) -> str:
    if isinstance(event, EventRevealed):
        return f"Révélé : {event_line(event.event, find)}"
    version = _quoted(event_line(event.event, _by_number))
    if find(event.before) is None:
        return f"Corrigé en {version}"
    return f"Corrigé : {quotation(event.before, find, version=version_told)} devient {version}"


def quotation(
    sequence: int, find: Find, version: Callable[[Event], Event] = lambda event: event
) -> str:
    """Return how another event is spoken of: its line between quotation marks, its number where it isn't found.

    Args:
        sequence: its sequence number.
        find: finds it.
        version: what of it is quoted.
    """
    entry = find(sequence)
    if entry is None:
        return f"l’événement {sequence}"
    return _quoted(event_line(version(entry.event), _by_number))


def _quoted(text: str) -> str:
    return f"« {text} »"


def _by_number(_: int) -> None:
    """Find nothing: within a quotation, an event is its number, so that a line never grows without end."""
