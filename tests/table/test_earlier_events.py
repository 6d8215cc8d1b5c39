"""Reading back while the evening goes on: nothing jumps, and what awaits is found again."""

from __future__ import annotations

from datetime import timedelta

from campaign.commands import CloseSession, WriteNote
from campaign.looking import LookingSession
from campaign.preferences import Pace
from campaign.refusals import JournalError, JournalFault
from screens.bars import StatusLine
from screens.dialogs.ask_text import AskText
from screens.fields import Field
from screens.table.looking import LookingTable
from tests.campaign.table import MemoryJournal, Table
from tests.screens.at_the_keyboard import prose
from tests.table.at_the_table import evening


class Followed(MemoryJournal):
    """A journal to which nobody writes any more."""

    def follow(self) -> tuple[()]:
        return ()


def play_two_evenings(table: Table) -> None:
    """Fill an evening with notes, and begin another."""
    session = table.sit_down()
    for number in range(30):
        session.execute(WriteNote(f"vieille note {number}"))
    session.execute(CloseSession())
    table.wait(timedelta(days=7))
    table.journal.forgetful = True
    session = table.sit_down()
    for number in range(8):
        session.execute(WriteNote(f"note {number}"))


async def test_home_goes_to_the_first_entry_and_from_there_to_that_of_the_session_before(
    table: Table,
) -> None:
    play_two_evenings(table)
    async with evening(table) as at:
        await at.press("l", "home")
        assert "▸ 20:00 Séance 2 ouverte" in at.text
        await at.press("home")
        assert at.log.selected() == 1
        assert "Campagne « La tour » créée" in at.text


async def test_up_from_the_first_line_leaves_the_lines_below_it_where_they_were(
    table: Table,
) -> None:
    play_two_evenings(table)
    async with evening(table) as at:
        await at.press("l", *["up"] * 8)
        before = at.lines
        await at.press("up")
        (first,) = (n for n, line in enumerate(before) if "Séance 2 ouverte" in line)
        assert "Séance 1 close" in at.lines[first]
        assert "Séance 2 ouverte" in at.lines[first + 1]


async def test_an_undo_that_reaches_back_leaves_the_cursor_on_its_entry(table: Table) -> None:
    play_two_evenings(table)
    async with evening(table) as at:
        await at.press("l", "up")
        chosen = at.log.selected()
        await at.press(*["u", "u"] * 9)
        assert at.session.entries[0].sequence == 1
        assert at.log.selected() == chosen


async def test_escape_from_an_old_replay_leads_back_to_the_roll_to_rule(table: Table) -> None:
    table.faces = [20, 1]
    async with evening(table) as at:
        await at.roll("8", "12", "7")
        await at.press("f")
        await at.press("enter", "enter", "enter", "enter", "enter")
        await at.press("l", "up", "up", "enter", "enter")
        assert "dé 12 (réel)" in at.text
        assert "Juger" not in at.text
        await at.press("escape")
        assert "dé 20 (lancé ici)" in at.text
        assert "Juger" in at.text


async def test_a_note_that_cannot_be_written_is_still_in_its_dialog(table: Table) -> None:
    async with evening(table) as at:
        await at.press("t", *"une longue note")
        table.journal.fault = JournalError(JournalFault.NO_SPACE, "/campagnes")
        await at.press("enter")
        dialog = at.pilot.app.screen
        assert isinstance(dialog, AskText)
        assert "Le disque est plein" in prose(at.pilot)
        assert dialog.query_one(Field).text() == "une longue note"
        table.journal.fault = None
        await at.press("enter")
        assert "Note : une longue note" in at.text


async def test_a_table_that_is_looked_at_says_so_once_and_rolls_nothing(table: Table) -> None:
    async with evening(table) as at:
        looked_at = Followed(*table.journal.lines)
        looking = LookingSession(looked_at, lambda: table.now, lambda: table.faces.pop(0))
        screen = LookingTable(looking, lambda: 0.0, lambda: Pace.POSE)
        await at.pilot.app.push_screen(screen)
        await at.press(*["enter", "enter", "8", "enter", "1", "2", "enter", "7", "enter"])
        assert at.pilot.app.screen is screen
        assert "lecture seule" in screen.query_one(StatusLine).sentence
