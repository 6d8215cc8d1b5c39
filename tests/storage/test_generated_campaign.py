"""The generator of large campaigns plays by the rules, and the same seed plays the same."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from bench.generator import play_campaign, write_campaign
from campaign.events import ActionRemoved, OptionsChanged
from campaign.session_events import OfSessions, SessionClosed, SessionOpened, SessionReopened
from storage.codec import TYPES
from storage.library import FolderLibrary
from tests.storage.folders import Clock, QuickDisk, files, readable, seen, sit_down


def lines(root: Path, slug: str) -> list[bytes]:
    return [path.read_bytes() for path in files(root / slug)]


def test_the_same_seed_plays_the_same_campaign_and_another_seed_another(tmp_path: Path) -> None:
    played = [
        lines(root, play_campaign(root, "Brume", 2, 60, seed, QuickDisk()))
        for root, seed in ((tmp_path / "a", 1), (tmp_path / "b", 1), (tmp_path / "c", 2))
    ]
    assert played[0] == played[1]
    assert played[0] != played[2]


def test_a_campaign_written_in_one_go_is_a_true_one_of_the_size_asked_for(tmp_path: Path) -> None:
    slug = write_campaign(tmp_path, "Brume", evenings=4, events=70)
    library = FolderLibrary(tmp_path, Clock(), QuickDisk())
    assert library.verify(slug) == ()
    entries = seen(library, slug)
    assert max(entry.sequence for entry in entries) == 1 + 4 * 70
    ends = [
        event for event in readable(entries) if isinstance(event, SessionOpened | SessionClosed)
    ]
    assert [event.number for event in ends] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert {path.stat().st_mode & 0o777 for path in files(tmp_path / slug)} == {0o600}


def test_it_has_something_of_everything_a_table_does(tmp_path: Path) -> None:
    slug = write_campaign(tmp_path, "Brume", evenings=4, events=400)
    entries = seen(FolderLibrary(tmp_path, Clock(), QuickDisk()), slug)
    kinds = {type(entry.event) for entry in entries}
    for_a_quiet_table = {OptionsChanged, ActionRemoved, SessionReopened}
    for_a_quiet_table |= {*get_args(OfSessions)}
    assert {kind for kind, _ in TYPES.values()} - kinds <= for_a_quiet_table
    assert any(entry.secret for entry in entries)
    assert any(entry.place != (1, 1) for entry in entries)


def test_it_opens_from_its_index_and_can_be_played_on(tmp_path: Path) -> None:
    slug = write_campaign(tmp_path, "Brume", evenings=3, events=50)
    session = sit_down(FolderLibrary(tmp_path, Clock()).open(slug))
    assert session.notices == ()
    session.close()
