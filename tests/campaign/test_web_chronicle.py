"""The page of a chronicle: whole, readable by anyone, and with nothing in it that a browser would run or fetch."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from campaign.character import Kind
from campaign.chronicle.story import story
from campaign.chronicle.web_page import web_page
from campaign.commands import (
    AddCharacter,
    BeginScene,
    ResolveDepassement,
    RuleEffect,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN, populate
from campaign.session import Session
from campaign.text import clean
from rules.health import Ruling
from tests.campaign.readers import HOSTILE, Page, by_evening
from tests.campaign.table import Table


def page_of(session: Session) -> str:
    return "".join(web_page(story(by_evening(session.entries))))


def test_it_is_balanced_in_french_and_has_its_headings_in_order(session: Session) -> None:
    session.execute(BeginScene("Le gué"))
    session.execute(WriteNote("Il pleut."))
    page = Page(page_of(session))
    assert ("html", {"lang": "fr"}) in page.tags
    assert ("meta", {"charset": "utf-8"}) in page.tags
    assert page.of("title", "h1", "h2", "h3") == [
        "La tour",
        "La tour",
        "Séance 1 · samedi 14 mars 2026",
        "Le gué",
    ]
    (link,) = [attributes["href"] for tag, attributes in page.tags if tag == "a"]
    assert link == "#seance-1"
    assert ("section", {"id": "seance-1", "aria-labelledby": "seance-1-titre"}) in page.tags


def test_it_runs_and_fetches_nothing_and_its_policy_allows_its_own_style_alone(
    session: Session,
) -> None:
    written = page_of(session)
    (style,) = re.findall("<style>(.*?)</style>", written, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert (
        f"""<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{digest}'">"""
        in written
    )
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style
    assert "url(" not in style
    assert "@import" not in style
    tags = Page(written).tags
    assert not {tag for tag, _ in tags} & {"script", "link", "img", "iframe", "form", "object"}
    named = {name for _, attributes in tags for name in attributes}
    assert not {name for name in named if name.startswith("on")} | named & {"src", "style"}


def test_hostile_names_are_shown_as_they_are(session: Session) -> None:
    for name in HOSTILE:
        session.execute(AddCharacter(name, Kind.PNJ, MERLIN))
        session.execute(BeginScene(name))
        who, action = list(session.state.characters)[-1], replace(BOULE_DE_FEU, name=name)
        session.execute(ResolveDepassement(who, action, 8, die=12, encaissement_die=7))
        session.execute(RuleEffect(Ruling.FATIGUE))
        session.execute(WriteNote(name))
    page = Page(page_of(session))
    names = [clean(name) for name in HOSTILE]
    assert page.of("h3") == names
    for name in names:
        assert name in page.of("p")
        assert f"{name} rejoint la compagnie (PNJ)" in page.of("li")


@given(st.text(min_size=1, max_size=20).filter(lambda text: bool(clean(text))))
def test_any_note_is_its_own_text(text: str) -> None:
    session = Table().sit_down()
    populate(session)
    noted = clean(text) + "!"
    session.execute(WriteNote(noted))
    assert Page(page_of(session)).of("p")[-1] == noted


def test_a_long_company_never_squeezes_the_label_beside_it(session: Session) -> None:
    """Where any letter may end a line, a label that can shrink is read from top to bottom."""
    style = page_of(session).partition("<style>")[2].partition("</style>")[0]
    assert ".faits dt { flex: none; }" in style
