"""How fast a replay plays is the GC's: chosen while it plays, in force at once, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.preferences import Pace, Preferences
from screens.table.replay import Replay
from storage.preferences import PreferencesFile
from tests.campaign.table import Table
from tests.table.at_the_table import Evening, evening


def shown(at: Evening) -> int:
    return at.roller.query_one(Replay).shown


def kept(folder: Path, pace: Pace) -> PreferencesFile:
    shelf = PreferencesFile(folder)
    shelf.keep(Preferences(pace=pace))
    return shelf


async def test_at_once_all_steps_are_there_and_no_timer_runs(table: Table, tmp_path: Path) -> None:
    async with evening(table, shelf=kept(tmp_path, Pace.IMMEDIAT)) as at:
        await at.roll("8", "12", "7")
        assert shown(at) == 7
        assert "8 < 12 ≤ 17" in at.text


async def test_a_pace_chosen_during_a_replay_is_said_kept_and_obeyed(
    table: Table, tmp_path: Path
) -> None:
    async with evening(table, shelf=kept(tmp_path, Pace.LENT)) as at:
        await at.roll("8", "12", "7")
        await at.press("plus")
        assert shown(at) < 7
        assert "Rythme du rejeu : posé" in at.text
        await at.press("plus", "plus")
        assert "Rythme du rejeu : immédiat" in at.text
        await at.pilot.pause(1.2)  # the step that was on its way brings all the others
        assert shown(at) == 7
    assert PreferencesFile(tmp_path).load().preferences.pace is Pace.IMMEDIAT


async def test_beyond_the_slowest_there_is_nothing(table: Table, tmp_path: Path) -> None:
    async with evening(table, shelf=kept(tmp_path, Pace.POSE)) as at:
        await at.roll("8", "12", "7")
        await at.press("minus", "minus", "minus")
        assert "Rythme du rejeu : lent" in at.text
        assert shown(at) < 7  # a key of the replay's own doesn't end it
    assert PreferencesFile(tmp_path).load().preferences.pace is Pace.LENT


async def test_where_it_cannot_be_kept_it_holds_for_this_evening_and_that_is_said(
    table: Table, tmp_path: Path
) -> None:
    (tmp_path / "config").write_text("not a folder")
    async with evening(table, shelf=PreferencesFile(tmp_path / "config")) as at:
        await at.roll("8", "12", "7")
        await at.press("plus", "plus")
        assert at.complaint.startswith("Ce réglage ne vaut que pour cette fois")
        await at.press("enter", "f")
        await at.roll("8", "12", "7")
        assert shown(at) == 7


@pytest.mark.parametrize("pace", Pace)
def test_each_pace_has_its_neighbours(pace: Pace) -> None:
    assert pace.faster(1).seconds <= pace.seconds <= pace.faster(-1).seconds
    assert (pace.faster(1) is pace) == (pace is Pace.IMMEDIAT)
    assert (pace.faster(-1) is pace) == (pace is Pace.LENT)
