"""A session is closed and re-opened by the same key; a title, a cut and a joining are read before they are done."""

from __future__ import annotations

from datetime import timedelta

from campaign.commands import OpenSession, RenameSession, WriteNote
from campaign.events import SessionReopened
from screens.history.sessions import ask_title, offer_joining, offer_reopening, offer_split
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening


async def test_the_key_that_closed_the_session_reopens_it(table: Table) -> None:
    async with evening(table) as at:
        await at.press("k", "o")
        assert "séance 1 close" in at.lines[0]
        await at.press("k")
        assert "Rouvrir la séance 1 ?" in at.prose
        await at.press("n")
        assert at.session.state.session_opened is None
        await at.press("k", "o")
        assert "séance 1 depuis 20:00" in at.lines[0]
        assert "Séance 1 rouverte, samedi 14 mars 2026" in at.text
        await at.press("t", *"On rejoue", "enter")
        assert at.session.entries[-1].session == 1


async def test_a_session_closed_by_mistake_is_reopened_even_by_another_program(
    table: Table,
) -> None:
    async with evening(table) as at:
        await at.press("k", "o")
    table.wait(timedelta(hours=1))
    async with evening(table) as again:
        assert "séance 1 close" in again.lines[0]
        await again.press("k", "o")
        assert isinstance(again.session.entries[-1].event, SessionReopened)


async def test_what_is_done_after_a_closed_session_begins_the_next(table: Table) -> None:
    async with evening(table) as at:
        await at.press("k", "o", "t", *"La suite", "enter")
        assert at.session.state.session == 2
        offer_reopening(at.screen, 1)
        await at.settle()
        assert at.complaint.startswith("La séance 1 ne peut plus être rouverte, la 2 a commencé")


async def test_a_title_is_typed_and_told_where_one_is(table: Table) -> None:
    async with evening(table, (120, 36)) as at:
        done: list[str] = []
        ask_title(at.screen, at.session.history.chapters()[0], lambda: done.append("titre"))
        await at.settle()
        assert "Séance 1 : son titre, ou rien" in at.prose
        await at.press("enter")
        assert "Rien n’a changé" in at.prose
        await at.press(*"Le pont [b]", "enter")
        assert done == ["titre"]
        assert "Séance 1 : titre « Le pont [b] »" in at.text
        assert at.lines[0].endswith("séance 1 depuis 20:00 · 0 min · Le pont [b]")
        ask_title(at.screen, at.session.history.chapters()[0])
        await at.settle()
        await at.press("escape")
        assert at.session.title == "Le pont [b]"


async def two_evenings(at: Evening) -> None:
    at.table.wait(timedelta(days=7))
    at.session.execute(OpenSession())
    at.session.execute(WriteNote("La suite"))
    await at.settle()


async def test_a_joining_is_read_before_it_is_done(table: Table) -> None:
    async with evening(table) as at:
        await two_evenings(at)
        second = at.session.history.chapters()[1]
        at.session.execute(RenameSession(second.first, "La tour"))
        done: list[str] = []
        for answer in ("n", "o"):
            offer_joining(
                at.screen, at.session.history.chapters()[1], lambda: done.append("réunies")
            )
            await at.settle()
            assert "Séance 2 · La tour · samedi 21 mars 2026" in at.prose
            assert "Se lirait : · Séances 1–2 · samedi 14 mars 2026" in at.prose
            await at.press(answer)
        assert done == ["réunies"]
        assert "Séances 1 et 2 réunies" in at.text
        offer_joining(at.screen, at.session.history.chapters()[0])
        await at.settle()
        assert at.complaint.startswith("C’est la première séance")


async def test_a_cut_is_read_before_it_is_done_and_undone_by_the_usual_key(table: Table) -> None:
    async with evening(table) as at:
        await two_evenings(at)
        last = at.session.entries[-1]
        offer_split(at.screen, last)
        await at.settle()
        assert "· Séance 2 bis · samedi 21 mars 2026" in at.prose
        await at.press("o")
        assert [each.label for each in at.session.history.chapters()] == ["1", "2", "2 bis"]
        await at.press("u", "u")
        assert [each.label for each in at.session.history.chapters()] == ["1", "2"]
        offer_split(at.screen, next(e for e in at.session.entries if e.session == 2))
        await at.settle()
        assert at.complaint.startswith("La séance 2 commence déjà là")
