"""What is kept of a session beside it: a cache, believed only while the files it was made from are there."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.commands import CloseSession, GivePF, MarkEvent, WriteNote
from campaign.events import DepassementResolved
from campaign.history.history import History
from campaign.narration import line
from campaign.past import fold
from campaign.ports import Journal
from storage import index_shelf
from storage.library import FolderLibrary
from tests.storage.folders import created, seen, session_file, sit_down

Spoil = Callable[[Path], object]


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    """Three evenings with secrets, each closed; the last one speaks of the first."""
    library = created(tmp_path, 3, secrets=True)
    session = sit_down(library.open("brume"))
    rolled = next(each for each in seen(library) if isinstance(each.event, DepassementResolved))
    session.execute(MarkEvent(rolled.sequence, marked=True))
    session.execute(WriteNote("ce fut le premier", about=rolled.sequence))
    session.execute(GivePF("merlin", 2))
    session.execute(CloseSession())
    session.close()
    return library


def told(library: FolderLibrary, *, public: bool = False) -> list[str]:
    """Return every line of the history of a campaign, as a reader of it sees it."""
    history = History(library.open_for_reading("brume", public=public).shelf())
    history.load()
    indexes = [history.index(session) for session in history.sessions]
    return [text for index in indexes if index for text in index.lines]


def looked_back(library: FolderLibrary, journal: Journal) -> None:
    """Hold the states that a history finds against the plainest fold."""
    entries, history = seen(library), History(journal.shelf())
    history.load()
    for each in entries:
        assert history.state_at(each.sequence) == fold(entries, before=each.sequence + 1)


def expected(library: FolderLibrary) -> list[str]:
    entries = seen(library)
    by_number = {entry.sequence: entry for entry in entries}
    return [line(entry, by_number.get) for entry in entries]


def kept(library: FolderLibrary) -> list[Path]:
    return sorted((library.folder("brume") / "index").iterdir())


def test_a_session_that_is_closed_is_kept_for_the_gc_alone(library: FolderLibrary) -> None:
    files = kept(library)
    assert [each.name for each in files] == ["0001.json", "0002.json", "0003.json"]
    assert {stat.S_IMODE(each.stat().st_mode) for each in files} == {0o600}
    assert stat.S_IMODE(files[0].parent.stat().st_mode) == 0o700
    assert told(library) == expected(library)


def test_whoever_may_know_only_what_is_public_reads_nothing_that_is_kept(
    library: FolderLibrary,
) -> None:
    assert any("secret 2" in text for text in told(library))
    assert not any("secret" in text for text in told(library, public=True))


def test_a_session_that_another_hand_changed_is_read_again(
    library: FolderLibrary, tmp_path: Path
) -> None:
    path = session_file(tmp_path, 2)
    path.write_bytes(path.read_bytes().replace(b"soir 2", b"matin!"))
    lines = told(library)
    assert lines == expected(library)
    assert any("somme de contr" in text for text in lines)


def test_what_is_kept_at_the_end_of_an_evening_is_what_would_be_made_later(
    library: FolderLibrary,
) -> None:
    files = {path: path.read_bytes() for path in kept(library)}
    for path in files:
        path.unlink()
    told(library)
    assert kept(library) == []  # by whoever only looks
    journal = library.open("brume")
    History(journal.shelf()).load()
    journal.close()
    assert {path: path.read_bytes() for path in kept(library)} == files


def test_what_another_edition_kept_is_made_again(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index_shelf, "EDITION", index_shelf.EDITION - 1)
        library = created(tmp_path, 2)
    before = kept(library)[0].read_bytes()
    journal = library.open("brume")
    History(journal.shelf()).load()
    journal.close()
    assert f'"edition":{index_shelf.EDITION},'.encode() in kept(library)[0].read_bytes() != before


@pytest.mark.parametrize("looking", [True, False])
def test_no_state_serves_once_another_hand_changed_an_evening_before_it(
    library: FolderLibrary, tmp_path: Path, *, looking: bool
) -> None:
    session = sit_down(library.open("brume"))
    for each in (2, 3):
        session.execute(GivePF("merlin", each))
        session.execute(CloseSession())
    session.close()
    third = session_file(tmp_path, 3)
    lines = third.read_bytes().splitlines(keepends=True)
    third.write_bytes(b"".join(each for each in lines if "santé".encode() not in each))
    journal = library.open_for_reading("brume") if looking else library.open("brume")
    looked_back(library, journal)
    journal.close()
    looked_back(library, library.open_for_reading("brume"))  # nor later


def _shorter(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _other(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Merlin", b"Morgan"))


def _link(path: Path) -> None:
    path.rename(path.with_name("x"))
    path.symlink_to("x")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT: dict[str, Spoil] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": _shorter,
    "changed": _other,
    "nonsense": lambda path: path.write_bytes(b"\x00\xff" * 5000),
    "another": lambda path: path.write_bytes(path.with_name("0001.json").read_bytes()),
    "gone": Path.unlink,
    "link": _link,
    "folder": _folder,
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_what_is_kept_and_spoilt_is_made_again(library: FolderLibrary, spoil: Spoil) -> None:
    spoil(kept(library)[1])
    assert told(library) == expected(library)
    with_writing = library.open("brume")
    History(with_writing.shelf()).load()
    with_writing.close()
    assert told(library) == expected(library)


def test_a_campaign_in_which_nothing_can_be_kept_is_read_all_the_same(
    library: FolderLibrary, tmp_path: Path
) -> None:
    folder = library.folder("brume") / "index"
    for path in kept(library):
        path.unlink()
    folder.rmdir()
    folder.symlink_to(tmp_path)
    journal = library.open("brume")
    history = History(journal.shelf())
    history.load()
    journal.close()
    assert told(library) == expected(library)
    assert {each.name for each in tmp_path.iterdir()} == {"brume"}
