"""A past event is put right by keys: its dice stay, old and new are shown, what it changes is read first."""

from __future__ import annotations

from textual.widget import Widget

from campaign.events import DepassementResolved, EffectRuled, EventCorrected, Provenance
from rules.health import Ruling
from screens.table.action_list import ActionList
from screens.table.replay import Replay
from screens.table.roller import Stage
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening


def counting_roll(at: Evening) -> DepassementResolved:
    """Return the last roll as it counts."""
    entry = next(
        each for each in reversed(at.session.entries) if isinstance(each.event, DepassementResolved)
    )
    event = at.session.past.current(entry)
    assert isinstance(event, DepassementResolved)
    return event


async def test_a_diff_is_corrected_and_the_dice_are_kept(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f")
        before = counting_roll(at)
        await at.press("i")
        assert "correction · Merlin · Boule de feu" in at.lines[0]
        assert "Rien n’est changé pour l’instant" in at.text
        await at.type("13")
        assert "Réussite : 13 < 12 ≤ 17 → ratée" in at.prose
        assert "avant : 8 < 12 ≤ 17 → réussie, °R 12" in at.prose
        assert "Merlin n’est plus étourdi en My" in at.prose
        assert "+1 PF à Merlin" in at.prose
        assert at.session.state.characters["merlin"].health.pf == 0
        await at.press("ctrl+s")
        after = counting_roll(at)
        assert (after.die, after.encaissement_die) == (before.die, before.encaissement_die)
        assert (before.stakes.diff, after.stakes.diff) == (8, 13)
        assert at.session.state.characters["merlin"].health.pf == 1
        assert "✎ Merlin · Boule de feu, Diff 13" in at.text
        assert "Corrigé : « Merlin · Boule de feu, Diff 8" in at.prose


async def test_a_correction_is_undone_whole_and_redone(table: Table) -> None:
    async with evening(table, (120, 36)) as at:
        await at.roll("8", "12", "7")
        await at.press("f")
        ruled = at.session.state
        await at.press("i")
        await at.type("13")
        await at.press("ctrl+s")
        corrected = at.session.state
        await at.press("u", "u")
        assert at.session.state == ruled
        assert counting_roll(at).stakes.diff == 8
        await at.press("r", "r")
        assert at.session.state == corrected
        assert "✎ Merlin · Boule de feu, Diff 13" in at.text


async def test_a_die_typed_wrong_is_put_right_and_says_so(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f", "i", "down", "down", "down", "down")
        await at.type("21")
        await at.press("ctrl+s")
        assert "dé : « 21 » n’est pas un nombre entier de 1 à 20" in at.prose.replace("Dé", "dé")
        await at.type("11")
        await at.press("ctrl+s")
        die = counting_roll(at).die
        assert die is not None
        assert (die.face, die.provenance) == (11, Provenance.CORRECTED)
        await at.press("l", "end", "enter", "enter")
        assert "11 (corrigé)" in at.text


async def test_a_roll_that_awaits_its_ruling_is_corrected_before_it_is_ruled(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("enter", "i")
        assert "Jugement" not in at.text
        await at.type("13")
        await at.press("ctrl+s")
        assert "13 < 12 ≤ 17" in at.text
        await at.press("f")
        assert at.session.state.awaited is None
        assert at.session.state.characters["merlin"].health.pf == 1


async def test_a_ruling_is_changed_from_the_roll_in_view(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "20", "20")
        await at.press("f", "l", "up", "enter", "enter")
        assert "Jugé fatigue seule ; changer" in at.text
        await at.press("b")
        assert "Juger plutôt blessure ?" in at.text
        assert "+1 légère en My à Merlin" in at.text
        assert at.session.state.characters["merlin"].health.wounds.mystique.legere == 0
        await at.press("o")
        assert at.session.state.characters["merlin"].health.wounds.mystique.legere == 1
        assert at.session.state.characters["merlin"].health.pf == 3
        last = at.session.entries[-1].event
        assert isinstance(last, EventCorrected)
        assert isinstance(last.event, EffectRuled)
        assert last.event.ruling is Ruling.BLESSURE


async def test_a_note_is_written_otherwise_and_keeps_its_first_words_in_the_journal(
    table: Table,
) -> None:
    async with evening(table) as at:
        await at.press("t", *"La porte", "enter", "i")
        assert "Corriger la note" in at.text
        await at.press("end", *" est close", "enter")
        assert "✎ Note : La porte est close" in at.text
        assert "Corrigé : « Note : La porte » devient « Note : La porte est close »" in at.prose
        await at.press("i")
        assert "La porte est close" in at.text


async def test_what_cannot_be_corrected_is_said(table: Table) -> None:
    async with evening(table) as at:
        await at.press("v", "i")
        assert at.complaint.startswith("Cet événement ne se corrige pas")
        await at.press("V", "t", *"mot", "enter", "u", "u", "i")
        assert at.complaint == "Cet événement est annulé : il faut d’abord le rétablir."


async def test_leaving_a_correction_asks_first_and_writes_nothing(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f")
        lines = list(table.journal.lines)
        await at.press("i")
        await at.type("13")
        await at.press("escape")
        assert "Abandonner ces changements ?" in at.text
        await at.press("o")
        assert table.journal.lines == lines


def focused(at: Evening) -> Widget | None:
    """Return the widget that hears the keys."""
    return at.screen.focused


async def test_the_keys_go_on_where_they_were_once_the_past_has_changed(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "20", "20")
        await at.press("f", "l", "up", "enter", "enter", "i", "escape")
        assert focused(at) is at.roller.query_one(Replay)
        await at.press("b", "o")
        assert focused(at) is at.roller.query_one(Replay)
        assert "Jugé blessure ; changer" in at.text
        await at.press("u", "u", "u", "u", "u", "u")
        assert focused(at) is at.roller.query_one(ActionList)
        await at.press("enter")
        assert at.roller.stage is Stage.STAKES


async def test_another_character_at_hand_takes_the_keys_with_it(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "20", "20")
        await at.press("f", "l", "up", "enter", "enter", "d", "enter")
        assert focused(at) is at.roller.query_one(ActionList)


async def test_the_arrows_go_from_field_to_field_of_a_correction(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f", "i")
        await at.type("13")
        await at.press("down")
        await at.type("16")
        await at.press("ctrl+s")
        assert (counting_roll(at).stakes.diff, counting_roll(at).stakes.eff) == (13, 16)


async def test_a_die_that_is_missing_is_asked_for_at_its_field(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("0", "16", "")
        await at.press("i", "down")
        assert "Jugement" not in at.text
        await at.type("30")
        assert "Il manque le dé d’encaissement" in at.text
        assert "Réussite : 0 < 16 ≤ 17 → réussie, °R 16" in at.text
        await at.press("ctrl+s", "7")
        assert "Encaissement : 7 ≤ 14 → réussie, °R 7 (étape nouvelle)" in at.prose
        assert "Jugement ‹ fatigue seule ›" in at.prose
        await at.press("ctrl+s")
        assert counting_roll(at).stakes.eff == 30


async def test_an_encaissement_that_is_no_more_is_told(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f", "i")
        await at.type("0")
        await at.press("down")
        await at.type("0")
        assert "Encaissement : — → plus en jeu (avant : 7 ≤ 14 → réussie, °R 7)" in at.prose
        assert "Jugement ‹" not in at.prose


async def test_the_values_of_a_correction_stand_in_one_column(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f", "i")
        rows = {name: line for line in at.lines for name in ("Diff ", "Jugement ") if name in line}
        assert rows["Diff "].index("8") == rows["Jugement "].index("‹")
