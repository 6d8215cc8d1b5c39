"""What a key map file asks for, checked whole: a key map, or what is wrong with it in French sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from campaign.sentences import quote
from campaign.text import clean
from screens.key_names import character_of, key_name, read_key, writes
from screens.keys import declared_bindings
from tui.key_catalogue import Declared, catalogue, chains, takes_letters
from tui.key_map import FIXED, NO_CHANGES, KeyMap

_SENT_BY_ALL = re.compile(r"ctrl\+[c-z]|f[2-9]|f10")
"""Without Ctrl+A and Ctrl+B, by which GNU screen and tmux are spoken to."""
IN_FIELDS = "Ctrl et une lettre de C à Z, ou F2 à F10"
"""What may be chosen of the keys that never write."""
CHOOSABLE = f"un caractère qui n’est pas un chiffre, {IN_FIELDS}"


def chosen_keys(written: Mapping[str, object]) -> tuple[KeyMap, list[str]]:
    """Return the key map that a file asks for, or the one that changes nothing and every reason why.

    Args:
        written: ids, each with what the file says of it.
    """
    known, keys, problems = catalogue(), dict[str, tuple[str, ...]](), list[str]()
    for action, asked in written.items():
        if action in known:
            keys[action], wrong = _read(action, known[action], asked)
            problems += wrong
        else:
            problems.append(_unknown(action, known))
    key_map = KeyMap(keys)
    problems += dict.fromkeys(_clashes(key_map, known))
    return (NO_CHANGES, [clean(each) for each in problems]) if problems else (key_map, [])


def _unknown(action: str, known: Iterable[str]) -> str:
    near = get_close_matches(action, known, n=1)
    hint = f" : vouliez-vous dire {near[0]} ?" if near else "."
    return f"{quote(action)} n’est pas une action de Gardien{hint}"


def _read(action: str, declared: Declared, asked: object) -> tuple[tuple[str, ...], list[str]]:
    """Return the keys that are asked for, and what is wrong with the others."""
    names = [asked] if isinstance(asked, str) else asked
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        return (), [f"{action} : il faut une touche entre guillemets, ou une liste de touches."]
    if not any(name.strip() or name == " " for name in names):
        return (), [f"{action} : il n’y a pas de touche, et il en faut au moins une."]
    keys, wrong = list[str](), list[str]()
    for name in names:
        key = read_key(name)
        if key is None:
            wrong.append(
                f"{action} : {quote(name)} n’est pas une touche connue, il faut {CHOOSABLE}."
            )
        elif key not in declared.keys and (trouble := _trouble(key, declared)):
            wrong.append(f"{action} : {trouble}.")
        else:
            keys.append(key)
    return tuple(dict.fromkeys(keys)), wrong


def _trouble(key: str, declared: Declared) -> str:
    """Return why a key can't be chosen; empty if it can."""
    name = key_name(key)
    if character_of(key).isdecimal():
        return f"{quote(name)} est un chiffre, et les chiffres s’écrivent, il faut {CHOOSABLE}"
    if key in FIXED:
        return f"{name} garde partout son propre rôle, il faut {CHOOSABLE}"
    if not writes(key) and not _SENT_BY_ALL.fullmatch(key):
        return f"{name} n’arrive pas de tous les terminaux, il faut {CHOOSABLE}"
    if writes(key) and declared.in_fields:
        return f"{quote(name)} s’écrirait dans les champs, il faut {IN_FIELDS}"
    return ""


def _clashes(key_map: KeyMap, known: Mapping[str, Declared]) -> Iterator[str]:
    """Yield a sentence for each key that two actions would have at the same moment, one of them by the file."""
    for chain in chains():
        found: dict[str, set[str]] = {}
        for owner in chain:
            for key, binding in key_map.rebind(declared_bindings(owner)):
                found.setdefault(key, set()).add(binding.id or "")
        for key, actions in found.items():
            is_chosen = any(key in key_map.keys.get(each, ()) for each in actions)
            is_typed = writes(key) and takes_letters(chain)
            if len(actions) > 1 and is_chosen and not is_typed and key not in FIXED:
                yield _clash(key, sorted(actions), known)


def _clash(key: str, actions: Iterable[str], known: Mapping[str, Declared]) -> str:
    both = " et ".join(
        f"{each} ({known[each].binding.description})" if each else "la correction d’un texte"
        for each in actions
    )
    return f"{key_name(key)} : {both} s’en serviraient au même endroit, il en faut une autre à l’un des deux."
