"""What a query says: its terms, what is wrong with it, what is searched, what its words may become."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.history.completion import completions
from campaign.history.conditions import (
    Bears,
    Comparison,
    Condition,
    Holds,
    InPart,
    InSession,
    IsAbout,
    IsOfKind,
    Mark,
    Measure,
    Rolled,
    Suffered,
    Term,
    Written,
)
from campaign.history.explanation import explanation
from campaign.history.filters import FILTERS
from campaign.history.kinds import FOUND
from campaign.history.known import Known
from campaign.history.query import MOST_PIECES, parse
from campaign.words import KINDS
from rules.tableau import Gravity

KNOWN = Known(
    (("m", "Merlin"), ("g", "Gaston"), ("m", "Merlin le Vieux"), ("j", 'Jean « l’œil », dit "x"')),
    ((1, datetime(2026, 3, 14, 20, tzinfo=UTC)), (2, None), (12, None)),
    (("12 bis", "Séance 12 bis · La tour"),),
)
SESSIONS = '12, 12-15, 12bis, "12 ter", ≥12, ≤, >, <'
TYPED = st.text(
    st.sampled_from('perso:type:gravité:séance:avant:le:étoile:ouinon 0123456789-/,"«»“”≥≤<>=★ ́')
    | st.characters()
)


def day(year: int, month: int, number: int) -> int:
    return date(year, month, number).toordinal()


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("dragon", [Holds("dragon", "dragon")]),
        ("Œuvre", [Holds("Œuvre", "oeuvre")]),
        ('"boule  de feu"', [Holds("boule de feu", "boule de feu")]),
        ("« boule de feu »", [Holds("boule de feu", "boule de feu")]),
        ("“boule de", [Holds("boule de", "boule de")]),
        ("21:04", [Holds("21:04", "21:04")]),
        ('"perso:merlin"', [Holds("perso:merlin", "perso:merlin")]),
        ("perso:Merlin", [IsAbout("Merlin", "merlin")]),
        ('PERSO:"le Vieux"', [IsAbout("le Vieux", "le vieux")]),
        ("personnage:m", [IsAbout("m", "m")]),
        ("type:dépassement", [IsOfKind("dépassement")]),
        ("type:note,scène", [IsOfKind("note"), IsOfKind("scène")]),
        ('type:"séance close"', [IsOfKind("séance close")]),
        ("type:seance", [IsOfKind("séance")]),
        ("type:dép", [IsOfKind("dépassement")]),
        ("gravite:GRAVE", [Suffered(Comparison.EXACTLY, Gravity.GRAVE)]),
        ("gravité:≥léger", [Suffered(Comparison.AT_LEAST, Gravity.LEGERE)]),
        ("gravité:>=grave", [Suffered(Comparison.AT_LEAST, Gravity.GRAVE)]),
        ("gravité:<grave", [Suffered(Comparison.BELOW, Gravity.GRAVE)]),
        ("séance:12", [InSession(12, 12)]),
        ("seance:12-15", [InSession(12, 15)]),
        ("séance:≥12", [InSession(12, None)]),
        ("séance:<12,20", [InSession(None, 11), InSession(20, 20)]),
        ("séance:12–13", [InSession(12, 13)]),
        ("séance:12bis", [InPart("12 bis")]),
        ('seance:"12 Ter",3qu', [InPart("12 ter"), InPart("3 quater")]),
        ('séance:"12 (5)"', [InPart("12 (5)")]),
        ("dé:20", [Rolled(20, 20, Measure.DIE)]),
        ("de:18-20,1", [Rolled(18, 20, Measure.DIE), Rolled(1, 1, Measure.DIE)]),
        ("diff:>9", [Rolled(10, None, Measure.DIFF)]),
        ("dom:<=9", [Rolled(None, 9, Measure.DOM)]),
        ("avant:2026-03", [Written(None, day(2026, 3, 1), "avant mars 2026")]),
        ("après:2026", [Written(day(2027, 1, 1), None, "après 2026")]),
        ("apres:14/03/2026", [Written(day(2026, 3, 15), None, "après le 14 mars 2026")]),
        ("le:2026-03-14", [Written(day(2026, 3, 14), day(2026, 3, 15), "le 14 mars 2026")]),
        ('en:"février 2024"', [Written(day(2024, 2, 1), day(2024, 3, 1), "en février 2024")]),
        ("en:fevrier-2024", [Written(day(2024, 2, 1), day(2024, 3, 1), "en février 2024")]),
        (
            "le:9999-12-31",
            [Written(day(9999, 12, 31), day(9999, 12, 31) + 1, "le 31 décembre 9999")],
        ),
        ("★", [Bears(Mark.STARRED, True)]),
        ("étoile:non", [Bears(Mark.STARRED, False)]),
        ("secret:oui", [Bears(Mark.SECRET, True)]),
        ("annulé:n", [Bears(Mark.UNDONE, False)]),
        ("corrige:o", [Bears(Mark.CORRECTED, True)]),
    ],
)
def test_a_word_or_a_filter_says_what_an_event_must_be(
    text: str, conditions: list[Condition]
) -> None:
    assert parse(text).terms == (Term(tuple(conditions)),)
    assert parse(f"-{text}").terms == (Term(tuple(conditions), negated=True),)
    assert parse(text).complaint == ""


def test_all_that_is_typed_must_hold() -> None:
    query = parse("dragon  -perso:merlin ★ dragon")
    assert query.terms == (
        Term((Holds("dragon", "dragon"),)),
        Term((IsAbout("merlin", "merlin"),), negated=True),
        Term((Bears(Mark.STARRED, True),)),
    )


@pytest.mark.parametrize(
    "text",
    ["perso:", 'perso:"', "type:", "type:s", "gravité:≥", "séance:", "séance:12-", "séance:≥"]
    + ['séance:"12 (', "dé:", "diff:≥", "dom:9-", "étoile:", "-", "-type:", "type:,"]
    + ["avant:" + "2026-03-14"[:end] for end in (0, 1, 2, 3, 5, 8)]
    + ["avant:" + "14/03/2026"[:end] for end in (1, 2, 3, 5, 6, 9)]
    + ['avant:"' + "14 mars 2026"[:end] for end in (0, 2, 3, 5, 7, 8, 11)],
)
def test_what_is_unfinished_is_as_if_it_were_not_there_and_nothing_is_wrong(text: str) -> None:
    query = parse(f"dragon {text}")
    assert query.terms == parse("dragon").terms
    assert query.complaint == ""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "gravité:lourde",
            (
                "« gravité:lourde » n’existe pas ; on écrit aucune, étourdi, sonné, légère, grave, critique, fatale "
                "(et ≥grave, ≤, >, <)."
            ),
        ),
        ("séance:douze", f"« séance:douze » n’existe pas ; on écrit {SESSIONS}."),
        ("séance:2nono", f"« séance:2nono » n’existe pas ; on écrit {SESSIONS}."),
        ("dé:vingt", "« dé:vingt » n’existe pas ; on écrit 20, 18-20, ≥18, ≤, >, <."),
        (
            "avant:2026-13",
            '« avant:2026-13 » n’existe pas ; on écrit 2026, 2026-03, 2026-03-14, 14/03/2026, "mars 2026".',
        ),
        ("secret:peut-être", "« secret:peut-être » n’existe pas ; on écrit oui, non."),
        (
            "nom:merlin",
            (
                "« nom: » n’est pas un filtre ; il y a perso, type, gravité, dé, diff, dom, séance, avant, après, le, "
                "étoile, secret, annulé, corrigé. Entre guillemets, ce sont des mots."
            ),
        ),
    ],
)
def test_what_makes_no_sense_is_said_with_what_does_and_left_out(text: str, complaint: str) -> None:
    query = parse(f"dragon {text}")
    assert query.complaint == complaint
    assert query.terms == parse("dragon").terms


@pytest.mark.parametrize(
    "text",
    [
        "type:≥note",
        "perso:>merlin",
        "avant:≥2026",
        "le:30/02/2026",
        "le:2026-00-01",
        "le:0000",
        "séance:≥1-2",
        "séance:≥12bis",
        "séance:3(0)",
        "dé:≥18-20",
    ],
)
def test_what_cannot_be_compared_or_is_no_date_is_said(text: str) -> None:
    query = parse(text)
    assert query.terms == ()
    assert query.complaint.startswith(f"« {text} » n’existe pas ; on écrit ")


def test_a_pasted_chapter_is_cut_and_that_is_said() -> None:
    query = parse(" ".join(f"mot{n}" for n in range(5000)))
    assert len(query.terms) == MOST_PIECES
    assert query.complaint == "Le reste est laissé de côté : 40 mots et filtres au plus."


@given(TYPED, st.integers(0, 60))
def test_whatever_is_typed_is_read_explained_and_completed(text: str, cursor: int) -> None:
    query = parse(text)
    assert explanation(query, KNOWN).isprintable()
    assert query.complaint.isprintable()
    for each in completions(text, min(cursor, len(text)), KNOWN):
        after, place = each.applied(text)
        assert after[:place].endswith(each.text)


@given(TYPED)
def test_a_query_says_the_same_however_its_accents_are_written(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert [folded(term) for term in parse(composed).terms] == [
        folded(term) for term in parse(decomposed).terms
    ]


def folded(term: Term) -> object:
    """Return a term without how it was typed."""
    return term.negated, [
        each.folded if isinstance(each, Holds | IsAbout) else each for each in term.conditions
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ""),
        ("dragon", "Événements, avec « dragon »"),
        (
            "dragon avant:2026-03 séance:12 gravité:≥grave type:dépassement perso:merlin",
            "Dépassements de Merlin le Vieux, gravité au moins grave, séance 12, avant mars 2026, avec « dragon »",
        ),
        ("type:note,scène -★ -perso:gaston", "Notes ou scènes, sauf de Gaston, sans ★"),
        ("perso:zz", "Événements de « zz » (personne de ce nom)"),
        (
            "perso:a,n",
            'Événements de Gaston ou de Jean « l’œil », dit "x" ou de Merlin le Vieux',
        ),
        (
            "séance:≥3 séance:<9 annulé:non",
            "Événements, non annulés, à partir de la séance 3, jusqu’à la séance 8",
        ),
        (
            "dom:≥9 diff:10-12 dé:20,<3 séance:12bis",
            "Événements, Dom effectif au moins 9, Diff 10 à 12, dé 20 ou dé au plus 2, séance 12 bis",
        ),
        ("-type:note -dragon", "Événements, sauf notes, sans « dragon »"),
    ],
)
def test_what_is_searched_is_said_in_one_sentence(text: str, words: str) -> None:
    assert explanation(parse(text), KNOWN) == words


def test_every_kind_of_event_is_searched_and_said() -> None:
    assert tuple(FOUND) == tuple(KINDS.values())


def offered(text: str) -> list[str]:
    return [each.applied(text)[0] for each in completions(text, len(text), KNOWN)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", ["perso:", "type:", "gravité:"]),
        ("dragon ", ["dragon perso:", "dragon type:", "dragon gravité:"]),
        (
            "dragon -se",
            [
                "dragon -séance:",
                "dragon -secret:",
                "dragon -type:séance",
                'dragon -type:"séance close"',
            ],
        ),
        ("mer", ['perso:"Merlin le Vieux"', "perso:Merlin"]),
        ("perso:vieu", ['perso:"Merlin le Vieux"']),
        ("perso:jean", ['perso:“Jean « l’œil », dit "x"”']),
        ("type:note,sc", ["type:note,scène"]),
        ("gravité:>=gr", ["gravité:>=grave"]),
        ("séance:1", ["séance:12", 'séance:"12 bis"']),
        ("séance:", ["séance:12", "séance:2", "séance:1"]),
        ("étoile:", ["étoile:oui", "étoile:non"]),
        ("type:dépassement", []),
        ("dragon", []),
        ("avant:20", []),
        ("nom:", []),
        ('"perso', []),
    ],
)
def test_the_word_under_the_cursor_is_completed(text: str, first: list[str]) -> None:
    found = offered(text)
    assert found[: len(first)] == first
    assert bool(found) == bool(first)


@pytest.mark.parametrize("text", ["", "type:", "gravité:", "étoile:", "pe"])
def test_each_completion_says_what_it_means(text: str) -> None:
    assert all(each.meaning for each in completions(text, len(text), KNOWN))


def test_a_completion_in_the_middle_leaves_the_rest() -> None:
    (each,) = completions("type:dép dragon", 8, KNOWN)
    assert each.applied("type:dép dragon") == ("type:dépassement dragon", 16)


def test_every_filter_takes_the_values_it_offers() -> None:
    for each in FILTERS:
        for value, _ in each.values(KNOWN):
            (term,) = parse(f"{each.name}:“{value}”").terms
            assert len(term.conditions) == 1


def test_the_guide_has_every_filter_as_it_is() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide.md").read_text("utf-8")
    told = [line for line in guide.splitlines() if re.match(r"\| `\w+:`", line)]
    assert told == [f"| `{each.name}:` | {each.meaning} | {each.accepts} |" for each in FILTERS]


def test_the_query_of_the_guide_has_nothing_wrong() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide.md").read_text("utf-8")
    (example,) = re.findall(r"^    (perso:.*)$", guide, re.MULTILINE)
    assert len(parse(example).terms) == len(example.split())
    assert parse(example).complaint == ""
