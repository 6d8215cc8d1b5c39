"""The house choices: shown as such, changed together, in force from then on."""

from __future__ import annotations

from campaign.session import Session
from campaign.words import CHOICES
from rules.options import BorneCA, MalusFatigue, Options
from screens.settings.screen import SettingsScreen
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import app_with, missing, shown


async def test_each_choice_is_shown_as_the_house_s_with_tableau_3_1(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(SettingsScreen(session))
        await pilot.pause()
        questions = [question for question, _ in CHOICES.values()]
        assert missing(pilot, ["Choix de la maison", *questions]) == []
        assert missing(pilot, ["Tableau 3.1", "≤ 0", "31 – 40", "≥ 41", "fatale"]) == []


async def test_choices_change_together_as_one_event(
    library: FolderLibrary, session: Session
) -> None:
    written = len(session.entries)
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(SettingsScreen(session))
        await pilot.press("right", "down", "space", "ctrl+s")
        assert not isinstance(pilot.app.screen, SettingsScreen)
    assert session.state.options == Options(
        borne_ca=BorneCA.EXCLUE, malus_fatigue=MalusFatigue.AUCUN
    )
    assert len(session.entries) == written + 1


async def test_choices_that_were_turned_back_are_not_written(
    library: FolderLibrary, session: Session
) -> None:
    written = len(session.entries)
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(SettingsScreen(session))
        await pilot.press("right", "left", "ctrl+s")
        assert not isinstance(pilot.app.screen, SettingsScreen)
    assert len(session.entries) == written


async def test_leaving_changed_choices_asks_first(library: FolderLibrary, session: Session) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(SettingsScreen(session))
        await pilot.press("right", "escape")
        assert "Abandonner ces changements ?" in shown(pilot)
        await pilot.press("o")
    assert session.state.options == Options()
