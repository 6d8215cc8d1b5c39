"""Events and states as JSON documents, and back.

A document holds every field of its event: no default of today's classes can change what an old line says. It is read
strictly, and must say exactly what its event says when written again; anything else is unreadable, never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

import msgspec

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
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    SessionClosed,
    SessionOpened,
)
from campaign.state import State
from rules.depassement import needs_die, needs_encaissement_die
from rules.roll import check_die
from rules.tableau import WOUNDS, Effect, Gravity, Tableau
from storage.lines import LAST_NUMBER, Damaged, Record
from storage.migrations import Document, migrate

TYPES: Mapping[str, tuple[type[Event], int]] = {
    "campagne": (CampaignCreated, 1),
    "choix": (OptionsChanged, 1),
    "séance": (SessionOpened, 1),
    "séance close": (SessionClosed, 1),
    "personnage": (CharacterAdded, 1),
    "fiche": (CharacterChanged, 1),
    "action": (ActionSaved, 1),
    "action retirée": (ActionRemoved, 1),
    "dépassement": (DepassementResolved, 1),
    "jugement": (EffectRuled, 1),
    "santé": (HealthChanged, 1),
    "note": (NoteWritten, 1),
    "annulation": (EventUndone, 1),
    "rétablissement": (EventRedone, 1),
}
"""The name of each event in the journal, for good, and the version of its fields."""

_NAMES = {event: (kind, version) for kind, (event, version) in TYPES.items()}
_ENVELOPE = {"n", "g", "v", "at", "type"}

_TABLEAU_3_1 = Tableau(
    (
        Effect(Gravity.AUCUNE, 0, 0, 0),
        Effect(Gravity.ETOURDI, 5, 0, 0),
        Effect(Gravity.SONNE, 10, 1, 0),
        Effect(Gravity.LEGERE, 20, 3, 1),
        Effect(Gravity.GRAVE, 30, 5, 3),
        Effect(Gravity.CRITIQUE, 40, 10, 5),
        Effect(Gravity.FATALE, None, 20, 10),
    )
)
_NAMED = "3.1"
"""The lines call the book's own table by its name. It is repeated here because it must stay what it was when they were
written, whatever `rules.tableau` becomes."""
_ENCODER = msgspec.json.Encoder()
_BOOK_IN_JSON = _ENCODER.encode(_TABLEAU_3_1)
_NAMED_IN_JSON = _ENCODER.encode(_NAMED)
_WRITTEN_OUT = msgspec.to_builtins(_TABLEAU_3_1)

_ANY_DIGIT = bytes.maketrans(b"123456789", b"0" * 9)
_LONG = b"0" * len(str(LAST_NUMBER))


def document(entry: Entry) -> Document:
    """Return what a line says of an entry, apart from its number.

    Raises:
        ValueError: a time without its zone.
        KeyError: an event that is never written, such as `Unreadable`.
    """
    if entry.at.utcoffset() is None:
        raise ValueError("an entry needs a time zone")
    kind, version = _NAMES[type(entry.event)]
    return {
        "v": version,
        "at": entry.at.isoformat(),
        "type": kind,
        **_fields(msgspec.to_builtins(entry.event)),
    }


def encoded(entry: Entry) -> bytes:
    """Return what `document` does as JSON: the same, without making the document; no event holds a float.

    Raises:
        ValueError: a time without its zone.
        KeyError: an event that is never written, such as `Unreadable`.
    """
    if entry.at.utcoffset() is None:
        raise ValueError("an entry needs a time zone")
    kind, version = _NAMES[type(entry.event)]
    head = f'{{"v":{version},"at":"{entry.at.isoformat()}","type":"{kind}",'.encode()
    return head + _ENCODER.encode(entry.event)[1:].replace(_BOOK_IN_JSON, _NAMED_IN_JSON)


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
    kind, version = record.get("type"), record.get("v")
    if not isinstance(kind, str) or kind not in TYPES:
        raise Damaged("un type d’événement inconnu de ce Gardien")
    expected, current = TYPES[kind]
    if type(version) is not int or version < 1:
        raise Damaged(f"« {kind} » sans sa version")
    if version > current:
        which = f"de la version {version}" if version <= LAST_NUMBER else "d’une version impossible"
        raise Damaged(f"« {kind} » {which}, d’un Gardien plus récent")
    written = {name: value for name, value in record.items() if name not in _ENVELOPE}
    try:
        fields = _lengthen(migrate(kind, version, written, current))
        read = msgspec.convert(fields, expected, strict=True)
        if not _same(read, fields):
            raise Damaged(f"« {kind} » avec des champs en trop ou en moins")
        _make_sure(read)
    except Damaged:
        raise
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise Damaged(f"« {kind} » avec des champs qui ne sont pas les siens") from None
    return read


def state_document(state: State) -> Document:
    """Return a state as a document."""
    return _fields(msgspec.to_builtins(state, enc_hook=_plain))


def state_of(fields: Document) -> State:
    """Return the state that a document tells.

    Raises:
        Damaged: it isn't a state as this program keeps it.
    """
    try:
        whole = _lengthen(fields)
        state = msgspec.convert(whole, State, strict=True)
        if not _same(state, whole):
            raise Damaged("un état d’une autre version")
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise Damaged("un état qui ne peut pas être lu") from None
    characters = {
        who: replace(character, last_diffs=MappingProxyType(dict(character.last_diffs)))
        for who, character in state.characters.items()
    }
    return replace(state, characters=MappingProxyType(characters))


def _make_sure(event: Event) -> None:
    """Raise `ValueError` for an event that has the right fields, and could not have happened."""
    match event:
        case DepassementResolved(stakes=stakes, die=die, encaissement_die=other):
            for each in (die, other):
                if each is not None:
                    check_die(each.face)
            face = die.face if die else None
            if (face is None and needs_die(stakes)) or (
                other is None and needs_encaissement_die(stakes, face)
            ):
                raise ValueError("a die is missing")
        case EffectRuled(consequence=consequence) if not set(consequence.cascade) <= set(WOUNDS):
            raise ValueError(consequence)  # a cascade goes through wounds alone
        case HealthChanged(changes=changes) if not all(_is_count(each.after) for each in changes):
            raise ValueError(changes)
        case SessionOpened(number) | SessionClosed(number) if number < 1:
            raise ValueError(number)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value >= 0


def _fields(plain: dict[str, object]) -> Document:
    return {key: _shorten(value) for key, value in plain.items()}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(type(value))


_canonical = msgspec.json.Encoder(enc_hook=_plain, order="sorted").encode


def _shorten(value: object) -> object:
    """Return a document with the tables that have a name called by it."""
    if not isinstance(value, dict):
        return value
    return {
        key: _NAMED if key == "tableau" and each == _WRITTEN_OUT else _shorten(each)
        for key, each in value.items()
    }


def _lengthen(value: Mapping[str, object]) -> Document:
    """Return a document with each table that is called by its name in its place: one object, whoever shares it."""
    whole = dict(value)
    for key, each in value.items():
        if isinstance(each, dict):
            whole[key] = _lengthen(each)
        elif key == "tableau" and each == _NAMED:
            whole[key] = _TABLEAU_3_1
    return whole


def _same(read: object, fields: Document) -> bool:
    """Return whether what was read says exactly what was written.

    Raises:
        Damaged: with a number too long to be true, which nothing could show.
    """
    written = _canonical(fields)
    if _LONG in written.translate(_ANY_DIGIT) and not _is_modest(fields):
        raise Damaged("un nombre trop grand pour être vrai")
    return written == _canonical(read)


def _is_modest(value: object) -> bool:
    """Return whether no number in a document is beyond `LAST_NUMBER`."""
    match value:
        case dict():
            return all(map(_is_modest, value.values()))
        case list() | tuple():
            return all(map(_is_modest, value))
        case int():
            return abs(value) <= LAST_NUMBER
    return True
