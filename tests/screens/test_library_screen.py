"""The library: what there is, opening, creating, and what is said when it can't be done."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rules.options import Options
from screens.library.screen import LibraryScreen
from screens.library.when import when
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import (
    HOSTILE_NAMES,
    NOW,
    app_with,
    lines,
    paste,
    prose,
    shown,
    type_text,
)


async def test_an_empty_library_says_what_to_do(library: FolderLibrary) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        text = shown(pilot)
        assert "Aucune campagne encore." in text
        assert "n crée la première" in text
        assert "Entrée ouvrir" not in text


async def test_a_campaign_is_created_by_its_name_and_opened(library: FolderLibrary) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await type_text(pilot, "La Clef de Brume")
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, LibraryScreen)
        assert "La Clef de Brume" in shown(pilot)
    assert [each.name for each in library.campaigns()] == ["La Clef de Brume"]


@pytest.mark.parametrize("text", ["", "   ", "x" * 10_000], ids=len)
async def test_a_name_that_will_not_do_is_refused_and_kept(
    library: FolderLibrary, text: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await paste(pilot, text)
        await pilot.press("enter")
        assert "✗ Nom" in shown(pilot)
        await pilot.press("escape")
        assert "Aucune campagne encore." in shown(pilot)


async def test_a_name_that_is_taken_is_refused_with_a_sentence(library: FolderLibrary) -> None:
    library.create("La Clef", Options())
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await type_text(pilot, "La Clef")
        await pilot.press("enter")
        assert "déjà une campagne « La Clef »" in prose(pilot)


@pytest.mark.parametrize("name", ["[/b]", "[red]Ogre[/]", "漢字 é œ"])
async def test_names_are_shown_as_they_are_and_never_read_as_markup(
    library: FolderLibrary, name: str
) -> None:
    assert name in HOSTILE_NAMES
    library.create(name, Options())
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        assert name in shown(pilot)


async def test_columns_stay_aligned_whatever_the_names(library: FolderLibrary) -> None:
    for name in ("漢字漢字漢字", "é" * 60, "court"):
        library.create(name, Options())
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        rows = [line for line in lines(pilot) if "séance" in line]
        assert len(rows) == 3
        for row in rows:
            wide = sum(char in "漢字" for char in row)
            assert row.index("séance") + wide == rows[0].index("séance") + sum(
                char in "漢字" for char in rows[0]
            )


async def test_a_campaign_open_elsewhere_is_said_to_be_and_the_library_stays(
    library: FolderLibrary,
) -> None:
    held = library.open(library.create("La Clef", Options()))
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert "déjà ouverte en écriture" in prose(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, LibraryScreen)
        held.close()
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, LibraryScreen)


async def test_a_campaign_that_does_not_exist_is_said_not_to(library: FolderLibrary) -> None:
    async with app_with(library, "inconnue").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Il n’y a pas de campagne « inconnue »" in shown(pilot)


async def test_leaving_the_table_lets_go_of_the_campaign(
    library: FolderLibrary, tmp_path: Path
) -> None:
    slug = library.create("La Clef", Options())
    async with app_with(library, slug).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert "aucune séance" in shown(pilot), "looking begins none"
        FolderLibrary(tmp_path, library_clock).open(slug).close()


def library_clock() -> datetime:
    return NOW


async def test_quitting_at_the_table_lets_go_of_the_campaign(
    library: FolderLibrary, tmp_path: Path
) -> None:
    slug = library.create("La Clef", Options())
    async with app_with(library, slug).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+q")
    FolderLibrary(tmp_path, library_clock).open(slug).close()


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(minutes=4), "aujourd’hui 21:00"),
        (timedelta(hours=22), "hier 23:04"),
        (timedelta(days=2), "samedi 21:04"),
        (timedelta(days=6), "mardi 21:04"),
        (timedelta(days=7), "23 novembre"),
        (timedelta(days=29), "1er novembre"),
        (timedelta(days=365), "30 novembre 2025"),
        (timedelta(days=-1), "1er décembre"),
    ],
)
def test_the_past_is_told_in_words(ago: timedelta, words: str) -> None:
    assert when(NOW - ago, NOW) == words


def test_a_moment_of_another_zone_is_told_in_that_of_now() -> None:
    assert when(datetime.fromisoformat("2026-11-30T02:04:00+09:00"), NOW) == "hier 17:04"
