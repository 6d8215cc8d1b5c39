"""A campaign may be called anything: its name is text on every screen, and its folder stays where it should be."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from campaign.text import NAME_LENGTH, clean
from rules.options import Options
from screens.dialogs.ask_text import AskText
from screens.fields import Field
from screens.library.screen import LibraryScreen
from screens.table.screen import TableScreen
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import app_with, lines, prose, shown
from tests.screens.rough_hands import (
    ENDLESS,
    HOSTILE,
    IN_ONE_GO,
    columns_of,
    in_the_dialog,
    lump,
    pasted,
)


async def test_campaigns_of_any_name_are_created_listed_and_opened_again(
    library: FolderLibrary, tmp_path: Path
) -> None:
    async with app_with(library).run_test(size=(100, 40)) as pilot:
        for name in HOSTILE:
            await lump(pilot, "n", *pasted(name), "enter")
            assert isinstance(pilot.app.screen, TableScreen), in_the_dialog(pilot)
            assert f"Gardien · {clean(name)} · séance 1 pas encore jouée" in shown(pilot)
            await lump(pilot, "q")
        listed = [line[4:].split("  ")[0] for line in lines(pilot) if "aucune séance" in line]
        assert sorted(listed) == sorted(map(clean, HOSTILE))
        assert len(set(columns_of(pilot, "aucune séance"))) == 1
        for _ in HOSTILE:
            (chosen,) = (line[4:].split("  ")[0] for line in lines(pilot) if "▸" in line)
            await lump(pilot, "enter")
            assert f"Gardien · {chosen} · séance 1 pas encore jouée" in shown(pilot)
            await lump(pilot, "q", "down")
    folders = list(tmp_path.iterdir())
    assert len(folders) == len(HOSTILE)
    for folder in folders:
        assert folder.name.replace("-", "").isalnum()
        assert folder.name.isascii()
        assert (folder / "seances" / "0001.jsonl").is_file()


async def test_a_hostile_name_is_text_in_the_dialogs_of_the_library_and_in_a_backup(
    library: FolderLibrary, tmp_path: Path
) -> None:
    name = clean(IN_ONE_GO)
    slug = library.create(IN_ONE_GO, Options())
    async with app_with(library).run_test(size=(100, 40)) as pilot:
        await lump(pilot, "s", "s")
        assert f"Sauvegardes de {name}" in in_the_dialog(pilot)
        await lump(pilot, "enter")
        assert f"Ramener {name} à sa sauvegarde" in in_the_dialog(pilot)
        await lump(pilot, "o")
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert name[:45] in shown(pilot)
    archives = list((tmp_path / slug / "sauvegardes").glob("*.zip"))
    assert len(archives) == 2
    for archive in archives:
        with ZipFile(archive) as zipped:
            assert zipped.testzip() is None
            assert not any(".." in each or each.startswith("/") for each in zipped.namelist())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\0", "il faut au moins un caractère visible"),
        ("\x1b\u202e\u0301", "il faut au moins un caractère visible"),
        (ENDLESS, f"10000 caractères, il en faut {NAME_LENGTH} au plus"),
    ],
    ids=["NUL", "nothing visible", "ten thousand"],
)
async def test_what_is_no_name_is_refused_in_a_sentence_and_stays_to_be_mended(
    library: FolderLibrary, tmp_path: Path, text: str, sentence: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await lump(pilot, "n", *pasted(text), "enter")
        dialog = pilot.app.screen
        assert isinstance(dialog, AskText)
        assert sentence in prose(pilot)
        assert dialog.query_one(Field).value == clean(text)
        assert all(len(line) <= 80 for line in lines(pilot))
        assert list(tmp_path.iterdir()) == []
        await lump(pilot, *pasted("La Clef"), "enter")
        assert "Gardien · La Clef · séance 1" in shown(pilot)


async def test_campaigns_played_at_the_same_time_are_sorted_as_a_french_reader_would(
    library: FolderLibrary,
) -> None:
    for name in ("Zoé", "œil", "Éric", "odeur", "Orion", "eau", "Fanny"):
        library.create(name, Options())
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        names = [line[4:].split("  ")[0] for line in lines(pilot)[1:8]]
    assert names == ["eau", "Éric", "Fanny", "odeur", "œil", "Orion", "Zoé"]
