"""Précédemment… at the table: the last session told again, to be edited, copied, or kept as a note."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.commands import BeginScene, JoinSessions, MarkEvent, WriteNote
from campaign.events import NoteWritten
from campaign.place import Writing
from campaign.session import Session
from screens.bars import StatusLine
from screens.dialogs.dialog import PASTE_PURGED
from screens.dialogs.previously import KEPT, Previously
from screens.table.previously import GONE, tell_again
from screens.table.screen import TableScreen
from screens.text_field import TextField
from tests.campaign.table import Table
from tests.screens.at_the_keyboard import paste
from tests.table.at_the_table import Evening, evening

HAPPENED = "Le gué : Le pont s’est écroulé."


@pytest.fixture
def later(table: Table) -> Table:
    """The sample campaign a week after an evening with a ★ note."""
    session = table.sit_down()
    session.execute(BeginScene("Le gué"))
    (note,) = session.execute(WriteNote("Le pont s’est écroulé"))
    session.execute(MarkEvent(note.sequence, marked=True))
    table.wait(timedelta(days=7))
    return table


def text(at: Evening) -> str:
    assert isinstance(at.pilot.app.screen, Previously)
    return at.pilot.app.screen.query_one(TextField).text


def last_note(session: Session) -> str:
    event = session.entries[-1].event
    assert isinstance(event, NoteWritten)
    return event.text


async def test_one_key_tells_the_last_session_and_another_copies_it(later: Table) -> None:
    async with evening(later) as at:
        await at.press("P")
        assert "Précédemment… · séance 1" in at.text
        assert HAPPENED in at.prose
        assert text(at).split("\n")[1].endswith(HAPPENED)
        await at.press("c")
        assert at.pilot.app.clipboard == text(at)
        assert "Copié, si le terminal le permet" in at.prose
        await at.press("escape")
        assert isinstance(at.pilot.app.screen, TableScreen)
        assert not at.screen.drafts


async def test_any_chapter_is_told_by_an_event_of_it_as_it_is_read(later: Table) -> None:
    async with evening(later) as at:
        (scene,) = at.session.execute(BeginScene("La tour"))
        second = scene.sequence - 1  # the opening of its session
        tell_again(at.screen, scene.sequence)
        await at.settle()
        assert text(at).startswith("À la séance 2, ")
        await at.press("escape")
        at.session.execute(JoinSessions(second))
        tell_again(at.screen, second)
        await at.settle()
        assert "Précédemment… · séances 1–2" in at.text
        assert HAPPENED in at.prose
        await at.press("escape", "P")
        assert "Aucune séance n’est encore passée" in at.complaint
        tell_again(at.screen, 10_000)
        await at.settle()
        assert GONE in at.complaint


async def test_the_palette_finds_it_and_the_first_evening_says_that_there_is_none(
    table: Table,
) -> None:
    async with evening(table) as at:
        await at.press("ctrl+p", *"precedem", "enter")
        assert "Aucune séance n’est encore passée" in at.complaint


async def test_what_is_typed_is_text_and_waits_as_the_draft_of_that_evening(later: Table) -> None:
    async with evening(later) as at:
        written = list(later.journal.lines)
        await at.press("P", "e", *"ctrnqP?", "enter", *"Suite", "escape")
        assert later.journal.lines == written
        await at.press("P")
        assert text(at).startswith("ctrnqP?\nSuiteÀ la séance 1")
        assert "Votre texte est repris ; r le refait depuis les événements." in at.prose
        await at.press("escape")
        assert list(at.screen.drafts) == [(Writing.RETELLING, 1)]


async def test_it_is_made_again_from_the_events_once_that_is_sure(later: Table) -> None:
    async with evening(later) as at:
        await at.press("P", "r")
        assert "C’est déjà ce que racontent les événements." in at.prose
        told = text(at)
        await at.press("e", *"Alors ! ", "tab", "r", "n")
        assert text(at) == f"Alors ! {told}"
        await at.press("r", "o")
        assert text(at) == told
        await at.press("escape")
        assert not at.screen.drafts


async def test_it_is_kept_as_a_note_unless_it_is_too_long_for_one(later: Table) -> None:
    async with evening(later) as at:
        await at.press("P", "e", *"Or donc. ", "tab", "t")
        assert last_note(at.session).startswith("Or donc. À la séance 1, le samedi")
        assert KEPT in at.text
        assert not at.screen.drafts
        await at.press("P", "e")
        await paste(at.pilot, "mot " * 600)
        await at.press("tab", "t")
        assert "note" in at.prose
        assert "2000" in at.prose
        assert text(at).startswith("mot mot")


async def test_what_is_pasted_is_clean_line_by_line(later: Table) -> None:
    async with evening(later) as at:
        await at.press("P", "e")
        await paste(at.pilot, "un\x1b[31m\r\ndeux\u202e\ttrois")
        await at.settle()
        assert "un[31m\ndeux trois" in text(at)
        assert at.pilot.app.screen.query_one(StatusLine).sentence == PASTE_PURGED
