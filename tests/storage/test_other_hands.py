"""Editors, sync tools, careless moves and other accounts in a campaign's folder: nothing is lost to them in silence."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from campaign.commands import CloseSession, OpenSession, Reveal, WriteNote
from campaign.events import Unreadable
from campaign.looking import LookingSession
from campaign.past import fold
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from rules.options import Options
from storage.library import FolderLibrary
from storage.lines import FORMAT, LAST_NUMBER, seal
from tests.campaign.table import recall_all
from tests.storage.folders import (
    EVENING,
    Clock,
    QuickDisk,
    created,
    end_evening,
    group,
    notes,
    readable,
    secret_file,
    seen,
    session_file,
    sit_down,
    state_of,
    whisper,
)

NOBODY = 65534
NOTE = {"v": 1, "at": EVENING.isoformat(), "type": "note", "text": "x", "about": None}
UNKNOWN = {"v": 1, "at": EVENING.isoformat(), "type": "d’un Gardien à venir"}


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def opening(library: FolderLibrary) -> tuple[str, ...]:
    """What is said when the campaign is opened, the same to who writes and who looks."""
    looked = library.open_for_reading("brume").load().notices
    journal = library.open("brume")
    written = journal.load().notices
    journal.close()
    assert set(looked) <= set(written)
    return written


@pytest.mark.parametrize("tail", [b"\n", b"\n\n\n", b"une note\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("file", [session_file, secret_file], ids=["public", "secret"])
def test_what_is_added_to_an_earlier_evening_costs_no_event_of_the_next_one(
    tmp_path: Path, tail: bytes, file: Callable[[Path, int], Path]
) -> None:
    library = created(tmp_path, evenings=3, secrets=True)
    events, state = readable(seen(library)), state_of(library)
    append(file(tmp_path, 1), tail)
    assert readable(seen(library)) == events
    assert state_of(library) == state
    session = sit_down(library.open("brume"))
    assert session.state == state
    numbers = [entry.sequence for entry in seen(library)]
    assert numbers == sorted(numbers)
    session.close()
    said = library.verify("brume")
    assert said
    assert all(each.startswith(("Séance 1 : ", "Séance 1, secrets : ")) for each in said)


def test_a_session_whose_last_line_is_damaged_still_leads_to_the_next_one(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=2)
    path = session_file(tmp_path, 1)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1].replace(b'"number":1', b'"number":3'))
    entries = seen(library)
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    assert sum(isinstance(entry.event, Unreadable) for entry in entries) == 1


@pytest.mark.parametrize("evenings", [1, 2])
def test_a_file_that_is_empty_is_not_begun_again_in_silence(tmp_path: Path, evenings: int) -> None:
    library = created(tmp_path, evenings)
    session_file(tmp_path, evenings).write_bytes(b"")
    said = f"Séance {evenings} : il ne reste aucun événement dans son fichier."
    assert any(each.startswith(said) for each in opening(library))
    assert any(each.startswith(said) for each in library.verify("brume"))


def test_an_event_of_a_newer_version_after_a_gap_keeps_its_number_and_can_be_written_after(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    last = len(seen(library))
    append(session_file(tmp_path), seal({"n": last + 5, **UNKNOWN}))
    session = sit_down(library.open("brume"))
    session.execute(WriteNote("la suite"))
    session.close()
    entries = seen(library)
    assert [entry.sequence for entry in entries[-2:]] == [last + 5, last + 6]
    assert notes(entries)[-1] == "la suite"
    gap = f"il manque les événements {last + 1} à {last + 4}"
    assert any(gap in each for each in library.verify("brume"))


def test_no_event_is_acknowledged_with_a_number_that_could_not_be_read_again(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    append(session_file(tmp_path), seal({"n": LAST_NUMBER, **UNKNOWN}))
    before = session_file(tmp_path).read_bytes()
    journal = library.open("brume")
    last = journal.load().last_sequence
    with pytest.raises(JournalError):
        journal.append(group(last + 1, 1, "trop loin"))
    journal.close()
    assert session_file(tmp_path).read_bytes() == before


def test_a_version_of_a_thousand_digits_is_said_in_a_line(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    nines = int("9" * 1000)
    append(session_file(tmp_path), seal({"n": 99, **UNKNOWN, "v": nines, "type": "note"}))
    event = seen(library)[-1].event
    assert isinstance(event, Unreadable)
    assert len(event.why) < 120
    session_file(tmp_path).write_bytes(seal({"gardien": "journal", "format": nines}))
    with pytest.raises(JournalError) as refused:
        library.open_for_reading("brume").load()
    assert refused.value.fault is JournalFault.NEWER_FORMAT
    assert str(FORMAT) in sentence(refused.value)
    assert len(sentence(refused.value)) < 200 + len(str(tmp_path))


def test_what_the_index_knows_and_the_end_of_the_campaign_no_longer_holds_is_said(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=2)
    end_evening(library)
    path = session_file(tmp_path, 2)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]))
    assert any("plus court" in each for each in opening(library))
    path.unlink()
    assert any("la séance 2 a disparu" in each for each in opening(library))


def test_the_index_keeps_no_state_of_lines_that_another_hand_changed_meanwhile(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    session = sit_down(library.open("brume"))
    with session_file(tmp_path).open("r+b") as file:
        file.seek(file.read().index(b'"merlin"') + 1)
        file.write(b"MERLIN")
    session.execute(CloseSession())
    session.execute(OpenSession())
    session.close()
    entries = seen(library)
    assert any(isinstance(entry.event, Unreadable) for entry in entries)
    session = sit_down(library.open("brume"))
    assert session.state == fold(entries)
    session.close()


def test_an_index_made_of_no_session_is_not_believed(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=2)
    state = state_of(library)
    path = tmp_path / "brume" / "campagne.json"
    tables = json.loads(path.read_text())
    row = tables["etats"].popitem()[1]
    row["etat"]["name"] = "Contrefaite"
    row["crc"] = zlib.crc32(msgspec.json.encode({"sequence": row["sequence"], "etat": row["etat"]}))
    path.write_text(json.dumps({**tables, "seances": {}, "etats": {"0": row}}))
    session = sit_down(library.open("brume"))
    assert session.state == state
    session.close()


@pytest.mark.parametrize(
    "name", [b"0001 (copie).jsonl", b"._0001.jsonl", b"0001.bak.jsonl", b"caf\xe9.jsonl"]
)
def test_what_other_programs_leave_among_the_sessions_keeps_no_backup_from_coming_back(
    tmp_path: Path, name: bytes
) -> None:
    library = created(tmp_path, evenings=2)
    events = readable(seen(library))
    folder = tmp_path / "brume"
    (folder / "rebut").mkdir()
    (folder / "rebut" / "à lire.txt").write_text("une note du GC")
    (folder / "seances" / os.fsdecode(name)).write_bytes(b"autre chose\n")
    (folder / "seances" / ".#0001.jsonl").symlink_to("gc@table.1234")
    library.restore("brume", library.back_up("brume"))
    assert readable(seen(library)) == events


def test_megabytes_of_zeros_after_a_power_cut_come_back_from_a_backup(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    append(session_file(tmp_path), bytes(3_000_000))
    opening(library)
    events = readable(seen(library))
    library.restore("brume", library.back_up("brume"))
    assert readable(seen(library)) == events


def test_a_campaign_without_sessions_is_not_backed_up_and_can_be_restored(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    events, path = readable(seen(library)), library.back_up("brume")
    session_file(tmp_path).unlink()
    with pytest.raises(JournalError) as refused:
        library.back_up("brume")
    assert refused.value.fault is JournalFault.NOT_A_CAMPAIGN
    library.restore("brume", path)
    assert readable(seen(library)) == events


def test_a_backup_made_by_a_clock_that_went_back_is_kept(tmp_path: Path) -> None:
    created(tmp_path, evenings=1)
    clock = Clock()
    library = FolderLibrary(tmp_path, clock, QuickDisk())
    for _ in range(15):
        clock.pass_by(minutes=1)
        library.back_up("brume")
    clock.pass_by(minutes=-30)
    assert library.back_up("brume").is_file()


def test_backups_of_the_same_second_are_listed_the_last_made_first(tmp_path: Path) -> None:
    library = created(tmp_path)
    made = [library.back_up("brume") for _ in range(11)]
    assert [backup.path for backup in library.backups("brume")] == made[::-1]


def test_whoever_follows_is_told_when_the_session_is_gone(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    path = library.back_up("brume")
    session = sit_down(library.open("brume"))
    session.execute(OpenSession())
    session.close()
    follower = library.open_for_reading("brume")
    follower.load()
    library.restore("brume", path)
    with pytest.raises(JournalError) as refused:
        follower.follow()
    assert refused.value.fault is JournalFault.VANISHED
    assert follower.load().entries == seen(library)


@pytest.mark.parametrize("name", ["verrou", "seances/0002.jsonl", "secrets/0001.jsonl"])
def test_a_link_out_of_the_folder_is_not_written_through(tmp_path: Path, name: str) -> None:
    library = created(tmp_path / "racine", evenings=1)
    outside = tmp_path / "précieux"
    outside.write_text('{"à moi"}')
    link = tmp_path / "racine" / "brume" / name
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(outside)
    with pytest.raises(JournalError) as refused:
        library.open("brume").load()
    assert name in sentence(refused.value)
    assert outside.read_text() == '{"à moi"}'


def test_every_bad_line_and_every_gap_is_in_the_list_of_what_differs(tmp_path: Path) -> None:
    library = created(tmp_path)
    texts = [f"note {number}" for number in range(40)]
    journal = library.open("brume")
    last = journal.load().last_sequence
    for number, text in enumerate(texts, last + 1):
        journal.append(group(number, 1, text))
    journal.close()
    path = session_file(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    del lines[4:20:2]
    path.write_bytes(b"".join(lines[:20]) + b"?\n" * 8 + b"".join(lines[20:]))
    said = library.verify("brume")
    assert sum("il manque" in each for each in said) == 8
    assert ", ".join(str(number) for number in range(21, 29)) in " ".join(said)


def test_a_name_that_another_program_took_meanwhile_is_refused_and_its_campaign_kept(
    tmp_path: Path,
) -> None:
    class Slow(QuickDisk):
        """On which another program creates the same campaign just before ours gets its name."""

        def rename(self, source: Path, target: Path) -> None:
            if target.parent == tmp_path:
                shutil.copytree(other / "brume", target)
            super().rename(source, target)

    other = tmp_path.with_name("ailleurs")
    events = readable(seen(created(other, evenings=1)))
    with pytest.raises(JournalError) as refused:
        FolderLibrary(tmp_path, Clock(), Slow()).create("Brume", Options())
    assert refused.value.fault is JournalFault.CAMPAIGN_EXISTS
    assert [path.name for path in tmp_path.iterdir()] == ["brume"]
    assert readable(seen(FolderLibrary(tmp_path, Clock()))) == events


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A scratch folder, while this process is an account that permissions bind."""
    with tempfile.TemporaryDirectory() as scratch:
        is_root = os.geteuid() == 0
        if is_root:
            os.chown(scratch, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield Path(scratch)
        finally:
            if is_root:
                os.seteuid(0)


def test_a_campaign_that_may_not_be_entered_is_listed_as_such_and_hides_no_other(
    unprivileged: Path,
) -> None:
    library = FolderLibrary(unprivileged, Clock(), QuickDisk())
    for name in ("Brume", "Autre"):
        library.create(name, Options())
    (unprivileged / "brume").chmod(0)
    try:
        troubles = {each.slug: each.trouble for each in library.campaigns()}
        assert troubles["autre"] == ""
        assert troubles["brume"].startswith("Les droits du dossier")
        looking = library.open_for_reading("brume")
        for action in (
            looking.load,
            lambda: library.open("brume"),
            lambda: library.backups("brume"),
            lambda: library.verify("brume"),
        ):
            with pytest.raises(JournalError) as refused:
                action()
            assert refused.value.fault is JournalFault.NO_PERMISSION
    finally:
        (unprivileged / "brume").chmod(0o700)


def test_a_secret_file_that_another_hand_emptied_is_said(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1, secrets=True)
    secret_file(tmp_path).write_bytes(b"")
    said = "Séance 1 : il ne reste aucun événement dans son fichier de secrets."
    assert any(each.startswith(said) for each in opening(library))
    assert any(each.startswith(said) for each in library.verify("brume"))


def test_a_session_of_which_only_the_secrets_are_left_tells_them_and_is_not_begun_again(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=2, secrets=True)
    session_file(tmp_path, 2).unlink()
    assert notes(seen(library)) == ["soir 1", "secret 1", "secret 2"]
    assert any("il manque" in each for each in opening(library))
    session = sit_down(library.open("brume"))
    session.execute(WriteNote("la suite"))
    session.close()
    entries = seen(library)
    assert notes(entries)[-2:] == ["secret 2", "la suite"]
    assert not any(isinstance(entry.event, Unreadable) for entry in entries)


def test_numbers_that_both_files_have_are_kept_in_both_and_count_once(tmp_path: Path) -> None:
    """As after a program that knew of no secrets."""
    library = created(tmp_path, evenings=1, secrets=True)
    whispered = seen(library)[-1].sequence
    append(session_file(tmp_path), seal({"n": whispered, **NOTE}))
    entries = seen(library)
    assert [entry.sequence for entry in entries] == [*range(1, whispered + 1), whispered]
    (bad,) = [entry for entry in entries if isinstance(entry.event, Unreadable)]
    assert isinstance(bad.event, Unreadable)
    assert bad.event.why.endswith("un événement dont le numéro est déjà passé")
    assert library.verify("brume")


def test_lines_that_are_missing_are_said_only_where_neither_file_has_them(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1, secrets=True)
    assert opening(library) == ()
    journal = library.open("brume")
    last = journal.load().last_sequence
    for number in range(6):
        journal.append(group(last + 1 + number, 1, str(number), secret=number % 2 == 0))
    journal.close()
    for path in (session_file(tmp_path), secret_file(tmp_path)):
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:-2], *lines[-1:]]))
    said = f"Séance 1 : il manque les événements {last + 3} à {last + 4}."
    assert opening(library) == (said,)
    assert said in library.verify("brume")


def test_a_line_that_cannot_be_read_is_numbered_among_those_of_both_files(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    journal = library.open("brume")
    last = journal.load().last_sequence
    for number in range(8):
        journal.append(group(last + 1 + number, 1, str(number), secret=number in {1, 4, 5}))
    journal.close()
    for path, damaged in ((session_file(tmp_path), b'"text":"2"'), (secret_file(tmp_path), b'"4"')):
        path.write_bytes(path.read_bytes().replace(damaged, damaged.replace(b'"', b"'")))
    entries = seen(library)
    assert [entry.sequence for entry in entries] == list(range(1, last + 9))
    assert {
        entry.sequence - last - 1 for entry in entries if isinstance(entry.event, Unreadable)
    } == {2, 4}
    (notice,) = opening(library)
    place = session_file(tmp_path).read_bytes().partition(b"'text'")[0].count(b"\n") + 1
    assert notice.endswith(
        f"2 lignes illisibles, gardées telles quelles (ligne {place}, 3 des secrets)."
    )


def unlisted(folder: Path) -> None:
    (folder / "secrets").chmod(0)
    (folder / "campagne.json").chmod(0)


def unread(folder: Path) -> None:
    for path in (folder / "secrets").iterdir():
        path.chmod(0)


@pytest.mark.parametrize("hide", [unlisted, unread], ids=lambda each: str(each.__name__))
def test_whoever_may_not_read_the_secrets_follows_what_everyone_may_know_without_a_word(
    unprivileged: Path, hide: Callable[[Path], None]
) -> None:
    library = created(unprivileged, evenings=3, secrets=True)
    folder = unprivileged / "brume"
    session = sit_down(library.open("brume"))
    public = tuple(entry for entry in seen(library) if not entry.secret)
    hide(folder)
    player = LookingSession(library.open_for_reading("brume"), Clock(), lambda: 1)
    assert player.notices == ()
    assert player.state == fold(public)
    recall_all(player)
    assert player.entries == public
    show(folder)
    roll = whisper(session)
    (note,) = session.execute(WriteNote("tout haut"))
    hide(folder)
    assert player.follow() == (note,)
    show(folder)
    told = session.execute(Reveal(roll))
    hide(folder)
    assert player.follow() == told
    assert player.state == session.state
    assert player.notices == ()
    assert [each.trouble for each in library.campaigns()] == [""]
    show(folder)
    session.close()


def show(folder: Path) -> None:
    (folder / "secrets").chmod(0o700)
    for path in ((folder / "campagne.json"), *(folder / "secrets").iterdir()):
        path.chmod(0o600)


@pytest.mark.parametrize("hide", [unlisted, unread], ids=lambda each: str(each.__name__))
def test_whoever_may_not_read_the_secrets_writes_verifies_and_backs_up_nothing(
    unprivileged: Path, hide: Callable[[Path], None]
) -> None:
    """A number that a secret has would be given again, and a copy would lack what it should save."""
    library = created(unprivileged, evenings=2, secrets=True)
    before = library.backups("brume")
    hide(unprivileged / "brume")
    for action in (
        lambda: library.open("brume").load(),
        lambda: library.verify("brume"),
        lambda: library.back_up("brume"),
    ):
        with pytest.raises(JournalError) as refused:
            action()
        assert refused.value.fault is JournalFault.NO_PERMISSION
    assert library.backups("brume") == before
    show(unprivileged / "brume")
