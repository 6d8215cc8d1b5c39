"""Campaigns are folders: created whole and private, found by any spelling of their name, listed whatever happens."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from campaign.commands import (
    Command,
    DuplicateCharacter,
    GivePF,
    OpenSession,
    Redo,
    RestCompany,
    Undo,
    WriteNote,
)
from campaign.events import CampaignCreated, Entry
from campaign.ports import CampaignSummary, Journal, Library
from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.sentences import sentence
from rules.options import BorneCA, Options
from storage.library import FolderLibrary
from storage.lines import FORMAT
from tests.campaign.table import recall_all
from tests.storage.folders import (
    EVENING,
    Clock,
    QuickDisk,
    created,
    end_evening,
    group,
    notes,
    play,
    secret_file,
    seen,
    session_file,
    sit_down,
    whisper,
)


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    return FolderLibrary(tmp_path / "campagnes", Clock())


def test_it_is_what_the_campaign_asks_for(library: FolderLibrary) -> None:
    asked: Library = library
    slug = asked.create("Brume", Options())
    journal: Journal = asked.open(slug)
    journal.close()
    looking: Journal = library.open_for_reading(slug)
    looking.close()


def test_a_folder_that_does_not_exist_yet_has_no_campaign(library: FolderLibrary) -> None:
    assert library.campaigns() == ()


def test_a_new_campaign_holds_its_creation_and_nothing_else(library: FolderLibrary) -> None:
    options = Options(borne_ca=BorneCA.EXCLUE)
    slug = library.create("L’Été des Œufs", options)
    assert slug == "l-ete-des-oeufs"
    assert seen(library, slug) == (
        Entry(1, 1, EVENING, CampaignCreated("L’Été des Œufs", options)),
    )
    assert library.campaigns() == (CampaignSummary(slug, "L’Été des Œufs", 0, None),)
    assert library.verify(slug) == ()


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
def test_everything_of_a_campaign_is_its_owners_alone(
    library: FolderLibrary, tmp_path: Path
) -> None:
    slug = library.create("Brume", Options())
    session = sit_down(library.open(slug))
    play(session)
    session.execute(OpenSession())
    whisper(session)
    session.close()
    end_evening(library)
    for torn in (session_file, secret_file):
        with torn(tmp_path / "campagnes", 2).open("ab") as file:
            file.write(b"torn")
    library.open(slug).load()
    paths = [tmp_path / "campagnes", *(tmp_path / "campagnes").rglob("*")]
    modes = {path.relative_to(tmp_path).as_posix(): path.stat().st_mode for path in paths}
    assert {stat.S_IMODE(mode) for mode in modes.values() if stat.S_ISDIR(mode)} == {0o700}
    assert {stat.S_IMODE(mode) for mode in modes.values() if stat.S_ISREG(mode)} == {0o600}
    assert {Path(name).parts[2] for name in modes if len(Path(name).parts) > 2} == {
        "campagne.json",
        "index",
        "rebut",
        "sauvegardes",
        "seances",
        "secrets",
        "verrou",
    }


NAMES = {
    "..": "campagne",
    "/etc/passwd": "etc-passwd",
    "漢字": "campagne",
    "☠": "campagne",
    "[/b] $x \\ | \"q\" 'a' ’": "b-x-q-a",
    "e\u0301te\u0301": "ete",
    "-": "campagne",
    "a" * 60: "a" * 48,
    "con.txt": "con-txt",
    "\x1b[31mRouge": "31mrouge",
}


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_kept_as_text_and_gives_a_plain_folder(
    library: FolderLibrary, tmp_path: Path, name: str
) -> None:
    slug = library.create(name, Options())
    assert slug == NAMES[name]
    (summary,) = library.campaigns()
    assert "\x1b" not in summary.name
    library.open(name).close()
    library.open(slug).close()
    assert [path.name for path in (tmp_path / "campagnes").iterdir()] == [slug]


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("", Refusal.EMPTY),
        (" \t", Refusal.EMPTY),
        ("\x00", Refusal.EMPTY),
        ("a" * 61, Refusal.TOO_LONG),
    ],
)
def test_a_name_that_cannot_be_one_is_refused_and_leaves_nothing(
    library: FolderLibrary, tmp_path: Path, name: str, refusal: Refusal
) -> None:
    with pytest.raises(Refused) as refused:
        library.create(name, Options())
    assert refused.value.refusal is refusal
    assert list(tmp_path.rglob("*.jsonl")) == []


def test_two_campaigns_never_have_names_that_read_the_same(library: FolderLibrary) -> None:
    library.create("Été", Options())
    for same in ("Été", "été", "ETE", "E\u0301te\u0301"):
        with pytest.raises(JournalError) as refused:
            library.create(same, Options())
        assert refused.value.fault is JournalFault.CAMPAIGN_EXISTS
    assert library.create("Été!", Options()) == "ete-2"


@pytest.mark.parametrize(
    "name", ["brume-du-nord", "Brume du Nord", "brume DU nörd", "BRUME-DU-NORD"]
)
def test_a_campaign_is_found_by_its_name_or_folder_however_it_is_spelled(
    library: FolderLibrary, name: str
) -> None:
    library.create("Brume du Nord", Options())
    assert library.folder(name).name == "brume-du-nord"


@pytest.mark.parametrize("name", ["", "Brum", "../campagnes/brume", "brume/", "brume/seances", "/"])
def test_what_is_no_campaigns_name_is_refused(library: FolderLibrary, name: str) -> None:
    library.create("Brume", Options())
    with pytest.raises(JournalError) as refused:
        library.open(name)
    assert refused.value.fault is JournalFault.UNKNOWN_CAMPAIGN
    assert "pas de campagne" in sentence(refused.value)


def test_the_campaign_played_last_comes_first_and_one_never_played_last(tmp_path: Path) -> None:
    clock = Clock()
    library = FolderLibrary(tmp_path, clock, QuickDisk())
    for name in ("Aube", "Brume", "Cendre", "Écume"):
        library.create(name, Options())
    for name in ("Cendre", "Aube"):
        clock.now += timedelta(hours=1)
        session = sit_down(library.open(name), clock)
        session.execute(WriteNote("x"))
        session.close()
    listed = library.campaigns()
    assert [each.name for each in listed] == ["Aube", "Cendre", "Brume", "Écume"]
    assert [each.sessions for each in listed] == [1, 1, 0, 0]
    assert [each.last_played for each in listed[:2]] == [clock.now, clock.now - timedelta(hours=1)]


def test_what_is_not_a_campaign_is_not_listed(library: FolderLibrary, tmp_path: Path) -> None:
    library.create("Brume", Options())
    root = tmp_path / "campagnes"
    (root / "un dossier").mkdir()
    (root / ".brume.nouveau" / "seances").mkdir(parents=True)
    (root / "un fichier").write_text("x", encoding="utf-8")
    assert [each.slug for each in library.campaigns()] == ["brume"]


def test_a_campaign_in_trouble_is_listed_with_what_keeps_it_closed(
    library: FolderLibrary, tmp_path: Path
) -> None:
    library.create("Brume", Options())
    session_file(tmp_path / "campagnes").unlink()
    (summary,) = library.campaigns()
    assert (summary.slug, summary.name, summary.sessions) == ("brume", "brume", 0)
    assert summary.trouble.startswith("Ce dossier n’est pas une campagne")
    for opening in (library.open, lambda name: library.open_for_reading(name).load()):
        with pytest.raises(JournalError) as refused:
            opening("brume")
        assert refused.value.fault is JournalFault.NOT_A_CAMPAIGN


def pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize("thing", [pipe, folder, link_to_itself], ids=lambda each: each.__name__)
def test_what_has_the_name_of_a_session_and_is_no_file_is_refused_and_not_waited_for(
    library: FolderLibrary, tmp_path: Path, thing: object
) -> None:
    library.create("Brume", Options())
    path = session_file(tmp_path / "campagnes")
    path.unlink()
    thing(path)  # type: ignore[operator]
    (summary,) = library.campaigns()
    assert summary.trouble
    for journal in (library.open("brume"), library.open_for_reading("brume")):
        with pytest.raises(JournalError) as refused:
            journal.load()
        assert refused.value.fault is JournalFault.NOT_OURS
        journal.close()


@pytest.mark.parametrize("command", [RestCompany(), DuplicateCharacter("gaston", "Gaston 2")])
def test_a_command_of_several_events_is_undone_and_redone_whole_after_opening_again(
    tmp_path: Path, command: Command
) -> None:
    library = created(tmp_path, evenings=1)
    session = sit_down(library.open("brume"))
    for who in ("merlin", "gaston"):
        session.execute(GivePF(who, 5))
    before = session.state
    written = session.execute(command)
    after = session.state
    assert len(written) > 1
    for undoing, expected in ((Undo(), before), (Redo(), after)):
        session.close()
        session = sit_down(library.open("brume"))
        assert len(session.execute(undoing)) == len(written)
        assert session.state == expected
    session.close()
    assert library.verify("brume") == ()


def test_a_command_is_secret_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    journal = library.open("brume")
    last = journal.load().last_sequence
    first, second = group(last + 1, 1, "un", "deux")
    with pytest.raises(ValueError, match="secret as a whole"):
        journal.append((first, replace(second, secret=True)))
    journal.close()
    assert notes(seen(library)) == ["soir 1"]


def test_a_secret_file_is_begun_with_the_first_secret_of_an_evening(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    folder = tmp_path / "brume" / "secrets"
    assert not folder.exists()
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.execute(OpenSession())
    roll = whisper(session)
    session.execute(WriteNote("tout haut"))
    session.close()
    assert [path.name for path in folder.iterdir()] == ["0003.jsonl"]
    header, *lines = map(json.loads, secret_file(tmp_path, 3).read_text("utf-8").splitlines())
    assert (header["seance"], header["premier"], header["format"]) == (3, roll, FORMAT)
    assert [line["n"] for line in lines] == [roll, roll + 1, roll + 2]
    assert library.verify("brume") == ()


def test_a_campaign_is_listed_by_what_everyone_may_know(tmp_path: Path) -> None:
    clock = Clock()
    library = FolderLibrary(tmp_path, clock, QuickDisk())
    library.create("Brume", Options())
    session = sit_down(library.open("brume"), clock)
    play(session)
    (before,) = library.campaigns()
    clock.pass_by(hours=1)
    whisper(session)
    session.close()
    assert library.campaigns() == (before,)


def test_opening_again_after_closing_goes_on_where_it_was(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=3)
    before = sit_down(library.open("brume"))
    state = before.state
    before.execute(WriteNote("suite"))
    before.close()
    after = sit_down(library.open("brume"))
    assert (after.state, after.entries) == (state, before.entries)
    recall_all(after)
    assert [entry.sequence for entry in after.entries] == list(range(1, len(after.entries) + 1))
    assert notes(after.entries) == ["soir 1", "soir 2", "soir 3", "suite"]
    after.close()
