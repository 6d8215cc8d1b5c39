"""The company under the GC's fingers: its order, its turns, who is set aside, who is duplicated."""

from __future__ import annotations

from campaign.character import Kind
from campaign.commands import GiveWound
from campaign.demo import MERLIN
from campaign.events import CharacterAdded, Entry
from rules.aspects import Aspect
from rules.tableau import Gravity
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening


def roster(at: Evening) -> list[str]:
    """Return the roster's lines as they are on screen, without what is beside them."""
    return [line[:25].rstrip() for line in at.lines[2:17] if line[:25].strip()]


async def test_pj_come_first_then_pnj_under_their_name(table: Table) -> None:
    async with evening(table) as at:
        assert [line.split()[0] for line in roster(at) if "PF" in line or "PNJ" in line] == [
            "▸",
            "Gaston",
            "PNJ",
            "Brunehaut",
        ]


async def test_a_character_is_placed_before_another_and_stays_there(table: Table) -> None:
    async with evening(table) as at:
        await at.press("down", "p")
        assert "Placer Gaston" in at.text
        await at.press("enter")
        assert list(at.session.state.characters) == ["gaston", "merlin", "brunehaut"]
        assert "Gaston passe devant Merlin" in at.text
        assert "▸ Gaston" in at.text
    async with evening(table) as again:
        assert "▸ Gaston" in again.text


async def test_a_place_is_found_by_a_part_of_a_name(table: Table) -> None:
    async with evening(table) as at:
        await at.press("p", *"dernier", "enter")
        assert [each.who for each in at.session.state.company] == ["gaston", "merlin", "brunehaut"]


async def test_a_duplicate_has_the_sheet_and_the_actions_but_its_own_wounds(table: Table) -> None:
    table.open().execute(GiveWound("brunehaut", Aspect.PHYSIQUE, Gravity.LEGERE))
    async with evening(table) as at:
        await at.press("j", *"brun", "enter", "d")
        assert "Brunehaut 2" in at.text
        await at.press("enter")
        state = at.session.state
        model, copy = state.characters["brunehaut"], state.characters["brunehaut-2"]
        assert (copy.sheet, copy.kind, copy.actions) == (model.sheet, model.kind, model.actions)
        assert copy.health.pf == 0
        assert model.health.pf == 3
        assert at.screen.who == "brunehaut-2"
        assert "▸ Brunehaut 2" in at.text
        await at.press("u")
        assert "Brunehaut 2 rejoint la compagnie" in at.prose
        assert "action « Injonction » ajoutée" in at.prose
        await at.press("u")
        assert "brunehaut-2" not in at.session.state.characters
        await at.press("r", "r")
        assert at.session.state.characters["brunehaut-2"].actions == model.actions


async def test_a_name_that_is_taken_is_said_and_can_be_changed(table: Table) -> None:
    async with evening(table) as at:
        await at.press("d")
        await at.type("gaston")
        await at.press("enter")
        assert "Le nom « gaston » est déjà pris" in at.prose
        await at.type("Gaston le Jeune")
        await at.press("enter")
        assert "gaston-le-jeune" in at.session.state.characters


async def test_who_is_set_aside_waits_apart_and_comes_back_as_it_was(table: Table) -> None:
    async with evening(table) as at:
        before = at.session.state
        await at.press("down", "y")
        assert [each.who for each in at.session.state.company] == ["merlin", "brunehaut"]
        assert "À l’écart" in at.text
        assert "Gaston passe à l’écart" in at.text
        await at.press("y")
        assert at.session.state == before
        assert "À l’écart" not in at.text


async def test_turns_go_round_those_who_take_part(table: Table) -> None:
    async with evening(table) as at:
        await at.press("down", "y", "v")
        assert at.screen.who == "merlin"
        assert "Au tour de Merlin" in at.lines[1]
        assert "▸»Merlin" in at.text
        assert " ›Brunehaut" in at.text
        await at.press("v")
        assert at.screen.who == "brunehaut"
        await at.press("v")
        assert at.screen.who == "merlin"
        await at.press("V")
        assert "Compagnie" in at.lines[1]
        assert at.session.state.turn is None
        assert "»" not in "".join(line[:3] for line in at.lines)


async def test_the_whole_company_rests_and_one_undo_takes_it_back(table: Table) -> None:
    session = table.open()
    for who in ("merlin", "gaston"):
        session.execute(GiveWound(who, Aspect.PHYSIQUE, Gravity.LEGERE))
    async with evening(table) as at:
        await at.press("g", *"toute", "enter")
        assert [each.health.pf for each in at.session.state.company] == [1, 1, 0]
        await at.press("u")
        assert "+2 PF à Merlin" in at.text
        assert "+2 PF à Gaston" in at.text
        await at.press("u")
        assert [each.health.pf for each in at.session.state.company] == [3, 3, 0]


async def test_a_wound_given_where_there_is_no_room_says_what_it_becomes(table: Table) -> None:
    session = table.open()
    for _ in range(4):
        session.execute(GiveWound("merlin", Aspect.PHYSIQUE, Gravity.LEGERE))
    async with evening(table, (120, 36)) as at:
        await at.press("g", *"légères déjà")
        told = "Merlin : blessure grave en Ph (4 légères déjà : devient grave), PF 12 → 17"
        assert "Merlin : blessure grave en Ph (4 légères déjà : devient grave)" in at.text
        await at.press("enter")
        assert told in at.text


async def test_a_character_whom_another_hand_gave_the_identity_of_a_group_is_shown_beside_it(
    table: Table,
) -> None:
    session = table.open()
    last, *_ = reversed(table.journal.lines)
    for number, who in enumerate(("groupe PNJ", "À l’écart", ""), last.sequence + 1):
        added = CharacterAdded(who, f"Loup {number}", Kind.PNJ, MERLIN)
        table.journal.lines.append(Entry(number, session.state.session, table.now, added))
    async with evening(table) as at:
        assert sum("Loup" in line for line in roster(at)) == 3
        assert any("PNJ ─" in line for line in roster(at))
