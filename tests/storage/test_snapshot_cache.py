"""`campagne.json` spares reading every evening again, and is never believed against the lines."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tinydb import TinyDB, where

from campaign.commands import CorrectRoll, OpenSession, Redo, Reveal, Undo, WriteNote
from campaign.past import fold
from campaign.ports import Loaded
from campaign.state import State
from rules.aspects import Aspect
from rules.health import Ruling
from storage.disk import Disk
from storage.library import FolderLibrary
from storage.lines import FORMAT
from storage.snapshot import IndexStorage
from tests.campaign.table import recall_all
from tests.storage.folders import (
    Clock,
    created,
    end_evening,
    files,
    notes,
    secret_file,
    seen,
    session_file,
    sit_down,
    whisper,
)


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    """A campaign of four evenings, the last of which is going on; each has its secret."""
    return created(tmp_path, evenings=4, secrets=True)


class Reading(Disk):
    """Remembers which files were read."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def read(self, path: Path, start: int = 0, size: int = -1) -> bytes:
        self.names.append(path.name)
        return super().read(path, start, size)


def load(library: FolderLibrary) -> Loaded:
    journal = library.open("brume")
    loaded = journal.load()
    journal.close()
    return loaded


def age(root: Path) -> None:
    """Let the session's files be older than the index, as they are a second later."""
    index = root / "brume" / "campagne.json"
    text = json.loads(index.read_bytes())
    for row in (*text["seances"].values(), *text["secrets"].values()):
        row["changed"] -= 5_000_000_000
    index.write_text(json.dumps(text), encoding="utf-8")


class OtherTimes(Reading):
    """Says of each session's file that it last changed at another time than it did.

    Attributes:
        changed: given the true time in nanoseconds, the one that is said.
    """

    def __init__(self, changed: Callable[[int], int]) -> None:
        super().__init__()
        self.changed = changed

    def status(self, target: Path | int) -> os.stat_result:
        found = super().status(target)
        if not isinstance(target, Path) or target.suffix != ".jsonl":
            return found
        times = {"st_atime_ns": found.st_atime_ns, "st_mtime_ns": found.st_mtime_ns}
        return os.stat_result(found, times | {"st_ctime_ns": self.changed(found.st_ctime_ns)})


def base_of(library: FolderLibrary, session: int) -> State:
    """The state before a session, from the first line on."""
    return fold(entry for entry in seen(library) if entry.session < session)


def test_the_snapshot_gives_the_state_that_all_the_lines_give(library: FolderLibrary) -> None:
    loaded = load(library)
    assert loaded.notices == ()
    assert loaded.base == base_of(library, 4)
    assert [entry.session for entry in loaded.entries] == [4] * len(loaded.entries)
    assert notes(loaded.entries) == ["soir 4", "secret 4"]


def test_opening_reads_the_index_and_the_last_session_alone(
    library: FolderLibrary, tmp_path: Path
) -> None:
    age(tmp_path)
    disk = OtherTimes(lambda time: time - 5_000_000_000)
    loaded = load(FolderLibrary(tmp_path, Clock(), disk))
    opened = disk.names[disk.names.index("campagne.json") :]
    assert opened == ["campagne.json", "0004.jsonl", "0004.jsonl"]
    assert loaded.base == base_of(library, 4)


def test_a_session_that_is_closed_and_not_followed_is_still_shown_whole(
    library: FolderLibrary,
) -> None:
    end_evening(library)
    loaded = load(library)
    assert loaded.notices == ()
    assert loaded.base == base_of(library, 4)
    assert notes(loaded.entries) == ["soir 4", "secret 4"]


def remove(index: Path) -> None:
    index.unlink()


def cut(index: Path) -> None:
    index.write_bytes(index.read_bytes()[:200])


def empty(index: Path) -> None:
    index.write_bytes(b"")


def other_json(index: Path) -> None:
    index.write_text('{"seances": [1], "etats": {"x": {}}}', encoding="utf-8")


def deep(index: Path) -> None:
    index.write_bytes(b'{"a":' * 100_000)


def other_version(index: Path) -> None:
    index.write_bytes(index.read_bytes().replace(b'"format": %d' % FORMAT, b'"format": 99'))


def edited_state(index: Path) -> None:
    index.write_bytes(index.read_bytes().replace(b'"pf": 0', b'"pf": 7'))


def a_folder(index: Path) -> None:
    index.unlink()
    index.mkdir()


def rewrite(
    change: Callable[[dict[str, dict[str, dict[str, object]]]], object],
) -> Callable[[Path], None]:
    def changed(index: Path) -> None:
        tables = json.loads(index.read_bytes())
        change(tables)
        index.write_text(json.dumps(tables, ensure_ascii=False), encoding="utf-8")

    return changed


DAMAGES: dict[str, Callable[[Path], None]] = {
    "missing": remove,
    "cut": cut,
    "empty": empty,
    "another JSON": other_json,
    "deep": deep,
    "another version": other_version,
    "a state edited": edited_state,
    "a number edited": rewrite(lambda t: t["etats"]["3"].update(sequence=3)),
    "no states": rewrite(lambda t: t["etats"].clear()),
    "no files": rewrite(lambda t: t["seances"].clear()),
    "a file unknown": rewrite(lambda t: t["seances"].pop("2")),
    "a size edited": rewrite(lambda t: t["seances"]["1"].update(size=10)),
    "no secret files": rewrite(lambda t: t.pop("secrets")),
    "a secret file unknown": rewrite(lambda t: t["secrets"].pop("2")),
    "a secret size edited": rewrite(lambda t: t["secrets"]["1"].update(size=10)),
    "a size of another kind": rewrite(lambda t: t["seances"]["1"].update(size="10")),
    "another key": rewrite(lambda t: t["etats"].update(x={})),
    "a folder": a_folder,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_an_index_that_is_not_right_is_recomputed_from_the_lines(
    library: FolderLibrary, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    index = tmp_path / "brume" / "campagne.json"
    damage(index)
    base = base_of(library, 4)
    assert library.open_for_reading("brume").load().base == base
    loaded = load(library)
    assert loaded.base == base
    assert notes(loaded.entries) == ["soir 4", "secret 4"]
    if index.is_file():
        again = load(library)
        assert again.base == base
        assert again.notices == ()
        assert library.verify("brume") == ()


@pytest.mark.parametrize("kind", ["missing", "cut", "another version", "a state edited"])
def test_an_index_that_was_recomputed_is_said_to_be(
    library: FolderLibrary, tmp_path: Path, kind: str
) -> None:
    DAMAGES[kind](tmp_path / "brume" / "campagne.json")
    (notice,) = load(library).notices
    assert notice.startswith("campagne.json ")
    assert "recalculé" in notice


def edit(path: Path) -> None:
    """Change a line in a way that keeps its checksum right, its length and its time: only the bytes tell."""
    status = path.stat()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(
        b"".join(line for line in lines if b'"jugement"' not in line).ljust(status.st_size, b"\n")
    )
    assert path.stat().st_size == status.st_size
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def replace_by_its_beginning(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))


def add_to(path: Path) -> None:
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[-1])


@pytest.mark.parametrize(
    "change", [edit, replace_by_its_beginning, add_to, Path.unlink], ids=lambda each: each.__name__
)
@pytest.mark.parametrize("session", [1, 2, 3])
@pytest.mark.parametrize("file", [session_file, secret_file], ids=["public", "secret"])
def test_a_session_that_changed_behind_the_index_is_believed_rather_than_the_index(
    library: FolderLibrary,
    tmp_path: Path,
    session: int,
    file: Callable[[Path, int], Path],
    change: Callable[[Path], None],
) -> None:
    change(file(tmp_path, session))
    loaded = load(library)
    assert loaded.base == base_of(library, 4)
    if session < 3:  # the evening before the last is read anew in any case
        assert any("recalculé" in notice for notice in loaded.notices)


def test_a_session_that_changed_in_the_same_instant_as_the_index_is_read_all_the_same(
    tmp_path: Path,
) -> None:
    """Clocks of file systems are coarse: a file can change twice and bear the same time."""
    created(tmp_path, evenings=1)
    no_earlier_than_the_index = tmp_path.stat().st_ctime_ns + 3600 * 10**9
    library = FolderLibrary(tmp_path, Clock(), OtherTimes(lambda time: no_earlier_than_the_index))
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.close()
    edit(session_file(tmp_path, 1))
    assert load(library).base == base_of(library, 2)


def test_a_copy_of_a_campaign_is_read_from_its_index_although_every_time_differs(
    library: FolderLibrary, tmp_path: Path
) -> None:
    for path in files(tmp_path / "brume"):
        data = path.read_bytes()
        path.unlink()
        path.write_bytes(data)
    loaded = load(library)
    assert loaded.notices == ()
    assert loaded.base == base_of(library, 4)


def test_an_undoing_that_reaches_before_the_snapshot_is_followed(
    library: FolderLibrary, tmp_path: Path
) -> None:
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    before = (tmp_path / "brume" / "campagne.json").read_bytes()
    for _ in range(5):  # as far as the ruling of the evening before
        session.execute(Undo())
    session.execute(OpenSession())
    session.execute(WriteNote("soir 6"))
    state = session.state
    session.close()
    expected = base_of(library, 6)
    assert load(library).base == expected
    index = tmp_path / "brume" / "campagne.json"
    for older in (before, None):
        index.unlink()
        if older is not None:
            index.write_bytes(older)
        assert load(library).base == expected
    again = sit_down(library.open("brume"))
    assert again.state == state
    again.execute(Undo())
    again.execute(Redo())
    assert again.state == state
    again.close()


def test_a_campaign_that_lost_power_after_each_step_of_closing_opens_the_same(
    library: FolderLibrary, tmp_path: Path
) -> None:
    """The session is closed, and its snapshot not made yet: the lines since the one before are enough."""
    index = tmp_path / "brume" / "campagne.json"
    before = index.read_bytes()
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.execute(WriteNote("soir 5"))
    state = session.state
    session.close()
    index.write_bytes(before)
    again = sit_down(library.open("brume"))
    assert again.state == state
    assert again.notices == ()
    again.close()
    tables = json.loads(index.read_bytes())
    assert tables["seances"].keys() == tables["secrets"].keys() == {"1", "2", "3", "4"}


def of_an_earlier_version(tables: dict[str, dict[str, Any]]) -> None:
    """Let the states be as they were before turns were kept, when format 1 was today's."""
    tables["campagne"]["1"]["format"] = 1
    for row in tables["etats"].values():
        del row["etat"]["turn"]
        row["crc"] = zlib.crc32(
            msgspec.json.encode({"sequence": row["sequence"], "etat": row["etat"]})
        )


def test_states_of_an_earlier_version_are_recomputed_without_a_word(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=4)
    index = tmp_path / "brume" / "campagne.json"
    rewrite(of_an_earlier_version)(index)
    looked = library.open_for_reading("brume").load()
    loaded = load(library)
    assert looked.notices == loaded.notices == ()
    assert looked.base == loaded.base == base_of(library, 4)
    tables = json.loads(index.read_bytes())
    assert tables["campagne"]["1"]["format"] == FORMAT
    assert "turn" in tables["etats"]["3"]["etat"]


def test_what_an_index_of_an_earlier_version_knows_to_be_lost_is_said(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=4)
    rewrite(of_an_earlier_version)(tmp_path / "brume" / "campagne.json")
    for session in (3, 4):
        session_file(tmp_path, session).unlink()
    (notice,) = load(library).notices
    assert notice.startswith("Le fichier de la séance 3 a disparu")


@pytest.mark.parametrize("session", [1, 2, 3])
def test_a_secret_file_that_is_gone_is_said_by_whoever_may_read_it(
    library: FolderLibrary, tmp_path: Path, session: int
) -> None:
    secret_file(tmp_path, session).unlink()
    said = f"Le fichier des secrets de la séance {session} a disparu"
    assert any(each.startswith(said) for each in library.open_for_reading("brume").load().notices)
    assert any(each.startswith(said) for each in load(library).notices)
    assert load(library).notices == ()


def test_a_session_that_was_closed_before_the_program_started_is_still_known_to_the_index(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    end_evening(library)
    session = sit_down(library.open("brume"))
    for _ in range(3):
        session.execute(OpenSession())
        whisper(session)
    session.close()
    assert load(library).notices == ()
    assert load(library).base == base_of(library, 4)


def test_a_secret_corrected_and_revealed_evenings_later_counts_from_the_index_on(
    library: FolderLibrary,
) -> None:
    session = sit_down(library.open("brume"))
    recall_all(session)
    roll = next(entry.sequence for entry in session.entries if entry.secret)
    session.execute(OpenSession())
    session.execute(CorrectRoll(roll, 8, 40, die=12, encaissement_die=7, ruling=Ruling.BLESSURE))
    hurt = session.state
    session.execute(Reveal(roll))
    assert session.state == hurt
    for _ in range(2):
        session.execute(OpenSession())
        state, past = session.state, session.past
        session.close()
        session = sit_down(library.open("brume"))
        assert session.state == state
        assert session.state.characters["merlin"].health.wounds[Aspect.MYSTIQUE].total == 1
        recall_all(session)
        assert (session.state, session.past) == (state, past)
    session.close()
    assert library.verify("brume") == ()


def test_the_index_is_private_and_readable_text(library: FolderLibrary, tmp_path: Path) -> None:
    index = tmp_path / "brume" / "campagne.json"
    assert index.stat().st_mode & 0o777 == 0o600
    assert '"nom": "Brume"' in index.read_text(encoding="utf-8")


def test_the_index_is_a_database_that_stock_tinydb_opens(
    library: FolderLibrary, tmp_path: Path
) -> None:
    assert load(library).notices == ()
    with TinyDB(tmp_path / "brume" / "campagne.json") as stock:
        assert stock.tables() == {"campagne", "seances", "secrets", "etats"}
        assert [row.doc_id for row in stock.table("seances")] == [1, 2, 3]
        assert stock.table("etats").count(where("etat").name == "Brume") == 2


def test_our_storage_of_the_index_is_one_of_tinydbs(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with TinyDB(path, Disk(), storage=IndexStorage) as db:
        assert db.table("a").insert({"été": [1, {"b": None}]}) == 1
        db.table("b").insert_multiple([{"x": 1}, {"x": 2}])
        db.table("b").update({"x": 3}, where("x") == 1)
        db.table("b").remove(where("x") == 2)
    with TinyDB(path, Disk(), storage=IndexStorage) as again:
        assert again.table("a").all() == [{"été": [1, {"b": None}]}]
        assert again.table("b").all() == [{"x": 3}]
    assert "été" in path.read_text(encoding="utf-8")
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]
