"""A session's file is a TinyDB database whose documents are only ever added: what TinyDB promises holds on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tinydb import Query, TinyDB, where
from tinydb.table import Document

from storage.journal import EVENTS, HEADER, UNREADABLE, AppendOnly, JournalStorage
from storage.journal_table import SessionDatabase
from storage.lines import FORMAT

DOCUMENTS: tuple[dict[str, Any], ...] = (
    {"int": 1, "char": "a"},
    {"int": 1, "char": "b"},
    {"int": 1, "char": "c"},
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "0001.jsonl"
    path.touch()
    return path


@pytest.fixture
def db(path: Path) -> Iterator[TinyDB]:
    """TinyDB's own sample database, in a session's file."""
    with SessionDatabase(path, storage=JournalStorage) as database:
        database.insert_multiple(DOCUMENTS)
        yield database


def reopened(path: Path) -> TinyDB:
    return SessionDatabase(path, storage=JournalStorage)


def test_documents_are_numbered_from_one_and_found_again_after_reopening(
    db: TinyDB, path: Path
) -> None:
    assert db.insert({"int": 2}) == 4
    assert len(db) == 4
    db.close()
    with reopened(path) as again:
        assert [(each.doc_id, dict(each)) for each in again] == [
            *enumerate(DOCUMENTS, 1),
            (4, {"int": 2}),
        ]
        assert again.insert({"int": 3}) == 5


def test_a_document_can_bring_its_number_if_it_is_after_the_last(db: TinyDB) -> None:
    assert db.insert(Document({"int": 7}, doc_id=10)) == 10
    assert db.insert({"int": 8}) == 11
    for taken in (3, 11):
        with pytest.raises(ValueError, match="not after"):
            db.insert(Document({"int": 9}, doc_id=taken))
    assert len(db) == 5


def test_insert_multiple_numbers_in_order_and_takes_any_iterable(db: TinyDB) -> None:
    assert db.insert_multiple({"int": number} for number in range(3)) == [4, 5, 6]
    assert db.insert_multiple([]) == []
    assert len(db) == 6


def test_nothing_of_a_group_is_written_when_one_of_it_is_refused(db: TinyDB, path: Path) -> None:
    before = path.read_bytes()
    refused: list[list[Any]] = [
        [{"int": 1}, ["not", "a", "mapping"]],
        [{"int": 1}, {"x": float("nan")}],
        [{"int": 1}, {"x": object()}],
        [{"int": 1}, {"crc": "mine"}],
        [{"int": 1}, {"x": "\ud800"}],
    ]
    for group in refused:
        with pytest.raises((ValueError, TypeError)):
            db.insert_multiple(group)
    assert path.read_bytes() == before


def test_search_get_contains_and_count_are_tinydbs_own(db: TinyDB) -> None:
    assert len(db.search(where("int") == 1)) == 3
    assert db.search(where("int") == 2) == []
    assert db.get(where("char") == "b") == {"int": 1, "char": "b"}
    assert db.get(where("char") == "z") is None
    assert db.get(doc_id=3) == {"int": 1, "char": "c"}
    assert db.get(doc_id=99) is None
    assert [each["char"] for each in db.get(doc_ids=[1, 3])] == ["a", "c"]
    assert db.contains(where("char") == "a")
    assert not db.contains(where("int") == 2)
    assert db.contains(doc_id=1)
    assert not db.contains(doc_id=88)
    assert db.count(where("int") == 1) == 3
    with pytest.raises(RuntimeError):
        db.get()


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (where("char") == "a", "a"),
        (where("char").one_of(["a", "c"]), "ac"),
        (where("char").matches("[bc]"), "bc"),
        (where("char").test(lambda char: str(char) > "b"), "c"),
        ((where("int") == 1) & ~(where("char") == "b"), "ac"),
        ((where("char") == "a") | (where("char") == "b"), "ab"),
        (where("absent").exists(), ""),
    ],
    ids=["equal", "one of", "matches", "test", "and not", "or", "exists"],
)
def test_queries_choose_documents(db: TinyDB, condition: Query, found: str) -> None:
    assert "".join(each["char"] for each in db.search(condition)) == found


def test_queries_reach_into_lists_and_objects(db: TinyDB) -> None:
    db.insert({"stakes": {"diff": 8}, "parts": [{"label": "My"}, {"label": "Ma"}]})
    assert db.count(Query().stakes.diff == 8) == 1
    assert db.count(Query().parts.any(Query().label == "Ma")) == 1
    assert db.count(Query().parts.all(Query().label == "Ma")) == 0


def test_iteration_gives_the_documents_in_the_order_of_the_lines(db: TinyDB) -> None:
    assert [each["char"] for each in db] == ["a", "b", "c"]
    assert [each.doc_id for each in db.all()] == [1, 2, 3]


def test_an_insertion_is_seen_by_a_search_made_before(db: TinyDB) -> None:
    condition = where("int") == 1
    assert db.count(condition) == 3
    db.insert({"int": 1})
    assert db.count(condition) == 4


def test_text_is_kept_as_it_is_and_can_be_grepped(db: TinyDB, path: Path) -> None:
    db.insert({"text": "L’été des œufs […] ☠ 漢\n\x1b[31m", "clé": 1})
    assert "L’été des œufs […] ☠ 漢".encode() in path.read_bytes()
    assert b"\x1b" not in path.read_bytes()
    assert db.get(where("clé") == 1) == {"text": "L’été des œufs […] ☠ 漢\n\x1b[31m", "clé": 1}


CHANGES: dict[str, Callable[[TinyDB], object]] = {
    "update": lambda db: db.update({"int": 2}),
    "update where": lambda db: db.update({"int": 2}, where("char") == "a"),
    "update with a function": lambda db: db.update(lambda each: each.clear()),
    "update by number": lambda db: db.update({"int": 2}, doc_ids=[1]),
    "update multiple": lambda db: db.update_multiple([({"int": 2}, where("char") == "a")]),
    "upsert": lambda db: db.upsert({"int": 2}, where("char") == "a"),
    "remove": lambda db: db.remove(where("char") == "a"),
    "remove by number": lambda db: db.remove(doc_ids=[1]),
    "truncate": lambda db: db.truncate(),
    "drop the table": lambda db: db.drop_table(EVENTS),
    "drop all": lambda db: db.drop_tables(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_was_written_is_never_changed_or_removed(
    db: TinyDB, path: Path, change: Callable[[TinyDB], object]
) -> None:
    before = path.read_bytes()
    with pytest.raises(AppendOnly):
        change(db)
    assert path.read_bytes() == before
    assert [dict(each) for each in db.table(EVENTS)] == list(DOCUMENTS)


def test_the_header_and_the_lines_that_cannot_be_read_are_tables_of_their_own(
    db: TinyDB, path: Path
) -> None:
    db.close()
    path.write_bytes(path.read_bytes().replace(b'"char":"b"', b'"char":"z"'))
    with reopened(path) as again:
        assert again.tables() == {EVENTS, HEADER, UNREADABLE}
        assert [each["char"] for each in again.table(EVENTS)] == ["a", "c"]
        (header,) = again.table(HEADER)
        assert (header["seance"], header["format"]) == (1, FORMAT)
        (unreadable,) = again.table(UNREADABLE)
        assert unreadable.doc_id == 3
        assert '"char":"z"' in unreadable["ligne"]
        assert "somme de contrôle" in unreadable["pourquoi"]


@pytest.mark.parametrize("name", [HEADER, UNREADABLE, "autre"])
def test_only_the_table_of_the_events_can_be_added_to(db: TinyDB, name: str) -> None:
    with pytest.raises(AppendOnly):
        db.table(name).insert({"x": 1})


def test_a_table_that_has_nothing_is_empty(db: TinyDB) -> None:
    assert len(db.table("autre")) == 0
    assert db.table("autre").all() == []


def nested() -> dict[str, Any]:
    return {"stakes": {"ca": {"parts": [{"label": "My", "value": 15}]}}, "tags": ["x"]}


READS: dict[str, Callable[[TinyDB], Mapping[str, Any] | None]] = {
    "get": lambda db: db.get(doc_id=1),
    "get where": lambda db: db.get(where("tags").exists()),
    "get several": lambda db: db.get(doc_ids=[1])[0],
    "search": lambda db: db.search(where("tags").exists())[0],
    "all": lambda db: db.all()[0],
    "iteration": lambda db: next(iter(db)),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_what_is_handed_out_never_aliases_what_is_stored(
    path: Path, read: Callable[[TinyDB], dict[str, Any]]
) -> None:
    given = nested()
    with SessionDatabase(path, storage=JournalStorage) as db:
        db.insert(given)
        given["stakes"]["ca"]["parts"].append("mine")
        handed = read(db)
        assert handed == nested()
        handed["stakes"]["ca"]["parts"][0]["value"] = 99
        handed["tags"].clear()
        handed["new"] = True
        for again in READS.values():
            assert again(db) == nested()


def test_a_query_that_changes_what_it_looks_at_changes_nothing_stored(path: Path) -> None:
    def vandal(tags: Any) -> bool:
        tags.clear()
        return True

    with SessionDatabase(path, storage=JournalStorage) as db:
        db.insert(nested())
        db.search(where("tags").test(vandal))
        assert db.get(doc_id=1) == nested()


def test_stock_tinydb_reads_the_tables_that_the_journal_shows(db: TinyDB, tmp_path: Path) -> None:
    copy = tmp_path / "copie.json"
    copy.write_text(json.dumps(db.storage.read()), encoding="utf-8")
    with TinyDB(copy) as stock:
        assert stock.table(EVENTS).all() == db.all()
        assert stock.table(EVENTS).count(where("int") == 1) == 3
