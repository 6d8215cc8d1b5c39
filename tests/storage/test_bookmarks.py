"""The GC's place in a campaign is found again whatever ended the program, and no file of it does any harm."""

from __future__ import annotations

import stat
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.place import Draft, HalfRoll, Place, PlaceLost, Writing
from storage.bookmark import FOLDER, LONGEST, MOST, BookmarkFile
from storage.disk import Disk

PLACE = Place(
    12,
    datetime(2026, 11, 30, 21, 4, tzinfo=UTC),
    "merlin",
    "Boule de feu",
    is_secret=True,
    roll=HalfRoll("12", "-1", called=True, asks_dice=True, die="4", encaissement_die=""),
    drafts=(Draft(Writing.NOTE, 7, "la salle retient son "),),
)


def marked(folder: Path) -> BookmarkFile:
    return BookmarkFile(folder / "état", folder / "campagnes" / "la-tour")


def file_of(folder: Path) -> Path:
    (path,) = (folder / "état" / FOLDER).iterdir()
    return path


def test_the_last_place_is_found_whether_it_is_longer_or_shorter_than_the_one_before(
    tmp_path: Path,
) -> None:
    bookmark = marked(tmp_path)
    assert bookmark.find() is None
    for place in (PLACE, replace(PLACE, drafts=()), replace(PLACE, drafts=PLACE.drafts * 3)):
        bookmark.keep(place)
        assert marked(tmp_path).find() == place
    path = file_of(tmp_path)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]
    bookmark.forget()
    assert marked(tmp_path).find() is None
    bookmark.keep(PLACE)
    assert marked(tmp_path).find() == PLACE


def test_two_campaigns_have_two_places(tmp_path: Path) -> None:
    marked(tmp_path).keep(PLACE)
    assert BookmarkFile(tmp_path / "état", tmp_path / "campagnes" / "le-gué").find() is None


def test_what_is_found_does_nothing_to_a_terminal_and_has_its_limits(tmp_path: Path) -> None:
    bookmark = marked(tmp_path)
    hostile = replace(PLACE.drafts[0], text="\x1b[2J" + "x" * 2 * LONGEST)
    bookmark.keep(replace(PLACE, drafts=(hostile,) * 2 * MOST))
    path = file_of(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"diff":"12"', rb'"diff":"\u001b]0;t\u0007 12"'))
    found = marked(tmp_path).find()
    assert found is not None
    assert found.roll is not None
    assert found.roll.diff == "]0;t 12"
    assert len(found.drafts) == MOST
    assert all("\x1b" not in each.text for each in found.drafts)


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format":2,"campaign":"","place":{"seen":1,"seen_at":"2026-11-30T21:04:00Z"}}',
        b'{"format":1,"campaign":"","place":{"seen":"un","seen_at":""}}',
        b" " * 10_000_000,
    ],
    ids=["empty", "torn", "no UTF-8", "deep", "newer", "of another shape", "huge"],
)
def test_a_damaged_file_is_told_of_and_replaced_by_the_next_place(
    tmp_path: Path, damage: bytes
) -> None:
    marked(tmp_path).keep(PLACE)
    file_of(tmp_path).write_bytes(damage)
    bookmark = marked(tmp_path)
    with pytest.raises(PlaceLost, match="n’a pas pu être retrouvé"):
        bookmark.find()
    bookmark.keep(PLACE)
    assert marked(tmp_path).find() == PLACE


def test_where_nothing_can_be_written_it_is_said_why(tmp_path: Path) -> None:
    (tmp_path / "état").write_text("un fichier, pas un dossier", "utf-8")
    assert marked(tmp_path).find() is None
    with pytest.raises(PlaceLost, match=r"n’a pas pu être gardé.*état"):
        marked(tmp_path).keep(PLACE)


def test_a_state_folder_may_lie_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "ailleurs").mkdir()
    (tmp_path / "état").symlink_to("ailleurs")
    marked(tmp_path).keep(PLACE)
    assert marked(tmp_path).find() == PLACE


def test_a_link_that_leads_nowhere_is_said_to_be_why(tmp_path: Path) -> None:
    (tmp_path / "état").symlink_to("nulle-part")
    with pytest.raises(PlaceLost, match=r"n’a pas pu être gardé.*un lien"):
        marked(tmp_path).keep(PLACE)


def test_a_full_disk_leaves_the_place_before(tmp_path: Path) -> None:
    class Full(Disk):
        def write_over(self, descriptor: int, data: bytes) -> None:
            raise OSError(28, "No space left on device")

    bookmark = BookmarkFile(tmp_path / "état", tmp_path / "campagnes" / "la-tour", Full())
    bookmark.keep(PLACE)
    with pytest.raises(PlaceLost, match="n’a pas pu être gardé"):
        bookmark.keep(replace(PLACE, roll=None))
    assert marked(tmp_path).find() == PLACE
