"""A backup made by an enemy is refused in a sentence or brings back a campaign; nothing else on the disk changes."""

from __future__ import annotations

import io
import shutil
import stat
import struct
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.text import is_inert
from storage.library import FolderLibrary
from tests.storage.folders import Clock, QuickDisk, created, seen
from tests.storage.hostile import refused, tell_all, tree, tries

NAMES = (
    "../evade.jsonl",
    "../../../../../../tmp/evade.jsonl",
    "/tmp/evade.jsonl",
    "//tmp/evade.jsonl",
    "seances/../../evade.jsonl",
    "seances\\..\\..\\evade.jsonl",
    "C:\\evade.jsonl",
    "seances/0001.jsonl\x00/../../evade",
    "seances/\x1b]0;PWN\x07.jsonl",
    "seances/\u202e0002.jsonl",
    "seances/0002.jsonl/",
    "seances",
    "seances/",
    "rebut/",
    "rebut/x.txt",
    "rebut/../x.txt",
    "campagne.json",
    "verrou",
    "",
    ".",
    "seances/" + "0" * 15 + ".jsonl",
    "seances/999999999999999.jsonl",
    "seances/0003.jsonl",
    "secrets/0003.jsonl",
    "SEANCES/0001.jsonl",
    "x" * 60_000,
)
KINDS = (0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK)


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a campaign, a backup of it, and something to lose."""
    home = tmp_path_factory.mktemp("maison")
    library = created(home / "campagnes", evenings=2, secrets=True)
    library.back_up("brume").rename(home / "vraie.zip")
    (home / "précieux").write_text("à moi")
    return home


@st.composite
def zips(draw: st.DrawFn, true: bytes) -> bytes:
    """A zip made of the members of a true one, with others, or with bytes of it changed."""
    with zipfile.ZipFile(io.BytesIO(true)) as archive:
        members = [(each.filename, archive.read(each)) for each in archive.infolist()]
    made = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w") as archive:
        warnings.simplefilter("ignore")  # the same name twice is what is wanted
        for _ in range(draw(st.integers(0, 3))):
            data = draw(st.sampled_from([true, bytes(100_000), *(data for _, data in members)]))
            members.insert(draw(st.integers(0, len(members))), (draw(st.sampled_from(NAMES)), data))
        for name, data in members[draw(st.integers(0, 1)) :]:
            info = zipfile.ZipInfo("x")
            info.filename = name  # as it is, with what Python would cut off
            info.external_attr = draw(st.sampled_from(KINDS)) << 16 if draw(_seldom) else 0
            method = draw(st.sampled_from((0, 8, 12, 14))) if draw(_seldom) else 8
            archive.writestr(info, data, compress_type=method)
    return draw(_damaged(made.getvalue())) if draw(st.booleans()) else made.getvalue()


_seldom = st.integers(0, 7).map(lambda number: number == 0)
FIELDS = {
    b"PK\x03\x04": range(4, 30, 2),
    b"PK\x01\x02": range(4, 46, 2),
    b"PK\x05\x06": range(4, 22, 2),
}
"""Where the two bytes of each field are after the mark of a header of a zip."""


@st.composite
def _damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Bytes in which fields of headers lie, or that are cut, doubled or overwritten somewhere."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 3))):
        what = draw(st.sampled_from(("field", "field", "field", "cut", "double", "bytes")))
        place = draw(st.integers(0, len(data)))
        if what == "field":
            mark = draw(st.sampled_from(sorted(FIELDS)))
            found = data.find(mark, place if data.find(mark, place) >= 0 else 0)
            lie = draw(st.sampled_from((0, 1, 9, 0x7FFF, 0xFFFF, 0x0801)) | st.integers(0, 0xFFFF))
            if found >= 0:
                start = found + draw(st.sampled_from(FIELDS[mark]))
                data[start : start + 2] = struct.pack("<H", lie)
        elif what == "cut":
            del data[place : place + draw(st.integers(1, 200))]
        elif what == "double":
            data[place:place] = data[place : place + 300]
        else:
            data[place : place + 4] = draw(st.binary(min_size=4, max_size=4))
    return bytes(data)


@given(st.data())
@tries(60)
def test_whatever_a_zip_holds_it_brings_back_a_campaign_or_changes_nothing(
    sandbox: Path, data: st.DataObject
) -> None:
    archive = sandbox / "douteuse.zip"
    archive.write_bytes(data.draw(zips((sandbox / "vraie.zip").read_bytes())))
    library = FolderLibrary(sandbox / "campagnes", Clock(), QuickDisk())
    before = tree(sandbox)
    refusal = refused(lambda: library.restore("brume", archive))
    if refusal:
        assert is_inert(refusal)
        assert _without_lock(tree(sandbox)) == _without_lock(before)
        return
    tell_all(library, "brume")
    allowed = {"campagnes/brume"}
    after = tree(sandbox)
    for path in before.keys() | after.keys():
        if before.get(path) != after.get(path):
            assert path.startswith(tuple(allowed)), path
    kinds = {stat.S_IFMT(mode) for mode, _ in after.values()}
    assert kinds == {stat.S_IFREG, stat.S_IFDIR}
    _tidy(sandbox, library)


@given(st.data())
@tries(25)
def test_whatever_a_zip_holds_it_becomes_a_campaign_or_none(
    sandbox: Path, data: st.DataObject
) -> None:
    archive = sandbox / "douteuse.zip"
    archive.write_bytes(data.draw(zips((sandbox / "vraie.zip").read_bytes())))
    library = FolderLibrary(sandbox / "ailleurs", Clock(), QuickDisk())
    before = tree(sandbox)
    made: list[str] = []
    refusal = refused(lambda: made.append(library.bring(archive)))
    after = tree(sandbox)
    if refusal:
        assert is_inert(refusal)
        assert after in (before, before | {"ailleurs": (stat.S_IFDIR | 0o700, b"")})
        return
    tell_all(library, *made)
    assert {path.split("/")[0] for path in after.keys() - before.keys()} <= {"ailleurs"}
    shutil.rmtree(sandbox / "ailleurs")


def _without_lock(found: dict[str, tuple[int, bytes]]) -> dict[str, tuple[int, bytes]]:
    return {path: held for path, held in found.items() if not path.endswith("/verrou")}


def _tidy(sandbox: Path, library: FolderLibrary) -> None:
    """Put the campaign back as it was, for the next zip."""
    library.restore("brume", sandbox / "vraie.zip")
    assert len(seen(library)) > 8
    for each in library.backups("brume"):
        each.path.unlink()


def test_a_zip_that_lists_a_million_files_is_refused_before_they_are_read(
    sandbox: Path, tmp_path: Path
) -> None:
    one = b"PK\x01\x02" + bytes(42)
    count = 1_000_000
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, len(one) * count, 0, 0)
    archive = tmp_path / "million.zip"
    archive.write_bytes(one * count + end)
    library = FolderLibrary(sandbox / "campagnes", Clock(), QuickDisk())
    assert "trop de fichiers" in refused(lambda: library.restore("brume", archive))
