"""Dialogs answer with what was meant, and keep their keys to themselves."""

from __future__ import annotations

from itertools import repeat
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.pilot import Pilot

from campaign.ports import Library
from screens.base import GardienScreen
from screens.dialogs.ask_text import AskText
from screens.dialogs.confirm import Confirm
from screens.dialogs.fault import Fault
from screens.fields import Field
from tests.screens.at_the_keyboard import app_with, no_dice, now, paste, prose, shown, type_text
from tui.app import GardienApp
from tui.terminal_app import TerminalApp


class Asker(GardienScreen[None]):
    """A screen whose Entrée opens a dialog, and which counts what reaches it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "ask", "demander", id="asker.ask", tooltip="Demander")
    ]

    def __init__(self, dialog: type[Confirm] | type[AskText]) -> None:
        super().__init__()
        self.dialog = dialog
        self.asked = 0
        self.answers: list[object] = []

    def compose_body(self) -> ComposeResult:
        yield Field("dessous", "dessous")

    def action_ask(self) -> None:
        self.asked += 1
        self.app.push_screen(self.dialog("Vraiment [/b] ?"), self.answers.append)


async def ask(pilot: Pilot[None], dialog: type[Confirm] | type[AskText] = Confirm) -> Asker:
    screen = Asker(dialog)
    await pilot.app.push_screen(screen)
    await pilot.press("enter")
    return screen


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["o"], True),
        (["n"], False),
        (["escape"], False),
        (["ctrl+g"], False),
        (["enter"], False),
        (["right", "enter"], True),
        (["tab", "ctrl+j"], True),
        (["down", "up", "enter"], False),
    ],
)
async def test_a_question_is_answered_by_its_keys_and_enter_is_the_safe_answer(
    library: Library, keys: list[str], answer: bool
) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = await ask(pilot)
        assert "Vraiment [/b] ?" in shown(pilot)
        await pilot.press(*keys)
        assert screen.answers == [answer]
        assert screen.asked == 1


async def test_a_repeated_enter_neither_answers_a_dialog_nor_opens_it_again(
    library: Library,
) -> None:
    stopped = repeat(0.0).__next__
    app = GardienApp(library, now, no_dice, monotonic=stopped)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = Asker(Confirm)
        await app.push_screen(screen)
        await pilot.press(*["enter"] * 20)
        assert screen.asked == 1
        assert screen.answers == []


async def test_a_text_is_taken_by_enter_and_left_by_escape(library: Library) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = await ask(pilot, AskText)
        await type_text(pilot, "Brume")
        await pilot.press("enter")
        assert screen.answers == ["Brume"]
        await pilot.press("enter")
        await type_text(pilot, "Brume")
        await pilot.press("escape")
        assert screen.answers == ["Brume", None]


async def test_a_text_that_will_not_do_stays_with_the_sentence_why(library: Library) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        answers: list[str | None] = []
        dialog = AskText("Nom", validate=lambda text: None if text == "oui" else f"« {text} » ?")
        pilot.app.push_screen(dialog, answers.append)
        await pilot.pause()
        await paste(pilot, "[/b]")
        await pilot.press("enter")
        assert "✗ « [/b] » ?" in shown(pilot)
        assert dialog.query_one(Field).has_focus
        assert dialog.query_one(Field).text() == "[/b]"
        await type_text(pilot, "oui")
        await pilot.press("enter")
        assert answers == ["oui"]


async def test_a_fault_says_what_failed_and_what_is_safe(library: Library) -> None:
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(Fault("Écriture [x]", "Le disque est plein.", "Tout y est."))
        text = shown(pilot)
        assert "✗ Écriture [x]" in text
        assert "Le disque est plein." in text
        assert "Tout y est." in text
        await pilot.press("enter")
        assert "Écriture" not in shown(pilot)


async def test_help_lists_every_key_of_the_screen_with_what_it_does(library: Library) -> None:
    async with app_with(library).run_test(size=(120, 50)) as pilot:
        await pilot.app.push_screen(Asker(Confirm))
        await pilot.press("question_mark")
        own = (*GardienApp.BINDINGS, *TerminalApp.BINDINGS)
        declared = [*Asker.BINDINGS, *GardienScreen.BINDINGS, *own]
        bindings = [each for each in declared if isinstance(each, Binding)]
        tooltips = [each.tooltip for each in bindings if each.id != "app.suspend"]  # no shell here
        assert len(tooltips) == 7
        told = prose(pilot)
        assert [each for each in [*tooltips, "Entrée", "Ctrl+Q"] if each not in told] == []
        await pilot.press("q")
        assert "Les touches" not in shown(pilot)


async def test_help_scrolls_where_it_does_not_fit(library: Library) -> None:
    class Crowded(GardienScreen[None]):
        BINDINGS: ClassVar[list[BindingType]] = [
            Binding(chr(code), "none", id=f"x.{code}", tooltip=f"Fait {code}")
            for code in range(97, 123)
        ]

    async with app_with(library).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(Crowded())
        await pilot.press("f1")
        assert "Quitter Gardien" not in shown(pilot)
        await pilot.press(*["down"] * 30)
        assert "Quitter Gardien" in shown(pilot)
        assert "Échap fermer" in shown(pilot)
