"""The dice and the odds as the GC sees them: what is typed, what is shown, and that nothing is rolled unasked."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from textual.widgets import Input

from campaign.commands import ChangeOptions
from campaign.events import DepassementResolved, Die, EffectRuled, Provenance
from rules.options import Automatiques, BorneCA, Options
from rules.roll import FACES
from screens.table.roller import Stage
from tests.campaign.table import Table
from tests.rules.oracle import TABLEAU, House, enumerated
from tests.screens.rough_hands import instead, lump
from tests.table.at_the_table import Evening, evening

MERLIN_CA, MERLIN_ENCAISSEMENT, EFF = 17, 14, 15
ROOMY = (120, 60)
"""A terminal in which the whole ladder is in view."""
AZERTY = dict(zip("1234567890", "&é\"'(-è_çà", strict=True))


def ladder(at: Evening) -> list[list[str]]:
    """Return the words of each rung, as they are on the screen of a roomy terminal."""
    rows = (line[31:].replace("▸", " ").replace("★", " ").split() for line in at.lines)
    return [row for row in rows if len(row) > 2 and row[1].endswith(f"/{FACES}")]


def effects(at: Evening) -> list[str]:
    """Return the effects that the ladder has a column for."""
    (heading,) = (line for line in at.lines if "Dom min·moy·max" in line)
    return heading.split("max")[1].split()


def share(count: int, of: int) -> str:
    """Write a chance as a whole percentage, as a reader would who has all decimals."""
    exact = 100 * count / of
    if count and exact < 1:
        return "<1"
    if count < of and exact > 99:
        return ">99"
    return str(int(exact + 0.5))


def expected(ca: int, diff: int, columns: list[str], house: House) -> list[str]:
    """Play all pairs of dice by the rules' own words, and write the rung that they give."""
    odds = enumerated(ca, EFF, MERLIN_ENCAISSEMENT, diff, house)
    words = [str(diff), f"{odds.successes}/{FACES}", share(odds.successes, FACES)]
    if odds.mean is None:
        words.append("impossible")
    else:
        mean = f"{float(odds.mean):.1f}".removesuffix(".0").replace(".", ",")
        words += f"{odds.least} · {mean} · {odds.most}".replace("-", "−").split()
    for name in columns:
        count = odds.effects.get(name, 0)
        words += [share(count, 400), "%"] if count else ["·"]
    return words


def check(at: Evening, ca: int, house: House) -> None:
    """Hold every rung on the screen, and the CA above them, against the enumeration."""
    assert f"CA {ca} = ".replace("-", "−") in at.text
    shown, columns = ladder(at), effects(at)
    assert [row[0] for row in shown] == [str(diff) for diff in range(FACES)]
    for diff, row in enumerate(shown):
        assert row == expected(ca, diff, columns, house)
    told = {
        name
        for diff in range(FACES)
        for name in enumerated(ca, EFF, MERLIN_ENCAISSEMENT, diff, house).effects
    }
    assert columns == [name for _, name, _, _ in TABLEAU if name in told]


async def stake(at: Evening, ca: int) -> None:
    """Type the handicap that brings Merlin to `ca`; the handicap's field has the focus."""
    await lump(at.pilot, *instead(str(ca - MERLIN_CA)))


@pytest.mark.parametrize("cas", [range(-20, 1), range(1, 21), range(21, 41)], ids=str)
async def test_the_odds_on_the_screen_are_those_of_the_400_pairs_for_every_ca(
    table: Table, cas: range
) -> None:
    async with evening(table, ROOMY) as at:
        await lump(at.pilot, "enter", "enter", *instead("0"), "tab")
        for ca in cas:
            await stake(at, ca)
            check(at, ca, House())


@pytest.mark.parametrize("exclue", [False, True], ids=["incluse", "exclue"])
@pytest.mark.parametrize(
    ("automatiques", "called"),
    [(True, False), (False, False), (True, True)],
    ids=["automatiques", "le dé décide", "lancé quand même"],
)
async def test_the_odds_on_the_screen_follow_each_house_choice_and_the_call_for_the_dice(
    table: Table, exclue: bool, automatiques: bool, called: bool
) -> None:
    options = Options(
        borne_ca=BorneCA.EXCLUE if exclue else BorneCA.INCLUSE,
        automatiques=Automatiques.OUI if automatiques else Automatiques.NON,
    )
    if options != Options():
        table.open().execute(ChangeOptions(options))
    async with evening(table, ROOMY) as at:
        await lump(at.pilot, "enter", "enter", *instead("0"), "tab")
        for ca in (-20, 1, 2, 19, 20, 40):
            await stake(at, ca)
            house = House(exclue=exclue, automatiques=automatiques)
            decided = automatiques and not 1 < ca < 20
            if called and decided:
                await lump(at.pilot, "tab", "o", "shift+tab")
                house = replace(house, called=True)
            check(at, ca, house)
            if called and decided:
                await lump(at.pilot, "tab", "n", "shift+tab")


async def test_the_ladder_follows_each_keystroke_of_diff_and_of_the_handicap(table: Table) -> None:
    async with evening(table, ROOMY) as at:
        await lump(at.pilot, "enter", "enter", "ctrl+e", "ctrl+u")
        for key, diff in (("1", 1), ("2", 12), ("backspace", 1), ("down", 2), ("up", 1)):
            await lump(at.pilot, key)
            (marked,) = (line for line in at.lines if "▸" in line[31:] and f"/{FACES}" in line)
            assert marked[31:].replace("★", " ").split()[:2] == ["▸", str(diff)]
            check(at, MERLIN_CA, House())
        await lump(at.pilot, "tab", "ctrl+e", "ctrl+u")
        for key, ca in (("-", 17), ("1", 16), ("2", 5), ("backspace", 16)):
            await lump(at.pilot, key)
            check(at, ca, House())


async def test_a_die_field_takes_every_face_and_both_dice_are_typed_in_a_row(table: Table) -> None:
    async with evening(table) as at:
        for face in range(1, FACES + 1):
            other = FACES + 1 - face
            azerty = "".join(AZERTY[digit] for digit in str(other))
            await lump(
                at.pilot, "enter", "enter", *"8", "enter", *str(face), "enter", *azerty, "enter"
            )
            rolled = at.session.entries[-1].event
            assert isinstance(rolled, DepassementResolved)
            assert rolled.die == Die(face, Provenance.REAL)
            assert rolled.encaissement_die == Die(other, Provenance.REAL)
            await lump(at.pilot, "s")


@pytest.mark.parametrize("entry", ["0", "21", "-1", "1.5", "1d20", "d20", "１２", "²"])
async def test_what_is_no_face_says_the_range_and_the_next_digits_mend_it(
    table: Table, entry: str
) -> None:
    async with evening(table) as at:
        await lump(at.pilot, "enter", "enter", *"8", "enter", *entry, "enter")
        assert "de 1 à 20" in at.complaint
        field = at.roller.query_one("#die", Input)
        assert field.has_focus
        assert field.value == entry
        await lump(at.pilot, *instead("12"), "enter", *"7", "enter", "enter")
        assert "8 < 12 ≤ 17" in at.text


@pytest.mark.parametrize(
    "enters",
    [("enter", "enter"), ("enter", "ctrl+j"), ("ctrl+j", "enter"), ("enter",) * 40],
    ids=["twice", "then the keypad’s", "after the keypad’s", "held"],
)
async def test_enters_in_a_hurry_on_the_last_die_make_one_roll(
    table: Table, enters: tuple[str, ...]
) -> None:
    async with evening(table, monotonic=lambda: 0.0) as at:
        written = len(table.journal.lines)
        await lump(at.pilot, "enter", *"8", "enter", *"8", "enter", *"12", "enter", *"7", *enters)
        assert len(table.journal.lines) == written + 1
        await lump(at.pilot, "f", *enters, *enters)
        assert [type(entry.event) for entry in table.journal.lines[written:]] == [
            DepassementResolved,
            EffectRuled,
        ]


async def test_reopening_rereading_and_copying_roll_nothing(table: Table) -> None:
    async with evening(table) as at:
        await lump(at.pilot, "enter", "enter", *"8", "enter", *"12", "enter", *"7", "enter", "f")
        await lump(at.pilot, "enter", "enter", *"8", "enter", *"20", "enter", *"20", "enter")
    written = list(table.journal.lines)
    table.wait(timedelta(hours=1))
    async with evening(table) as at:  # its dice hold no face: a roll would be an error
        assert "Juger" in at.text
        await lump(
            at.pilot, "x", "l", "end", *["enter", "enter", "x", "l", "up"] * 4, "home", "end"
        )
        assert "dé 12 (réel), encaissement 7 (réel)" in at.pilot.app.clipboard
        await lump(at.pilot, "escape", "escape")
        assert at.roller.stage is Stage.REPLAY
        assert "Juger" in at.text
        await lump(at.pilot, "q")
        await lump(at.pilot, "enter")
        assert "Juger" in at.text
        assert table.journal.lines == written
