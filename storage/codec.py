"""Events and states as JSON documents, and back.

A document holds every field of its event: no default of today's classes can change what an old line says. It is read
strictly, and must say exactly what its event says when written again; anything else is unreadable, never guessed.

An event that tells another one anew, a correction or a revelation, holds its document, with its own type and version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime
from types import MappingProxyType

import msgspec

from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterChanged,
    CharacterMoved,
    CharacterSetAside,
    Correctable,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventCorrected,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Revealable,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    SessionsJoined,
    SessionSplit,
    SessionTitled,
    TurnGiven,
)
from campaign.state import State
from storage import documents
from storage.documents import Extra, check_same, lengthened, plain
from storage.lines import LAST_NUMBER, Damaged, Record
from storage.migrations import Document, migrate
from storage.possible import check_possible, check_possible_state

TYPES: Mapping[str, tuple[type[Event], int]] = {
    "campagne": (CampaignCreated, 1),
    "choix": (OptionsChanged, 1),
    "séance": (SessionOpened, 1),
    "séance close": (SessionClosed, 1),
    "séance rouverte": (SessionReopened, 1),
    "titre de séance": (SessionTitled, 1),
    "séance coupée": (SessionSplit, 1),
    "séances réunies": (SessionsJoined, 1),
    "personnage": (CharacterAdded, 1),
    "fiche": (CharacterChanged, 1),
    "rang": (CharacterMoved, 1),
    "écart": (CharacterSetAside, 1),
    "retour": (CharacterBroughtBack, 1),
    "tour": (TurnGiven, 1),
    "action": (ActionSaved, 1),
    "action retirée": (ActionRemoved, 1),
    "dépassement": (DepassementResolved, 1),
    "jugement": (EffectRuled, 2),
    "santé": (HealthChanged, 2),
    "scène": (SceneBegun, 1),
    "note": (NoteWritten, 1),
    "étoile": (EventMarked, 1),
    "annulation": (EventUndone, 1),
    "rétablissement": (EventRedone, 1),
    "correction": (EventCorrected, 1),
    "révélation": (EventRevealed, 1),
}
"""The name of each event in the journal, for good, and the version of its fields."""

_NAMES = {event: (kind, version) for kind, (event, version) in TYPES.items()}
_ENVELOPE = {"n", "g", "v", "at", "type"}
_TOLD = "event"
_TELLING = (EventCorrected, EventRevealed)


def document(entry: Entry) -> Document:
    """Return what a line says of an entry, apart from its number.

    Raises:
        ValueError: a time without its zone.
        KeyError: an event that is never written, such as `Unreadable`.
    """
    if entry.at.utcoffset() is None:
        raise ValueError("an entry needs a time zone")
    kind, version = _NAMES[type(entry.event)]
    return {"v": version, "at": entry.at.isoformat(), "type": kind, **_document(entry.event)}


def encoded(entry: Entry) -> bytes:
    """Return what `document` does as JSON: the same, without making the document.

    Raises:
        ValueError: a time without its zone.
        KeyError: an event that is never written, such as `Unreadable`.
    """
    if entry.at.utcoffset() is None:
        raise ValueError("an entry needs a time zone")
    kind, version = _NAMES[type(entry.event)]
    head = f'{{"v":{version},"at":"{entry.at.isoformat()}","type":"{kind}",'.encode()
    return head + _encoded(entry.event)[1:]


def when(record: Record) -> datetime:
    """Return when a line was written.

    Raises:
        Damaged: it doesn't say.
    """
    try:
        at = datetime.fromisoformat(str(record["at"]))
    except (KeyError, ValueError):
        raise Damaged("sa date ne peut pas être lue") from None
    if at.utcoffset() is None or not 1 < at.year < 9999:
        raise Damaged("sa date n’a pas de fuseau, ou n’est pas de notre ère")
    return at


def event(record: Record) -> Event:
    """Return the event that a line tells. It is total but for `Damaged`.

    Raises:
        Damaged: of a type or a version that isn't known, or with fields that aren't its own.
    """
    return _event(record, _ENVELOPE)


def state_document(state: State) -> Document:
    """Return a state as a document."""
    return plain(state)


def state_of(document: Document) -> State:
    """Return the state that a document tells.

    Raises:
        Damaged: it isn't a state as this program keeps it.
    """
    try:
        whole = lengthened(document)
        state = msgspec.convert(whole, State, strict=True)
        check_same(state, whole)
        check_possible_state(state)
    except Damaged:
        raise
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise Damaged("un état qui ne peut pas être lu") from None
    characters = {
        who: replace(character, last_diffs=MappingProxyType(dict(character.last_diffs)))
        for who, character in state.characters.items()
    }
    return replace(state, characters=MappingProxyType(characters))


def _document(event: Event) -> Document:
    written = plain(event)
    if isinstance(event, EventCorrected | EventRevealed):
        kind, version = _NAMES[type(event.event)]
        written[_TOLD] = {"v": version, "type": kind, **_document(event.event)}
    return written


def _encoded(event: Event) -> bytes:
    if not isinstance(event, _TELLING):
        return documents.encoded(event)
    kind, version = _NAMES[type(event.event)]
    told = f'{{"v":{version},"type":"{kind}",'.encode() + _encoded(event.event)[1:]
    own = {field.name: getattr(event, field.name) for field in fields(event)}
    return documents.encoded(own | {_TOLD: msgspec.Raw(told)})


def _event(record: Record, envelope: set[str]) -> Event:
    """Return the event that a record tells; `envelope` names what stands beside its fields."""
    kind, version = record.get("type"), record.get("v")
    if not isinstance(kind, str) or kind not in TYPES:
        raise Damaged("un type d’événement inconnu de ce Gardien")
    expected, current = TYPES[kind]
    if type(version) is not int or version < 1:
        raise Damaged(f"« {kind} » sans sa version")
    if version > current:
        which = f"de la version {version}" if version <= LAST_NUMBER else "d’une version impossible"
        raise Damaged(f"« {kind} » {which}, d’un Gardien plus récent")
    written = {name: value for name, value in record.items() if name not in envelope}
    try:
        document = migrate(kind, version, written, current)
        read = _telling(expected, document) if expected in _TELLING else _plain(expected, document)
        check_possible(read)
    except Extra:
        raise Damaged(f"« {kind} » avec des champs en trop ou en moins") from None
    except Damaged:
        raise
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise Damaged(f"« {kind} » avec des champs qui ne sont pas les siens") from None
    return read


def _plain(expected: type[Event], document: Document) -> Event:
    whole = lengthened(document)
    read = msgspec.convert(whole, expected, strict=True)
    check_same(read, whole)
    return read


def _telling(expected: type[Event], document: Document) -> Event:
    """Return the event of a document that holds another one's; all else that it holds are numbers."""
    told = document[_TOLD]
    if not isinstance(told, dict):
        raise TypeError(told)
    event = _event(told, {"v", "type"})
    written = {name: value for name, value in document.items() if name != _TOLD}
    numbers = msgspec.convert(written, dict[str, int], strict=True)
    check_same(numbers, written)
    if expected is EventCorrected and isinstance(event, Correctable):
        return EventCorrected(event=event, **numbers)
    if expected is EventRevealed and isinstance(event, Revealable):
        return EventRevealed(event=event, **numbers)
    raise TypeError(event)
