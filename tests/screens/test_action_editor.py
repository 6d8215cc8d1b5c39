"""The action editor: what it comes to is seen before it is saved."""

from __future__ import annotations

import pytest

from campaign.character import Action
from campaign.commands import ChangeCharacter, SaveAction
from campaign.session import Session
from rules.aspects import Aspect, Moyen
from rules.sheet import Sheet
from screens.character.action_editor import ActionEditor
from screens.fields import Field
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import app_with, missing, paste, shown, type_text

FIREBALL = Action("Boule de feu", Aspect.MYSTIQUE, Moyen.MANOEUVRE, "Magie du Feu", eff=15)


@pytest.fixture
def fireball(session: Session) -> Session:
    session.execute(SaveAction("merlin", FIREBALL))
    return session


async def test_the_fireball_is_made_with_keys_alone_and_shows_what_it_comes_to(
    library: FolderLibrary, session: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(ActionEditor(session, "merlin", None))
        await type_text(pilot, "Boule de feu")
        await pilot.press("enter", "m", "y", "enter", "m", "a", "enter", "m", "enter", "enter")
        await type_text(pilot, "15")
        assert (
            missing(
                pilot,
                [
                    "CA 17 = My 15 + Ma 2 + Magie du Feu 10 − 10",
                    "Encaissement 14 = My 15 + Ré −1",
                    "nouvelle action de Merlin",
                ],
            )
            == []
        )
        await pilot.press("enter", "enter")
        assert not isinstance(pilot.app.screen, ActionEditor)
    assert session.state.characters["merlin"].actions == (FIREBALL,)


async def test_the_ca_follows_each_choice_and_keystroke(
    library: FolderLibrary, fireball: Session
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(ActionEditor(fireball, "merlin", "Boule de feu"))
        await pilot.press("tab", "left")
        assert "CA 12 = Me 10" in shown(pilot)
        await pilot.press("tab", "tab", "left")
        assert "CA 12 = Me 10 + Ma 2\n" in shown(pilot)
        await pilot.press("tab")
        await type_text(pilot, "-3")
        assert "CA 9 = Me 10 + Ma 2 − 3 Boule de feu" in shown(pilot)
        await type_text(pilot, "x")
        assert "« x » n’est pas un nombre entier" in shown(pilot)


@pytest.mark.parametrize(
    ("label", "wrong"),
    [
        ("modificateur", "1e3"),
        ("modificateur", ""),
        ("Eff", "−1"),
        ("Eff", "1000"),
        ("Eff", "[/b]"),
        ("Diff minimum", "-2"),
        ("Diff minimum", "１２"),
    ],
)
async def test_a_wrong_number_keeps_the_form_open_with_the_focus_on_it(
    library: FolderLibrary, fireball: Session, label: str, wrong: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = ActionEditor(fireball, "merlin", "Boule de feu")
        await pilot.app.push_screen(editor)
        field = next(field for field in editor.query(Field) if field.label == label)
        while not field.has_focus:
            await pilot.press("tab")
        await paste(pilot, wrong)
        await pilot.press("tab", "ctrl+s")
        assert pilot.app.screen is editor
        assert field.has_focus
        assert field.text() == wrong
        assert "✗ " in shown(pilot)
    assert fireball.state.characters["merlin"].actions == (FIREBALL,)


async def test_an_action_is_changed_in_its_place(library: FolderLibrary, fireball: Session) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(ActionEditor(fireball, "merlin", "Boule de feu"))
        await type_text(pilot, "Boule de glace")
        await pilot.press("ctrl+s")
    assert [each.name for each in fireball.state.characters["merlin"].actions] == ["Boule de glace"]


@pytest.mark.parametrize("answer", ["o", "n", "enter", "escape"])
async def test_an_action_is_removed_only_on_a_yes(
    library: FolderLibrary, fireball: Session, answer: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        editor = ActionEditor(fireball, "merlin", "Boule de feu")
        await pilot.app.push_screen(editor)
        await pilot.press("ctrl+d")
        assert "Retirer l’action « Boule de feu » ?" in shown(pilot)
        await pilot.press(answer)
        assert (pilot.app.screen is editor) is (answer != "o")
    assert bool(fireball.state.characters["merlin"].actions) is (answer != "o")


async def test_a_new_action_offers_no_removal(library: FolderLibrary, session: Session) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(ActionEditor(session, "merlin", None))
        await pilot.press("ctrl+d")
        assert "etirer" not in shown(pilot)


async def test_a_competence_that_left_the_sheet_is_said_to_and_can_be_replaced(
    library: FolderLibrary, fireball: Session
) -> None:
    merlin = fireball.state.characters["merlin"]
    fireball.execute(ChangeCharacter("merlin", merlin.name, merlin.kind, Sheet()))
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(ActionEditor(fireball, "merlin", "Boule de feu"))
        await pilot.pause()
        assert "Magie du Feu (n’est plus sur la fiche)" in shown(pilot)
        assert "Merlin n’a pas la compétence « Magie du Feu »" in shown(pilot)
        await pilot.press("tab", "tab", "tab", "right", "ctrl+s")
    assert fireball.state.characters["merlin"].actions[0].competence is None
