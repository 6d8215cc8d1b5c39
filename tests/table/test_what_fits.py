"""What the table shows is whole in the smallest windows, however high the stakes and however long the names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import OptionList

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    ChangeOptions,
    Command,
    GiveWound,
    RestCompany,
    SaveAction,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU
from campaign.events import CampaignCreated
from campaign.session import Session
from rules.aspects import Aspect
from rules.options import Options
from rules.sheet import Sheet
from rules.tableau import Effect, Gravity, Tableau
from screens.form import FormBody
from screens.table.risk_ladder import SHORT, RiskLadder
from tests.campaign.table import EVENING, Table
from tests.table.at_the_table import Evening, evening

WIDTHS = (80, 85, 90, 95, 99, 100, 101, 105, 109, 110, 115, 120, 140)
STEEP = Tableau(
    tuple(
        Effect(gravity, highest, pf, 0)
        for gravity, highest, pf in (
            (Gravity.AUCUNE, 0, 0),
            (Gravity.ETOURDI, 2, 10),
            (Gravity.SONNE, 4, 11),
            (Gravity.LEGERE, 6, 12),
            (Gravity.GRAVE, 8, 13),
            (Gravity.CRITIQUE, 10, 14),
            (Gravity.FATALE, None, 15),
        )
    )
)
"""A house table by which one roll may have any effect."""


def do(table: Table, *commands: Command) -> Session:
    """Have the campaign be as it is after `commands`."""
    session = table.open()
    for command in commands:
        session.execute(command)
    return session


def fireball(eff: int) -> SaveAction:
    """Merlin's only action, with another Eff."""
    return SaveAction("merlin", replace(BOULE_DE_FEU, eff=eff), BOULE_DE_FEU.name)


def is_whole(at: Evening, effects: list[Gravity]) -> bool:
    """Return whether the ladder names the effects, and neither its heading nor the row at hand is cut."""
    ladder = at.screen.query_one(RiskLadder)
    heading, row = ladder.heading().plain, ladder.row(ladder.cursor).plain
    named = heading.split()[-len(effects) :]
    return (
        named in ([str(each) for each in effects], [SHORT[each] for each in effects])
        and any(line.endswith(heading.strip()) for line in at.lines)
        and any(row.strip() in line for line in at.lines)
    )


@pytest.mark.parametrize("eff", [18, 28, 42])
async def test_the_ladder_is_whole_at_every_width(table: Table, eff: int) -> None:
    do(table, fireball(eff))
    async with evening(table) as at:
        ladder = at.screen.query_one(RiskLadder)
        await at.press("enter", "enter")
        await at.type("0")
        for width in WIDTHS:
            await at.pilot.resize_terminal(width, 24)
            await at.settle()
            rung = ladder.current
            assert rung is not None
            effects = [each for each in Gravity if rung.effects[each]]
            assert is_whole(at, effects), width


async def test_all_effects_at_once_fit(table: Table) -> None:
    do(table, ChangeOptions(replace(Options(), tableau=STEEP)))
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("4")
        for width in WIDTHS:
            await at.pilot.resize_terminal(width, 24)
            await at.settle()
            assert is_whole(at, list(Gravity)), width
            assert "fat 15" in at.text
            assert "cri 0" in at.text


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
@pytest.mark.parametrize(
    ("eff", "pf", "places"),
    [
        (28, "éto 0 · son 1 · lég 3 · gra 5", "places : lég 3 · gra 1"),
        (42, "lég 3 · gra 5 · cri 10 · fat 20", "places : lég 3 · gra 1 · cri 0"),
    ],
)
async def test_what_would_be_left_is_told_whole(
    table: Table, size: tuple[int, int], eff: int, pf: str, places: str
) -> None:
    do(table, fireball(eff))
    async with evening(table, size) as at:
        await at.press("enter", "enter")
        await at.type("8")
        assert f"PF ensuite : {pf}" in at.text
        assert any(line.endswith(places) for line in at.lines)


async def test_many_long_actions_leave_the_ladder_in_view(table: Table) -> None:
    names = [f"Invocation du grand brasier numéro {n}" for n in range(8)]
    do(
        table,
        *(SaveAction("merlin", replace(BOULE_DE_FEU, name=name, min_diff=2)) for name in names),
    )
    async with evening(table) as at:
        await at.press("enter")
        assert len([line for line in at.lines if "/20" in line]) >= 3
        for name in names:
            await at.press("down")
            assert any(f"▸ {name} · Eff 15" in line for line in at.lines)
        actions = at.screen.query_one("#actions", OptionList)
        assert actions.virtual_size.height == len(names) + 1
        await at.pilot.resize_terminal(140, 40)
        await at.settle()
        assert f"▸ {names[-1]}  My + Ma + Magie du Feu · Eff 15 · Diff ≥ 2" in at.text


async def test_the_undo_of_a_whole_company_scrolls_between_its_question_and_its_buttons(
    table: Table,
) -> None:
    company = [f"Compagnon {n:02}" for n in range(12)]
    session = do(table, *(AddCharacter(name, Kind.PJ, Sheet()) for name in company))
    for who in session.state.characters:
        session.execute(GiveWound(who, Aspect.MYSTIQUE, Gravity.LEGERE))
    session.execute(RestCompany())
    async with evening(table) as at:
        await at.press("u")
        kept = ("Annuler ?", "[ Non ]  [ Oui ]", "Échap fermer")
        assert all(words in at.text for words in kept)
        assert "PF à Compagnon 11" not in at.text
        await at.press("pagedown", "pagedown")
        assert "PF à Compagnon 11" in at.text
        assert all(words in at.text for words in kept)
        await at.press("pageup", "pageup", *["down"] * 20)
        assert "PF à Compagnon 11" in at.text
        await at.press("right", "enter")
        assert at.session.state.characters["merlin"].health.pf == 3


async def test_a_long_note_leaves_the_buttons_of_its_undo_in_view(table: Table) -> None:
    do(table, WriteNote("mot " * 400 + "dernier"))
    async with evening(table) as at:
        await at.press("u")
        assert "[ Non ]  [ Oui ]" in at.text
        await at.press(*["pagedown"] * 4)
        assert "dernier" in at.text
        assert "[ Non ]  [ Oui ]" in at.text


async def test_a_long_name_of_a_campaign_leaves_the_session_and_the_time_in_the_title() -> None:
    table = Table()
    name = "La très longue campagne des tours de brume du nord"
    table.journal.lines[0] = replace(
        table.journal.lines[0], event=CampaignCreated(name, Options()), at=EVENING
    )
    table.sit_down().execute(WriteNote("Il était une fois"))
    async with evening(table) as at:
        assert at.lines[0].startswith(" Gardien · La très longue campagne")
        assert at.lines[0].endswith("… · séance 1 depuis 20:00 · 0 min")
        await at.pilot.resize_terminal(120, 24)
        await at.settle()
        assert f"Gardien · {name} · séance 1 depuis 20:00 · 0 min" in at.lines[0]


async def test_a_usual_correction_fits_with_what_it_changes_first(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f", "i")
        await at.type("13")
        assert not at.pilot.app.screen.query_one(FormBody).show_vertical_scrollbar
        assert at.text.index("+1 PF à Merlin") < at.text.index("Réussite : ")
        assert "Tableau 3.1 : 6–10 → sonné" in at.text
        assert "[ Enregistrer ]" in at.text
        assert "à 17 = My 15 + Ma 2 + Magie du Feu 10 − 10" in at.text
