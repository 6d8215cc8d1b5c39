"""What is typed goes where the cursor is, Enter stays in its dialog, and Escape leads back from anywhere."""

from __future__ import annotations

import pytest

from campaign.commands import GivePF, WriteNote
from campaign.refusals import JournalError, JournalFault
from screens.dialogs.ask_text import AskText
from screens.dialogs.confirm import Confirm
from screens.dialogs.fault import Fault
from screens.dialogs.help import Help
from screens.dialogs.palette import Palette
from screens.fields import Field
from screens.form import FormScreen
from screens.table.roller import Stage
from screens.table.roster import Roster
from tests.campaign.table import Table
from tests.screens.rough_hands import in_front, in_the_dialog, instead, lump
from tests.table.at_the_table import Evening, evening

COMMANDS = "abcdefghijklmnopqrstuvwxyzV?*"
"""Every letter, and the signs, that are commands of some screen."""


def focused(at: Evening) -> object:
    return at.pilot.app.focused


FIELDS: dict[str, tuple[str, ...]] = {
    "Diff": ("enter", "enter"),
    "handicap": ("enter", "enter", "tab"),
    "dé": ("enter", "enter", *"8", "enter"),
    "dé d’encaissement": ("enter", "enter", *"8", "enter", *"12", "enter"),
    "texte": ("t",),
    "PF": ("g", *"donner", "enter"),
    "recherche": ("ctrl+p",),
}
"""The fields of the table and of its dialogs, by their names, and the keys that lead there."""


@pytest.mark.parametrize("label", FIELDS)
async def test_no_letter_typed_in_a_field_is_a_command(table: Table, label: str) -> None:
    async with evening(table) as at:
        await lump(at.pilot, *FIELDS[label])
        field, screen, written = focused(at), in_front(at.pilot), list(table.journal.lines)
        assert isinstance(field, Field)
        assert field.label == label
        await lump(at.pilot, *instead(COMMANDS))
        assert field.value == COMMANDS
        assert focused(at) is field
        assert in_front(at.pilot) is screen
        assert table.journal.lines == written


@pytest.mark.parametrize("keys", [("e",), ("a",)], ids="".join)
async def test_no_letter_typed_in_a_form_is_a_command(table: Table, keys: tuple[str, ...]) -> None:
    async with evening(table) as at:
        await lump(at.pilot, *keys)
        form, written = in_front(at.pilot), list(table.journal.lines)
        assert isinstance(form, FormScreen)
        fields = list(form.query(Field))
        for each in form.focus_chain[:-1]:
            await lump(at.pilot, *(instead(COMMANDS) if each in fields else ()), "down")
        assert {field.value for field in fields} == {COMMANDS}
        assert in_front(at.pilot) is form
        assert table.journal.lines == written


@pytest.mark.parametrize("keys", [("n",), ("e",), ("a",), ("enter", "m")], ids="".join)
async def test_escape_from_a_form_keeps_what_was_typed_unless_it_is_given_up(
    table: Table, keys: tuple[str, ...]
) -> None:
    async with evening(table) as at:
        await lump(at.pilot, *keys, *instead("Éloïse"), "escape")
        assert isinstance(in_front(at.pilot), Confirm)
        await lump(at.pilot, "escape")
        form = in_front(at.pilot)
        assert isinstance(form, FormScreen)
        assert form.query(Field).first().value == "Éloïse"
        await lump(at.pilot, "escape", "o")
        assert in_front(at.pilot) is at.screen


async def test_a_note_left_by_escape_is_gone_on_with_and_its_event_s_own_is_another(
    table: Table,
) -> None:
    async with evening(table) as at:
        written = list(table.journal.lines)
        await lump(at.pilot, "t", *"la salle re", "escape")
        assert in_front(at.pilot) is at.screen
        await lump(at.pilot, "l", "end", "t", *"sur l’événement", "escape", "c")
        assert table.journal.lines == written
        await lump(at.pilot, "t", *"tient son souffle", "enter")
        assert "Note : la salle retient son souffle" in at.text
        await lump(at.pilot, "t")
        field = focused(at)
        assert isinstance(field, Field)
        assert field.value == ""
        await lump(at.pilot, "escape", "l", "up", "t")
        field = focused(at)
        assert isinstance(field, Field)
        assert field.value == "sur l’événement"


@pytest.mark.parametrize("leave", [(), ("escape",)], ids=["open", "left"])
async def test_ctrl_q_asks_before_a_half_written_note_is_lost(
    table: Table, leave: tuple[str, ...]
) -> None:
    async with evening(table) as at:
        await lump(at.pilot, "t", *"la salle re", *leave, "ctrl+q")
        assert isinstance(in_front(at.pilot), Confirm)
        assert "Quitter sans enregistrer ?" in in_the_dialog(at.pilot)
        await lump(at.pilot, "n", *(["t"] if leave else []), *"tient son souffle", "enter")
        assert "Note : la salle retient son souffle" in at.text
        await at.pilot.press("ctrl+q")
        await at.pilot.pause()
        assert not at.pilot.app.is_running


@pytest.mark.parametrize("keys", [("enter", "ctrl+j"), ("ctrl+j", "enter")], ids=str)
@pytest.mark.parametrize(
    ("opened", "dialog"),
    [
        (("t", *"pluie"), AskText),
        (("k",), Confirm),
        (("u",), Confirm),
        (("ctrl+p", *"introuvable"), Palette),
        (("j", *"gas"), Palette),
        (("question_mark",), Help),
        (("g", *"grave ph", "enter"), Fault),
    ],
    ids=["note", "close", "undo", "nothing found", "jump", "help", "fault"],
)
async def test_enter_in_a_dialog_does_not_reach_what_is_under_it(
    table: Table, opened: tuple[str, ...], dialog: type, keys: tuple[str, ...]
) -> None:
    async with evening(table, monotonic=lambda: 0.0) as at:
        under = at.screen
        if dialog is Fault:
            table.journal.fault = JournalError(JournalFault.NO_SPACE, "/campagnes")
        await lump(at.pilot, *opened)
        assert isinstance(in_front(at.pilot), dialog)
        await lump(at.pilot, *keys)
        if (
            in_front(at.pilot) is not under
        ):  # Enter has no meaning there, or only repeats the one before
            assert dialog in (Help, Palette, Fault)
            await lump(at.pilot, "escape")
        assert in_front(at.pilot) is under
        assert at.roller.stage is Stage.ACTION
        assert focused(at) is under.query_one(Roster)


ELSEWHERE: dict[str, tuple[str, ...]] = {
    "roster": ("c",),
    "log": ("l", "up"),
    "an old replay": ("l", "end", "up", "enter"),
    "diff": ("c", "enter", "enter"),
    "dice": ("c", "enter", "enter", *"8", "enter"),
    "note": ("t",),
    "told again": ("P", "e"),
    "palette": ("ctrl+p", *"not"),
    "jump": ("j", *"gas"),
    "health": ("g",),
    "pf": ("g", *"donner", "enter"),
    "help": ("question_mark",),
    "undo": ("u",),
    "close": ("k",),
    "sheet": ("e",),
    "action": ("a",),
    "house choices": ("o",),
}
"""Every place that an evening leads to, and the keys that lead there from the table."""


async def test_one_key_or_its_twin_leads_back_to_the_roller_from_anywhere(table: Table) -> None:
    async with evening(table) as at:
        under = at.screen
        await lump(at.pilot, "enter", "enter", *"8", "enter", *"12", "enter", *"7", "enter", "f")
        written = list(table.journal.lines)
        for number, (place, keys) in enumerate(ELSEWHERE.items()):
            key = ("escape", "ctrl+g")[number % 2]
            await lump(at.pilot, *keys)
            presses = 0
            while in_front(at.pilot) is not under or not at.roller.has_focus_within:
                await lump(at.pilot, key)
                presses += 1
                assert presses <= 2, place
            while at.roller.stage is not Stage.ACTION:
                await lump(at.pilot, key)
            await lump(at.pilot, "c")
        assert table.journal.lines == written


async def test_from_within_a_roll_the_same_key_goes_back_stage_by_stage(table: Table) -> None:
    async with evening(table) as at:
        await lump(at.pilot, "enter", "enter", *instead("8"), "enter", *"12", "enter", *"7")
        for stage in (Stage.STAKES, Stage.ACTION):
            await lump(at.pilot, "escape")
            assert at.roller.stage is stage
        await lump(at.pilot, "escape")
        assert focused(at) is at.screen.query_one(Roster)
        await lump(at.pilot, *["enter"] * 5)
        assert "11 − 7 = 4" in at.text


@pytest.mark.parametrize("pf", [0, 4], ids=["rested", "tired"])
async def test_80_by_24_shows_all_that_a_roll_needs_at_each_stage(table: Table, pf: int) -> None:
    if pf:
        table.open().execute(GivePF("merlin", pf))
    table.open().execute(WriteNote("une note au journal"))
    ca, encaissement = 17 - pf, 14 - pf
    tired = f" − {pf} fatigue" if pf else ""
    sums = f"CA {ca} = My 15 + Ma 2 + Magie du Feu 10 − 10{tired}"
    borne = f"Encaissement {encaissement} = My 15 + Ré −1{tired} Eff 15"
    async with evening(table) as at:
        await lump(at.pilot, "enter")
        staked = (sums, borne, "Dom auc éto son lég", "PF ensuite : éto ", "places : lég 3")
        for keys, needed in (
            ((), ("Boule de feu My + Ma + Magie du Feu · Eff 15", *staked, "▸★ 0")),
            (("enter", *"8"), ("Diff 8 Handicap 0", *staked, f"▸ 8 {ca - 8}/20")),
            (("enter",), ("Dé d20 Encaissement d20 vide : lancer ici", *staked, "▸ 8")),
            (
                (*"12", "enter", *"7", "enter", "enter"),
                (
                    "Merlin · Boule de feu · Diff 8 · Eff 15",
                    f"CA My 15 + Ma 2 + Magie du Feu 10 − 10{tired} = {ca}",
                    f"8 < 12 ≤ {ca} → réussie, °R 12",
                    "Dom 15 + 8 − 12 = 11",
                    f"CA d’encaissement My 15 + Ré −1{tired} = {encaissement}",
                    f"7 ≤ {encaissement} → réussie, °R 7",
                    "Dom effectif 11 − 7 = 4",
                    "Tableau 3.1 1–5 → étourdi, 0 PF",
                    "dé 12 (réel), encaissement 7 (réel)",
                    "Juger f fatigue seule s sans effet",
                ),
            ),
        ):
            await lump(at.pilot, *keys)
            right = " ".join(" ".join(line[25:] for line in at.lines[1:16]).split())
            assert [each for each in needed if each not in right] == []
            assert "Journal" in at.text
            assert "aide" in at.lines[-1]
