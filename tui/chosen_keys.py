"""What a key map file asks for, checked whole: a key map, or what is wrong with it in French sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from campaign.sentences import quote
from campaign.text import clean
from screens.key_names import character_of, key_name, read_key, writes
from tui.key_catalogue import Chain, Declared, catalogue, chains
from tui.key_map import FIXED, NO_CHANGES, KeyMap

_SENT_BY_ALL = re.compile("ctrl\\+[a-z]|f[2-9]|f10")
_KEPT_BY_OTHERS = {"ctrl+a", "ctrl+b"}
"""The keys by which GNU screen and tmux are spoken to."""
_ACCEPTED = "il faut un caractère qui n’est pas un chiffre, Ctrl et une lettre, ou F2 à F10"
_ACCEPTED_IN_FIELDS = "il faut Ctrl et une lettre, ou F2 à F10"
_LIST = "`gardien touches` les montre toutes"

Written = Sequence[tuple[str, object]]
"""Ids, each with what the file says of it."""


def chosen_keys(written: Written) -> tuple[KeyMap, tuple[str, ...]]:
    """Return the key map that `written` asks for, or the one that changes nothing and every reason why."""
    known, keys, problems = catalogue(), dict[str, tuple[str, ...]](), list[str]()
    for action, asked in written:
        if action not in known:
            problems.append(_unknown(action, known))
        elif action in keys:
            problems.append(f"{action} : le fichier en parle deux fois, une seule suffit.")
        else:
            wanted, wrong = _read(action, known[action], asked)
            keys[action] = tuple(wanted)
            problems += wrong
    problems += _clashes(KeyMap(keys), chains())
    if problems:
        return NO_CHANGES, tuple(map(clean, problems))
    return KeyMap(keys), ()


def _unknown(action: str, known: Iterable[str]) -> str:
    near = get_close_matches(action, known, n=1)
    hint = f"vouliez-vous dire {near[0]} ? {_LIST[0].upper()}{_LIST[1:]}" if near else _LIST
    return f"{quote(action)} n’est pas une action de Gardien : {hint}."


def _read(action: str, declared: Declared, asked: object) -> tuple[list[str], list[str]]:
    """Return the keys that are asked for, and what is wrong with the others."""
    names = [asked] if isinstance(asked, str) else asked
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        return [], [f"{action} : il faut une touche entre guillemets, ou une liste de touches."]
    if not any(name.strip() or name == " " for name in names):
        return [], [f"{action} : il n’y a pas de touche, et il en faut au moins une."]
    keys, wrong = list[str](), list[str]()
    for name in names:
        key = read_key(name)
        if key in declared.keys:
            keys.append(key)
        elif trouble := _trouble(name, key, declared):
            wrong.append(f"{action} : {trouble}.")
        elif key is not None:
            keys.append(key)
    return list(dict.fromkeys(keys)), wrong


def _trouble(name: str, key: str | None, declared: Declared) -> str:
    """Return why a key can't be chosen; empty if it can."""
    if key is None:
        return f"{quote(name)} n’est pas une touche connue, {_ACCEPTED}"
    if character_of(key).isdecimal():
        return f"{quote(name)} est un chiffre, et les chiffres s’écrivent, {_ACCEPTED}"
    if key in FIXED:
        return f"{key_name(key)} garde partout son propre rôle, {_ACCEPTED}"
    if key in _KEPT_BY_OTHERS:
        return f"{key_name(key)} n’arriverait pas à travers tmux ou screen, {_ACCEPTED}"
    if not writes(key) and not _SENT_BY_ALL.fullmatch(key):
        return f"{key_name(key)} n’arrive pas de tous les terminaux, {_ACCEPTED}"
    if writes(key) and declared.in_fields:
        return f"{quote(key_name(key))} s’écrirait dans les champs, {_ACCEPTED_IN_FIELDS}"
    return ""


def _clashes(key_map: KeyMap, everywhere: Iterable[Chain]) -> Iterator[str]:
    """Yield a sentence for each key that two actions would have at the same moment, one of them by the file."""
    told = set[tuple[str, ...]]()
    for chain in everywhere:
        found: dict[str, dict[str, str]] = {}
        for bindings in map(key_map.rebind, chain.bindings):
            for key, binding in bindings:
                names = found.setdefault(key, {})
                names.setdefault(binding.id or "", binding.description)
        for key, names in found.items():
            if len(names) < 2 or (chain.takes_letters and writes(key)):
                continue
            chosen = any(key in key_map.keys.get(action, ()) for action in names)
            if chosen and key not in FIXED and (key, *sorted(names)) not in told:
                told.add((key, *sorted(names)))
                yield _clash(key, names)


def _clash(key: str, names: dict[str, str]) -> str:
    both = " et ".join(
        f"{action} ({label})" if action else "la correction d’un texte"
        for action, label in names.items()
    )
    return f"{key_name(key)} : {both} s’en serviraient au même endroit, il en faut une autre à l’un des deux."
