"""Whole numbers as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.numbers import whole_number
from campaign.refusals import Refusal, Refused

AZERTY = "à&é\"'(-è_ç"
"""The keys of 0…9 without Shift."""


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("12", 12),
        (" 12 ", 12),
        ("-1", -1),
        ("−1", -1),
        ("+3", 3),
        ("007", 7),
        ("-0", 0),
    ],
)
def test_digits_with_one_sign_are_a_number(typed: str, value: int) -> None:
    assert whole_number(typed, "handicap", -99, 99) == value


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "  ",
        "abc",
        "0",
        "21",
        "-1",
        "−1",
        "1.5",
        "1,5",
        "1e3",
        "１２",
        "١٢",
        "²",
        "1 2",
        "--1",
        "[/b]",
        "\x1b[31m5",
        "9" * 10_000,
        "&1",
    ],
)
def test_anything_else_is_refused_with_what_was_typed_and_the_range(typed: str) -> None:
    with pytest.raises(Refused) as caught:
        whole_number(typed, "dé", 1, 20)
    assert caught.value.refusal is Refusal.NOT_A_NUMBER
    assert caught.value.details == {"what": "dé", "typed": typed.strip(), "low": 1, "high": 20}


@given(st.integers(0, 999))
def test_the_digit_row_of_an_azerty_keyboard_is_understood_without_shift(value: int) -> None:
    typed = "".join(AZERTY[int(digit)] for digit in str(value))
    assert whole_number(typed, "Diff", 0, 999) == value


def test_an_accent_typed_as_two_characters_is_the_same_key() -> None:
    assert whole_number("&e\N{COMBINING ACUTE ACCENT}", "Diff", 0, 99) == 12


def test_where_negative_numbers_are_taken_a_minus_before_azerty_digits_is_a_minus() -> None:
    assert whole_number("-é", "handicap", -99, 99) == -2


def test_where_negative_numbers_are_taken_a_lone_minus_is_no_number() -> None:
    with pytest.raises(Refused):
        whole_number("-", "handicap", -99, 99)


@given(st.integers(), st.integers(-999, 0), st.integers(1, 999))
def test_a_number_is_taken_exactly_when_it_is_in_the_range(value: int, low: int, high: int) -> None:
    if low <= value <= high:
        assert whole_number(str(value), "nombre", low, high) == value
    else:
        with pytest.raises(Refused):
            whole_number(str(value), "nombre", low, high)
