"""The table of players: it follows the evening without its secrets, offers nothing that writes, and never stops."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.pilot import Pilot

from campaign.commands import (
    CloseSession,
    OpenSession,
    ResolveDepassement,
    Reveal,
    RuleEffect,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, NAME, populate
from campaign.looking import CUT_OFF, TAKEN_UP
from campaign.session import Session
from rules.health import Ruling
from rules.options import Options
from screens.bars import StatusLine
from screens.dialogs.ask_preferences import AskPreferences
from screens.table.following import FollowingTable
from screens.table.keys import TABLE_KEYS, WRITING
from screens.table.opening import Opening
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import lines, no_dice, now, prose
from tui.following import FollowingApp

ROLL = ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=12, encaissement_die=7)
SECRET = ResolveDepassement("merlin", BOULE_DE_FEU, 7, die=20, encaissement_die=19, secret=True)


class Followed:
    """A campaign that a GC plays, and what a follower of it sees."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = FolderLibrary(folder, now)
        self.slug = self.library.create(NAME, Options())
        self.session = self.sit_down()
        populate(self.session)

    def sit_down(self) -> Session:
        return Session(self.library.open(self.slug), now, no_dice)


class Seen:
    """The screen of a follower."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    async def until(self, text: str) -> None:
        for _ in range(100):
            if text in prose(self.pilot):
                return
            await self.pilot.pause(0.05)
        raise AssertionError(f"{text!r} never came into view in\n" + "\n".join(lines(self.pilot)))

    @property
    def complaint(self) -> str:
        status = self.pilot.app.screen.query_one(StatusLine)
        return status.sentence if status.complains else ""


@pytest.fixture
def followed(tmp_path: Path) -> Followed:
    return Followed(tmp_path / "campagnes")


@asynccontextmanager
async def following(followed: Followed, name: str = NAME) -> AsyncIterator[Seen]:
    ticks = count().__next__
    app = FollowingApp(followed.library, now, no_dice, name, monotonic=ticks)
    async with app.run_test(size=(120, 36)) as pilot:
        seen = Seen(pilot)
        await seen.until("Merlin")
        yield seen


async def test_it_follows_the_evening_and_says_so_in_its_title(followed: Followed) -> None:
    async with following(followed) as seen:
        assert "La tour de Brume · séance 1" in prose(seen.pilot)
        assert lines(seen.pilot)[0].endswith("· suivi")
        followed.session.execute(ROLL)
        await seen.until("8 < 12 ≤ 17")
        followed.session.execute(RuleEffect(Ruling.FATIGUE))
        await seen.until("Jugé fatigue seule")
        followed.session.execute(CloseSession())
        await seen.until("séance 1 close")
        followed.session.execute(OpenSession())
        await seen.until("séance 2 pas encore jouée")
        followed.session.execute(WriteNote("Une autre fois"))
        await seen.until("séance 2 depuis")


async def test_a_secret_shows_nowhere_until_it_is_revealed(followed: Followed) -> None:
    async with following(followed) as seen:
        (roll,) = followed.session.execute(SECRET)
        followed.session.execute(RuleEffect(Ruling.SANS_EFFET))
        followed.session.execute(WriteNote("à voix basse", about=roll.sequence))
        followed.session.execute(WriteNote("à voix haute"))
        await seen.until("à voix haute")
        assert "Diff 7" not in prose(seen.pilot)
        assert "voix basse" not in prose(seen.pilot)
        followed.session.execute(Reveal(roll.sequence))
        await seen.until("Révélé : Merlin · Boule de feu, Diff 7")
        await seen.until("Merlin · Boule de feu · Diff 7 · Eff 15")
        assert "voix basse" not in prose(seen.pilot)


async def test_no_key_that_writes_is_offered_or_named(followed: Followed) -> None:
    writing = {
        each.tooltip
        for each in TABLE_KEYS
        if isinstance(each, Binding) and each.action.split("(")[0] in WRITING
    }
    async with following(followed) as seen:
        for key in ("n", "u", "k", "o", "t"):
            await seen.pilot.press(key)
            assert "celle du Gardien de la Clef" in seen.complaint
            assert isinstance(seen.pilot.app.screen, FollowingTable)
        await seen.pilot.press("question_mark")
        help_page = prose(seen.pilot)
        assert "Quitter Gardien" in help_page
        assert not [each for each in writing if each in help_page]
        assert "campagnes" not in help_page
        await seen.pilot.press("escape", "ctrl+p", *"annul")
        await seen.until("annul")
        assert "Annuler" not in prose(seen.pilot)
        await seen.pilot.press("escape", "O")
        assert isinstance(seen.pilot.app.screen, AskPreferences)


async def test_an_empty_company_names_no_key_that_adds_to_it(tmp_path: Path) -> None:
    library = FolderLibrary(tmp_path, now)
    library.create("Vide", Options())
    app = FollowingApp(library, now, no_dice, "vide")
    async with app.run_test(size=(80, 24)) as pilot:
        seen = Seen(pilot)
        await seen.until("La compagnie est vide.")
        assert "ajoute" not in prose(pilot)


async def test_the_odds_can_be_looked_at_and_no_die_is_thrown(followed: Followed) -> None:
    async with following(followed) as seen:
        await seen.pilot.press("enter", "enter", "8", "enter", "1", "2", "enter", "7", "enter")
        await seen.until("celle du Gardien de la Clef")
        assert followed.session.entries == seen.pilot.app.screen.session.entries  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_leaving_it_is_quitting(followed: Followed, key: str) -> None:
    async with following(followed) as seen:
        await seen.pilot.press(key)
        await seen.pilot.pause()
        assert not seen.pilot.app.is_running


async def test_while_the_campaign_cannot_be_read_it_keeps_what_it_knows_and_says_so_once(
    followed: Followed,
) -> None:
    async with following(followed) as seen:
        campaign = followed.folder / followed.slug
        away = followed.folder / ".ailleurs"
        campaign.rename(away)
        await seen.until(CUT_OFF)
        assert "Boule de feu" in prose(seen.pilot)
        await seen.pilot.press("c")
        await seen.pilot.pause(1.2)
        assert seen.complaint == ""
        away.rename(campaign)
        await seen.until(TAKEN_UP)
        followed.session.execute(WriteNote("encore là"))
        await seen.until("encore là")


async def test_it_waits_for_a_campaign_that_is_not_there_yet(followed: Followed) -> None:
    campaign = followed.folder / followed.slug
    away = followed.folder / ".ailleurs"
    campaign.rename(away)
    app = FollowingApp(followed.library, now, no_dice, followed.slug)
    async with app.run_test(size=(80, 24)) as pilot:
        seen = Seen(pilot)
        await seen.until("Lecture de la campagne « la-tour-de-brume »")
        await seen.until("Il n’y a pas de campagne")
        assert isinstance(pilot.app.screen, Opening)
        away.rename(campaign)
        await seen.until("Merlin")


async def test_what_is_damaged_is_said_without_a_dialog(followed: Followed) -> None:
    followed.session.close()
    path = followed.folder / followed.slug / "seances" / "0001.jsonl"
    with path.open("ab") as file:
        file.write("n’importe quoi\n".encode())
    async with following(followed) as seen:
        await seen.until("1 ligne illisible")
        assert isinstance(seen.pilot.app.screen, FollowingTable)


async def test_the_statistics_of_a_follower_have_no_secret_and_no_key_for_them(
    followed: Followed,
) -> None:
    followed.session.execute(ROLL)
    followed.session.execute(RuleEffect(Ruling.SANS_EFFET))
    followed.session.execute(SECRET)
    async with following(followed) as seen:
        await seen.pilot.press("S", "r")
        await seen.until("1 réussite sur 1")
        await seen.pilot.press("z")
        await seen.pilot.pause()
        assert "secret" not in prose(seen.pilot)
        assert "1 réussite sur 1" in prose(seen.pilot)


async def test_the_history_of_a_character_has_no_secret_and_no_key_for_them(
    followed: Followed,
) -> None:
    followed.session.execute(SECRET)
    followed.session.execute(RuleEffect(Ruling.BLESSURE))
    followed.session.execute(ROLL)
    async with following(followed) as seen:
        await seen.pilot.press("C")
        await seen.until("Boule de feu, Diff 8")
        assert "Diff 7" not in prose(seen.pilot)
        await seen.pilot.press("z", "b")
        await seen.until("Aucune vraie blessure.")
        assert "secrets" not in prose(seen.pilot)
        followed.session.execute(RuleEffect(Ruling.FATIGUE))
        await seen.pilot.press("c")
        await seen.until("étourdi (My −1)")
