"""What was typed renders as it was typed, wherever it stands, by CommonMark and as a forge does."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from campaign.character import Kind
from campaign.chronicle.markdown import escaped, markdown
from campaign.chronicle.story import story
from campaign.commands import (
    AddCharacter,
    BeginScene,
    MarkEvent,
    ResolveDepassement,
    RuleEffect,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.session import Session
from campaign.text import clean
from rules.health import Ruling
from tests.campaign.readers import COMMONMARK, FORGE, HOSTILE, Page, by_evening

READERS = pytest.mark.parametrize("reader", [COMMONMARK, FORGE], ids=["commonmark", "forge"])


def check_rendered(text: str) -> None:
    written, shown = escaped(text), escape(text, quote=False).replace('"', "&quot;")
    for reader in (COMMONMARK, FORGE):
        assert reader.render(f"# {written}") == f"<h1>{shown}</h1>\n"
        assert reader.render(written) == f"<p>{shown}</p>\n"
        assert reader.render(f"> {written}") == f"<blockquote>\n<p>{shown}</p>\n</blockquote>\n"
        assert reader.render(f"- ★ {written} *(corrigé)*") == (
            f"<ul>\n<li>★ {shown} <em>(corrigé)</em></li>\n</ul>\n"
        )
        assert reader.render(f"- a\n    - {written}") == (
            f"<ul>\n<li>a\n<ul>\n<li>{shown}</li>\n</ul>\n</li>\n</ul>\n"
        )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_name_renders_as_itself_wherever_it_stands(text: str) -> None:
    check_rendered(clean(text))


@given(st.text(min_size=1, max_size=30).map(clean).filter(bool))
def test_any_text_renders_as_itself(text: str) -> None:
    check_rendered(text)


PUNCTUATION = st.text("ab1 .:/@w-+=*_`~[](){}<>#!|\\&;$^\"'", min_size=1, max_size=14)


@given(PUNCTUATION.map(clean).filter(bool))
def test_any_punctuation_renders_as_itself(text: str) -> None:
    check_rendered(text)


@READERS
def test_a_whole_chronicle_shows_the_names_and_has_no_other_markup(
    session: Session, reader: MarkdownIt
) -> None:
    for name in HOSTILE:
        (added,) = session.execute(AddCharacter(name, Kind.PNJ, MERLIN))
        session.execute(BeginScene(name))
        action = replace(BOULE_DE_FEU, name=name)
        who = list(session.state.characters)[-1]
        (roll,) = session.execute(ResolveDepassement(who, action, 8, die=12, encaissement_die=7))
        session.execute(MarkEvent(added.sequence, marked=True))
        session.execute(RuleEffect(Ruling.FATIGUE))
        session.execute(WriteNote(name, about=roll.sequence))
    page = Page(reader.render("".join(markdown(story(by_evening(session.entries))))))
    names = [clean(name) for name in HOSTILE]
    assert page.of("h3") == names
    shown = page.of("p", "li")
    for name in names:
        assert name in shown
        assert f"★ {name} rejoint la compagnie (PNJ)" in shown
        rolled = f"{name} · {name}, Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi"
        assert rolled in shown
        assert f"— sur « {rolled} »" in shown
    assert {tag for tag, _ in page.tags} == {
        "h1", "h2", "h3", "p", "ul", "li", "blockquote", "strong",
    }  # fmt: skip


@READERS
def test_the_parts_of_a_chronicle_are_where_they_belong(
    session: Session, reader: MarkdownIt
) -> None:
    session.execute(BeginScene("Le gué"))
    session.execute(ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7))
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(MarkEvent(3, marked=True))
    session.execute(WriteNote("Il pleut."))
    session.execute(WriteNote("Il neige."))
    written = "".join(markdown(story(by_evening(session.entries))))
    shown = reader.render(written)
    assert written.endswith("> Il pleut.\n\n> Il neige.\n")
    joins = "★ Merlin rejoint la compagnie (PJ)"
    assert shown.startswith(
        "<h1>La tour</h1>\n<h2>Séance 1 · samedi 14 mars 2026</h2>\n"
        "<p>Durée : 0 min · Étaient là : Merlin, Gaston, Brunehaut</p>\n<p><strong>Moments forts</strong></p>\n"
        f"<ul>\n<li>{joins}</li>\n</ul>\n<ul>\n<li>{joins}</li>\n"
    )
    assert (
        "<h3>Le gué</h3>\n<ul>\n<li>Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi\n"
        "<ul>\n<li>dé 12 (réel), encaissement 7 (réel)</li>\n"
        "<li>CA : My 15 + Ma 2 + Magie du Feu 10 − 10 = 17</li>\n"
    ) in shown
    assert shown.endswith(
        "<li>Merlin : fatigue seule, étourdi (My −1)</li>\n</ul>\n<blockquote>\n<p>Il pleut.</p>\n</blockquote>\n"
        "<blockquote>\n<p>Il neige.</p>\n</blockquote>\n"
    )
