"""Example 2.10 played by keys on the table screen."""

from __future__ import annotations

from textual.widgets import Input

from campaign.character import Kind
from campaign.commands import AddCharacter, GiveWound
from campaign.events import DepassementResolved, Die, EffectRuled, Provenance
from rules.aspects import Aspect
from rules.health import Ruling
from rules.sheet import Sheet
from rules.tableau import Gravity
from screens.table.replay import Replay
from tests.campaign.table import Table
from tests.table.at_the_table import evening


async def test_each_step_of_the_example_is_shown_and_the_ruling_is_in_the_log(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("enter")
        for shown in (
            "= 17",
            "8 < 12 ≤ 17",
            "°R 12",
            "= 11",
            "= 14",
            "°R 7",
            "= 4",
            "étourdi, 0 PF",
        ):
            assert shown in at.text
        assert "dé 12 (réel), encaissement 7 (réel)" in at.text
        await at.press("f")
        assert "fatigue seule, étourdi (My −1)" in at.text
        rolled, ruled = (entry.event for entry in at.session.entries[-2:])
    assert isinstance(rolled, DepassementResolved)
    assert rolled.die == Die(12, Provenance.REAL)
    assert isinstance(ruled, EffectRuled)
    assert ruled.ruling is Ruling.FATIGUE
    assert at.session.state.characters["merlin"].health.etourdi == {Aspect.MYSTIQUE}


async def test_the_next_ca_has_etourdi_as_a_part_and_the_one_after_it_no_longer(
    table: Table,
) -> None:
    async with evening(table, (120, 36)) as at:
        await at.roll("8", "12", "7")
        await at.press("f", "enter")
        assert "Magie du Feu 10 − 10 − 1 étourdi" in at.text
        await at.press("escape")
        await at.roll("0", "14", "1")  # Dom 15 + 0 − 14 = 1, less 1: nothing
        await at.press("escape")
        assert "1 étourdi" not in at.text.split("Journal")[0]


async def test_an_empty_field_rolls_the_die_here_and_says_so(table: Table) -> None:
    table.faces = [12, 7]
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("8")
        await at.press("enter", "enter", "enter", "enter")
        assert "dé 12 (lancé ici), encaissement 7 (lancé ici)" in at.text
    assert table.faces == []


async def test_real_and_rolled_dice_mix(table: Table) -> None:
    table.faces = [7]
    async with evening(table) as at:
        await at.roll("8", "12", "")
        assert "dé 12 (réel), encaissement 7 (lancé ici)" in at.text


async def test_the_encaissement_is_not_asked_for_when_the_typed_die_leaves_no_dom(
    table: Table,
) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("0")
        await at.press("enter")
        await at.type("16")
        await at.press("enter", "enter")
        assert "Dom ≤ 0 : pas d’encaissement" in at.text
        assert "aucun effet" in at.text
        assert at.session.state.awaited is None


async def test_a_usual_roll_takes_six_keys_besides_the_dice(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f")
        before = len(at.session.entries)
        for key in ("enter", "enter", "enter", "12", "enter", "7", "enter", "f"):
            await at.press(*(key if key.isdigit() else [key]))
        assert len(at.session.entries) == before + 2


async def test_any_key_shows_the_whole_replay_and_a_ruling_key_rules_as_well(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        assert at.roller.query_one(Replay).is_playing
        await at.press("f")
        assert at.session.state.awaited is None
        assert isinstance(at.session.entries[-1].event, EffectRuled)


async def test_the_roll_is_in_the_journal_before_it_is_seen(table: Table) -> None:
    async with evening(table) as at:
        written_when_seen = []
        at.session.listen(
            lambda entries: written_when_seen.append(entries[-1] in table.journal.lines)
        )
        await at.roll("8", "12", "7")
    assert written_when_seen == [True]


async def test_a_doubled_enter_does_not_roll_the_encaissement_by_itself(table: Table) -> None:
    async with evening(table, monotonic=lambda: 0.0) as at:
        before = len(at.session.entries)
        await at.press("enter", "enter")
        await at.type("8")
        await at.press("enter")
        await at.type("12")
        await at.press("enter", "enter", "enter")
        assert len(at.session.entries) == before
        await at.type("7")
        await at.press("enter", "enter", "enter")
        assert len(at.session.entries) == before + 1


async def test_a_held_enter_never_rolls(table: Table) -> None:
    async with evening(table, monotonic=lambda: 0.0) as at:
        before = len(at.session.entries)
        await at.press(*["enter"] * 30)
        assert len(at.session.entries) == before


async def test_a_real_wound_can_be_ruled_only_when_there_is_one(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("b")
        assert at.session.state.awaited is not None
        await at.press("f")
        await at.roll("8", "20", "20")
        await at.press("b")
        assert at.session.state.characters["merlin"].health.wounds.mystique.legere == 1
        assert "blessure légère en My, PF 0 → 3" in at.text
        assert "●○○○ ○○ ○" in at.text


async def test_undo_and_redo_of_a_ruling_and_of_its_roll(table: Table) -> None:
    async with evening(table) as at:
        before = at.session.state
        await at.roll("8", "20", "20")
        awaiting = at.session.state
        await at.press("b")
        ruled = at.session.state
        await at.press("u", "u")
        assert at.session.state == awaiting
        assert "Juger" in at.text
        await at.press("u", "u")
        assert at.session.state == before
        assert "Annulé : « Merlin · Boule de feu" in at.text
        await at.press(*"rrrr")
        assert at.session.state == ruled


async def test_a_roll_that_awaits_its_ruling_is_found_again(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
    async with evening(table) as at:
        assert "Tableau 3.1" in at.text
        assert "Juger" in at.text
        await at.press("f")
        assert at.session.state.awaited is None


async def test_an_event_of_the_log_replays_the_same_steps(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("enter")
        played = [line[26:] for line in at.lines[1:10]]
        await at.press("f", "l", "up", "enter", "enter")
        assert [line[26:] for line in at.lines[1:10]] == played


async def test_the_action_played_last_comes_first_with_its_diff(table: Table) -> None:
    async with evening(table) as at:
        await at.press("down", "enter", "down", "enter")
        await at.type("7")
        await at.press("enter", "3", "enter", "4", "enter", "f", "up", "down", "enter")
        assert at.roller.action is not None
        assert at.roller.action.name == "Coup désespéré"
        await at.press("enter")
        assert at.roller.query_one("#diff", Input).value == "7"


async def test_the_best_odds_of_a_success_without_a_wound_are_starred(table: Table) -> None:
    async with evening(table) as at:
        starred = [line for line in at.lines if "★" in line]
        assert len(starred) == 1
        assert "17/20" in starred[0]


async def test_a_part_of_a_name_without_its_accents_leads_to_the_character(table: Table) -> None:
    async with evening(table) as at:
        at.session.execute(AddCharacter("Éloïse", Kind.PJ, Sheet()))
        await at.press("j", *"elo", "enter")
        assert at.screen.who == "eloise"
        await at.press("j", *"brune", "enter", "enter", "enter")
        assert "Brunehaut · Injonction" in at.text


async def test_what_the_character_would_become_is_told_under_the_ladder(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter")
        await at.type("8")
        assert "PF ensuite : éto 0 · son 1 · lég 3   places : lég 3" in at.text


async def test_a_wound_that_would_find_no_place_is_foretold(table: Table) -> None:
    async with evening(table) as at:
        for _ in range(4):
            at.session.execute(GiveWound("merlin", Aspect.MYSTIQUE, Gravity.LEGERE))
        await at.press("enter", "enter")
        await at.type("2")
        assert "places : lég → gra" in at.text
