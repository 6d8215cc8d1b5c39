"""A campaign made by an enemy: its lines have good checksums, and say what no Gardien would."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.commands import CloseSession, OpenSession, WriteNote
from campaign.events import NoteWritten, Unreadable
from campaign.refusals import JournalError, JournalFault, Refused
from rules.errors import RuleError
from storage.library import FolderLibrary
from storage.lines import LONGEST_LINE, seal
from storage.snapshot import IndexStorage
from tests.storage.folders import (
    EVENING,
    Clock,
    QuickDisk,
    created,
    end_evening,
    seen,
    session_file,
    sit_down,
    whisper,
)
from tests.storage.hostile import (
    GOLDEN,
    TEXTS,
    copied,
    mutated,
    mutated_lines,
    tell_all,
    tree,
    tries,
)

NOTE = {"v": 1, "at": EVENING.isoformat(), "type": "note", "text": "x", "about": None}


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile") / "campagnes"


goldens = st.sampled_from(GOLDEN)


@given(goldens, st.data())
@tries(50)
def test_whatever_a_line_says_the_campaign_is_told_or_refused_and_stays_as_it_is(
    scratch: Path, golden: Path, data: st.DataObject
) -> None:
    library = copied(golden, scratch)
    path = data.draw(st.sampled_from(sorted(scratch.glob("*/se*/*.jsonl"))))
    path.write_bytes(data.draw(mutated_lines(path.read_bytes())))
    before = tree(scratch)
    library.campaigns()
    with suppress(JournalError):
        tell_all(library, golden.name)
    assert tree(scratch) == before


@given(goldens, st.data())
@tries(20)
def test_whatever_a_line_says_what_is_written_after_it_is_read_again(
    scratch: Path, golden: Path, data: st.DataObject
) -> None:
    library = copied(golden, scratch)
    paths = sorted(scratch.glob("*/se*/*.jsonl"))
    for path in {paths[-1], data.draw(st.sampled_from(paths))}:
        path.write_bytes(data.draw(mutated_lines(path.read_bytes())))
    with suppress(JournalError):
        journal = library.open(golden.name)
        try:
            session = sit_down(journal)
            written = [*session.execute(WriteNote("la suite"))]
            with suppress(Refused, RuleError):
                whisper(session)
            session.execute(CloseSession())
            session.execute(OpenSession())
            written += session.execute(WriteNote("plus tard"))
        finally:
            journal.close()
        entries = seen(library, golden.name)
        known = [(entry.sequence, entry.event) for entry in entries]
        assert all((entry.sequence, entry.event) in known for entry in written)
        library.restore(golden.name, library.back_up(golden.name))
        assert seen(library, golden.name) == entries


@given(st.binary(max_size=400), st.booleans())
@tries(25)
def test_whatever_bytes_a_session_holds_it_is_told_or_refused_and_stays_as_it_is(
    scratch: Path, data: bytes, is_added: bool
) -> None:
    library = copied(GOLDEN[-1], scratch)
    path = max(scratch.glob("*/seances/*.jsonl"))
    path.write_bytes(path.read_bytes() + data if is_added else data)
    before = tree(scratch)
    with suppress(JournalError):
        tell_all(library, GOLDEN[-1].name)
    assert tree(scratch) == before


@given(st.data())
@tries(20)
def test_whatever_the_index_says_the_campaign_opens_and_no_text_of_it_is_a_command(
    scratch: Path, data: st.DataObject
) -> None:
    library = copied(GOLDEN[-1], scratch)
    end_evening(library, GOLDEN[-1].name)
    events = seen(library, GOLDEN[-1].name)
    path = scratch / GOLDEN[-1].name / "campagne.json"
    if data.draw(st.booleans()):
        path.write_bytes(data.draw(st.binary(max_size=200)))
    else:
        path.write_text(_with_good_checksums(data.draw(mutated(path.read_text()))), "utf-8")
    session = sit_down(library.open(GOLDEN[-1].name))
    session.execute(WriteNote("la suite"))
    session.close()
    assert seen(library, GOLDEN[-1].name)[: len(events)] == events
    tell_all(library, GOLDEN[-1].name)


def _with_good_checksums(index: str) -> str:
    """Return an index whose states have the checksums that they should have, where they still are states."""
    try:
        tables = json.loads(index)
        for row in tables["etats"].values():
            fields = {"sequence": row["sequence"], "etat": row["etat"]}
            row["crc"] = zlib.crc32(msgspec.json.encode(fields))
        return json.dumps(tables)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        return index


@pytest.mark.parametrize("text", [text for text in TEXTS if not text.isprintable()], ids=ascii)
def test_a_text_that_a_terminal_would_obey_makes_its_line_unreadable_and_is_never_said(
    tmp_path: Path, text: str
) -> None:
    library = created(tmp_path, evenings=1)
    with session_file(tmp_path).open("ab") as file:
        file.write(seal({"n": len(seen(library)) + 1, **NOTE, "text": text}))
    entries = tell_all(library, "brume")
    assert isinstance(entries[-1].event, Unreadable)
    assert "un texte avec des caractères de commande" in entries[-1].event.why


def test_a_long_note_in_any_script_is_read_and_an_endless_one_is_not(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    last = len(seen(library))
    with session_file(tmp_path).open("ab") as file:
        for number, text in enumerate(("漢" * 2000, "x" * 4001, "x" * LONGEST_LINE), last + 1):
            file.write(seal({"n": number, **NOTE, "text": text}))
    read, endless, longer = (entry.event for entry in seen(library)[last:])
    assert isinstance(read, NoteWritten)
    assert isinstance(endless, Unreadable)
    assert isinstance(longer, Unreadable)
    assert len(endless.why) + len(longer.why) < 200
    assert len(longer.text) < 5000


def test_corrections_of_corrections_without_end_are_checked(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    first = len(seen(library)) + 1
    told = {"v": 1, "type": "note", "text": "x", "about": None}
    with session_file(tmp_path).open("ab") as file:
        file.write(seal({"n": first, **NOTE}))
        for number in range(first + 1, first + 1500):
            event = {"target": number - 1, "before": number - 1, "event": told}
            file.write(seal({"n": number, **NOTE, "type": "correction"} | event))
    text = session_file(tmp_path).read_bytes().replace(b',"text":"x","about":null,"target"', b"")
    session_file(tmp_path).write_bytes(text)
    assert library.verify("brume")


def zeros(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(1 << 30)


def line_feeds(path: Path) -> None:
    path.write_bytes(b"\n" * (1 << 20))


@pytest.mark.parametrize("huge", [zeros, line_feeds])
@pytest.mark.parametrize("name", ["seances/0001.jsonl", "secrets/0001.jsonl", "seances/0002.jsonl"])
def test_a_file_that_would_fill_the_memory_is_refused_in_a_sentence(
    tmp_path: Path, huge: Callable[[Path], None], name: str
) -> None:
    library = created(tmp_path, evenings=2, secrets=True)
    path = tmp_path / "brume" / name
    huge(path)
    for action in (
        lambda: library.verify("brume"),
        lambda: library.back_up("brume"),
        lambda: library.open_for_reading("brume").load(),
    ):
        with pytest.raises(JournalError) as refused:
            action()
        assert refused.value.fault is JournalFault.TOO_LARGE
    assert library.campaigns()[0].slug == "brume"


def test_an_index_that_would_fill_the_memory_is_made_anew(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=2)
    zeros(tmp_path / "brume" / "campagne.json")
    session = sit_down(library.open("brume"))
    session.close()
    assert IndexStorage(tmp_path / "brume" / "campagne.json", QuickDisk()).read()
    assert library.verify("brume") == ()


def test_a_line_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    before = session_file(tmp_path).read_bytes()
    journal = library.open("brume")
    journal.load()
    (entry,) = sit_down(journal).entries[-1:]
    endless = replace(entry, sequence=entry.sequence + 1, event=NoteWritten("x" * LONGEST_LINE))
    with pytest.raises(JournalError):
        journal.append((endless,))
    journal.close()
    assert session_file(tmp_path).read_bytes() == before
    assert FolderLibrary(tmp_path, Clock()).verify("brume") == ()
