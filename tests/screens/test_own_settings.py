"""What the GC prefers: seen as it is chosen, kept for the next time, on whichever screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.preferences import Pace, Preferences, Theme
from campaign.session import Session
from screens.dialogs.ask_preferences import AskPreferences
from screens.library.screen import LibraryScreen
from screens.settings.screen import SettingsScreen
from storage.library import FolderLibrary
from storage.preferences import FILE, PreferencesFile
from tests.screens.at_the_keyboard import app_with, prose, shown, type_text
from tui.themes import THEMES


async def test_a_theme_is_seen_as_it_is_chosen_and_there_the_next_time(
    library: FolderLibrary, tmp_path: Path
) -> None:
    config = tmp_path / "config"
    app = app_with(library, shelf=PreferencesFile(config))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.theme == THEMES[Theme.SOMBRE].name
        await pilot.press("O", "right")
        assert "Thème              ‹ clair" in shown(pilot)
        assert app.theme == THEMES[Theme.CLAIR].name
        await pilot.press("left", "left", "down", "p", "o", "right", "escape")
        assert isinstance(app.screen, LibraryScreen)
        assert app.theme == THEMES[Theme.CLAIR_CONTRASTE].name
    again = app_with(library, shelf=PreferencesFile(config))
    async with again.run_test(size=(80, 24)) as pilot:
        assert again.theme == THEMES[Theme.CLAIR_CONTRASTE].name
        await pilot.press("O")
        assert "‹ clair, contraste élevé ›" in shown(pilot)
        assert "‹ vif" in shown(pilot)


async def test_the_palette_finds_the_theme(library: FolderLibrary) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await type_text(pilot, "theme")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, AskPreferences)


async def test_the_house_choices_lead_to_them_and_do_not_hold_them(
    library: FolderLibrary, session: Session
) -> None:
    written = len(session.entries)
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(SettingsScreen(session))
        await pilot.press(*["down"] * 6)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, AskPreferences)
        await pilot.press("right", "escape")
        assert pilot.app.theme == THEMES[Theme.CLAIR].name
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, SettingsScreen)
    assert len(session.entries) == written


async def test_opening_and_closing_them_writes_nothing(
    library: FolderLibrary, tmp_path: Path
) -> None:
    shelf = PreferencesFile(tmp_path / "config")
    async with app_with(library, shelf=shelf).run_test(size=(80, 24)) as pilot:
        await pilot.press("O", "enter")
        assert isinstance(pilot.app.screen, LibraryScreen)
    assert not (tmp_path / "config").exists()


async def test_where_they_cannot_be_kept_they_hold_for_this_time_and_that_is_said(
    library: FolderLibrary, tmp_path: Path
) -> None:
    (tmp_path / "config").write_text("not a folder")
    shelf = PreferencesFile(tmp_path / "config")
    async with app_with(library, shelf=shelf).run_test(size=(80, 24)) as pilot:
        await pilot.press("O", "right")
        assert pilot.app.theme == THEMES[Theme.CLAIR].name
        assert "✗ Ce réglage ne vaut que pour cette fois" in prose(pilot)
    assert (tmp_path / "config").read_text() == "not a folder"


async def test_unreadable_ones_are_told_and_left_as_they_are(
    library: FolderLibrary, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text("{")
    shelf = PreferencesFile(tmp_path)
    async with app_with(library, shelf=shelf).run_test(size=(80, 24)) as pilot:
        assert "✗ Vos réglages n’ont pas pu être repris" in prose(pilot)
        assert "le fichier reste tel quel" in prose(pilot)
        await pilot.press("enter", "O", "right", "escape")
        assert pilot.app.theme == THEMES[Theme.CLAIR].name
    assert (tmp_path / FILE).read_text() == "{"


@pytest.mark.parametrize("preferences", [Preferences(), Preferences(Theme.CLAIR, Pace.LENT)])
async def test_the_dialog_fits_the_smallest_terminal(
    library: FolderLibrary, tmp_path: Path, preferences: Preferences
) -> None:
    shelf = PreferencesFile(tmp_path)
    shelf.keep(preferences)
    async with app_with(library, shelf=shelf).run_test(size=(80, 24)) as pilot:
        await pilot.press("O")
        assert f"‹ {preferences.theme} " in shown(pilot)
        assert f"‹ {preferences.pace} " in shown(pilot)
        assert "Échap fermer" in shown(pilot)
