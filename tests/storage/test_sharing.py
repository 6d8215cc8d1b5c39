"""A campaign is shared by the permissions of its folders: its public lines with one group, all else with nobody."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from campaign.commands import CloseSession, OpenSession, WriteNote
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from rules.options import Options
from storage.library import FolderLibrary
from tests.storage.folders import (
    Clock,
    FailingDisk,
    QuickDisk,
    created,
    end_evening,
    notes,
    seen,
    sit_down,
    whisper,
)
from tests.storage.groups import own_groups, within_reach

GROUPS = [group.gr_name for group in own_groups()]
GROUP = GROUPS[0]
NOBODY = 65534


@pytest.fixture
def root() -> Iterator[Path]:
    """Where a campaign with secrets is, in a folder that only its owner can walk through."""
    with within_reach() as scratch:
        campaigns = scratch / "campagnes"
        end_evening(created(campaigns, evenings=2, secrets=True))
        yield campaigns


@pytest.fixture
def library(root: Path) -> FolderLibrary:
    return FolderLibrary(root, Clock(), QuickDisk())


def shared_paths(root: Path) -> set[str]:
    """What anyone but the owner may do something with, and in which group it is."""
    found = set()
    for path in [root / "brume", *sorted((root / "brume").rglob("*"))]:
        status = path.stat()
        mode = stat.S_IMODE(status.st_mode)
        assert not mode & stat.S_IRWXO, path
        assert not mode & stat.S_IWGRP, path
        if mode & stat.S_IRWXG:
            assert status.st_gid == own_groups()[0].gr_gid, path
            found.add(f"{path.relative_to(root)} {mode:o}")
    return found


def is_private(root: Path) -> bool:
    return shared_paths(root) == set()


SHARED = {
    "brume 710",
    "brume/seances 2750",
    "brume/seances/0001.jsonl 640",
    "brume/seances/0002.jsonl 640",
    "brume/seances/campagne.json 640",
}


def test_the_public_lines_alone_are_shared(library: FolderLibrary, root: Path) -> None:
    assert library.shared_with("brume") is None
    library.share("brume", GROUP)
    assert library.shared_with("brume") == GROUP
    assert shared_paths(root) == SHARED
    assert root.stat().st_mode & stat.S_IXOTH
    assert not root.stat().st_mode & stat.S_IROTH
    library.unshare("brume")
    assert library.shared_with("brume") is None
    assert is_private(root)


def test_what_is_written_from_then_on_is_shared_too_whatever_the_umask(
    library: FolderLibrary, root: Path
) -> None:
    library.share("brume", GROUP)
    umask = os.umask(0o077)
    try:
        session = sit_down(library.open("brume"))
        session.execute(WriteNote("en public"))
        whisper(session)
        session.execute(OpenSession())
        session.close()
    finally:
        os.umask(umask)
    assert shared_paths(root) == SHARED | {
        "brume/seances/0003.jsonl 640",
        "brume/seances/0004.jsonl 640",
    }
    library.unshare("brume")
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.close()
    assert is_private(root)


def test_a_restoration_leaves_a_campaign_shared_as_it_was(
    library: FolderLibrary, root: Path
) -> None:
    archive = library.back_up("brume")
    library.restore("brume", archive)
    assert is_private(root)
    library.share("brume", GROUP)
    sit_down(library.open("brume")).close()
    library.restore("brume", archive)
    assert shared_paths(root) == SHARED


def test_a_campaign_of_an_older_format_goes_on_as_shared(root: Path) -> None:
    (golden,) = (Path(__file__).parents[1] / "data" / "format-1").glob("*/")
    shutil.rmtree(root / "brume")
    shutil.copytree(golden, root / "brume")
    for path in (root / "brume").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)  # as git, cp or a stick leave it
    library = FolderLibrary(root, Clock(), QuickDisk())
    library.share("brume", GROUP)
    before = shared_paths(root)
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.close()
    new = f"brume/seances/{session.state.session:04}.jsonl 640"
    assert shared_paths(root) == before | {new}
    assert library.backups("brume")


def test_sharing_with_another_group_takes_it_from_the_first(
    library: FolderLibrary, root: Path
) -> None:
    library.share("brume", GROUPS[-1])
    library.share("brume", GROUP)
    assert shared_paths(root) == SHARED


@pytest.mark.parametrize("link", ["ici", "ici/brume"])
def test_the_real_folders_are_opened_where_a_campaign_lies_behind_a_link(
    root: Path, link: str
) -> None:
    path = root.parent / link
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(root if link == "ici" else root / "brume")
    library = FolderLibrary(root.parent / "ici", Clock(), QuickDisk())
    library.share("brume", GROUP)
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.close()
    assert shared_paths(root) == SHARED | {"brume/seances/0003.jsonl 640"}
    assert root.stat().st_mode & stat.S_IXOTH
    assert library.shared_with("brume") == GROUP
    library.unshare("brume")
    assert is_private(root)


def test_a_campaign_called_as_the_folder_of_the_sessions_keeps_its_secrets(
    library: FolderLibrary, root: Path
) -> None:
    os.chown(root, -1, own_groups()[0].gr_gid)
    root.chmod(0o710)  # as a folder of campaigns may be: open to the group alone
    library.share(library.create("Séances", Options()), GROUP)
    session = sit_down(library.open("seances"))
    session.execute(OpenSession())
    session.execute(CloseSession())
    session.close()
    assert stat.S_IMODE((root / "seances" / "campagne.json").stat().st_mode) == 0o600


def refused(library: FolderLibrary, group: str = GROUP) -> JournalError:
    with pytest.raises(JournalError) as error:
        library.share("brume", group)
    return error.value


def test_a_group_that_does_not_exist_changes_nothing(library: FolderLibrary, root: Path) -> None:
    error = refused(library, "un-groupe-de-nulle-part")
    assert error.fault is JournalFault.UNKNOWN_GROUP
    assert "« un-groupe-de-nulle-part »" in sentence(error)
    assert is_private(root)


def test_a_folder_above_that_the_group_cannot_walk_through_is_named(
    library: FolderLibrary, root: Path
) -> None:
    root.parent.chmod(0o700)
    error = refused(library)
    assert (error.fault, Path(error.path)) == (JournalFault.CLOSED_WAY, root.parent.resolve())
    assert is_private(root)
    assert not root.stat().st_mode & stat.S_IXOTH


@pytest.mark.skipif(os.geteuid() != 0, reason="an account is only changed for another by root")
def test_a_group_of_which_its_owner_is_not_changes_nothing(
    library: FolderLibrary, root: Path
) -> None:
    for path in [root, *root.rglob("*")]:
        os.chown(path, NOBODY, NOBODY)
    os.setgroups([])
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        error = refused(library)
    finally:
        os.seteuid(0)
        os.setegid(0)
    assert error.fault is JournalFault.NOT_IN_GROUP
    assert is_private(root)


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_what_a_link_points_to_is_never_shared(
    library: FolderLibrary, root: Path, link: Callable[[Path, Path], None]
) -> None:
    own = root.parent / "journal-intime"
    own.write_text("à moi")
    own.chmod(0o600)
    link(root / "brume" / "seances" / "0003.jsonl", own)
    refused(library)
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    (root / "brume" / "seances" / "0003.jsonl").unlink()
    assert is_private(root)


def test_whatever_the_disk_refuses_the_campaign_is_shared_whole_or_closed(root: Path) -> None:
    disk = FailingDisk()
    FolderLibrary(root, Clock(), disk).share("brume", GROUP)
    for at in range(len(disk.calls)):
        (root / "brume" / "seances" / "campagne.json").unlink(missing_ok=True)
        FolderLibrary(root, Clock(), QuickDisk()).unshare("brume")
        with suppress(JournalError):
            FolderLibrary(root, Clock(), FailingDisk(at)).share("brume", GROUP)
        if stat.S_IMODE((root / "brume").stat().st_mode) != 0o700:
            assert shared_paths(root) == SHARED


def test_the_public_index_says_what_the_public_lines_say(
    library: FolderLibrary, root: Path
) -> None:
    library.share("brume", GROUP)
    fast = library.open_for_reading("brume", public=True).load()
    index = root / "brume" / "seances" / "campagne.json"
    assert "secret 1" not in index.read_text()
    for damaged in (None, b"", b"{}", index.read_bytes().replace(b'"size"', b'"sise"')):
        index.unlink() if damaged is None else index.write_bytes(damaged)
        assert library.open_for_reading("brume", public=True).load() == fast
    (root / "brume" / "seances" / "0001.jsonl").write_bytes(b"")
    assert library.open_for_reading("brume", public=True).load().base != fast.base


def test_a_campaign_that_cannot_be_listed_is_found_by_its_name(
    library: FolderLibrary, root: Path
) -> None:
    library.share("brume", GROUP)
    library.create("Les îles d’or", library.open_for_reading("brume").load().base.options)
    if os.geteuid() == 0:
        os.setegid(own_groups()[0].gr_gid)
        os.seteuid(NOBODY)
    else:
        root.chmod(0o100)
    try:
        for name in ("brume", "Brume", "BRUME"):
            journal = library.open_for_reading(name, public=True)
            assert notes(journal.load().entries) == ["soir 2"]
        for name in ("Brune", "", "..", "../campagnes/brume", "."):
            with pytest.raises(JournalError) as unknown:
                library.open_for_reading(name, public=True)
            assert unknown.value.fault is JournalFault.UNKNOWN_CAMPAIGN
            assert "sans nom" not in sentence(unknown.value)
        if os.geteuid() == NOBODY:
            with pytest.raises(JournalError) as closed:
                library.open_for_reading("Les îles d’or", public=True)
            assert closed.value.fault is JournalFault.NOT_SHARED
    finally:
        if os.geteuid() == NOBODY:
            os.seteuid(0)
            os.setegid(0)
        root.chmod(0o700)
    assert [entry.secret for entry in seen(library)].count(True)
