"""What holds on every screen: hints, palette, themes, size, keys that never harm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from campaign.commands import WriteNote
from campaign.events import Entry
from campaign.ports import Journal
from campaign.refusals import JournalError, JournalFault
from campaign.session import Session
from rules.options import Options
from screens.base import GardienScreen, SessionScreen
from screens.character.editor import CharacterEditor
from screens.library.screen import LibraryScreen
from screens.settings.screen import SettingsScreen
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import app_with, lines, no_dice, now, prose, shown, type_text


class Cast(GardienScreen[None]):
    """A screen with characters for the palette."""

    BINDING_GROUP_TITLE = "Essai"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "none", "éteindre", tooltip="Éteindre les feux", id="cast.out"),
    ]
    chosen = ""

    def palette_rows(self) -> Iterable[tuple[str, str, Callable[[], None]]]:
        for name in ("Élodie", "Œdipe [b]"):
            yield name, "Aller à ce personnage", partial(self.choose, name)

    def choose(self, name: str) -> None:
        self.chosen = name

    def action_none(self) -> None:
        self.chosen = "feux"


class Evil(GardienScreen[None]):
    """A screen with text that nobody cleaned."""

    def compose_body(self) -> ComposeResult:
        yield Static(Content("avant\x1b[2J\x9b5m\N{RIGHT-TO-LEFT OVERRIDE}après"))


async def test_hints_are_whole_and_lead_to_help_at_every_width(library: FolderLibrary) -> None:
    library.create("La Clef", Options())
    labels = {each.description for each in LibraryScreen.BINDINGS if isinstance(each, Binding)}
    for width in (80, 100, 120):
        async with app_with(library).run_test(size=(width, 24)) as pilot:
            *hints, last = lines(pilot)[-1].strip().split("   ")
            assert last == "? aide"
            assert hints[0] == "Entrée ouvrir"
            assert {hint.split(" ", 1)[1] for hint in hints} <= labels | {"palette"}


async def test_the_palette_is_french_finds_without_accents_and_does_it(
    library: FolderLibrary,
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Cast()
        await pilot.app.push_screen(screen)
        await pilot.press("ctrl+p")
        assert "Chercher une commande ou un personnage…" in shown(pilot)
        await type_text(pilot, "eteindre")
        assert "▸ Éteindre les feux" in shown(pilot)
        assert "Quitter" not in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert screen.chosen == "feux"


async def test_the_palette_offers_no_mere_movement_and_nothing_twice(
    library: FolderLibrary,
) -> None:
    library.create("La Clef", Options())
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        text = shown(pilot)
        assert "Ligne précédente" not in text
        assert text.count("Quitter Gardien") == 1


async def test_the_palette_finds_characters(library: FolderLibrary) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Cast()
        await pilot.app.push_screen(screen)
        await pilot.press("ctrl+p")
        await type_text(pilot, "oed")
        assert "▸ Œdipe [b]  Aller à ce personnage" in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert screen.chosen == "Œdipe [b]"


async def test_the_palette_says_when_nothing_matches_and_enter_then_does_nothing(
    library: FolderLibrary,
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await type_text(pilot, "[/b]")
        assert "aucun résultat" in shown(pilot)
        await pilot.press("enter")
        assert "aucun résultat" in shown(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_the_palette_offers_commands_whose_letters_a_field_takes(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await pilot.press("ctrl+p")
        await type_text(pilot, "touches")
        await pilot.press("enter")
        await pilot.pause()
        assert "Les touches" in shown(pilot)
        assert "Enregistrer et fermer" in shown(pilot)


async def test_ctrl_c_stops_nothing_and_says_what_does(library: FolderLibrary) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
        assert "Ctrl+Q pour quitter" in shown(pilot)
        assert pilot.app.is_running


async def test_ctrl_q_quits_at_once_where_all_is_saved(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, "merlin"))
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not pilot.app.is_running


async def test_ctrl_q_asks_where_something_is_not_saved_and_twice_is_a_yes(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await type_text(pilot, "Gaston")
        await pilot.press("ctrl+q")
        assert "Quitter sans enregistrer ?" in shown(pilot)
        await pilot.press("n")
        assert "Gaston" in shown(pilot)
        await pilot.press("ctrl+q", "ctrl+q")
        await pilot.pause()
        assert not pilot.app.is_running


async def test_too_small_a_terminal_is_told_and_growing_brings_all_back(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await type_text(pilot, "Gast")
        await pilot.resize_terminal(79, 24)
        await pilot.pause()
        assert "Il faut 80 × 24 caractères ; le terminal en a 79 × 24." in shown(pilot)
        assert "Gast" not in shown(pilot)
        await pilot.press("x", "escape", "enter")
        await pilot.resize_terminal(1, 1)
        await pilot.resize_terminal(100, 23)
        await pilot.pause()
        assert "100 × 23" in shown(pilot)
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        await pilot.press("on"[0], "n")
        assert "Gaston" in shown(pilot)


async def test_a_storm_of_resizes_breaks_nothing(library: FolderLibrary, session: Session) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, "merlin"))
        for step in range(50):
            await pilot.resize_terminal(60 + step % 7 * 10, 20 + step % 5 * 4)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "fiche de Merlin" in shown(pilot)
        await type_text(pilot, "Myrddin")
        await pilot.press("ctrl+s")
    assert session.state.characters["merlin"].name == "Myrddin"


async def test_text_that_nobody_cleaned_cannot_command_the_terminal(library: FolderLibrary) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(Evil())
        await pilot.pause()
        drawn = pilot.app.export_screenshot()
        assert "avant[2J5maprès" in shown(pilot)
        assert not any(char in drawn for char in "\x1b\x9b\N{RIGHT-TO-LEFT OVERRIDE}")


async def test_a_held_enter_opens_a_campaign_once(library: FolderLibrary) -> None:
    from tui.app import GardienApp

    library.create("La Clef", Options())
    app = GardienApp(library, now, no_dice, monotonic=lambda: 0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*["enter"] * 10)
        await pilot.pause()
        assert len(app.screen_stack) == 2


class FullDisk:
    """A journal that reads, on a disk with no room left."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def append(self, entries: Sequence[Entry]) -> None:
        raise JournalError(JournalFault.NO_SPACE, "/campagnes/la-clef")


async def test_a_disk_that_fails_is_a_dialog_and_the_form_keeps_what_was_typed(
    library: FolderLibrary,
) -> None:
    journal = library.open(library.create("La Clef", Options()))
    session = Session(FullDisk(journal), now, no_dice)
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await type_text(pilot, "Gaston")
        await pilot.press("ctrl+s")
        text = prose(pilot)
        assert "✗ Le journal n’a pas pu être écrit" in text
        assert "disque est plein" in text
        assert "Tout ce qui était affiché avant ce geste est au journal" in text
        await pilot.press("escape")
        assert "Gaston" in shown(pilot)
    session.close()


class Noting(SessionScreen[None]):
    """A screen that writes notes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "note('')", "rien", id="noting.empty"),
        Binding("p", "note('pluie')", "pluie", id="noting.rain"),
    ]

    def action_note(self, text: str) -> None:
        self.attempt(WriteNote(text))


async def test_a_refusal_is_a_sentence_that_stays_until_the_next_key(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(Noting(session))
        await pilot.press("e")
        assert "✗ Note : c’est vide" in shown(pilot)
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        assert "✗ Note : c’est vide" in shown(pilot)
        await pilot.press("down")
        assert "✗" not in shown(pilot)


@pytest.mark.parametrize("screen_type", [LibraryScreen, CharacterEditor, SettingsScreen])
def test_every_key_is_declared_with_an_id_a_label_and_a_tooltip(
    screen_type: type[GardienScreen[None]],
) -> None:
    for owner in screen_type.__mro__:
        if owner.__module__.startswith("screens"):
            for binding in owner.__dict__.get("BINDINGS", []):
                assert binding.id
                assert binding.description
                assert binding.tooltip
