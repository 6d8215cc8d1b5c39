"""Who follows what everyone may know: whatever happens to the campaign, its secrets never come near."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.calculations import as_text
from campaign.commands import OpenSession, Reveal, WriteNote
from campaign.demo import populate
from campaign.events import DepassementResolved, Entry, EventRevealed, NoteWritten
from campaign.looking import LookingSession
from campaign.narration import line
from campaign.past import Past, fold
from campaign.refusals import JournalError
from campaign.session import Session
from rules.options import Options
from storage.library import FolderLibrary
from tests.campaign.table import recall_all
from tests.storage.by_chance import SECRET, Gardien
from tests.storage.folders import (
    Clock,
    QuickDisk,
    created,
    end_evening,
    no_dice,
    notes,
    seen,
    session_file,
    sit_down,
    whisper,
)
from tests.storage.groups import own_groups

COMMANDS = 150


class WatchedDisk(QuickDisk):
    """A disk that remembers which paths were looked at."""

    def __init__(self) -> None:
        self.paths: set[Path] = set()

    def open(self, path: Path, flags: int) -> int:
        self.paths.add(path)
        return super().open(path, flags)

    def status(self, target: Path | int) -> os.stat_result:
        if isinstance(target, Path):
            self.paths.add(target)
        return super().status(target)


def follower(root: Path, disk: QuickDisk | None = None) -> LookingSession:
    library = FolderLibrary(root, Clock(), disk or QuickDisk())
    return LookingSession(library.open_for_reading("brume", public=True), Clock(), no_dice)


def tells_a_secret(entries: Iterable[Entry]) -> bool:
    """Whether a note on a secret was revealed to everyone."""
    return any(
        isinstance(entry.event, EventRevealed) and isinstance(entry.event.event, NoteWritten)
        for entry in entries
    )


def told(session: Session) -> str:
    """All that a session knows, and all that a screen would make of it."""
    words = [
        words(entry.event, session.find) if words is as_text else line(entry, session.find)
        for entry in session.entries
        for words in (as_text, line)
    ]
    return "\n".join([*words, repr((session.entries, session.state, session.past))])


@given(st.integers(0, 10**6))
@settings(max_examples=8)
def test_a_follower_knows_what_the_public_lines_say_and_no_more(seed: int) -> None:
    with TemporaryDirectory() as scratch:
        root, clock, gardien = Path(scratch), Clock(), Gardien(seed)
        library = FolderLibrary(root, clock, QuickDisk())
        library.create("Brume", Options())
        session = Session(library.open("brume"), clock, gardien.die)
        populate(session)
        library.share("brume", own_groups()[0].gr_name)
        disk = WatchedDisk()
        following = follower(root, disk)
        for _ in range(COMMANDS):
            clock.pass_by(minutes=1)
            gardien.act(session)
            if gardien.chance.random() < 0.4:
                following.follow()
            if gardien.chance.random() < 0.05:
                following = follower(root, disk)
        following.follow()
        recall_all(following)
        public = [entry for entry in seen(library) if not entry.secret]
        assert list(following.entries) == public
        assert (following.state, following.past) == (fold(public), Past.of(public))
        assert list(following.state.characters) == list(fold(public).characters)
        assert following.notices == follower(root).notices == ()
        shown = told(following) + "".join(
            path.read_text() for path in (root / "brume" / "seances").iterdir()
        )
        assert SECRET not in shown or tells_a_secret(public)
        assert disk.paths
        assert not [path for path in disk.paths if "secrets" in path.parts]
        assert root / "brume" / "campagne.json" not in disk.paths
        session.close()


def test_what_is_kept_secret_is_followed_once_it_is_revealed(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    session = sit_down(library.open("brume"))
    following = follower(tmp_path)
    before = following.state
    roll = whisper(session)
    assert following.follow() == ()
    assert following.state == before
    session.execute(Reveal(roll))
    revealed = [entry.event for entry in following.follow()]
    assert [type(each.event) for each in revealed if isinstance(each, EventRevealed)][:1] == [
        DepassementResolved
    ]
    assert following.state == session.state
    assert "chut" not in told(following)
    session.close()


def test_a_follower_keeps_what_it_knows_while_there_is_nothing_to_read_then_goes_on(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=2, secrets=True)
    following = follower(tmp_path)
    known = following.entries
    (tmp_path / "brume").rename(tmp_path / ".ailleurs")
    for _ in range(2):
        try:
            following.follow()
        except JournalError:
            assert following.entries == known
        else:
            raise AssertionError("there was nothing to follow")
    (tmp_path / ".ailleurs").rename(tmp_path / "brume")
    assert following.follow() == ()
    session = sit_down(library.open("brume"))
    session.execute(WriteNote("de retour"))
    session.execute(OpenSession())
    session.execute(WriteNote("autre soir"))
    session.close()
    assert notes(following.follow()) == ["de retour", "autre soir"]
    assert following.state == fold(entry for entry in seen(library) if not entry.secret)


def test_nothing_is_missed_when_only_one_of_two_new_files_could_be_read(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    following = follower(tmp_path)
    session = sit_down(library.open("brume"))
    session.execute(WriteNote("la fin"))
    session.execute(OpenSession())
    session.close()
    second = session_file(tmp_path, 2)
    lines = second.read_bytes()
    second.unlink()
    second.mkdir()  # which no one can read as a file
    for _ in range(2):
        try:
            following.follow()
        except JournalError:
            continue
        raise AssertionError("a folder was read as a file")
    second.rmdir()
    second.write_bytes(lines)
    following.follow()
    recall_all(following)
    assert list(following.entries) == list(seen(library))


def test_a_restoration_is_followed_to_what_it_brought_back(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1, secrets=True)
    end_evening(library)
    archive = library.back_up("brume")
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.execute(WriteNote("n’a jamais été"))
    session.close()
    following = follower(tmp_path)
    library.restore("brume", archive)
    following.follow()
    recall_all(following)
    public = [entry for entry in seen(library) if not entry.secret]
    assert list(following.entries) == public
    assert following.state == fold(public)
