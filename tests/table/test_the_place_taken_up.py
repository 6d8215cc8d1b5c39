"""What was on the screen when the link was cut is offered the next time, and nothing is after a clean end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from campaign.commands import RemoveAction, SetAside
from campaign.narration import line
from campaign.place import Place, PlaceLost
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening

OFFER = "Reprendre où vous en étiez ?"
TO_COUP_DESESPERE = ("down", "enter", "down", "enter")
NOTE = "la salle"


class Memory:
    """A bookmark in memory.

    Attributes:
        place: what is kept.
        count: how often something was.
        fault: why nothing can be kept.
    """

    def __init__(self, fault: str = "") -> None:
        self.place: Place | None = None
        self.count = 0
        self.fault = fault

    def find(self) -> Place | None:
        return self.place

    def keep(self, place: Place) -> None:
        self.count += 1
        if self.fault:
            raise PlaceLost(self.fault)
        self.place = place

    def forget(self) -> None:
        self.place = None


async def cut_off(table: Table, bookmark: Memory, *keys: str) -> None:
    """Play some keys; the evening then ends as when the link drops."""
    async with evening(table, bookmark=bookmark) as at:
        await at.press(*keys)


async def prepare(at: Evening) -> None:
    await at.press("z", *TO_COUP_DESESPERE)
    await at.type("7")
    await at.press("tab")
    await at.type("-2")


async def test_a_roll_is_gone_on_with_as_it_was_typed(table: Table) -> None:
    bookmark = Memory()
    async with evening(table, bookmark=bookmark) as at:
        await prepare(at)
        await at.press("enter", "1", "4")
    async with evening(table, bookmark=bookmark) as at:
        assert OFFER in at.prose
        assert "Gaston · Coup désespéré, Diff 7, handicap -2, dé 14 · jet secret" in at.prose
        await at.press("enter")
        assert "JET SECRET · Gaston · Coup désespéré" in at.text
        assert "Diff 7 Handicap -2" in at.prose
        await at.press("enter", "9", "enter")
        awaited = at.session.state.awaited
        assert awaited is not None
        assert (awaited.roll.action, awaited.roll.stakes.diff) == ("Coup désespéré", 7)
        assert "dé 14 (réel), encaissement 9 (réel)" in at.text
        assert at.session.past.is_secret(at.session.entries[-1])


async def test_texts_are_gone_on_with_where_a_dialog_was_open_and_where_it_was_left(
    table: Table,
) -> None:
    bookmark = Memory()
    async with evening(table, bookmark=bookmark) as at:
        await at.press("w", *"le g", "escape", "l", "i")
        await at.type("en haut ")
        await at.press("escape", "c", "t", *"la ")
    async with evening(table, bookmark=bookmark) as at:
        assert "un titre de scène à moitié écrit : « le g »" in at.prose
        assert "une note à moitié corrigée : « en haut »" in at.prose
        assert "une note à moitié écrite : « la »" in at.prose
        await at.press("enter", *"salle", "enter", "w", *"ué", "enter", "l", "up", "up", "i")
        await at.press(*"encore", "enter")
        note, scene, corrected = (line(each, at.session.find) for each in at.session.entries[-3:])
    assert (note, scene) == ("Note : la salle", "Scène : le gué")
    assert "devient « Note : en haut encore »" in corrected
    assert bookmark.place is not None
    assert not bookmark.place.is_half_done


async def test_where_nothing_was_half_done_the_same_character_is_at_hand_unasked(
    table: Table,
) -> None:
    bookmark = Memory()
    await cut_off(table, bookmark, "down", "enter", "down")
    async with evening(table, bookmark=bookmark) as at:
        assert at.screen.who == "gaston"
        assert at.roller.action is not None
        assert at.roller.action.name == "Coup désespéré"


async def test_what_is_refused_is_gone_and_what_is_not_answered_is_offered_again(
    table: Table,
) -> None:
    bookmark = Memory()
    await cut_off(table, bookmark, "t", *NOTE)
    await cut_off(table, bookmark, "tab", "tab")
    async with evening(table, bookmark=bookmark) as at:
        assert NOTE in at.text
        await at.press("escape", "t")
        assert NOTE not in at.text
    async with evening(table, bookmark=bookmark) as at:
        assert OFFER not in at.prose


@pytest.mark.parametrize("end", [("q", "o"), ("ctrl+q", "o")], ids=["table", "Gardien"])
async def test_nothing_is_offered_after_a_clean_end(table: Table, end: tuple[str, ...]) -> None:
    bookmark = Memory()
    async with evening(table, bookmark=bookmark) as at:
        await at.press("t", *NOTE, "escape", *TO_COUP_DESESPERE, "escape", "c")
        await at.pilot.press(*end)
    assert bookmark.place is None


async def test_what_the_campaign_no_longer_has_is_left_out(table: Table) -> None:
    bookmark = Memory()
    async with evening(table, bookmark=bookmark) as at:
        await prepare(at)
    session = table.sit_down()
    session.execute(SetAside("gaston"))
    session.execute(RemoveAction("gaston", "Coup désespéré"))
    session.close()
    async with evening(table, bookmark=bookmark) as at:
        assert "Coup désespéré, Diff" not in at.prose
        assert "un jet secret" in at.prose
        await at.press("enter")
        assert at.screen.who == "gaston"
        assert "JET SECRET" in at.text


async def test_a_roll_that_awaits_its_ruling_comes_before_one_that_was_made_ready(
    table: Table,
) -> None:
    bookmark = Memory()
    async with evening(table, bookmark=bookmark) as at:
        await prepare(at)
        place = bookmark.place
        await at.press("enter", "1", "4", "enter", "9", "enter")
    bookmark.place = place
    async with evening(table, bookmark=bookmark) as at:
        assert at.session.state.awaited is not None
        assert "Juger" in at.text


async def test_the_place_in_another_campaign_or_before_a_restoration_is_not_taken(
    table: Table,
) -> None:
    bookmark = Memory()
    await cut_off(table, bookmark, "t", *NOTE)
    kept = bookmark.place
    assert kept is not None
    for other in (
        replace(kept, seen=kept.seen + 1),
        replace(kept, seen_at=kept.seen_at - timedelta(seconds=1)),
    ):
        bookmark.place = other
        async with evening(table, bookmark=bookmark) as at:
            assert at.screen.who == "merlin"


async def test_a_place_that_can_not_be_kept_is_told_once_and_stops_nothing(table: Table) -> None:
    bookmark = Memory("la place est perdue")
    async with evening(table, bookmark=bookmark) as at:
        await at.press("down")
        assert at.complaint == bookmark.fault
        await at.press("down")
        assert at.complaint == ""
        count = bookmark.count
        await at.press("shift", "l", "l")
        assert bookmark.count == count
        await at.press("t", *NOTE, "enter")
        assert "Note : la salle" in at.text


async def test_what_was_found_at_the_opening_is_read_before_the_question_is_asked(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bookmark = Memory()
    await cut_off(table, bookmark, *TO_COUP_DESESPERE, "7")
    load = table.journal.load
    monkeypatch.setattr(
        table.journal, "load", lambda: replace(load(), notices=("Une ligne abîmée.",))
    )
    async with evening(table, bookmark=bookmark) as at:
        assert "Une ligne abîmée." in at.prose
        assert at.text.count("└") == 1, "one dialog, not two"
        await at.press("escape")
        assert OFFER in at.prose
        await at.press("enter")
        assert "Diff 7" in at.prose
