"""Damage and health as the GC meets them: by keys, on the screen, in the log and in the state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.character import Kind
from campaign.commands import AddCharacter, GivePF, GiveWound, SaveAction
from campaign.demo import BOULE_DE_FEU, GASTON, MERLIN
from campaign.events import CharacterChanged, EffectRuled
from rules.aspects import Aspect
from rules.health import Health
from rules.tableau import Gravity
from screens.character.editor import CharacterEditor
from screens.dialogs.ask_text import AskText
from screens.fields import Field
from tests.campaign.table import Table
from tests.rules.oracle import TABLEAU
from tests.screens.at_the_keyboard import prose
from tests.screens.rough_hands import instead, lump
from tests.table.at_the_table import Evening, evening

ROSTER = 25
"""The cells of the roster at 80 columns."""
BOUNDS = [bound for bound, *_ in TABLEAU if bound is not None]
WOUNDED = {name for _, name, _, _ in TABLEAU[3:]}


async def roll(at: Evening, diff: int, die: int, encaissement_die: int) -> None:
    """Play the action at hand from the roster, and see the whole calculation."""
    typed = [*instead(str(diff)), "enter", *str(die), "enter", *str(encaissement_die), "enter"]
    await lump(at.pilot, "escape", "c", "enter", "enter", *typed, "enter")


async def edit(at: Evening, **values: int | str) -> None:
    """Change fields of the sheet of the character at hand, found by their names, and save it."""
    await lump(at.pilot, "e")
    editor = at.pilot.app.screen
    assert isinstance(editor, CharacterEditor)
    keys: list[str] = []
    for each in editor.focus_chain:
        label = each.label.replace(" ", "_") if isinstance(each, Field) else ""
        if label in values:
            keys += instead(str(values.pop(label)))
        if not values:
            break
        keys.append("down")
    await lump(at.pilot, *keys, "ctrl+s")
    assert at.pilot.app.screen is at.screen, prose(at.pilot)


def roster(at: Evening) -> list[str]:
    return [line[:ROSTER].rstrip() for line in at.lines[2:8]]


def marks(at: Evening) -> str:
    return "\n".join(roster(at))


def effort(table: Table, eff: int) -> None:
    """Give Merlin's ball of fire another Eff: a Dom that no encaissement lessens is then just that."""
    fireball = replace(BOULE_DE_FEU, eff=eff)
    table.open().execute(SaveAction("merlin", fireball, BOULE_DE_FEU.name))


@pytest.mark.parametrize(
    "dom", sorted({999, *BOUNDS[1:], *(bound + 1 for bound in BOUNDS[1:])}), ids=str
)
async def test_a_dom_at_a_threshold_or_just_above_has_its_own_effect_once_ruled_on(
    table: Table, dom: int
) -> None:
    effort(table, dom)
    effect, pf = next((n, p) for bound, n, p, _ in TABLEAU if bound is None or dom <= bound)
    async with evening(table) as at:
        await roll(at, 8, 20, 20)
        calculation = "\n".join(line[ROSTER:] for line in at.lines[1:16])
        assert f"Dom effectif       {dom} = {dom}" in calculation
        assert calculation.count(effect) == 1
        assert f"Dom {dom} non encaissé : {effect}" in at.text
        assert {each.health for each in at.session.state.characters.values()} == {Health()}
        assert "PF 0" in roster(at)[0]
        assert ("b blessure" in " ".join(at.prose.split())) == (effect in WOUNDED)
        await lump(at.pilot, "f")
        assert f"PF {pf}" in roster(at)[0]
        seen = marks(at)
        assert ("étourdi" in seen) == (effect == "étourdi")
        assert ("sonné" in seen) == (effect == "sonné")
        assert f"CA {17 - pf - (effect == 'étourdi')} =".replace("-", "−") in at.text


@pytest.mark.parametrize(("eff", "die"), [(0, 20), (0, 9), (1, 14), (3, 11)], ids=str)
async def test_a_dom_of_0_or_below_suffers_nothing_heals_nothing_and_freezes_nothing(
    table: Table, eff: int, die: int
) -> None:
    effort(table, eff)
    async with evening(table) as at:
        at.session.execute(GiveWound("merlin", Aspect.MYSTIQUE, Gravity.LEGERE))
        health = at.session.state.characters["merlin"].health
        seen = roster(at)
        await roll(at, 8, die, 20)
        assert "Dom ≤ 0 : pas d’encaissement" in at.text
        assert at.text.count("aucun effet") == 2  # the calculation, and the log
        assert at.session.state.characters["merlin"].health == health
        assert at.session.state.awaited is None
        assert roster(at) == seen
        written = len(table.journal.lines)
        await lump(at.pilot, "f")
        assert len(table.journal.lines) == written
        await roll(at, 8, 20, 20)
        assert len(table.journal.lines) == written + 1


async def test_an_effect_is_read_from_the_health_that_the_action_leaves(table: Table) -> None:
    async with evening(table, (120, 36)) as at:
        await roll(at, 8, 12, 7)
        await lump(at.pilot, "f")
        assert "My 15 ○○○○ ○○ ○ étourdi" in marks(at)
        await roll(at, 8, 12, 7)  # it ends étourdi, and makes étourdi anew
        await lump(at.pilot, "f")
        assert marks(at).count("étourdi") == 1
        assert "CA 16 = My 15 + Ma 2 + Magie du Feu 10 − 10 − 1 étourdi" in at.prose


async def test_a_sheet_edited_again_and_again_is_worth_what_one_edit_makes_it(table: Table) -> None:
    table.open().execute(GivePF("merlin", 3))
    async with evening(table, (120, 36)) as at:
        await edit(at, Mystique=14, Manœuvre=1, armure_Mystique=2)
        once, seen = at.session.state.characters["merlin"], at.lines[1:20]
        for turn in range(4):
            await edit(at, Mystique=10 + turn, Manœuvre=turn % 5 - 2)
        await edit(at, Mystique=14, Manœuvre=1, armure_Mystique=2)
        assert at.session.state.characters["merlin"] == once
        assert at.lines[1:20] == seen
        assert "CA 12 = My 14 + Ma 1 + Magie du Feu 10 − 10 − 3 fatigue" in at.prose
        assert "Encaissement 12 = My 14 + Ré −1 + 2 armure − 3 fatigue" in at.prose


async def test_another_room_aspect_or_armour_leaves_the_wounds_there_are(table: Table) -> None:
    async with evening(table) as at:
        for gravity in (Gravity.LEGERE, Gravity.LEGERE, Gravity.GRAVE, Gravity.CRITIQUE):
            at.session.execute(GiveWound("merlin", Aspect.MYSTIQUE, gravity))
        held = at.session.state.characters["merlin"].health
        await edit(
            at,
            place_légères=0,
            place_graves=0,
            place_critiques=0,
            Mystique=9,
            armure_Mystique=5,
        )
        assert at.session.state.characters["merlin"].health == held
        assert "My  9 ●● ● ●" in marks(at)
        await edit(at, place_légères=6, place_graves=1)
        assert at.session.state.characters["merlin"].health == held
        assert "My  9 ●●○○○○ ● ●" in marks(at)
        await lump(at.pilot, "g", *"soin grave", "enter")
        assert "My  9 ●●○○○○ ○ ●" in marks(at)


@pytest.mark.parametrize(("number", "shown"), [(99, "99"), (-99, "−99")], ids=str)
async def test_a_sheet_at_its_limits_stays_editable_and_playable(
    table: Table, number: int, shown: str
) -> None:
    table.open().execute(AddCharacter("Titan", Kind.PNJ, MERLIN))
    async with evening(table, (120, 36)) as at:
        await lump(at.pilot, "end", "e", "tab", "tab")
        for _ in range(12):
            await lump(at.pilot, *instead(str(number)), "tab")
        for _ in range(3):
            await lump(at.pilot, *instead(str(max(number, 0))), "tab")
        await lump(at.pilot, "ctrl+s")
        titan = at.session.state.characters["titan"].sheet
        assert [*titan.aspects, *titan.moyens, *titan.armure] == [number] * 12
        assert f"My {shown} 0/99 0/99 0/99" in at.text or number < 0
        await edit(at, Mystique=number - number // 99)
        await edit(at, Mystique=number)
        assert at.session.state.characters["titan"].sheet == titan
        assert f"Titan : My {number - number // 99} → {number}".replace("-", "−") in at.text


async def test_more_healing_than_there_is_stops_at_nothing_and_the_next_is_refused_unwritten(
    table: Table,
) -> None:
    async with evening(table) as at:
        for _ in range(2):
            at.session.execute(GiveWound("merlin", Aspect.PHYSIQUE, Gravity.LEGERE))
        await lump(at.pilot, "g", *"partiel", "enter", *"999", "enter")
        assert "Merlin : repos partiel, PF 6 → 2" in at.text  # the limits of two légères
        written = list(table.journal.lines)
        await lump(at.pilot, "g", *"partiel", "enter", *"1", "enter")
        assert "La santé de Merlin n’en serait pas changée : rien n’est écrit." in prose(at.pilot)
        assert isinstance(at.pilot.app.screen, AskText)
        await lump(at.pilot, "escape", "g", *"complet", "enter")
        assert "aucun résultat" in prose(at.pilot)
        await lump(at.pilot, "escape")
        assert table.journal.lines == written
        await lump(at.pilot, "g", *"donner", "enter", *"-999", "enter")
        assert "Merlin : PF 2 → 0" in at.text
        written = list(table.journal.lines)
        await lump(at.pilot, "g", *"donner", "enter", *"-1", "enter")
        assert "La santé de Merlin n’en serait pas changée : rien n’est écrit." in prose(at.pilot)
        await lump(at.pilot, "ctrl+u", "0", "enter")
        assert "n’en serait pas changée" in prose(at.pilot)
        assert table.journal.lines == written


async def test_two_characters_with_the_same_sheet_suffer_each_for_himself(table: Table) -> None:
    session = table.open()
    for name in ("Jumeau A", "Jumeau B"):
        session.execute(AddCharacter(name, Kind.PNJ, GASTON))
    async with evening(table) as at:
        await lump(at.pilot, "end", "up", "g", *"blessure grave ph", "enter")
        await lump(at.pilot, "g", *"donner", "enter", *"2", "enter")
        seen = marks(at)
        assert "▸ Jumeau A       PF 7" in seen
        assert "Jumeau B       PF 0" in at.text
        await lump(at.pilot, "end")
        assert "Ph 12 ○○○○ ○○ ○" in at.text
        twins = at.session.state.characters
        assert twins["jumeau-b"].health == twins["brunehaut"].health


async def test_the_log_tells_each_change_of_a_character_from_what_to_what_and_why(
    table: Table,
) -> None:
    table.open().execute(GivePF("merlin", 3))
    async with evening(table, (200, 50)) as at:
        await roll(at, 8, 20, 20)  # CA 14, Eff 15
        await lump(at.pilot, "b")
        await roll(at, 0, 20, 8)  # Dom 15 − 8 = 7
        await lump(at.pilot, "f")
        await edit(at, nom="Myrddin", Mystique=16, place_graves=3, niveau=11)
        await lump(at.pilot, "g", *"soin", "enter", "g", *"complet", "enter")
        told = " ".join(line[31:] for line in at.lines)
        for sentence in (
            "Merlin · Boule de feu, Diff 8 : 20 raté, Dom 15 non encaissé : légère",
            "Merlin : blessure légère en My, PF 3 → 6",
            "Merlin · Boule de feu, Diff 0 : 20 raté, Dom 15 − 8 = 7 : sonné",
            "Merlin : fatigue seule, sonné, PF 6 → 7",
            "Merlin : nom Merlin → Myrddin, My 15 → 16, place graves 2 → 3, compétence Magie du Feu 10 My → 11 My",
            "Myrddin : soin, légère en My 1 → 0",
            "Myrddin : repos complet, PF 7 → 0, sonné en My levé",
        ):
            assert sentence in told
        kinds = [type(entry.event) for entry in table.journal.lines]
        assert kinds.count(EffectRuled) == 2
        assert kinds.count(CharacterChanged) == 1


@pytest.mark.parametrize(
    ("diff", "handicap", "die", "other", "why"),
    [
        (8, 0, 20, 7, ["20 naturel : échec", "échec : Eff entier"]),
        (8, 0, 8, 7, ["8 < 8 ≤ 17", "le dé ne dépasse pas Diff", "échec : Eff entier"]),
        (8, 0, 18, 7, ["8 < 18 ≤ 17", "le dé dépasse la CA"]),
        (17, 0, 18, 7, ["17 < 18 ≤ 17", "impossible"]),
        (0, 0, 17, 7, ["Dom ≤ 0 : pas d’encaissement"]),
        (8, 0, 12, 20, ["20 ≤ 14", "20 naturel : échec"]),
        (8, 0, 12, 15, ["15 ≤ 14", "le dé dépasse la CA"]),
        (8, 3, 20, 7, ["CA ≥ 20 : toute face convient"]),
        (8, -16, None, 7, ["échec automatique", "échec : Eff entier"]),
    ],
    ids=str,
)
async def test_a_rule_that_decides_says_why(
    table: Table, diff: int, handicap: int, die: int | None, other: int, why: list[str]
) -> None:
    async with evening(table) as at:
        stakes = [*instead(str(diff)), "tab", *instead(str(handicap)), "enter"]
        first = [*str(die), "enter"] if die else []
        await lump(at.pilot, "enter", "enter", *stakes, *first, *str(other), "enter", "enter")
        assert "Juger" in at.text or "Échap" in at.text
        for reason in why:
            assert reason in at.text
