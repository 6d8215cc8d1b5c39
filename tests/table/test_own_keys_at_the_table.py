"""At the table too, what names a key names the GC's own."""

from __future__ import annotations

from pathlib import Path

from campaign.commands import RemoveAction
from tests.campaign.table import Table
from tests.screens.at_the_keyboard import key_file
from tests.table.at_the_table import evening

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"


async def test_a_roll_is_ruled_on_by_the_keys_that_were_chosen(
    table: Table, tmp_path: Path
) -> None:
    own = key_file(tmp_path, '"table.fatigue" = "&"\n"table.sans_effet" = ["F", "s"]')
    async with evening(table, key_file=own) as at:
        await at.roll("8", "12", "7")
        assert "Juger & fatigue seule F sans effet" in at.prose
        await at.press("f")
        assert at.session.state.awaited is not None
        await at.press("&")
        assert at.session.state.awaited is None


async def test_the_key_that_asks_for_an_undo_confirms_it(table: Table, tmp_path: Path) -> None:
    own = key_file(
        tmp_path, '"table.undo" = "Ctrl+Z"\n"table.redo" = "Ctrl+Y"\n"app.suspend" = "F9"'
    )
    async with evening(table, key_file=own) as at:
        before = at.session.state
        await at.press("ctrl+z")
        assert "Annuler ? Ctrl+Z encore confirme." in at.prose
        await at.press("u")
        assert at.session.state == before
        await at.press("ctrl+z")
        assert "✗ Note" in at.text
        await at.press("ctrl+y")
        assert "Rétablir ? Ctrl+Y encore confirme." in at.prose
        await at.press("ctrl+y")
        assert "✗ Note" not in at.text


async def test_what_to_press_first_is_said_with_the_keys_that_were_chosen(
    table: Table, tmp_path: Path
) -> None:
    session = table.sit_down()
    for who, character in session.state.characters.items():
        for action in character.actions:
            session.execute(RemoveAction(who, action.name))
    session.close()
    own = key_file(tmp_path, '"table.add" = "N"\n"table.add_action" = "A"')
    async with evening(table, key_file=own) as at:
        assert "Merlin n’a pas encore d’action : A en ajoute une." in at.prose
        await at.press("m")
        assert at.complaint == "Il n’y a pas d’action à modifier : A en ajoute une."
    async with evening(Table(), key_file=own) as at:
        assert "La compagnie est vide : N ajoute un personnage." in at.prose
        await at.press("e")
        assert at.complaint == "La compagnie est vide : N ajoute un personnage."


async def test_the_lines_that_the_guide_gives_as_an_example_are_taken(
    table: Table, tmp_path: Path
) -> None:
    lines = [x for x in GUIDE.read_text("utf-8").splitlines() if x.startswith('    "table.')]
    assert lines
    async with evening(table, key_file=key_file(tmp_path, "\n".join(lines))) as at:
        assert "Aucune de vos touches n’a été prise" not in at.prose
        await at.press("f2")
        assert "Annuler ? F2 encore confirme." in at.prose
