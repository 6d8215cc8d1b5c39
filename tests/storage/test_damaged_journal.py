"""Bytes flipped, cut, added and torn: a journal opens all the same, says what is wrong and keeps what is intact."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bench.generator import write_campaign
from campaign.commands import AddCharacter, ResolveDepassement, RuleEffect, Undo
from campaign.demo import BOULE_DE_FEU, COMPANY
from campaign.events import CampaignCreated, Entry, Unreadable
from campaign.narration import line as narrated
from campaign.refusals import JournalError, JournalFault
from rules.health import Ruling
from rules.options import Options
from storage.library import FolderLibrary
from storage.lines import FORMAT, seal, unseal
from tests.storage.folders import (
    Clock,
    QuickDisk,
    created,
    files,
    group,
    notes,
    play,
    readable,
    secret_file,
    seen,
    session_file,
    sit_down,
    state_of,
)

MERLIN = COMPANY[0]
Damage = Callable[[bytes, int], bytes]


class Small:
    """A small campaign of one session, one of whose two files can be put back as it was.

    Attributes:
        path: the file, the secret one or the public one.
        whole: its bytes.
        entries: what both files say.
        own: what this one says.
    """

    def __init__(self, root: Path, *, secret: bool) -> None:
        self.secret = secret
        self.library = FolderLibrary(root, Clock(), QuickDisk())
        self.library.create("Brume", Options())
        session = sit_down(self.library.open("brume"))
        session.execute(AddCharacter(MERLIN.name, MERLIN.kind, MERLIN.sheet))
        roll = ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7)
        session.execute(replace(roll, secret=secret))
        session.execute(RuleEffect(Ruling.FATIGUE))
        last = session.entries[-1].sequence
        session.close()
        self.append(*group(last + 1, 1, "un", "deux", secret=secret))
        self.append(*group(last + 3, 1, "entre", secret=not secret))
        self.append(*group(last + 4, 1, "trois", secret=secret))
        self.journal = self.library.open_for_reading("brume")
        self.path = (secret_file if secret else session_file)(root)
        self.whole = self.path.read_bytes()
        self.rejects = root / "brume" / "rebut"
        self.entries = seen(self.library)
        self.own = [entry for entry in self.entries if entry.secret == secret]
        self.starts = [0]  # of the events' lines: one after the header
        for text in self.whole.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(text))
        self.starts = self.starts[1:]

    def append(self, *entries: object) -> None:
        journal = self.library.open("brume")
        journal.load()
        journal.append(entries)  # type: ignore[arg-type]
        journal.close()

    def with_the_other(self, own: list[Entry]) -> list[Entry]:
        """These entries of the file, and all of the other file's."""
        return [each for each in self.entries if each in own or each.secret != self.secret]

    def untouched(self, offset: int) -> list[Entry]:
        """The entries of this file whose lines are not at that offset, their line feeds included."""
        ends = [*self.starts[1:], len(self.whole)]
        return [
            entry
            for entry, start, end in zip(self.own, self.starts, ends, strict=False)
            if end <= offset
            or start - 1 > offset  # without its line feed, a line is part of the next
        ]


@pytest.fixture(scope="module", params=[False, True], ids=["public", "secret"])
def small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Small:
    return Small(tmp_path_factory.mktemp("petite"), secret=request.param)


def intact(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if not isinstance(entry.event, Unreadable)]


def is_among(some: Sequence[object], others: Sequence[object]) -> bool:
    """Whether all of `some` are in `others`, in the same order."""
    rest = iter(others)
    return all(each in rest for each in some)


def flipped(data: bytes, offset: int) -> bytes:
    byte = data[offset] ^ (1 << offset % 8)
    return data[:offset] + bytes([byte]) + data[offset + 1 :]


def cut_out(data: bytes, offset: int) -> bytes:
    return data[:offset] + data[offset + 1 :]


def inserted(data: bytes, offset: int) -> bytes:
    return data[:offset] + b"\nx{\x00\xff"[offset % 5 :][:1] + data[offset:]


DAMAGES: list[Damage] = [flipped, cut_out, inserted]


def offsets(small: Small, turn: int) -> list[int]:
    """Every third offset of the file, from the one of that turn on, and all those around the ends of its lines."""
    whole = len(small.whole)
    around = {end + by for end in (*small.starts, whole) for by in (-2, -1, 0, 1)}
    return [each for each in range(whole) if each % 3 == turn or each in around]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_byte_wrong_anywhere_is_said_and_costs_nothing_but_its_line(
    small: Small, damage: Damage
) -> None:
    for offset in offsets(small, DAMAGES.index(damage)):  # together, they try every byte
        damaged = damage(small.whole, offset)
        small.path.write_bytes(damaged)
        entries = small.journal.load().entries
        if offset % 5 == 0:
            assert small.library.verify("brume"), offset
        assert small.path.read_bytes() == damaged, offset
        kept = intact(entries)
        assert is_among(kept, small.entries), offset
        spared = small.untouched(offset)
        if offset >= small.starts[-1]:
            spared = spared[: len(small.own) - 1]
        assert is_among(small.with_the_other(spared), kept), offset
        numbers = [entry.sequence for entry in entries]
        assert numbers == sorted(numbers), offset
        for entry in entries:
            assert narrated(entry, lambda _: None)
    small.path.write_bytes(small.whole)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_written_on_and_never_over(small: Small, damage: Damage) -> None:
    for offset in range(0, len(small.whole), 9):
        damaged = damage(small.whole, offset)
        small.path.write_bytes(damaged)
        journal = small.library.open("brume")
        loaded = journal.load()
        assert loaded.notices or offset == len(small.whole) - 1, offset
        journal.append(group(loaded.last_sequence + 1, 1, "après", secret=small.secret))
        journal.close()
        written = small.path.read_bytes()
        set_aside = b"".join(path.read_bytes() for path in files_in(small.rejects))
        assert written.startswith(damaged) or (
            damaged.startswith(written[: len(damaged) - len(set_aside)])
            and damaged.endswith(set_aside)
        ), offset
        assert notes(seen(small.library))[-1] == "après"
        empty(small.rejects)
    small.path.write_bytes(small.whole)


def test_a_journal_torn_anywhere_opens_at_its_last_whole_group(small: Small) -> None:
    """Whatever had been written of a group when the power went, all of it counts or none."""
    ends = [*small.starts[1:], len(small.whole)]
    for size in offsets(small, turn=0):
        torn = small.whole[:size]
        small.path.write_bytes(torn)
        whole = sum(end - 1 <= size for end in ends)  # a line may lack its line feed, nothing else
        if whole == len(small.own) - 2:
            whole -= 1  # "un" is nothing without "deux"
        expected = small.with_the_other(small.own[:whole])
        entries = small.journal.load().entries
        assert list(entries) == expected, size
        assert small.path.read_bytes() == torn
        if size % 8 == 0 or size > small.starts[-3]:
            go_on_writing(small, torn, expected)
    small.path.write_bytes(small.whole)


def go_on_writing(small: Small, torn: bytes, whole: list[Entry]) -> None:
    """Open a torn journal for writing: its torn end goes elsewhere, and what is written next stands by itself."""
    journal = small.library.open("brume")
    loaded = journal.load()
    assert list(loaded.entries) == whole
    kept = small.path.read_bytes()
    rejected = b"".join(path.read_bytes() for path in files_in(small.rejects))
    assert kept + rejected in (torn, torn + b"\n")
    is_lost = len(whole) < loaded.last_sequence  # the other file has later numbers
    is_empty = all(entry.secret != small.secret for entry in whole)
    assert bool(loaded.notices) == bool(rejected or is_empty or is_lost)
    journal.append(group(loaded.last_sequence + 1, 1, "après", secret=small.secret))
    journal.close()
    again = small.journal.load()
    assert list(again.entries)[:-1] == whole
    assert all("il manque" in notice for notice in again.notices)
    empty(small.rejects)


def files_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def empty(folder: Path) -> None:
    for path in files_in(folder):
        path.unlink()


def test_a_torn_end_is_kept_privately_and_said_with_its_place(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    journal = library.open("brume")
    (notice,) = journal.load().notices
    journal.close()
    (rejected,) = (tmp_path / "brume" / "rebut").iterdir()
    assert f"rebut/{rejected.name}" in notice
    assert rejected.read_bytes() == whole.splitlines(keepends=True)[-1][:-5]
    assert rejected.stat().st_mode & 0o777 == 0o600
    assert rejected.parent.stat().st_mode & 0o777 == 0o700


def test_whoever_only_looks_at_a_torn_journal_changes_nothing(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    torn = path.read_bytes()
    assert notes(seen(library)) == []
    assert path.read_bytes() == torn
    assert not (tmp_path / "brume" / "rebut").exists()


def test_damage_at_random_in_a_long_campaign_costs_only_the_lines_it_touches(
    tmp_path: Path,
) -> None:
    slug = write_campaign(tmp_path, "Brume", evenings=3, events=120)
    library = FolderLibrary(tmp_path, Clock(), QuickDisk())
    whole = {path: path.read_bytes() for path in files(tmp_path / slug)}
    events = readable(seen(library))
    chance = random.Random(7)
    for _ in range(12):
        path = chance.choice(list(whole))
        data = whole[path]
        touched = 0
        for _ in range(chance.randint(1, 12)):
            damage = chance.choice(DAMAGES)
            data = damage(data, chance.randrange(len(data)))
            touched += 2
        path.write_bytes(data)
        kept = readable(seen(library))
        assert is_among(kept, events)
        assert len(kept) >= len(events) - touched
        assert library.verify(slug)
        assert state_of(library).name == "Brume" or not isinstance(kept[0], CampaignCreated)
        path.write_bytes(whole[path])
    assert library.verify(slug) == ()


GARBAGE = {
    "empty": b"",
    "a line feed": b"\n",
    "zeros": bytes(5000),
    "binary": bytes(range(256)) * 40,
    "JSON of another program": b'{"campaign": "x"}\n[1, 2]\n"text"\nnull\n',
    "deep": b"[" * 100_000 + b"\n",
    "sealed nonsense": seal({"n": 10**40, "x": [1]})
    + seal({"n": True})
    + seal({"n": 3, "g": [5, 2]}),
    "a number beyond all": b'{"n":' + b"9" * 10_000 + b"}\n",
    "a long line": b"x" * 3_000_000,
    "CRLF nonsense": b"\r\n\r\n",
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_a_file_of_anything_opens_and_says_so(tmp_path: Path, garbage: bytes) -> None:
    library = created(tmp_path, evenings=1)
    session_file(tmp_path).write_bytes(garbage)
    (summary,) = library.campaigns()
    assert summary.name == "brume"
    assert library.verify("brume")
    journal = library.open("brume")
    loaded = journal.load()
    assert readable(loaded.entries) == []
    session = sit_down(journal)
    play(session)
    session.close()
    assert notes(seen(library)) == ["soir 1"]


@pytest.mark.parametrize("end", [b"\r\n", b"\n\n"], ids=["CRLF", "blank lines"])
def test_an_editor_that_changed_the_ends_of_lines_loses_no_event(
    tmp_path: Path, end: bytes
) -> None:
    library = created(tmp_path, evenings=1)
    events = readable(seen(library))
    path = session_file(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"\n", end))
    assert readable(seen(library)) == events


def test_a_line_changed_by_hand_is_shown_as_unreadable_with_its_text_and_place(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"face":12', b'"face":19'))
    loaded = library.open_for_reading("brume").load()
    (bad,) = [each for each in loaded.entries if isinstance(each.event, Unreadable)]
    assert isinstance(bad.event, Unreadable)
    place = path.read_bytes().split(b"\n").index(bad.event.text.encode()) + 1
    assert bad.event.why.startswith(f"ligne {place} : la somme de contrôle")
    assert f"Séance 1 : 1 ligne illisible, gardée telle quelle (ligne {place})." in loaded.notices
    assert [each.sequence for each in loaded.entries] == list(range(1, len(loaded.entries) + 1))


def test_missing_lines_are_said_by_number(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], *lines[5:8], *lines[9:]]))
    notices = library.open_for_reading("brume").load().notices
    assert notices == (
        "Séance 1 : il manque les événements 3 à 4.",
        "Séance 1 : il manque l’événement 8.",
    )
    assert set(notices) <= set(library.verify("brume"))


def test_a_line_that_appears_twice_counts_once(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    before = readable(seen(library))
    path = session_file(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], lines[3], *lines[4:], lines[2]]))
    loaded = library.open_for_reading("brume").load()
    assert readable(loaded.entries) == before
    whys = [each.event.why for each in loaded.entries if isinstance(each.event, Unreadable)]
    assert len(whys) == 2
    assert all("numéro est déjà passé" in why for why in whys)


def test_a_group_that_says_it_is_endless_keeps_nobody_waiting(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    *lines, last = path.read_bytes().splitlines(keepends=True)
    record = unseal(last.rstrip())
    endless = seal({**record, "g": [1, 10**15]})
    path.write_bytes(b"".join([*lines, endless, seal({**record, "n": int(str(record["n"])) + 1})]))
    session = sit_down(library.open("brume"))
    session.execute(Undo())
    assert [entry.sequence for entry in session.undoable()] == [record["n"]]
    session.close()


def test_the_next_event_never_takes_the_number_of_one_that_cannot_be_read(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    last = library.open_for_reading("brume").load().last_sequence
    path = session_file(tmp_path)
    path.write_bytes(flipped(path.read_bytes(), len(path.read_bytes()) - 4))
    assert library.open_for_reading("brume").load().last_sequence == last


def test_a_session_whose_file_is_lost_is_said(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=4)
    session_file(tmp_path, 2).unlink()
    notices = library.open_for_reading("brume").load().notices
    assert "Il manque la séance 2." in notices
    assert "Il manque la séance 2." in library.verify("brume")
    assert notes(seen(library)) == ["soir 1", "soir 3", "soir 4"]


def newer(path: Path) -> None:
    _, _, rest = path.read_bytes().partition(b"\n")
    header = {"gardien": "journal", "format": FORMAT + 1, "seance": 1, "premier": 1}
    path.write_bytes(seal(header) + rest)


def test_a_journal_of_a_newer_format_is_refused_with_its_version_and_left_alone(
    tmp_path: Path,
) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    newer(path)
    path.write_bytes(path.read_bytes() + b"a tail of its own")
    before = path.read_bytes()
    for opening in (library.open, library.open_for_reading):
        journal = opening("brume")
        with pytest.raises(JournalError) as refused:
            journal.load()
        journal.close()
        assert refused.value.fault is JournalFault.NEWER_FORMAT
        assert refused.value.details == {"version": FORMAT + 1, "known": FORMAT}
    with pytest.raises(JournalError):
        library.verify("brume")
    (summary,) = library.campaigns()
    assert f"format {FORMAT + 1}" in summary.trouble
    assert path.read_bytes() == before


def test_an_older_format_is_backed_up_before_it_is_written_to(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    _, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(seal({"gardien": "journal", "format": 0, "seance": 1, "premier": 1}) + rest)
    assert library.backups("brume") == ()
    assert notes(seen(library)) == ["soir 1"]
    assert library.backups("brume") == ()
    journal = library.open("brume")
    (notice,) = journal.load().notices
    journal.close()
    (backup,) = library.backups("brume")
    assert backup.path.name in notice
