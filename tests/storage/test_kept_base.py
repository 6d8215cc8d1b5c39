"""After a correction of long ago a campaign opens as quickly as ever, and never from what no longer holds."""

from __future__ import annotations

from pathlib import Path

from campaign.commands import CorrectRoll, Undo
from campaign.events import DepassementResolved
from campaign.session import Session
from rules.health import Ruling
from storage.disk import Disk
from storage.library import FolderLibrary
from tests.storage.folders import Clock, created, session_file, state_of


class Counted(Disk):
    """Counts the sessions' files that are opened."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions = 0

    def open(self, path: Path, flags: int) -> int:
        self.sessions += path.suffix == ".jsonl"
        return super().open(path, flags)


def opened(root: Path) -> tuple[Session, int]:
    disk = Counted()
    session = Session(FolderLibrary(root, Clock(), disk).open("brume"), Clock(), lambda: 1)
    return session, disk.sessions


def first_roll(session: Session) -> int:
    return next(
        entry.sequence
        for number in session.history.sessions
        for entry in session.history.entries(number)
        if isinstance(entry.event, DepassementResolved)
    )


def test_the_base_is_worked_out_once(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=6)
    session, quick = opened(tmp_path)
    roll = first_roll(session)
    session.execute(CorrectRoll(roll, 8, 60, die=12, encaissement_die=20, ruling=Ruling.BLESSURE))
    state = session.state
    session.close()
    counts = []
    for _ in range(2):
        session, read = opened(tmp_path)
        assert session.state == state == state_of(library)
        session.close()
        counts.append(read)
    assert counts == [quick, quick]
    second = session_file(tmp_path, 2)
    second.write_bytes(second.read_bytes() + b"\n")  # another hand was there
    session, read = opened(tmp_path)
    assert session.state == state
    assert read > quick
    session.close()


def test_what_was_kept_before_the_last_correction_serves_no_more(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=3)
    kept = library.folder("brume") / "index" / "avant.json"
    session, _ = opened(tmp_path)
    (correction, *_) = session.execute(CorrectRoll(first_roll(session), 8, 60, die=12))
    before = kept.read_bytes()
    session.execute(Undo(correction.sequence))
    session.close()
    kept.write_bytes(before)  # as after a kill between the two
    session, _ = opened(tmp_path)
    assert session.state == state_of(library)
    session.close()
