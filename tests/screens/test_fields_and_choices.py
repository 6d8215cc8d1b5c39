"""What is typed, pasted or picked in a form is there, and only there."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult

from campaign.ports import Library
from screens.base import GardienScreen
from screens.choice import Choice
from screens.fields import Field
from tests.screens.at_the_keyboard import (
    HOSTILE_NAMES,
    app_with,
    lines,
    paste,
    prose,
    shown,
    type_text,
)

FRUITS = [("a", "abricot"), ("b", "banane"), ("é", "épine"), ("b2", "baie")]


class Basket(GardienScreen[None]):
    """A field and a choice."""

    def compose_body(self) -> ComposeResult:
        yield Field("nom")
        yield Choice("fruit", FRUITS, "b")

    def on_mount(self) -> None:
        self.query_one(Field).focus()


@pytest.mark.parametrize("text", HOSTILE_NAMES)
async def test_what_looks_like_markup_is_shown_as_it_is_typed(library: Library, text: str) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Basket()
        await pilot.app.push_screen(screen)
        await paste(pilot, text)
        assert text in shown(pilot)
        assert screen.query_one(Field).text() == text


async def test_letters_typed_in_a_field_are_no_commands(library: Library) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Basket()
        await pilot.app.push_screen(screen)
        await type_text(pilot, "hqn?")
        assert screen.query_one(Field).text() == "hqn?"
        assert pilot.app.screen is screen


async def test_a_paste_of_many_lines_is_kept_whole_on_one(library: Library) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Basket()
        await pilot.app.push_screen(screen)
        await paste(pilot, "Merlin\nGaston\r\nLéodagan")
        assert screen.query_one(Field).text() == "Merlin Gaston Léodagan"


@pytest.mark.parametrize("harm", ["\x1b[2J", "\0", "\x9b31m", "\N{RIGHT-TO-LEFT OVERRIDE}"])
async def test_a_paste_loses_what_commands_a_terminal_and_says_so(
    library: Library, harm: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Basket()
        await pilot.app.push_screen(screen)
        await paste(pilot, f"Mer{harm}lin")
        kept = screen.query_one(Field).text()
        assert kept.startswith("Mer")
        assert kept.endswith("lin")
        assert harm[0] not in kept
        assert "laissés de côté" in prose(pilot)


async def test_ten_thousand_characters_are_kept_to_the_last(library: Library) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Basket()
        await pilot.app.push_screen(screen)
        await paste(pilot, "é" * 9_999 + "z")
        await pilot.press("!")
        assert screen.query_one(Field).text() == "é" * 9_999 + "z!"
        assert all(len(line) <= 80 for line in lines(pilot))


async def test_an_empty_paste_does_no_harm(library: Library) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Basket()
        await pilot.app.push_screen(screen)
        await paste(pilot, "\n\n")
        assert screen.query_one(Field).text() == ""


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (["right"], "é"),
        (["space"], "é"),
        (["left"], "a"),
        (["left", "left"], "b2"),
        (["right", "right", "right"], "a"),
        (["a"], "a"),
        (["e"], "é"),
        (["b"], "b2"),
        (["b", "b"], "b"),
        (["b", "a", "n"], "b"),
        (["b", "a", "i"], "b2"),
        (["z"], "b"),
    ],
)
async def test_a_choice_turns_with_arrows_and_goes_to_the_letters_typed(
    library: Library, keys: list[str], value: str
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Basket()
        await pilot.app.push_screen(screen)
        await pilot.press("tab", *keys)
        assert screen.query_one(Choice).value == value
        assert f"‹ {dict(FRUITS)[value]} ›" in shown(pilot)


async def test_words_longer_than_the_screen_are_cut_between_their_pointers(
    library: Library,
) -> None:
    class Long(GardienScreen[None]):
        def compose_body(self) -> ComposeResult:
            choice = Choice("mot", [(1, "漢" * 80)], 1)
            choice.styles.max_width = "100%"
            yield choice

    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(Long())
        await pilot.pause()
        line = lines(pilot)[1]
        assert line.startswith("‹ 漢")
        assert line.rstrip().endswith("… ›")
