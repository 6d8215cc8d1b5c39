"""Campaigns written by every released format open for good, to the same state, and tell the same story.

`tests/data/format-N` is as the first program of format N wrote it. Its campaign is never changed: a new format, or a
new kind of event, adds one (`format-2-…`). Only `recit.txt` may be, when a sentence is reworded on purpose.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from campaign.calculations import calculation
from campaign.events import Entry
from campaign.narration import line as narrated
from campaign.state import State
from rules.aspects import Aspect, Moyen
from storage.codec import TYPES
from storage.library import FolderLibrary
from storage.lines import FORMAT
from tests.campaign.table import recall_all
from tests.storage.folders import Clock, seen, sit_down

DATA = Path(__file__).resolve().parents[1] / "data"
FORMATS = sorted(path.name for path in DATA.glob("format-*"))


@pytest.fixture(params=FORMATS)
def golden(request: pytest.FixtureRequest) -> Path:
    return DATA / str(request.param)


@pytest.fixture
def library(golden: Path, tmp_path: Path) -> FolderLibrary:
    """A copy of the campaign of one format."""
    for path in golden.iterdir():
        if path.is_dir():
            shutil.copytree(path, tmp_path / path.name)
    return FolderLibrary(tmp_path, Clock())


def slug(library: FolderLibrary) -> str:
    (summary,) = library.campaigns()
    return summary.slug


def story(entries: tuple[Entry, ...]) -> str:
    """Every event in words: its number, session, time, line and calculation."""
    known = {entry.sequence: entry for entry in entries}
    told = []
    for entry in entries:
        place = f"({entry.place[0]} sur {entry.place[1]}) " if entry.place[1] > 1 else ""
        secret = "(secret) " if entry.secret else ""
        line = narrated(entry, known.get)
        told.append(
            f"{entry.sequence} {entry.session} {entry.at.isoformat()} {place}{secret}{line}"
        )
        told += [
            f"    {each.label} : {each.formula} → {each.result} {each.why}".rstrip()
            for each in calculation(entry.event, known.get)
        ]
    return "\n".join(told) + "\n"


def portrait(state: State) -> str:
    """A state in words that don't depend on how it is kept."""
    options = state.options
    choices = [options.borne_ca, options.malus_fatigue, options.pf_etourdi, options.pf_cascade]
    rows = [f"{row.gravity} {row.up_to} {row.pf} {row.limit}" for row in options.tableau.rows]
    told = [f"{state.name}, séance {state.session}, ouverte {state.session_opened}"]
    told.append(", ".join([*choices, options.automatiques, *rows]))
    told.append(f"attend : {state.awaited.sequence if state.awaited else 'rien'}")
    if state.turn:
        told.append(f"tour : {state.turn}")
    for who, character in state.characters.items():
        sheet, health = character.sheet, character.health
        aside = ", à l’écart" if character.is_aside else ""
        told.append(f"{who} : {character.name} ({character.kind}), PF {health.pf}{aside}")
        for aspect in Aspect:
            wounds = health.wounds[aspect]
            told.append(
                f"  {aspect} {sheet.aspects[aspect]}, armure {sheet.armure[aspect]}, blessures "
                f"{wounds.legere} {wounds.grave} {wounds.critique} {wounds.fatale}"
                + (", étourdi" if aspect in health.etourdi else "")
                + (", sonné" if aspect in health.sonne else "")
            )
        told.append("  " + " ".join(f"{moyen} {sheet.moyens[moyen]}" for moyen in Moyen))
        told.append(f"  place {sheet.room.legere} {sheet.room.grave} {sheet.room.critique}")
        told += [f"  {each.name} {each.level} {each.aspect}" for each in sheet.competences]
        told += [
            f"  {each.name} : {each.aspect} {each.moyen} {each.competence} {each.modificateur}, "
            f"Eff {each.eff}, Diff {each.min_diff} au moins, {character.last_diffs.get(each.name)} la dernière fois"
            for each in character.actions
        ]
    return "\n".join(told) + "\n"


def test_there_is_a_campaign_of_each_format_and_an_event_of_each_kind() -> None:
    assert {f"format-{number}" for number in range(1, FORMAT + 1)} <= set(FORMATS)
    text = "".join(path.read_text(encoding="utf-8") for path in DATA.rglob("*/*.jsonl"))
    assert [kind for kind in TYPES if f'"type":"{kind}"' not in text] == []


def test_it_tells_the_same_story(library: FolderLibrary, golden: Path) -> None:
    expected = (golden / "recit.txt").read_text(encoding="utf-8")
    assert story(seen(library, slug(library))) == expected


def test_it_leads_to_the_same_state(library: FolderLibrary, golden: Path) -> None:
    expected = (golden / "etat.txt").read_text(encoding="utf-8")
    session = sit_down(library.open(slug(library)))
    assert portrait(session.state) == expected
    recall_all(session)
    assert portrait(session.state) == expected
    session.close()


def test_it_is_intact_and_says_nothing_when_opened_but_that_it_is_of_an_older_format(
    library: FolderLibrary, golden: Path
) -> None:
    assert library.verify(slug(library)) == ()
    session = sit_down(library.open(slug(library)))
    number = int(golden.name.split("-")[1])
    said = [f"Cette campagne est au format {number}"] if number < FORMAT else []
    assert [notice.split(",")[0] for notice in session.notices] == said
    session.close()


def test_its_index_gives_what_its_lines_give(library: FolderLibrary, tmp_path: Path) -> None:
    name = slug(library)
    with_index = library.open_for_reading(name).load()
    (tmp_path / name / "campagne.json").unlink()
    without = library.open_for_reading(name).load()
    assert with_index.notices == ()
    assert (with_index.base, with_index.entries) == (without.base, without.entries)
