"""A roll that only the GC may know of: chosen before the dice, told apart in the log, revealed on his word."""

from __future__ import annotations

from campaign.events import EventRevealed
from tests.campaign.table import Table
from tests.table.at_the_table import evening


async def test_a_secret_roll_and_its_ruling_are_written_as_secrets(table: Table) -> None:
    async with evening(table) as at:
        await at.press("z")
        assert "JET SECRET · Merlin" in at.text
        await at.roll("8", "12", "7")
        await at.press("f")
        roll, ruling = table.journal.lines[-2:]
        assert roll.secret
        assert ruling.secret
        assert "secret Merlin · Boule de feu" in at.text
        assert "JET SECRET" not in at.text
        await at.roll("8", "12", "7")
        assert not table.journal.lines[-1].secret


async def test_the_secret_is_taken_back_by_the_same_key(table: Table) -> None:
    async with evening(table) as at:
        await at.press("z", "z")
        assert "JET SECRET" not in at.text
        await at.roll("8", "12", "7")
        assert not table.journal.lines[-1].secret


async def test_the_secret_is_kept_while_the_gc_looks_for_the_character(table: Table) -> None:
    async with evening(table) as at:
        await at.press("z", "down", "up")
        assert "JET SECRET · Merlin" in at.text


async def test_a_note_taken_on_a_secret_roll_in_view_is_secret_and_stays_so(table: Table) -> None:
    async with evening(table) as at:
        await at.press("z")
        await at.roll("8", "12", "7")
        await at.press("t", *"le traître est Gaston", "enter")
        note = table.journal.lines[-1]
        assert note.secret
        await at.press("f", "l", "up", "up", "z")
        assert "fatigue seule" in at.prose
        assert "traître" not in at.prose.split("Révéler aux joueurs ?")[1].split("Cela ne")[0]
        await at.press("o")
        assert at.session.past.is_secret(note)


async def test_z_typed_in_a_field_is_no_command(table: Table) -> None:
    async with evening(table) as at:
        await at.press("enter", "enter", "z")
        assert "JET SECRET" not in at.text


async def test_a_roll_that_was_played_openly_stays_so(table: Table) -> None:
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("z")
        assert "seul un jet rendu secret avant ses dés" in at.complaint


async def test_a_secret_roll_is_revealed_with_its_ruling_once_it_is_confirmed(table: Table) -> None:
    async with evening(table) as at:
        await at.press("z")
        await at.roll("8", "12", "7")
        await at.press("f")
        before = at.session.state
        await at.press("l", "up", "z")
        assert "Révéler aux joueurs ?" in at.text
        await at.press("escape")
        assert not isinstance(table.journal.lines[-1].event, EventRevealed)
        await at.press("z", "o")
        revealed = table.journal.lines[-2:]
        assert all(isinstance(each.event, EventRevealed) and not each.secret for each in revealed)
        assert at.session.state == before
        assert "secret Merlin" not in at.text
        await at.press("z")
        assert at.complaint.startswith("Cet événement n’est pas secret")
