"""The backups of a campaign, from the library: made, listed, brought back."""

from __future__ import annotations

from campaign.character import Kind
from campaign.commands import AddCharacter
from campaign.session import Session
from rules.options import Options
from rules.sheet import Sheet
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import app_with, no_dice, now, prose, shown


def company(library: FolderLibrary, slug: str) -> list[str]:
    session = Session(library.open(slug), now, no_dice)
    names = [each.name for each in session.state.characters.values()]
    session.close()
    return names


def join(library: FolderLibrary, slug: str, name: str) -> None:
    session = Session(library.open(slug), now, no_dice)
    session.execute(AddCharacter(name, Kind.PJ, Sheet()))
    session.close()


async def test_a_campaign_comes_back_as_it_was_backed_up_and_loses_nothing(
    library: FolderLibrary,
) -> None:
    slug = library.create("La Clef", Options())
    join(library, slug, "Merlin")
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        assert "Aucune sauvegarde encore" in shown(pilot)
        await pilot.press("s")
        assert "aujourd’hui 21:04" in shown(pilot)
        join(library, slug, "Gaston")
        await pilot.press("enter")
        assert "rien n’est perdu" in prose(pilot)
        await pilot.press("o")
        await pilot.pause()
    assert company(library, slug) == ["Merlin"]
    assert len(library.backups(slug)) == 2


async def test_a_restoration_that_is_not_confirmed_changes_nothing(library: FolderLibrary) -> None:
    slug = library.create("La Clef", Options())
    library.back_up(slug)
    join(library, slug, "Merlin")
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "enter", "enter")
        await pilot.pause()
    assert company(library, slug) == ["Merlin"]


async def test_a_campaign_that_another_program_plays_is_not_restored(
    library: FolderLibrary,
) -> None:
    slug = library.create("La Clef", Options())
    library.back_up(slug)
    held = library.open(slug)
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "enter", "o")
        await pilot.pause()
        assert "déjà ouverte" in shown(pilot)
    held.close()
