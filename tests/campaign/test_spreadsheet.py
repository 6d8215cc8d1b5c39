"""The events as rows: what a spreadsheet reads is what happened, and never a formula."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from campaign.character import Kind
from campaign.chronicle.spreadsheet import COLUMNS, defused, spreadsheet
from campaign.commands import (
    AddCharacter,
    GivePF,
    MarkEvent,
    OpenSession,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import Event
from campaign.session import Session
from campaign.text import clean
from campaign.words import KINDS
from rules.health import Ruling
from tests.campaign.correcting import right
from tests.campaign.readers import HOSTILE, by_evening, rows
from tests.campaign.table import FIREBALL


def sheet(session: Session, only: int | None = None) -> str:
    return "".join(spreadsheet(by_evening(session.entries), only))


def test_a_roll_is_a_row_with_its_stakes_its_dice_and_what_it_came_to(session: Session) -> None:
    (roll,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(right(roll.sequence, diff=8, eff=25))
    session.execute(MarkEvent(roll.sequence, marked=True))
    rolled, ruled = rows(sheet(session))[-2:]
    assert {name: value for name, value in rolled.items() if value} == {
        "numéro": str(roll.sequence),
        "séance": "1",
        "date": "2026-03-14",
        "heure": "20:00:00",
        "type": "dépassement",
        "personnage": "Merlin",
        "récit": "Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 21 − 7 = 14 : légère",
        "étoile": "oui",
        "corrigé": "oui",
        "action": "Boule de feu",
        "CA": "17",
        "Diff": "8",
        "Eff": "25",
        "dé": "12",
        "origine du dé": "réel",
        "réussite": "oui",
        "°R": "12",
        "Dom": "21",
        "CA d’encaissement": "14",
        "dé d’encaissement": "7",
        "origine du dé d’encaissement": "réel",
        "encaissement réussi": "oui",
        "°R d’encaissement": "7",
        "Dom effectif": "14",
        "effet": "légère",
        "séance lue": "1",
    }
    assert (ruled["jugement"], ruled["PF avant"], ruled["PF gagnés"]) == ("fatigue seule", "0", "3")


def test_every_event_has_a_type() -> None:
    assert set(KINDS) == set(get_args(Event))
    assert len(set(KINDS.values())) == len(KINDS)


def test_numbers_below_zero_stay_numbers(session: Session) -> None:
    session.execute(replace(FIREBALL, handicap=-30))
    (roll,) = rows(sheet(session))[-1:]
    assert roll["CA"] == "-13"


def test_the_headers_and_the_ends_of_lines_are_those_of_the_standard(session: Session) -> None:
    session.execute(WriteNote('un "mot", un autre'))
    text = sheet(session)
    head, *lines = text.split("\r\n")
    assert head == "\N{ZERO WIDTH NO-BREAK SPACE}" + ",".join(COLUMNS)
    assert lines[-2].count('"Note : un ""mot"", un autre"') == 1
    assert lines[-1] == ""
    assert "\n" not in text.replace("\r\n", "")


def test_what_does_not_count_has_no_row_and_a_session_can_be_had_alone(session: Session) -> None:
    session.execute(GivePF("merlin", 3))
    session.execute(Undo())
    session.execute(OpenSession())
    session.execute(WriteNote("soir 2"))
    assert "PF 0 → 3" not in sheet(session)
    assert [row["type"] for row in rows(sheet(session, only=2))] == ["séance", "note"]


def test_a_name_is_never_a_formula(session: Session) -> None:
    for name in HOSTILE:
        session.execute(AddCharacter(name, Kind.PNJ, MERLIN))
    added = rows(sheet(session))[-len(HOSTILE) :]
    names = [clean(name) for name in HOSTILE]
    assert [row["personnage"].removeprefix("'") for row in added] == names
    assert not [row for row in added if row["personnage"][0] in "=+-@"]


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        '"=1+1"',
        "'=1",
        "« =1 »",
        " =1",
        "＝1",
        "-",
    ],
)
def test_what_would_be_a_formula_is_text(text: str) -> None:
    assert defused(text) == f"'{text}"


def test_what_a_semicolon_would_cut_off_is_no_formula_and_no_other_cell(session: Session) -> None:
    session.execute(WriteNote('Épée; =1+1 ;"@x";a; -b'))
    *_, line, _ = sheet(session).split("\r\n")
    assert '"Note : Épée;\' =1+1 ;\'""@x"";a;\' -b"' in line
    assert rows(sheet(session))[-1]["récit"] == "Note : Épée;' =1+1 ;'\"@x\";a;' -b"


@pytest.mark.parametrize("text", ["-3", "+3", "-3,5", "3", "Jean-Luc", "a=1", "− 3", "", "'"])
def test_what_is_none_is_left_alone(text: str) -> None:
    assert defused(text) == text
