"""Ctrl+Q quits from anywhere, and loses nothing that was typed without asking."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.ports import CampaignSummary
from campaign.session import Session
from screens.settings.screen import SettingsScreen
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import app_with, now, shown


async def test_a_form_with_nothing_to_lose_is_quit_at_once(
    library: FolderLibrary, session: Session
) -> None:
    app = app_with(library)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(SettingsScreen(session))
        await pilot.press("ctrl+q")
        assert not app.is_running


async def test_a_form_that_is_not_saved_is_quit_only_on_a_yes(
    library: FolderLibrary, session: Session
) -> None:
    app = app_with(library)
    async with app.run_test(size=(80, 24)) as pilot:
        settings = SettingsScreen(session)
        await app.push_screen(settings)
        await pilot.press("right", "ctrl+q")
        assert "Quitter sans enregistrer ?" in shown(pilot)
        await pilot.press("n")
        assert app.screen is settings
        assert settings.is_changed()
        await pilot.press("ctrl+q", "o")
        assert not app.is_running


async def test_an_unforeseen_error_leaves_no_traceback_on_the_screen_and_is_told(
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Broken(FolderLibrary):
        def campaigns(self) -> tuple[CampaignSummary, ...]:
            raise ZeroDivisionError("imprévu")

    app = app_with(Broken(Path("nowhere"), now))
    await app.run_async(headless=True)
    assert isinstance(app.unforeseen, ZeroDivisionError)
    assert "Traceback" not in "".join(capfd.readouterr())
