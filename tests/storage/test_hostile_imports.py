"""A JSON document that comes from anywhere: one sentence says what is wrong where, and nothing is written."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.refusals import JournalError, Refused
from campaign.sentences import sentence
from storage.disk import Disk
from storage.imported import ImportedCampaign
from storage.importing import document
from storage.library import FolderLibrary
from tests.storage.folders import Clock, FailingDisk, QuickDisk, created, seen

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The document of a campaign of two evenings, with secrets."""
    library = created(tmp_path_factory.mktemp("bonne"), evenings=2, secrets=True)
    whole: dict[str, Any] = json.loads(b"".join(library.exported("brume")))
    return whole


def refusal(root: Path, data: bytes, name: str | None = None) -> str:
    """The sentence by which a document is refused, having made sure that nothing is there after."""
    file = root / "hostile.json"
    file.write_bytes(data)
    library = FolderLibrary(root / "campagnes", Clock(), QuickDisk())
    with pytest.raises((JournalError, Refused)) as caught:
        library.take_in(ImportedCampaign(document(file, Disk()), name))
    assert not (root / "campagnes").exists()
    assert isinstance(caught.value, JournalError | Refused)
    said = sentence(caught.value)
    assert "\n" not in said
    assert len(said) < 400
    return said.removeprefix("Ce fichier ne peut pas être importé : ")


NOT_OURS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "ce n’est pas du JSON entier"),
    "a shopping list": (b"des bougies", "ce n’est pas du JSON entier"),
    "half": (
        b'{"gardien":"campagne","format":1,"nom":"x","seances":[{"sea',
        "ce n’est pas du JSON",
    ),
    "not UTF-8": ('{"gardien":"é","format":1}'.encode("latin-1"), "ce n’est pas du JSON entier"),
    "a list": (b"[]", "il n’a pas la forme d’un export de Gardien"),
    "another program's": (b'{"name":"x"}', "il n’a pas la forme d’un export de Gardien"),
    "another kind": (
        b'{"gardien":"augure","format":1}',
        "ce n’est pas un export de Gardien en JSON",
    ),
    "a version of before": (b'{"gardien":"campagne","format":0}', "ce n’est pas un export"),
    "a future version": (b'{"gardien":"campagne","format":7}', "Ce fichier est au format 7, d’un"),
    "an immense version": (b'{"gardien":"campagne","format":%d}' % 10**300, ""),
    "deep": (b'{"gardien":"campagne","format":1,"nom":' + b"[" * 10**6, "il est imbriqué trop"),
    "deep and whole": (
        b'{"gardien":"campagne","format":1,"nom":"x","seances":%b}' % (b"[" * 10**5 + b"]" * 10**5),
        "",
    ),
}


@pytest.mark.parametrize("case", NOT_OURS)
def test_what_is_no_document_of_ours_is_refused(tmp_path: Path, case: str) -> None:
    data, why = NOT_OURS[case]
    assert refusal(tmp_path, data).startswith(why)


def _event(whole: dict[str, Any], kind: str) -> dict[str, Any]:
    events = [each for session in whole["seances"] for each in session["evenements"]]
    found: dict[str, Any] = next(each for each in events if each["type"] == kind)
    return found


def _set(kind: str, **fields: object) -> Change:
    return lambda whole: _event(whole, kind).update(fields)


def _deep(whole: dict[str, Any]) -> None:
    deep: list[Any] = []
    for _ in range(600):
        deep = [deep]
    _event(whole, "note")["text"] = deep


WRONG: dict[str, tuple[Change, str]] = {
    "another field": (lambda whole: whole.update(x=1), "il n’a pas la forme"),
    "sessions of the wrong type": (lambda w: w.update(seances=3), "à « seances », il n’a pas"),
    "a session of the wrong type": (
        lambda w: w["seances"].append([]),
        "à « seances[2] », il n’a pas la forme",
    ),
    "no session": (lambda w: w.update(seances=[]), "il ne contient aucun événement public"),
    "a session twice": (
        lambda w: w["seances"].append(w["seances"][0]),
        "ses séances ne se suivent",
    ),
    "a session below 1": (lambda w: w["seances"][0].update(seance=0), "ses séances ne se suivent"),
    "a session whose number is a path": (
        lambda w: w["seances"][0].update(seance="../../x"),
        "à « seances[0].seance », il n’a pas la forme",
    ),
    "an immense session": (lambda w: w["seances"][1].update(seance=10**9), "ses séances ne se"),
    "a session that is missing": (
        lambda w: w["seances"].pop(0),
        "séance 2, il manque les événements 1",
    ),
    "a session that says another number": (
        lambda w: w["seances"][1].update(seance=3),
        "séance 3, événement 18 : il se dit de la séance 2",
    ),
    "no secrets": (
        lambda w: [session.pop("secrets") for session in w["seances"]],
        "séance 1, il manque les événements 14 à 16, comme dans un export pour les joueurs",
    ),
    "an event that is missing": (
        lambda w: w["seances"][0]["evenements"].pop(3),
        "séance 1, il manque l’événement 4",
    ),
    "an event twice": (
        lambda w: w["seances"][0]["evenements"].insert(3, w["seances"][0]["evenements"][2]),
        "séance 1, événement 3 : un événement dont le numéro est déjà passé",
    ),
    "an event in both lists": (
        lambda w: w["seances"][0]["secrets"].insert(0, w["seances"][0]["evenements"][-1]),
        "séance 1, événement",
    ),
    "the first number of another session": (
        lambda w: w["seances"][1].update(premier=3),
        "séance 2, son premier événement n’est pas le 3",
    ),
    "a first number below 1": (
        lambda w: w["seances"][0].update(premier=-1),
        "séance 1, le numéro de son premier événement est impossible",
    ),
    "an event that is no object": (
        lambda w: w["seances"][0]["evenements"].append(7),
        "séance 1, sa ligne",
    ),
    "an event without a number": (
        lambda w: _event(w, "note").pop("n"),
        "séance 1, ligne 10 de ses événements : un événement sans son numéro",
    ),
    "an unknown kind": (
        _set("note", type="augure"),
        "séance 1, événement 10 : un type d’événement",
    ),
    "a future event": (_set("note", v=9), "séance 1, événement 10 : « note » de la version 9"),
    "a field too many": (_set("note", x=1), "séance 1, événement 10 : « note » avec des champs"),
    "a checksum of its own": (
        _set("note", crc="00000000"),
        "séance 1, sa ligne 10 a une somme de contrôle",
    ),
    "a header among the events": (_set("note", gardien="journal"), "séance 1, ligne 10 de ses"),
    "a wrong type": (_set("note", text=3), "séance 1, événement 10 : « note » avec des champs"),
    "a deep field": (_deep, "séance 1, événement 10 : « note »"),
    "an immense number": (_set("note", about=10**30), "séance 1, événement 10"),
    "no date": (_set("note", at="hier"), "séance 1, événement 10 : sa date ne peut pas être lue"),
    "no zone": (_set("note", at="2026-03-14T20:00:00"), "séance 1, événement 10 : sa date n’a pas"),
    "a note on nothing": (
        _set("note", about=99),
        "séance 1, événement 10 : il annote l’événement 99",
    ),
    "a die of 21": (
        lambda w: _event(w, "dépassement")["die"].update(face=21),
        "séance 1, événement 11 : « dépassement » avec des champs",
    ),
    "a result that the dice don't give": (
        lambda w: _event(w, "dépassement")["outcome"].update(dom=1),
        "séance 1, événement 11 : le résultat recalculé diffère",
    ),
    "stakes that aren't the character's": (
        lambda w: _event(w, "dépassement").update(name="Morgane"),
        "séance 1, événement 11 : le personnage ne s’appelle pas",
    ),
    "a ruling that the rules don't give": (
        lambda w: _event(w, "jugement").update(pf_before=5),
        "séance 1, événement 12 : la conséquence recalculée diffère",
    ),
    "a secret told to all": (
        lambda w: w["seances"][0]["evenements"].insert(-1, w["seances"][0]["secrets"].pop()),
        "séance 1, événement 16 : il parle à tous de l’événement 14, qui est secret",
    ),
    "half a group": (
        lambda w: w["seances"][1]["evenements"][-1].update(g=[1, 2]),
        "séance 2, la suite de ses derniers événements manque",
    ),
    "a line said to be unreadable": (
        lambda w: w["seances"][0]["evenements"].append({"illisible": "a\nb"}),
        "séance 1, sa ligne",
    ),
    "bytes that aren't": (
        lambda w: w["seances"][0]["evenements"].append({"octets": "é"}),
        "séance 1, sa ligne",
    ),
    "both": (
        lambda w: w["seances"][0]["evenements"].append({"octets": "", "illisible": ""}),
        "séance 1, sa ligne",
    ),
    "no name": (lambda w: w.update(nom=" \t"), "Nom : c’est vide"),
    "a long name": (lambda w: w.update(nom="x" * 10**5), "Nom : 100000 caractères"),
    "all of it unreadable": (
        lambda w: w.update(
            seances=[{"seance": 1, "premier": 1, "evenements": [{"illisible": "x"}]}]
        ),
        "il ne contient aucun événement public",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_where_it_is(tmp_path: Path, good: dict[str, Any], case: str) -> None:
    change, why = WRONG[case]
    whole = json.loads(json.dumps(good))
    change(whole)
    said = refusal(tmp_path, json.dumps(whole).encode())
    assert said.startswith(why)


def test_a_line_said_to_be_unreadable_that_can_be_read_is_refused(
    tmp_path: Path, good: dict[str, Any]
) -> None:
    library = created(tmp_path / "autre", evenings=1)
    (path,) = (tmp_path / "autre" / "brume" / "seances").iterdir()
    *_, last = path.read_text().splitlines()
    whole = json.loads(b"".join(library.exported("brume")))
    whole["seances"][0]["evenements"][-1] = {"illisible": last}
    said = refusal(tmp_path, json.dumps(whole).encode())
    assert said.startswith("séance 1, événement 13 : dit illisible, il peut être lu")


def test_names_are_never_paths(tmp_path: Path, good: dict[str, Any]) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(json.dumps(good).encode())
    library = FolderLibrary(tmp_path / "campagnes", Clock(), QuickDisk())
    for name in ("../../etc", "/tmp/x", "..", ".", "a\x00b", "CON", "-rf"):
        slug = library.take_in(ImportedCampaign(document(file, Disk()), name))
        assert library.folder(slug).parent == tmp_path / "campagnes"
    assert {path.name for path in tmp_path.iterdir()} == {"x.json", "campagnes"}


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tuyau")
    for path in (tmp_path / "tuyau", tmp_path, Path("/dev/zero")):
        with pytest.raises(JournalError) as caught:
            document(path, Disk())
        assert "ce n’est pas un fichier ordinaire" in sentence(caught.value)


def test_a_link_that_the_user_names_is_followed(tmp_path: Path, good: dict[str, Any]) -> None:
    (tmp_path / "x.json").write_text(json.dumps(good))
    (tmp_path / "lien.json").symlink_to(tmp_path / "x.json")
    assert document(tmp_path / "lien.json", Disk()).data == (tmp_path / "x.json").read_bytes()


def test_what_a_killed_import_left_is_gone_after_a_day(
    tmp_path: Path, good: dict[str, Any]
) -> None:
    root = tmp_path / "campagnes"
    library = FolderLibrary(root, Clock(), QuickDisk())
    (tmp_path / "x.json").write_text(json.dumps(good))
    (tmp_path / "autre").mkdir()
    for name, age in ((".1.nouveau", 25), (".2.nouveau", 1), (".3.nouveau.txt", 25)):
        (root / name / "seances").mkdir(parents=True)
        then = Clock()().timestamp() - age * 3600
        os.utime(root / name, (then, then))
    (root / ".4.nouveau").symlink_to(tmp_path / "autre")
    library.take_in(ImportedCampaign(document(tmp_path / "x.json", Disk())))
    left = {path.name for path in root.iterdir() if path.name.startswith(".")}
    assert left - {".4.nouveau"} == {".2.nouveau", ".3.nouveau.txt"}
    assert (tmp_path / "autre").is_dir()


def test_a_session_without_events_is_not_counted(tmp_path: Path, good: dict[str, Any]) -> None:
    empty = {"seance": 99, "premier": 999, "evenements": []}
    (tmp_path / "x.json").write_text(json.dumps({**good, "seances": [*good["seances"], empty]}))
    imported = ImportedCampaign(document(tmp_path / "x.json", Disk()))
    assert imported.contents.sessions == len(good["seances"])


def test_an_immense_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "x.json").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(JournalError) as caught:
        document(tmp_path / "x.json", Disk())
    assert "il dépasse 256 Mo" in sentence(caught.value)


def test_a_disk_that_fails_at_any_moment_leaves_a_whole_campaign_or_none(
    tmp_path: Path, good: dict[str, Any]
) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(json.dumps(good).encode())
    imported = ImportedCampaign(document(file, Disk()))
    events = imported.contents.events
    at, failures = 0, 0
    while True:
        root = tmp_path / str(at)
        disk = FailingDisk(at, errno.ENOSPC)
        try:
            FolderLibrary(root, Clock(), disk).take_in(imported)
        except JournalError:
            failures += 1
        library = FolderLibrary(root, Clock(), QuickDisk())
        for each in library.campaigns():
            assert len(seen(library, each.slug)) == events
        assert not list(root.glob(".*"))
        if at >= len(disk.calls):
            break
        at += 1
    assert failures > 10
