"""A campaign's folder made by an enemy: links, pipes and other things where files should be, and files of anything."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.commands import CloseSession, WriteNote
from campaign.text import is_inert
from storage.key_file import FILE as KEYS
from storage.key_file import read_key_file
from storage.library import FolderLibrary
from storage.preferences import FILE as PREFERENCES
from storage.preferences import PreferencesFile
from tests.storage.folders import Clock, QuickDisk, created, seen, sit_down, whisper
from tests.storage.hostile import refused, tree, tries
from tui.chosen_keys import chosen_keys

PLACES = (
    "campagne.json",
    ".campagne.json.nouveau",
    "verrou",
    "seances",
    "seances/0001.jsonl",
    "seances/0002.jsonl",
    "secrets",
    "secrets/0001.jsonl",
    "rebut",
    "rebut/0001.txt",
    "sauvegardes",
    "restauration",
    ".restauration.nouveau",
    "seances.remplacees",
    "secrets.remplacees",
)


def link_to_a_file(path: Path, outside: Path) -> None:
    path.symlink_to(outside / "précieux")


def link_to_a_folder(path: Path, outside: Path) -> None:
    path.symlink_to(outside / "autre" / ("seances" if path.suffix != ".jsonl" else ""))


def link_to_nothing(path: Path, outside: Path) -> None:
    path.symlink_to(outside / "à faire")


def other_name(path: Path, outside: Path) -> None:
    path.hardlink_to(outside / "précieux")


def endless(path: Path, outside: Path) -> None:
    path.symlink_to("/dev/zero")


def pipe(path: Path, outside: Path) -> None:
    os.mkfifo(path)


def folder(path: Path, outside: Path) -> None:
    path.mkdir()


def file(path: Path, outside: Path) -> None:
    path.write_text("x")


def doorway(path: Path, outside: Path) -> None:
    """A socket, whose name must be short."""
    here = Path.cwd()
    os.chdir(path.parent)
    socket.socket(socket.AF_UNIX).bind(path.name)
    os.chdir(here)


THINGS = (
    link_to_a_file,
    link_to_a_folder,
    link_to_nothing,
    other_name,
    endless,
    pipe,
    folder,
    file,
    doorway,
)


@pytest.mark.filterwarnings("ignore:unclosed")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("thing", THINGS, ids=lambda each: str(each.__name__))
def test_whatever_stands_in_a_folder_nothing_outside_is_read_into_a_backup_or_changed(
    tmp_path: Path, place: str, thing: Callable[[Path, Path], None]
) -> None:
    outside = tmp_path / "ailleurs"
    created(outside, evenings=1, name="Autre")
    (outside / "précieux").write_text("à moi seul")
    library = created(tmp_path / "campagnes", evenings=2, secrets=True)
    whole = library.back_up("brume").rename(tmp_path / "brume.zip")
    path = tmp_path / "campagnes" / "brume" / place
    if path.exists():
        path.rename(tmp_path / "ôté")
    path.parent.mkdir(exist_ok=True)
    thing(path, outside)
    before = tree(outside)
    assert [each.slug for each in library.campaigns()] == ["brume"]
    for action in (
        lambda: library.open_for_reading("brume").load(),
        lambda: library.verify("brume"),
        lambda: library.back_up("brume"),
        lambda: an_evening(library),
        lambda: library.restore("brume", whole),
        lambda: an_evening(library),
    ):
        assert "Le système a refusé" not in refused(action)
    assert tree(outside) == before
    for _, held in tree(tmp_path / "campagnes").values():
        assert "à moi seul".encode() not in held or thing is other_name
    for each in (tmp_path / "campagnes" / "brume").glob("sauvegardes/*.zip"):
        with ZipFile(each) as backup:
            assert all("à moi seul".encode() not in backup.read(name) for name in backup.namelist())


def an_evening(library: FolderLibrary) -> None:
    journal = library.open("brume")
    try:
        session = sit_down(journal)
        session.execute(WriteNote("la suite"))
        if session.state.characters:
            whisper(session)
        session.execute(CloseSession())
    finally:
        journal.close()


def test_a_restoration_that_a_link_pretends_to_have_begun_takes_nothing_from_outside(
    tmp_path: Path,
) -> None:
    created(tmp_path / "ailleurs", evenings=1, name="Autre")
    library = created(tmp_path / "campagnes", evenings=1)
    brume = tmp_path / "campagnes" / "brume"
    (brume / "seances").rename(tmp_path / "ôté")
    (brume / "restauration").symlink_to(tmp_path / "ailleurs" / "autre")
    before = tree(tmp_path / "ailleurs")
    assert "restauration" in refused(lambda: library.open("brume"))
    assert tree(tmp_path / "ailleurs") == before


def test_a_campaign_may_be_a_link_that_the_gc_made_and_so_may_its_library(tmp_path: Path) -> None:
    created(tmp_path / "disque", evenings=1)
    (tmp_path / "campagnes").mkdir()
    (tmp_path / "campagnes" / "brume").symlink_to(tmp_path / "disque" / "brume")
    (tmp_path / "lien").symlink_to(tmp_path / "campagnes")
    library = FolderLibrary(tmp_path / "lien", Clock(), QuickDisk())
    an_evening(library)
    library.restore("brume", library.back_up("brume"))
    assert library.verify("brume") == ()


def test_thousands_of_foreign_files_among_the_sessions_are_passed_over(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    events = seen(library)
    for number in range(20_000):
        (tmp_path / "brume" / "seances" / f"{number}.txt").touch()
    assert seen(library) == events
    assert library.verify("brume") == ()


@given(st.binary(max_size=300))
@tries(20)
def test_whatever_the_lock_says_it_is_said_as_text(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    root = tmp_path_factory.mktemp("verrou")
    library = created(root)
    journal = library.open("brume")
    (root / "brume" / "verrou").write_bytes(data)
    said = refused(lambda: library.open("brume"))
    journal.close()
    assert said.startswith("La campagne est déjà ouverte en écriture")
    assert is_inert(said)
    assert len(said) < 400 + len(str(root))


SETTINGS = (
    st.binary(max_size=200)
    | st.sampled_from((b'{"format":1,"theme":', b'{"format":', b'"table.undo" = ')).flatmap(
        lambda head: st.binary(max_size=40).map(head.__add__)
    )
    | st.sampled_from(
        (
            b"[" * 15_000,
            b'{"a":' * 3_000,
            b"a = " + b"9" * 5000,
            b"a = 0x" + b"f" * 9000,
            b"a." * 7000 + b"a = 1",
            b"a = 9999-99-99",
            b'"\\u001b]0;PWN\\u0007" = "\\u001b[2J"',
            b'"table.undo" = "\\u202e"',
            b'"table.undo" = ["z", "Ctrl+\\u0000", "\xcc\x81"]',
            b'{"format":1e999,"theme":"sombre","rythme":"vif"}',
            b'{"format":' + b"9" * 5000 + b"}",
            b"x = 1\n" * 3_000,
        )
    )
)


@given(SETTINGS)
@tries(40)
def test_whatever_the_gcs_own_files_say_it_is_taken_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    home = tmp_path_factory.getbasetemp()
    for name in (KEYS, PREFERENCES):
        (home / name).write_bytes(data)
    written = read_key_file(home / KEYS, QuickDisk(), must_exist=True)
    assert is_inert(written.trouble)
    _, problems = chosen_keys(written.written)
    assert all(map(is_inert, problems))
    shelf = PreferencesFile(home, QuickDisk())
    assert is_inert(shelf.load().notice)
    assert (home / PREFERENCES).read_bytes() == data
