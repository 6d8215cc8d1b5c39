"""The GC's own keys: in force everywhere at once, or told what is wrong with them and not in force at all."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest
from textual.app import ComposeResult
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

import screens
from campaign.history.history import History
from campaign.session import Session
from rules.options import Options
from screens.base import GardienScreen
from screens.character.editor import CharacterEditor
from screens.dialogs.ask_text import AskText
from screens.dialogs.help import Help
from screens.fields import Field
from screens.history.search_bar import SearchBar
from screens.library.screen import LibraryScreen
from screens.too_small import TooSmall
from storage.disk import Disk
from storage.key_file import read_key_file
from storage.library import FolderLibrary
from tests.campaign.test_history import evenings
from tests.screens.at_the_keyboard import app_with, key_file, lines, prose, shown
from tui.app import GardienApp
from tui.chosen_keys import chosen_keys
from tui.key_catalogue import PLACES, catalogue

FIELDS_ONLY = "il faut Ctrl et une lettre de C à Z, ou F2 à F10."
ANY = "il faut un caractère qui n’est pas un chiffre, Ctrl et une lettre de C à Z, ou F2 à F10."


class SearchPlace(GardienScreen[None]):
    """A screen around a search."""

    def __init__(self, history: History) -> None:
        super().__init__()
        self.bar = SearchBar(history, lambda: 0.0)
        self.was_left = False

    def compose_body(self) -> ComposeResult:
        yield self.bar

    def on_mount(self) -> None:
        self.query_one(Field).focus()

    def on_search_bar_left(self) -> None:
        self.was_left = True


async def test_a_chosen_key_takes_the_place_of_ours_wherever_it_is_named(
    library: FolderLibrary, tmp_path: Path
) -> None:
    own = key_file(tmp_path, '"library.create" = "z"')
    async with app_with(library, key_file=own).run_test(size=(80, 24)) as pilot:
        assert "z crée la première." in shown(pilot)
        assert "z nouvelle" in lines(pilot)[-1]
        await pilot.press("ctrl+p")
        assert any(line.split()[-2:] == ["z", "│"] for line in lines(pilot) if "Créer" in line)
        await pilot.press("escape", "question_mark")
        assert "z Créer une campagne" in prose(pilot)
        await pilot.press("escape", "n")
        assert isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("z")
        assert isinstance(pilot.app.screen, AskText)


async def test_the_hints_keep_their_order(library: FolderLibrary, tmp_path: Path) -> None:
    library.create("La Clef", Options())
    own = key_file(tmp_path, '"library.create" = "Ctrl+N"\n"library.open" = "*"')
    async with app_with(library, key_file=own).run_test(size=(80, 24)) as pilot:
        hints = lines(pilot)[-1].split("   ")
        assert [hint.strip() for hint in hints[:3]] == [
            "Entrée ouvrir",
            "Ctrl+N nouvelle",
            "s sauvegardes",
        ]


async def test_two_keys_can_be_exchanged(library: FolderLibrary, tmp_path: Path) -> None:
    library.create("La Clef", Options())
    own = key_file(tmp_path, '"library.create" = "s"\n"library.backups" = ["n", "F2"]')
    async with app_with(library, key_file=own).run_test(size=(80, 24)) as pilot:
        for key in ("n", "f2"):
            await pilot.press(key)
            assert "Sauvegardes de La Clef" in shown(pilot)
            await pilot.press("escape")
        await pilot.press("s")
        assert "Nom de la nouvelle campagne" in shown(pilot)


async def test_the_keys_of_the_app_itself_can_be_chosen(
    library: FolderLibrary, tmp_path: Path
) -> None:
    own = key_file(tmp_path, '"app.palette" = "F2"\n"app.quit" = "Ctrl+Y"')
    async with app_with(library, key_file=own).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        assert isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("f2")
        assert "Chercher une commande" in shown(pilot)
        await pilot.press("escape", "ctrl+c")
        assert "Ctrl+Q pour quitter" in shown(pilot)  # it quits whatever the file says
        await pilot.press("ctrl+y")
        await pilot.pause()
        assert not pilot.app.is_running


async def test_a_letter_typed_in_a_field_is_never_a_command(
    library: FolderLibrary, session: Session, tmp_path: Path
) -> None:
    own = key_file(tmp_path, '"screen.help" = ["é", "/"]\n"form.leave" = "+"')
    async with app_with(library, key_file=own).run_test(size=(120, 36)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await pilot.press("é", "/", "+")
        assert pilot.app.screen.query_one("#name", Field).text() == "é/+"
        assert lines(pilot)[-1].endswith("F1 aide")
        assert "+ revenir" not in lines(pilot)[-1]
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, Help)
        await pilot.press("é")  # the key that shows the help closes it
        assert not isinstance(pilot.app.screen, Help)


async def test_the_search_has_the_chosen_keys_and_tells_them(
    library: FolderLibrary, tmp_path: Path
) -> None:
    history = evenings(2)[1].history
    history.load()
    own = key_file(
        tmp_path, '"search.complete" = "F3"\n"search.down" = "Ctrl+N"\n"search.leave" = "F4"'
    )
    async with app_with(library, key_file=own).run_test(size=(120, 36)) as pilot:
        place = SearchPlace(history)
        await pilot.app.push_screen(place)
        await pilot.press(*"mer", "f1")
        assert isinstance(pilot.app.screen, Help)
        for told in ("F3 Compléter", "Ctrl+N Marquer la proposition suivante", "F4 Quitter"):
            assert told in prose(pilot)
        await pilot.press("f1", "f3")
        assert place.bar.text == "perso:Merlin"
        await pilot.press("ctrl+u", "ctrl+n", "ctrl+n", "f3")
        assert place.bar.text == "type:"
        await pilot.press("f4")
        assert place.was_left


async def test_the_keys_that_bring_one_back_stay_whatever_the_file_says(
    library: FolderLibrary, tmp_path: Path
) -> None:
    library.create("La Clef", Options())
    own = key_file(tmp_path, '"dialog.cancel" = "x"\n"list.down" = "ù"\n"library.open" = "o"')
    async with app_with(library, key_file=own).run_test(size=(80, 24)) as pilot:
        for key in ("escape", "ctrl+g", "x"):
            await pilot.press("s", key)
            assert isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert "La Clef · séance" in shown(pilot)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '"table.ndo" = "z"',
            "« table.ndo » n’est pas une action de Gardien : vouliez-vous dire table.undo ?",
        ),
        (
            '"à.rien" = "z"',
            "« à.rien » n’est pas une action de Gardien.",
        ),
        (
            '"table.undo" = "zut"',
            f"table.undo : « zut » n’est pas une touche connue, {ANY}",
        ),
        (
            '"table.undo" = "3"',
            f"table.undo : « 3 » est un chiffre, et les chiffres s’écrivent, {ANY}",
        ),
        ('"table.undo" = "Entrée"', f"table.undo : Entrée garde partout son propre rôle, {ANY}"),
        ('"table.undo" = "Ctrl+G"', f"table.undo : Ctrl+G garde partout son propre rôle, {ANY}"),
        ('"table.undo" = "Tab"', f"table.undo : Tab garde partout son propre rôle, {ANY}"),
        ('"table.undo" = "Ctrl+Q"', f"table.undo : Ctrl+Q garde partout son propre rôle, {ANY}"),
        (
            '"table.undo" = "Ctrl+B"',
            f"table.undo : Ctrl+B n’arrive pas de tous les terminaux, {ANY}",
        ),
        ('"table.undo" = "Alt+u"', f"table.undo : Alt+U n’arrive pas de tous les terminaux, {ANY}"),
        ('"table.undo" = "F11"', f"table.undo : F11 n’arrive pas de tous les terminaux, {ANY}"),
        ('"form.save" = "z"', f"form.save : « z » s’écrirait dans les champs, {FIELDS_ONLY}"),
        (
            '"search.complete" = "z"',
            f"search.complete : « z » s’écrirait dans les champs, {FIELDS_ONLY}",
        ),
        ('"palette.down" = "z"', f"palette.down : « z » s’écrirait dans les champs, {FIELDS_ONLY}"),
        (
            '"table.undo" = ""',
            "table.undo : il n’y a pas de touche, et il en faut au moins une.",
        ),
        (
            '"table.undo" = []',
            "table.undo : il n’y a pas de touche, et il en faut au moins une.",
        ),
        (
            '"table.undo" = 3',
            "table.undo : il faut une touche entre guillemets, ou une liste de touches.",
        ),
        (
            '"table.undo" = "n"',
            (
                "n : table.add (nouveau) et table.undo (annuler) s’en serviraient au même endroit, "
                "il en faut une autre à l’un des deux."
            ),
        ),
        (
            '"log.replay" = "u"',
            (
                "u : log.replay (revoir) et table.undo (annuler) s’en serviraient au même endroit, "
                "il en faut une autre à l’un des deux."
            ),
        ),
        (
            '"table.undo" = "o"\n"table.settings" = "Ctrl+O"',
            (
                "o : confirm.yes (oui) et table.undo (annuler) s’en serviraient au même endroit, "
                "il en faut une autre à l’un des deux."
            ),
        ),
        (
            '"form.leave" = "Ctrl+U"',
            (
                "Ctrl+U : la correction d’un texte et form.leave (revenir) s’en serviraient au même "
                "endroit, il en faut une autre à l’un des deux."
            ),
        ),
        (
            '"table.undo" = z',
            (
                "Ce fichier n’est pas du TOML, ligne 1, colonne 16 : une ligne s’écrit "
                '"table.undo" = "z", et une remarque commence par #.'
            ),
        ),
    ],
)
async def test_what_is_wrong_is_said_in_a_sentence_and_our_keys_stay(
    library: FolderLibrary, tmp_path: Path, text: str, sentence: str
) -> None:
    own = key_file(tmp_path, f'library.create = "F3"\n{text}')
    async with app_with(library, key_file=own).run_test(size=(120, 36)) as pilot:
        told = prose(pilot)
        assert "✗ Aucune de vos touches n’a été prise" in told
        assert sentence.replace("ligne 1", "ligne 2") in told
        await pilot.press("escape", "f3")
        assert isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("n")
        assert isinstance(pilot.app.screen, AskText)


async def test_every_problem_is_told_at_once_and_can_be_read(
    library: FolderLibrary, tmp_path: Path
) -> None:
    wrong = [f'"table.faux{number}" = "z"' for number in range(30)]
    own = key_file(tmp_path, "\n".join(wrong))
    async with app_with(library, key_file=own).run_test(size=(80, 24)) as pilot:
        assert "« table.faux0 »" in shown(pilot)
        assert "↓ descendre" in shown(pilot)
        await pilot.press(*["down"] * 80)
        assert "« table.faux29 »" in shown(pilot)
        assert "Gardien garde ses propres touches" in prose(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, LibraryScreen)


def test_a_file_in_latin_1_and_one_that_is_not_there_are_told(tmp_path: Path) -> None:
    named = tmp_path / "touches.toml"
    named.write_bytes('"table.undo" = "é"'.encode("latin-1"))
    assert read_key_file(named, Disk(), must_exist=True).trouble.endswith("en UTF-8.")
    absent = tmp_path / "autre.toml"
    assert read_key_file(absent, Disk(), must_exist=True).trouble == "Ce fichier n’existe pas."
    assert read_key_file(absent, Disk(), must_exist=False).trouble == ""
    assert read_key_file(tmp_path, Disk(), must_exist=True).trouble.startswith(
        "Ce fichier ne peut pas être lu"
    )


def test_keys_used_at_different_places_do_not_clash() -> None:
    key_map, problems = chosen_keys({"library.create": "u", "help.close": "u"})
    assert problems == []
    assert key_map.keys == {"library.create": ("u",), "help.close": ("u",)}


def test_no_key_of_ours_is_missing_from_the_catalogue() -> None:
    for module in pkgutil.walk_packages(screens.__path__, "screens."):
        importlib.import_module(module.name)
    declared = set(Binding.make_bindings(GardienApp.BINDINGS))
    for owner in descendants(DOMNode):
        if owner.__module__.startswith("screens."):
            declared |= set(Binding.make_bindings(owner.__dict__.get("BINDINGS", ())))
    known = catalogue()
    missing = {each.id for each in declared if each.id} - known.keys()
    assert missing == set()
    assert not {each.key for each in declared if each.id and each.key not in known[each.id].keys}


def test_every_screen_is_among_those_whose_keys_can_clash() -> None:
    for module in pkgutil.walk_packages(screens.__path__, "screens."):
        importlib.import_module(module.name)
    for screen in descendants(Screen):
        own = [each for each in screen.__dict__.get("BINDINGS", ()) if each.id]
        is_base = any(issubclass(each, screen) for each in PLACES)
        is_like_one = not own and issubclass(screen, (*PLACES, TooSmall))
        if screen.__module__.startswith("screens."):
            assert is_base or is_like_one, screen


def test_every_key_says_what_it_does() -> None:
    assert all(each.binding.description for each in catalogue().values())


def descendants(owner: type[DOMNode]) -> set[type[DOMNode]]:
    direct = set(owner.__subclasses__())
    return direct.union(*map(descendants, direct))
