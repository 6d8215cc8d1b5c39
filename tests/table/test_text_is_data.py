"""What a user typed is text wherever it shows at the table: never markup, never a command, and columns stay columns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.character import Action, Kind
from campaign.commands import AddCharacter, SaveAction, WriteNote
from campaign.demo import MERLIN
from campaign.events import CampaignCreated, CharacterAdded, Entry, NoteWritten
from campaign.text import NAME_LENGTH, NOTE_LENGTH, clean
from rules.aspects import Aspect, Moyen
from rules.options import Options
from rules.sheet import Competence
from screens.dialogs.ask_text import AskText
from screens.dialogs.dialog import PASTE_PURGED
from screens.dialogs.palette import Palette
from screens.fields import Field
from screens.form import FormScreen
from tests.campaign.table import Table
from tests.screens.at_the_keyboard import lines, prose, shown
from tests.screens.rough_hands import (
    ENDLESS,
    HOSTILE,
    IN_ONE_GO,
    columns_of,
    in_front,
    in_the_dialog,
    instead,
    lump,
    pasted,
)
from tests.table.at_the_table import Evening, evening

NAME = clean(IN_ONE_GO)
SIZES = [(80, 24), (200, 60)]
SPACIOUS = (200, 60)
COMMANDS = ("\x1b", "\0", "\x07", "\x9b", "\u200d", "\u202e")
"""What a terminal obeys."""


@pytest.fixture
def hostile(table: Table) -> Table:
    """A campaign where all that can be named is named so."""
    table.journal.lines[0] = Entry(1, 1, table.now, CampaignCreated(NAME, Options()))
    session = table.open()
    sheet = replace(MERLIN, competences=(Competence(NAME, 10, Aspect.MYSTIQUE),))
    session.execute(AddCharacter(NAME, Kind.PNJ, sheet))
    (who,) = (each.who for each in session.state.characters.values() if each.name == NAME)
    action = Action(NAME, Aspect.MYSTIQUE, Moyen.MANOEUVRE, NAME, modificateur=-1, eff=15)
    session.execute(SaveAction(who, action))
    return table


def wide(at: Evening) -> str:
    """Return what is on the screen on one line, however it was broken."""
    return prose(at.pilot)


def calculation(at: Evening) -> str:
    """Return what the roller shows, as running text."""
    return " ".join(" ".join(line[25:] for line in at.lines[1:18]).split())


def harmless(at: Evening) -> bool:
    drawn = at.pilot.app.export_screenshot() + at.pilot.app.clipboard
    return not any(command in drawn for command in COMMANDS)


async def test_every_name_is_shown_as_it_is_and_the_columns_after_it_stay_aligned(
    table: Table,
) -> None:
    async with evening(table, (120, 50)) as at:
        for name in HOSTILE:
            await lump(at.pilot, "n", *pasted(name), "ctrl+s")
            added = table.journal.lines[-1].event
            assert isinstance(added, CharacterAdded)
            assert added.name == clean(name)
            assert f"▸ {clean(name)}" in at.text or f"  {clean(name)}" in at.text
            assert f"{clean(name)} rejoint la compagnie (PJ)" in at.text
        at.session.execute(AddCharacter("漢" * 30, Kind.PJ, MERLIN))
        at.session.execute(AddCharacter("x" * 30, Kind.PJ, MERLIN))
        columns = [column for column in columns_of(at.pilot, "PF ") if column < 30]
        assert len(columns) == len(HOSTILE) + 5
        assert set(columns) == {17}
        assert harmless(at)


async def test_a_character_is_found_by_its_name_as_it_was_pasted_or_typed(table: Table) -> None:
    session = table.open()
    for name in HOSTILE:
        session.execute(AddCharacter(name, Kind.PNJ, MERLIN))
    async with evening(table) as at:
        for name in HOSTILE:
            for typed in (pasted(name), tuple(name.replace("\x1b", ""))):
                await lump(at.pilot, "c", "home", "j", *typed, "enter")
                assert at.session.state.characters[at.screen.who or ""].name == clean(name)


@pytest.mark.parametrize(("typed", "found"), [("e\u0301lo", "Éloïse"), ("OEIL", "Œil-de-nuit")])
async def test_a_search_ignores_case_accents_and_how_they_were_typed(
    table: Table, typed: str, found: str
) -> None:
    session = table.open()
    for name in ("Éloïse", "Œil-de-nuit", "Zoé"):
        session.execute(AddCharacter(name, Kind.PJ, MERLIN))
    for key in ("j", "ctrl+p"):
        async with evening(table) as at:
            await lump(at.pilot, key, *typed, "enter")
            assert at.session.state.characters[at.screen.who or ""].name == found


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_hostile_names_are_text_through_a_whole_roll_and_its_undo(
    hostile: Table, size: tuple[int, int]
) -> None:
    async with evening(hostile, size) as at:
        full = size == SPACIOUS
        assert f"Gardien · {NAME[:25]}" in at.text
        await lump(at.pilot, "end", "enter")
        assert f"+ {NAME} 10 − 10 − 1 {NAME}" in calculation(at)
        await lump(at.pilot, "enter", *"8")
        assert f"{NAME} · {NAME}"[: 53 if not full else None] in at.text
        columns = columns_of(at.pilot, "/20")
        assert len(columns) > 3
        assert len(set(columns)) == 1
        await lump(at.pilot, "enter", *"12", "enter", *"7", "enter", "enter")
        assert "étourdi, 0 PF" in at.text
        if full:
            assert f"{NAME} · {NAME} · Diff 8 · Eff 15" in at.text
            assert f"+ {NAME} 10 − 10 − 1 {NAME} = 16" in calculation(at)
            assert f"{NAME} · {NAME}, Diff 8 : 12 réussi" in at.text
        await lump(at.pilot, "x", "f")
        assert at.pilot.app.clipboard.splitlines()[:3] == [
            f"{NAME} · {NAME} · Diff 8 · Eff 15",
            "dé 12 (réel), encaissement 7 (réel)",
            f"CA : My 15 + Ma 2 + {NAME} 10 − 10 − 1 {NAME} = 16",
        ]
        await lump(at.pilot, "u")
        assert f"{NAME} : fatigue seule, étourdi (My −1)" in in_the_dialog(at.pilot)
        assert f"{NAME} n’est plus étourdi en My" in in_the_dialog(at.pilot)
        await lump(at.pilot, "u", "r", "r")
        assert harmless(at)


async def test_a_formula_of_wide_characters_is_broken_before_it_runs_over_the_edge(
    table: Table,
) -> None:
    name = "漢" * 13
    session = table.open()
    sheet = replace(MERLIN, competences=(Competence(name, 10, Aspect.MYSTIQUE),))
    session.execute(AddCharacter("Li", Kind.PNJ, sheet))
    session.execute(SaveAction("li", Action("火", Aspect.MYSTIQUE, Moyen.MANOEUVRE, name, 0, 15)))
    async with evening(table) as at:
        await lump(at.pilot, "end", "enter")
        assert f"CA 17 = My 15 + Ma 2 + {name} 10 − 10" in calculation(at)
        await lump(at.pilot, "enter", *"8", "enter", *"12", "enter", *"7", "enter", "enter")
        assert f"My 15 + Ma 2 + {name} 10 − 10 = 17" in calculation(at)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_hostile_names_are_text_in_every_dialog_and_form(
    hostile: Table, size: tuple[int, int]
) -> None:
    async with evening(hostile, size) as at:
        seen = []
        for opened in (
            ("c", "end", "g"),
            ("c", "end", "g", *"grave my"),
            ("c", "end", "j"),
            ("c", "end", "ctrl+p", *IN_ONE_GO.split()[2]),
            ("c", "end", "enter", "m"),
            ("c", "end", "enter", "m", "ctrl+d"),
        ):
            await lump(at.pilot, *opened)
            form = isinstance(at.pilot.app.screen, FormScreen)
            seen.append(prose(at.pilot) if form else in_the_dialog(at.pilot))
            assert harmless(at)
            width = max(map(len, lines(at.pilot)))
            assert width <= size[0]
            await lump(at.pilot, "escape", "escape", "escape")
        cut = 30 if size != SPACIOUS else len(NAME)
        assert f"Santé de {NAME}" in seen[0]
        assert f"{NAME} : blessure"[:cut] in seen[1]
        assert NAME[:cut] in seen[2]
        assert NAME[:cut] in seen[3]
        assert f"action de {NAME}"[: cut + 10] in seen[4]
        assert f"Retirer l’action « {NAME} » ?" in seen[5]
        await lump(at.pilot, "escape", "c", "end", "e")
        assert f"fiche de {NAME}"[: cut + 10] in shown(at.pilot)
        await lump(at.pilot, "ctrl+s")
        assert in_front(at.pilot) is at.screen  # nothing changed, so nothing was asked


async def test_a_note_is_text_in_its_field_in_the_log_in_the_undo_and_in_the_status_line(
    table: Table,
) -> None:
    async with evening(table, SPACIOUS) as at:
        await lump(at.pilot, "t", *pasted(IN_ONE_GO))
        assert PASTE_PURGED in wide(at)
        await lump(at.pilot, "enter")
        assert f"Note : {NAME}" in at.text
        await lump(at.pilot, "l", "end", "t", *pasted(IN_ONE_GO), "enter")
        assert f"Note : {NAME} (sur « Note : {NAME} »)" in at.text
        await lump(at.pilot, "up", "enter")
        assert at.text.count(f"Note : {NAME}") == 4  # three in the log, one below
        await lump(at.pilot, "u")
        assert f"Note : {NAME} (sur « Note : {NAME} »)" in wide(at)
        await lump(at.pilot, "u")
        assert f"✗ Note : {NAME} (sur « Note : {NAME} »)" in at.text
        assert harmless(at)


@pytest.mark.parametrize("text", [IN_ONE_GO, ENDLESS, "\0"], ids=["all", "ten thousand", "NUL"])
async def test_what_is_no_number_is_refused_in_each_field_of_a_roll_and_stays_to_be_mended(
    table: Table, text: str
) -> None:
    async with evening(table) as at:
        written = list(table.journal.lines)
        await lump(at.pilot, "enter", "enter")
        for name, right in (("diff", "8"), ("handicap", "0"), ("die", "12"), ("encaissement", "7")):
            field = at.pilot.app.focused
            assert isinstance(field, Field)
            assert (field.id or "").startswith(name)
            await lump(at.pilot, *pasted(text), "enter")
            if clean(text):  # an empty die would be rolled here
                assert at.complaint.startswith(field.label.capitalize())
                assert field.has_focus
                assert field.value == clean(text)
                assert table.journal.lines == written
            assert all(len(line) <= 80 for line in lines(at.pilot))
            if not clean(text):
                return
            await lump(at.pilot, *instead(right), "tab" if name == "diff" else "enter")
        assert len(table.journal.lines) == len(written) + 1


@pytest.mark.parametrize("text", [IN_ONE_GO, ENDLESS], ids=["all", "ten thousand"])
async def test_what_is_no_number_is_refused_in_each_field_of_an_action_and_of_pf(
    table: Table, text: str
) -> None:
    async with evening(table) as at:
        written = list(table.journal.lines)
        await lump(at.pilot, "a", *"Éclair", *["down"] * 4)
        for _ in ("modificateur", "Eff", "Diff minimum"):
            field = at.pilot.app.focused
            assert isinstance(field, Field)
            before = field.value
            await lump(at.pilot, *pasted(text), "ctrl+s")
            assert isinstance(at.pilot.app.screen, FormScreen)
            assert f"✗ {field.label[0].upper()}{field.label[1:]} : «" in wide(at)
            assert field.value == clean(text)
            assert all(len(line) <= 80 for line in lines(at.pilot))
            await lump(at.pilot, *instead(before), "down")
        await lump(at.pilot, "escape", "o", "g", *"donner", "enter", *pasted(text), "enter")
        assert isinstance(at.pilot.app.screen, AskText)
        assert "✗ PF : «" in wide(at)
        assert table.journal.lines == written


async def test_a_name_or_a_note_too_long_says_how_long_it_may_be_and_keeps_every_character(
    table: Table,
) -> None:
    async with evening(table) as at:
        for keys, save, longest in (
            (("n",), "ctrl+s", NAME_LENGTH),
            (("a",), "ctrl+s", NAME_LENGTH),
            (("c", "home", "e", *["down"] * 17), "ctrl+s", NAME_LENGTH),
            (("t",), "enter", NOTE_LENGTH),
        ):
            written = list(table.journal.lines)
            await lump(at.pilot, *keys, *pasted(ENDLESS), save)
            field = at.pilot.app.focused
            assert isinstance(field, Field)
            assert f"10000 caractères, il en faut {longest} au plus" in wide(at)
            assert field.value == ENDLESS
            assert all(len(line) <= 80 for line in lines(at.pilot))
            assert table.journal.lines == written
            await lump(at.pilot, *pasted(ENDLESS[:longest]), save)
            assert in_front(at.pilot) is at.screen
            assert len(table.journal.lines) == len(written) + 1
        note = table.journal.lines[-1].event
        assert isinstance(note, NoteWritten)
        assert note.text == ENDLESS[:NOTE_LENGTH]


@pytest.mark.parametrize("text", [IN_ONE_GO, ENDLESS, "\0"], ids=["all", "ten thousand", "NUL"])
async def test_a_search_for_anything_finds_or_says_that_it_finds_nothing(
    table: Table, text: str
) -> None:
    table.open().execute(WriteNote("rien"))
    async with evening(table) as at:
        for key in ("j", "ctrl+p", "g"):
            written = list(table.journal.lines)
            await lump(at.pilot, key, *pasted(text))
            assert isinstance(in_front(at.pilot), Palette)
            assert ("aucun résultat" in wide(at)) == bool(clean(text))
            assert all(len(line) <= 80 for line in lines(at.pilot))
            await lump(at.pilot, "escape")
            assert in_front(at.pilot) is at.screen
            assert table.journal.lines == written
