"""A campaign as JSON: made again from it, it is the same, down to what can't be read."""

from __future__ import annotations

import errno
import json
import random
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.events import CampaignCreated, DepassementResolved, Entry
from campaign.refusals import JournalError
from storage.disk import Disk
from storage.imported import ImportedCampaign
from storage.importing import document
from storage.library import FolderLibrary
from storage.lines import seal
from storage.output import put_parts
from tests.storage.by_chance import Campaign
from tests.storage.folders import (
    Clock,
    FailingDisk,
    QuickDisk,
    created,
    end_evening,
    files,
    seen,
    session_file,
    sit_down,
    state_of,
)

DATA = Path(__file__).resolve().parents[1] / "data"
GOLDEN = sorted(path.parent for path in DATA.glob("format-*/*/campagne.json"))


def exported(library: FolderLibrary, slug: str = "brume", *, public: bool = False) -> bytes:
    return b"".join(library.exported(slug, public=public))


def imported(root: Path, data: bytes, name: str | None = None) -> tuple[FolderLibrary, str]:
    """A library with one campaign, made of this document."""
    file = root / "campagne.json"
    file.write_bytes(data)
    library = FolderLibrary(root / "ailleurs", Clock(), QuickDisk())
    return library, library.take_in(ImportedCampaign(document(file, Disk()), name))


def lines(folder: Path) -> dict[str, list[bytes]]:
    """The lines of each file of a campaign, but for the headers."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().splitlines()[1:]
        for path in files(folder)
    }


@pytest.mark.parametrize("folder", GOLDEN, ids=lambda folder: folder.name)
def test_a_campaign_of_any_format_goes_out_and_comes_back_the_same(
    folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / folder.name)
    library = FolderLibrary(tmp_path, Clock())
    data = exported(library, folder.name)
    other, slug = imported(tmp_path, data)
    assert exported(other, slug) == data
    assert lines(other.folder(slug)) == lines(folder)
    assert state_of(other, slug) == state_of(library, folder.name)
    assert other.verify(slug) == ()


@given(st.integers(0, 10**6))
@settings(max_examples=8)
def test_whatever_was_played_goes_out_and_comes_back_the_same(seed: int) -> None:
    with TemporaryDirectory() as scratch:
        campaign = Campaign(Path(scratch), seed)
        for _ in campaign.play():
            pass
        campaign.session.close()
        data = exported(campaign.library)
        other, slug = imported(Path(scratch), data)
        assert exported(other, slug) == data
        assert seen(other, slug) == seen(campaign.library)
        assert lines(other.folder(slug)) == lines(Path(scratch) / "brume")
        with TemporaryDirectory() as again:
            session = sit_down(other.open(slug))
            assert session.notices == ()
            session.close()
            assert exported(imported(Path(again), exported(other, slug))[0], slug) == data


@given(st.integers(0, 10**6))
@settings(max_examples=12)
def test_lines_that_cannot_be_read_go_out_and_come_back_as_they_are(seed: int) -> None:
    chance = random.Random(seed)
    with TemporaryDirectory() as scratch:
        library = created(Path(scratch), evenings=3, secrets=True)
        for path in files(Path(scratch) / "brume"):
            _damage(path, chance)
        data = exported(library)
        other, slug = imported(Path(scratch), data)
        assert exported(other, slug) == data
        assert seen(other, slug) == seen(library)


def _damage(path: Path, chance: random.Random) -> None:
    """Spoil some lines of a file, without losing the number of any event."""
    whole = path.read_bytes().splitlines()
    for index in chance.sample(range(1, len(whole)), k=chance.randint(0, 2)):
        text = whole[index]
        whole[index] = chance.choice(
            [
                text.replace(b'"at"', b'"aT"'),
                text[: len(text) // 2],
                text.replace(b'"v":1', b'"v":9'),
                b"\xff\x00\x1b[31m" + text,
                seal(json.loads(text) | {"type": "augure", "crc": None}).rstrip(b"\n"),
            ]
        )
    path.write_bytes(b"\n".join(whole) + b"\n")


def test_each_event_is_a_line_with_the_fields_of_its_line_in_the_journal(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=2, secrets=True)
    text = exported(library).decode()
    whole = json.loads(text)
    assert (whole["gardien"], whole["format"], whole["nom"]) == ("campagne", 1, "Brume")
    assert [each["seance"] for each in whole["seances"]] == [1, 2]
    for name, folder in (("evenements", "seances"), ("secrets", "secrets")):
        for session in whole["seances"]:
            path = tmp_path / "brume" / folder / f"{session['seance']:04}.jsonl"
            written = [json.loads(line) for line in path.read_text().splitlines()[1:]]
            assert session[name] == [
                {key: value for key, value in line.items() if key != "crc"} for line in written
            ]
            for event in session[name]:
                assert json.dumps(event, ensure_ascii=False, separators=(",", ":")) in text
    assert [line for line in text.splitlines() if len(line) < 3] == []


def test_nothing_that_a_terminal_obeys_goes_out(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    with session_file(tmp_path).open("ab") as file:
        file.write("\x1b[2J\x9b31m\u2028\u202e\n".encode())
    data = exported(library)
    others = {char for char in data.decode() if not char.isprintable()}
    assert others <= {"\n", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"}
    other, slug = imported(tmp_path, data)
    assert seen(other, slug) == seen(library)


def test_a_file_that_is_put_in_place_is_whole_or_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "brume.md"
    at, failures = 0, 0
    while True:
        file.write_bytes(b"avant")
        disk = FailingDisk(at, errno.ENOSPC)
        try:
            put_parts(disk, file, [b"un", b"deux"])
        except JournalError:
            failures += 1
        assert file.read_bytes() in (b"avant", b"undeux")
        assert [path.name for path in tmp_path.iterdir()] == ["brume.md"]
        if at >= len(disk.calls):
            break
        at += 1
    assert failures == at == 6


def test_what_is_torn_at_the_end_does_not_go_out(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    before = exported(library)
    with session_file(tmp_path).open("ab") as file:
        file.write(b'{"n":99,"v":1')
    assert exported(library) == before


def test_players_get_what_they_would_if_there_were_no_secret_file(tmp_path: Path) -> None:
    left_out = set()
    for seed in range(3):
        campaign = Campaign(tmp_path / str(seed), seed)
        for _ in campaign.play():
            pass
        campaign.session.close()
        library, folder = campaign.library, tmp_path / str(seed) / "brume"
        public = exported(library, public=True)
        entries = list(library.evenings("brume", public=True))
        assert b'"secrets"' not in public
        left_out.add(public != exported(library))
        shutil.rmtree(folder / "secrets", ignore_errors=True)
        assert exported(library, public=True) == exported(library) == public
        assert list(library.evenings("brume")) == entries
    assert True in left_out


def test_a_campaign_takes_the_name_that_it_is_given(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1, secrets=True)
    other, slug = imported(tmp_path, exported(library), "  La tour\tperdue ")
    assert slug == "la-tour-perdue"
    assert [each.name for each in other.campaigns()] == ["La tour perdue"]
    first = seen(other, slug)[0].event
    assert isinstance(first, CampaignCreated)
    assert first.name == "La tour perdue"
    assert seen(other, slug)[1:] == seen(library)[1:]
    assert other.verify(slug) == ()


def test_it_can_be_played_on_and_its_folder_is_as_private_as_any(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=2, secrets=True)
    end_evening(library)
    other, slug = imported(tmp_path, exported(library))
    modes = {path.stat().st_mode & 0o777 for path in files(other.folder(slug))}
    assert modes == {0o600}
    assert (other.folder(slug) / "secrets").stat().st_mode & 0o777 == 0o700
    session = sit_down(other.open(slug))
    session.close()
    assert other.verify(slug) == ()
    rolls = [each for each in seen(other, slug) if isinstance(each.event, DepassementResolved)]
    assert any(map(_is_secret, rolls))


def _is_secret(entry: Entry) -> bool:
    return entry.secret
