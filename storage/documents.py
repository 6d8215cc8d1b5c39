"""What is common to the documents of events and of states: how they are written small, and read without guessing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from campaign.text import is_inert
from rules.tableau import Effect, Gravity, Tableau
from storage.lines import LAST_NUMBER, Damaged
from storage.migrations import Document


class Extra(Damaged):
    """A document that says more, or less, than what could be read of it."""


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

_LONGEST_TEXT = 4000
"""In characters; no Gardien ever wrote a note half as long."""
_ANY_DIGIT = bytes.maketrans(b"123456789", b"0" * 9)
_LONG = b"0" * len(str(LAST_NUMBER))


def plain(value: object) -> Document:
    """Return a dataclass as a document, with the tables that have a name called by it."""
    return _shorten(msgspec.to_builtins(value, enc_hook=_builtin))


def encoded(value: object) -> bytes:
    """Return a dataclass or a mapping as JSON, the same as its `plain` document; nothing in it is a float."""
    return _ENCODER.encode(value).replace(_BOOK_IN_JSON, _NAMED_IN_JSON)


def lengthened(document: Mapping[str, object]) -> Document:
    """Return a document with each table that is called by its name in its place: one object, whoever shares it."""
    whole = dict(document)
    for key, each in document.items():
        if isinstance(each, dict):
            whole[key] = lengthened(each)
        elif key == "tableau" and each == _NAMED:
            whole[key] = _TABLEAU_3_1
    return whole


def check_same(read: object, document: Document) -> None:
    """Make sure that what was read says exactly what was written.

    Raises:
        Extra: it says more, or less.
        Damaged: with a number too long to be true, or a text that nothing could show.
    """
    written = _canonical(document)
    if not _is_harmless(written):
        _check_texts(document)
    if _LONG in written.translate(_ANY_DIGIT) and not _is_modest(document):
        raise Damaged("un nombre trop grand pour être vrai")
    if written != _canonical(read):
        raise Extra("des champs en trop ou en moins")


def _is_harmless(written: bytes) -> bool:
    """Return whether no text in a document can be more than text; where that isn't sure, each must be looked at."""
    return len(written) <= _LONGEST_TEXT and b"\\" not in written and written.decode().isprintable()


def _check_texts(value: object) -> None:
    match value:
        case str() if not is_inert(value):
            raise Damaged("un texte avec des caractères de commande")
        case str() if len(value) > _LONGEST_TEXT:
            raise Damaged("un texte trop long pour être vrai")
        case dict():
            _check_texts([*value, *value.values()])
        case list() | tuple():
            for each in value:
                _check_texts(each)


def _builtin(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(type(value))


_canonical = msgspec.json.Encoder(enc_hook=_builtin, order="sorted").encode


def _shorten(value: Document) -> Document:
    return {
        key: _NAMED
        if key == "tableau" and each == _WRITTEN_OUT
        else _shorten(each)
        if isinstance(each, dict)
        else each
        for key, each in value.items()
    }


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
