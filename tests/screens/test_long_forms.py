"""A form that is longer than the screen: the arrows still go from field to field, and the field is in view."""

from __future__ import annotations

from campaign.character import Kind
from campaign.commands import ChangeCharacter
from campaign.session import Session
from rules.aspects import Aspect
from rules.sheet import Competence, Sheet
from screens.character.editor import CharacterEditor
from screens.fields import Field
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import app_with, shown

TO_THE_LAST_LEVEL = 16 + 3 * 14
"""The arrows from the name to the level of the fifteenth compétence."""


async def test_the_arrows_go_from_field_to_field_and_pages_scroll(
    library: FolderLibrary, session: Session
) -> None:
    known = tuple(Competence(f"Savoir {n:02}", n, Aspect.MENTAL) for n in range(1, 16))
    session.execute(ChangeCharacter("merlin", "Merlin", Kind.PJ, Sheet(competences=known)))
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(CharacterEditor(session, "merlin"))
        assert "Savoir 15" not in shown(pilot)
        await pilot.press(*["down"] * (TO_THE_LAST_LEVEL + 2))
        field = pilot.app.focused
        assert isinstance(field, Field)
        assert (field.label, field.value) == ("niveau", "15")
        assert "Savoir 15" in shown(pilot)
        await pilot.press("up")
        assert isinstance(pilot.app.focused, Field)
        assert pilot.app.focused.value == "Savoir 15"
        await pilot.press("pageup", "pageup")
        assert "Savoir 01" in shown(pilot)
        assert pilot.app.focused.value == "Savoir 15"
