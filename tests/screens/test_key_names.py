"""A key may be written as it is shown, and is shown as it is written."""

from __future__ import annotations

import pytest

from screens.key_names import key_name, read_key, writes
from tui.key_catalogue import catalogue

EVERY_KEY = sorted({key for declared in catalogue().values() for key in declared.keys})


@pytest.mark.parametrize("key", EVERY_KEY)
def test_the_name_that_is_shown_is_understood(key: str) -> None:
    assert read_key(key_name(key)) == key
    assert read_key(key) == key


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Échap", "escape"),
        ("echap", "escape"),
        ("esc", "escape"),
        ("ENTRÉE", "enter"),
        ("Entre\N{COMBINING ACUTE ACCENT}e", "enter"),
        ("page ↑", "pageup"),
        ("Ctrl+P", "ctrl+p"),
        ("ctrl-p", "ctrl+p"),
        ("Contrôle + p", "ctrl+p"),
        ("Maj+Tab", "shift+tab"),
        ("Maj+z", "Z"),
        ("Z", "Z"),
        ("é", "é"),
        ("e\N{COMBINING ACUTE ACCENT}", "é"),
        (" ", "space"),
        ("espace", "space"),
        ("*", "asterisk"),
        ("+", "plus"),
        ("plus", "plus"),
        ("-", "minus"),
        ("_", "underscore"),
        ("°", "degree_sign"),
        ("question_mark", "question_mark"),
        ("f2", "f2"),
        ("Alt+z", "alt+z"),
    ],
)
def test_a_key_is_understood_however_a_person_writes_it(written: str, key: str) -> None:
    assert read_key(written) == key


@pytest.mark.parametrize(
    "written", ["", "   ", "zut", "ab", "a-b", "Hyper+z", "f13", "F0", "\x1b", "Ctrl+", "[/b]"]
)
def test_what_names_no_key_is_not_one(written: str) -> None:
    assert read_key(written) is None


@pytest.mark.parametrize("character", [*"aZé?*+-_/@ .'", "°"])
def test_a_character_is_known_to_write(character: str) -> None:
    key = read_key(character)
    assert key is not None
    assert writes(key)
    assert key_name(key) == ("Espace" if character == " " else character)


@pytest.mark.parametrize("key", ["enter", "tab", "delete", "backspace", "up", "f2", "ctrl+p"])
def test_another_key_writes_nothing(key: str) -> None:
    assert not writes(key)
