"""The names of keys in French, as they are shown and as a person may write them."""

from __future__ import annotations

import re
import unicodedata

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, REPLACED_KEYS, key_to_character

from campaign.text import fold_case

_NAMES = {
    "enter": "Entrée",
    "escape": "Échap",
    "space": "Espace",
    "tab": "Tab",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "home": "Début",
    "end": "Fin",
    "pageup": "Page ↑",
    "pagedown": "Page ↓",
    "delete": "Suppr",
    "backspace": "Retour",
} | {f"f{number}": f"F{number}" for number in range(1, 13)}
_MODIFIERS = {"alt": "Alt", "ctrl": "Ctrl", "shift": "Maj"}
_KEYS = {fold_case(name): key for key, name in _NAMES.items()} | {"esc": "escape"}
_WRITTEN_MODIFIERS = {"control": "ctrl", "controle": "ctrl", "maj": "shift"} | {
    each: each for each in _MODIFIERS
}
_NOT_IN_BINDINGS = {" ": "space", ",": "comma"}
"""Characters that are lost, or separate keys, where a `Binding` is declared."""
_BETWEEN = re.compile(r"(?<=\w) *[+-] *(?=.)")
"""What stands between a modifier and what follows it."""


def writes(key: str) -> bool:
    """Return whether a key writes a character where a field takes it; Textual forgets it of + - _ / and @."""
    character = character_of(key)
    return character != "" and character.isprintable()


def character_of(key: str) -> str:
    """Return the character of a key; empty if it has none."""
    return key_to_character(REPLACED_KEYS.get(key, key)) or ""


def key_name(key: str) -> str:
    """Return the French name of a key: "Entrée", "Ctrl+P", "?"."""
    *modifiers, last = key.split("+")
    name = _NAMES.get(last) or character_of(last) or last
    if modifiers and len(name) == 1:
        name = name.upper()
    return "+".join([_MODIFIERS.get(each, each) for each in modifiers] + [name])


def read_key(written: str) -> str | None:
    """Return Textual's name of the key that a person wrote: in French, as a character, or as Textual has it.

    None if it is the name of no key. Case and accents don't matter, but that a letter alone is in its own case.
    """
    *modifiers, last = _BETWEEN.split(unicodedata.normalize("NFC", written.strip() or written))
    key = _plain_key(last)
    known = {_WRITTEN_MODIFIERS.get(fold_case(each)) for each in modifiers}
    if key is None or None in known:
        return None
    if known == {"shift"} and len(key) == 1 and key.isalpha():
        return key.upper()
    return "+".join([*sorted(filter(None, known)), key.lower() if known else key])


def _plain_key(written: str) -> str | None:
    name = fold_case(written)
    if name in _NAMES or name in _KEYS:
        return _KEYS.get(name, name)
    if len(written) == 1:
        return _character_key(written) if written.isprintable() else None
    return name if name in KEY_NAME_REPLACEMENTS.values() or writes(name) else None


def _character_key(character: str) -> str:
    name = _NOT_IN_BINDINGS.get(character)
    return name or next(iter(Binding.make_bindings([(character, "", "")]))).key
