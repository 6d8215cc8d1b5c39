"""What a user types is data: nothing that a terminal obeys gets in, and nothing else is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.refusals import Refusal, Refused
from campaign.text import NAME_LENGTH, clean, clean_name, fold_case

FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Merlin", "Merlin"),
        ("  L’Élu   du\tsoir\n", "L’Élu du soir"),
        ("E\u0301lise", "Élise"),
        ("\x1b[31mrouge\x1b[0m", "[31mrouge[0m"),
        ("a\x00b\x07c\x7fd\x9be", "abcde"),
        ("\u202eabc\u202c\u2066d\u2069\u200ee", "abcde"),
        ("a\u200bb\u200cc\u200dd\ufeffe", "abcde"),
        ("❤\ufe0f feu", "❤ feu"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("👍🏽", "👍"),
        ("a\ufe00b\ufe0fc\U0001f3fbd\U0001f3ffe\U000e0100f\U000e01efg", "abcdefg"),
        ("\ufe10\U0001f3fa\U0001f400", "\ufe10\U0001f3fa\U0001f400"),
        ("1\ufe0f\u20e3", "1"),
        ("葛\U000e0100城", "葛城"),
        ("\ud800x\ue000", "x"),
        ("ligne\u2028suite\u0085fin", "ligne suite fin"),
        ("１２", "１２"),
        ("漢字 עברית", "漢字 עברית"),
        ("[b]$x\\ | \" ' / .. [/]", "[b]$x\\ | \" ' / .. [/]"),
        ("", ""),
        ("\x00", ""),
    ],
)
def test_what_a_terminal_obeys_is_left_out_and_the_rest_is_kept(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@given(st.text() | st.text(alphabet=st.characters(categories=["Cc", "Cf", "Mn", "Zs", "Lu"])))
def test_clean_text_is_one_plain_line(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert not {unicodedata.category(char) for char in cleaned} & FORBIDDEN
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    assert all(char == " " or not char.isspace() for char in cleaned)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Nd", "Po", "Sm", "So"])))
def test_visible_characters_all_stay(text: str) -> None:
    plain = "".join(char for char in text if clean(char))
    assert clean(text) == unicodedata.normalize("NFC", plain)


@pytest.mark.parametrize("typed", ["", "   ", "\x00\x1b", "\u200b", "\u0301", "\u0301 \u20dd"])
def test_a_name_needs_something_visible(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(typed, "nom")
    assert refused.value.refusal is Refusal.EMPTY
    assert refused.value.details == {"what": "nom"}


def test_a_name_is_measured_once_it_is_clean() -> None:
    assert clean_name("\x00" * 10_000 + "x" * NAME_LENGTH, "nom") == "x" * NAME_LENGTH
    for length in (NAME_LENGTH + 1, 10_000):
        with pytest.raises(Refused) as refused:
            clean_name("x" * length, "nom")
        assert refused.value.refusal is Refusal.TOO_LONG
        assert refused.value.details == {"what": "nom", "length": length, "longest": NAME_LENGTH}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Élise", "elise"),
        ("E\u0301lise", "élise"),
        ("Œuvre", "oeuvre"),
        ("Ægide", "AEGIDE"),
        ("STRASSE", "straße"),
        ("Noël", "NOEL"),
        ("ﬁn", "fin"),
        ("à l’écart", "a l'ecart"),
        ("L‘Ours", "l'ours"),
        ("« La tour »", '"la tour"'),
        ("«\u00a0La tour\u00a0»", "“la tour”"),
        ("Saint‑Loup", "saint-loup"),
        ("Diff −1", "diff -1"),
        ("feu – glace — foudre", "feu - glace - foudre"),
    ],
)
def test_comparing_ignores_case_accents_ligatures_and_the_way_signs_are_drawn(
    one: str, other: str
) -> None:
    assert fold_case(one) == fold_case(other)


def test_sorting_puts_e_acute_with_e_and_oe_with_oe() -> None:
    names = ["Zoé", "œil", "Éric", "odeur", "Orion", "eau", "Fanny"]
    assert sorted(names, key=fold_case) == ["eau", "Éric", "Fanny", "odeur", "œil", "Orion", "Zoé"]


@given(st.text(alphabet=st.characters(max_codepoint=0x24F)))
def test_a_text_is_found_whichever_way_its_accents_were_typed(text: str) -> None:
    assert fold_case(unicodedata.normalize("NFD", text)) == fold_case(text)
