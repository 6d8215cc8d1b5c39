"""The sheet editor: what is filled in becomes the sheet, warnings follow, and nothing is lost."""

from __future__ import annotations

import pytest

from campaign.character import Kind
from campaign.session import Session
from campaign.text import of
from rules.aspects import Aspect
from rules.sheet import Competence
from screens.character.editor import CharacterEditor
from screens.character.sheet_form import CompetenceRow
from screens.fields import Field
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import (
    HOSTILE_NAMES,
    MERLIN,
    app_with,
    lines,
    missing,
    paste,
    prose,
    shown,
    type_text,
)

NUMBERS_OF_MERLIN = ["5", "10", "15", "0", "-1", "2", "1", "-1", "-1"]


async def test_merlin_is_made_with_keys_alone(library: FolderLibrary, session: Session) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await type_text(pilot, "Merlin le Grand")
        await pilot.press("tab")
        for number in NUMBERS_OF_MERLIN:
            await pilot.press("down")
            await type_text(pilot, number)
        await pilot.press(*["enter"] * 7)
        await type_text(pilot, "Magie du Feu")
        await pilot.press("enter")
        await type_text(pilot, "10")
        await pilot.press("enter", "m", "y", "ctrl+s")
        assert not isinstance(pilot.app.screen, CharacterEditor)
    made = session.state.characters["merlin-le-grand"]
    assert made.name == "Merlin le Grand"
    assert made.kind is Kind.PJ
    assert made.sheet == MERLIN


async def test_a_sheet_is_shown_whole_at_80_by_24(library: FolderLibrary, session: Session) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, "merlin"))
        await pilot.pause()
        names = (
            "Nom PJ Ph Me My Pu Ré Ma Pr Ex Pe Armure légères graves critiques niveau Enregistrer"
        )
        assert missing(pilot, names.split()) == []
        assert missing(pilot, ["Magie du Feu", "= 30", "= 0", "fiche de Merlin"]) == []


async def test_sums_and_warnings_follow_each_keystroke(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, "merlin"))
        await pilot.press("tab", "tab")
        await type_text(pilot, "6")
        assert missing(pilot, ["= 31", "! Ph + Me + My devrait faire 30"]) == []
        await type_text(pilot, "x")
        assert "= ?" in shown(pilot)
        await type_text(pilot, "5")
        assert "= 30" in shown(pilot)
        assert "devrait" not in shown(pilot)


async def test_every_warning_at_once_fits_with_the_fields(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, "merlin"))
        await pilot.press("tab", "tab")
        for number in ["6", "10", "15", "9", "-1", "9", "1", "9", "-1"]:
            await type_text(pilot, number)
            await pilot.press("tab")
        text = shown(pilot)
        for words in ["Ph + Me + My", "totaliser 0", "−5 à +5", "Pu devrait", "Ma devrait"]:
            assert words in text
        assert "Enregistrer" in text


async def test_a_sheet_that_breaks_the_rules_is_saved_all_the_same(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, "merlin"))
        await pilot.press("tab", "tab")
        await type_text(pilot, "20")
        await pilot.press("ctrl+s")
    assert session.state.characters["merlin"].sheet.aspects.physique == 20


WRONG_NUMBERS = ["", "abc", "1.5", "１２", "100", "-100", "[/b]", "\x1b[31m5", "9" * 10_000]


async def test_a_wrong_number_in_any_field_is_refused_with_the_focus_on_it_and_nothing_lost(
    library: FolderLibrary, session: Session
) -> None:
    written = len(session.entries)
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, "merlin")
        await pilot.app.push_screen(editor)
        await pilot.press("tab", "tab")
        fields = [
            field for field in editor.query(Field) if field.label not in ("nom", "compétence")
        ]
        for number, field in enumerate(fields[:-1]):
            while not field.has_focus:
                await pilot.press("tab")
            before = field.text()
            wrong = WRONG_NUMBERS[number % len(WRONG_NUMBERS)]
            await paste(pilot, wrong)
            kept = field.text()
            assert kept == wrong.replace("\x1b", "")
            await pilot.press("shift+tab", "ctrl+s")
            assert pilot.app.screen is editor
            assert field.has_focus
            assert field.text() == kept
            assert f"✗ {field.label[0].upper()}{field.label[1:]} :" in shown(pilot)
            await paste(pilot, before)
            assert "✗" not in shown(pilot)
    assert len(session.entries) == written


@pytest.mark.parametrize("wrong", WRONG_NUMBERS, ids=lambda text: repr(text[:9]))
async def test_every_wrong_number_is_refused_in_words(
    library: FolderLibrary, session: Session, wrong: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, "merlin")
        await pilot.app.push_screen(editor)
        await pilot.press("tab", "tab")
        await paste(pilot, wrong)
        await pilot.press("ctrl+s")
        assert "✗ Physique :" in prose(pilot)
        assert "nombre entier de −99 à 99" in prose(pilot)
        assert pilot.app.screen is editor


@pytest.mark.parametrize("wrong", ["", "  ", "n" * 61, "n" * 10_000], ids=len)
async def test_a_name_that_will_not_do_is_refused(
    library: FolderLibrary, session: Session, wrong: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, None)
        await pilot.app.push_screen(editor)
        await paste(pilot, wrong)
        await pilot.press("tab", "tab", "8", "ctrl+s")
        assert "✗ Nom :" in prose(pilot)
        assert pilot.app.screen is editor
        assert editor.query(Field).first().has_focus


async def test_a_name_that_is_taken_is_refused_at_the_name(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, None)
        await pilot.app.push_screen(editor)
        await type_text(pilot, "mérlin")
        await pilot.press("tab", "tab", "ctrl+s")
        assert "✗ Le nom « mérlin » est déjà pris" in shown(pilot)
        assert editor.query(Field).first().has_focus


async def test_two_competences_of_one_name_are_refused_at_the_second(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, "merlin")
        await pilot.app.push_screen(editor)
        second = [field for field in editor.query(Field) if field.label == "compétence"][1]
        while not second.has_focus:
            await pilot.press("tab")
        await type_text(pilot, "Magie du feu")
        await pilot.press("tab")
        await type_text(pilot, "12")
        await pilot.press("ctrl+s")
        assert "✗ Le nom « Magie du feu » est déjà pris" in shown(pilot)
        assert second.has_focus


@pytest.mark.parametrize("name", HOSTILE_NAMES)
async def test_names_are_text_and_come_back_as_they_were(
    library: FolderLibrary, session: Session, name: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await paste(pilot, name)
        await pilot.press("ctrl+s")
        made = list(session.state.characters.values())[-1]
        assert made.name == name
        await pilot.app.push_screen(CharacterEditor(session, made.who))
        await pilot.pause()
        assert f"fiche {of(name)}" in shown(pilot)


async def test_there_is_always_room_for_one_more_competence(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, None)
        await pilot.app.push_screen(editor)
        await type_text(pilot, "Gaston")
        await pilot.press("shift+tab", *["shift+tab"] * 3)
        for number in range(12):
            await paste(pilot, f"Savoir {number}")
            await pilot.press("tab")
            await type_text(pilot, str(number))
            await pilot.press("tab", "tab")
            assert f"Savoir {number}" in shown(pilot)
        await pilot.press("ctrl+s")
    assert session.state.characters["gaston"].sheet.competences == tuple(
        Competence(f"Savoir {number}", number, Aspect.PHYSIQUE) for number in range(12)
    )


async def test_a_competence_without_its_name_is_taken_off(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, "merlin")
        await pilot.app.push_screen(editor)
        await pilot.press(*["shift+tab"] * 7)
        assert isinstance(editor.focused, Field)
        assert editor.focused.text() == "Magie du Feu"
        await type_text(pilot, "")
        await pilot.press("ctrl+s")
    assert session.state.characters["merlin"].sheet.competences == ()


async def test_leaving_with_changes_asks_and_keeps_them_on_no(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, "merlin")
        await pilot.app.push_screen(editor)
        await type_text(pilot, "Myrddin")
        await pilot.press("escape")
        assert "Abandonner ces changements ?" in shown(pilot)
        await pilot.press("enter")
        assert pilot.app.screen is editor
        assert "Myrddin" in shown(pilot)
        await pilot.press("ctrl+g", "o")
        assert pilot.app.screen is not editor
    assert session.state.characters["merlin"].name == "Merlin"


async def test_leaving_or_saving_without_changes_asks_nothing_and_writes_nothing(
    library: FolderLibrary, session: Session
) -> None:
    written = len(session.entries)
    for key in ("escape", "ctrl+g", "ctrl+s"):
        async with app_with(library).run_test(size=(80, 24)) as pilot:
            editor = CharacterEditor(session, "merlin")
            await pilot.app.push_screen(editor)
            await pilot.press(key)
            assert pilot.app.screen is not editor
    assert len(session.entries) == written


async def test_the_button_at_the_end_saves(library: FolderLibrary, session: Session) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, "merlin")
        await pilot.app.push_screen(editor)
        await type_text(pilot, "Myrddin")
        await pilot.press("up", "enter")
        assert pilot.app.screen is not editor
    assert session.state.characters["merlin"].name == "Myrddin"


async def test_nothing_runs_over_the_edge_at_any_width(
    library: FolderLibrary, session: Session
) -> None:
    for size in ((80, 24), (100, 30), (120, 36)):
        async with app_with(library).run_test(size=size) as pilot:
            await pilot.app.push_screen(CharacterEditor(session, "merlin"))
            await pilot.pause()
            assert all(len(line) <= size[0] for line in lines(pilot))
            assert "‹ My Mystique ›" in shown(pilot)


async def test_a_new_sheet_is_never_left_unsaved_in_silence(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, None))
        await pilot.press("ctrl+s")
        assert "✗ Nom : c’est vide" in shown(pilot)


async def test_a_level_without_a_competence_is_refused(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = CharacterEditor(session, None)
        await pilot.app.push_screen(editor)
        await type_text(pilot, "Viviane")
        editor.query(CompetenceRow).last().level.focus()
        await type_text(pilot, "10")
        await pilot.press("ctrl+s")
        assert "✗ Compétence : c’est vide" in shown(pilot)
        assert "viviane" not in session.state.characters
