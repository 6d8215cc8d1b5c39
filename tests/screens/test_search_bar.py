"""The search as the GC types it: what is found, what it says, what it offers, and when it gives up."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

import pytest
from textual.app import ComposeResult
from textual.pilot import Pilot

from campaign.commands import WriteNote
from campaign.events import Entry
from campaign.history.history import History
from campaign.ports import Library
from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from screens.base import GardienScreen
from screens.fields import Field
from screens.history.found_list import FoundList
from screens.history.search_bar import SearchBar
from screens.steady_text import SteadyText
from tests.campaign.table import MemoryShelf
from tests.campaign.test_history import evenings
from tests.screens.at_the_keyboard import app_with, lines, paste, prose, shown
from tui.app import GardienApp


class Place(GardienScreen[None]):
    """A screen around a search."""

    DEFAULT_CSS = "FoundList { height: 1fr; }"

    def __init__(self, history: History, monotonic: Callable[[], float]) -> None:
        super().__init__()
        self.bar, self.list = SearchBar(history, monotonic), FoundList(history)
        self.told: list[str] = []
        self.counts: list[int] = []
        self.said: list[str] = []
        self.leave_at: int | None = None

    def compose_body(self) -> ComposeResult:
        yield self.bar
        yield self.list

    def on_mount(self) -> None:
        self.query_one(Field).focus()

    def on_search_bar_found(self, event: SearchBar.Found) -> None:
        self.counts.append(len(event.results))
        self.said.append(str(self.bar.query_one(SteadyText).content))
        if self.leave_at is not None and len(self.counts) == self.leave_at:
            self.app.pop_screen()
        self.list.show(event.results)

    def on_search_bar_changed(self, event: SearchBar.Changed) -> None:
        self.told.append(f"{len(event.query.terms)} termes")

    def on_search_bar_taken(self) -> None:
        self.told.append("pris")
        self.list.focus()

    def on_search_bar_left(self) -> None:
        self.told.append("quitté")
        self.list.focus()


@asynccontextmanager
async def place(
    library: Library,
    history: History | None = None,
    monotonic: Callable[[], float] = lambda: 0.0,
) -> AsyncIterator[tuple[Pilot[None], Place]]:
    """Open a search over four evenings; unless a clock says otherwise, no work lasts."""
    if history is None:
        history = evenings(4)[1].history
        history.load()
    async with app_with(library).run_test(size=(80, 24)) as pilot:
        screen = Place(history, monotonic)
        await pilot.app.push_screen(screen)
        await pilot.pause()
        yield pilot, screen


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    app = pilot.app
    assert isinstance(app, GardienApp)
    while not app.key_order.is_settled:
        await pilot.pause()


async def test_what_is_typed_is_found_counted_and_explained_at_each_key(library: Library) -> None:
    async with place(library) as (pilot, screen):
        assert "Tapez des mots, ou des filtres." in shown(pilot)
        await press(pilot, *"boule")
        assert "4 trouvés · Événements, avec « boule »" in shown(pilot)
        assert screen.told == ["1 termes"] * 5
        assert sum("Merlin · Boule de feu" in each for each in lines(pilot)) == 4
        await paste(pilot, "boule -merlin")
        assert "rien trouvé · Événements, avec « boule », sans « merlin »" in shown(pilot)
        await press(pilot, "ctrl+u")
        assert screen.counts[-1] == 0
        assert "Tapez des mots" in shown(pilot)


async def test_letters_and_signs_are_text_and_never_commands(library: Library) -> None:
    async with place(library) as (pilot, screen):
        await press(pilot, *"qH?h/*u")
        assert screen.bar.text == "qH?h/*u"
        assert pilot.app.screen is screen


async def test_what_makes_no_sense_is_said_and_the_rest_is_searched(library: Library) -> None:
    async with place(library) as (pilot, screen):
        await paste(pilot, "boule gravité:lourde")
        assert screen.counts[-1] == 4
        assert "✗ « gravité:lourde » n’existe pas ; on écrit aucune, étourdi" in prose(pilot)
        await press(pilot, "ctrl+w")
        assert "✗" not in shown(pilot)


async def test_tab_takes_what_is_marked_and_arrows_mark_another(library: Library) -> None:
    async with place(library) as (pilot, screen):
        await press(pilot, *"mer")
        assert "▸ perso:Merlin" in shown(pilot)
        await press(pilot, "tab")
        assert screen.bar.text == "perso:Merlin"
        await paste(pilot, "perso:Merlin type:sé")
        await press(pilot, "down", "tab")
        assert screen.bar.text == 'perso:Merlin type:"séance close"'
        await paste(pilot, "type:s")
        await press(pilot, "down", "down", "up", "enter")
        assert screen.bar.text == 'type:"séance close"'
        assert "pris" not in screen.told


async def test_the_filters_are_offered_before_a_word_and_taken_only_when_chosen(
    library: Library,
) -> None:
    async with place(library) as (pilot, screen):
        assert "perso:  un personnage, par un bout d’un nom qu’il a porté" in shown(pilot)
        assert "▸ perso:" not in shown(pilot)
        await press(pilot, "down", "down", "tab")
        assert screen.bar.text == "type:"
        await press(pilot, "ctrl+u", "tab")
        assert screen.list.has_focus


@pytest.mark.parametrize(
    ("key", "told"), [("escape", "quitté"), ("ctrl+g", "quitté"), ("enter", "pris")]
)
async def test_the_field_is_left_with_what_was_typed(library: Library, key: str, told: str) -> None:
    async with place(library) as (pilot, screen):
        await paste(pilot, "boule de")
        await press(pilot, key)
        assert screen.told[-1] == told
        assert screen.list.has_focus
        assert screen.bar.text == "boule de"
        assert "4 trouvés" in shown(pilot)
        assert "perso:" not in shown(pilot)  # nothing is offered any more


def chosen(screen: Place) -> int | None:
    """Return the number of the event under the cursor."""
    match = screen.list.chosen
    return None if match is None else match.sequence


async def test_the_chosen_event_stays_chosen_while_it_is_found(library: Library) -> None:
    async with place(library) as (pilot, screen):
        await paste(pilot, "boule")
        await press(pilot, "enter", "down", "down")
        third = chosen(screen)
        screen.query_one(Field).focus()
        await pilot.pause()
        await paste(pilot, "boule séance:3")
        assert chosen(screen) == third
        await paste(pilot, "boule séance:9")
        assert chosen(screen) is None
        await press(pilot, "ctrl+u", "b")
        assert chosen(screen) == third


async def test_the_chosen_event_is_found_again_when_the_search_is_made_anew(
    library: Library,
) -> None:
    ticks = count().__next__
    _, session = evenings(6)
    session.history.load()
    async with place(library, session.history, lambda: float(ticks())) as (pilot, screen):
        await paste(pilot, "boule")
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        await press(pilot, *["down"] * 4)
        fifth = chosen(screen)
        session.execute(WriteNote("une boule de plus"))
        screen.bar.again()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.counts[-1] == 7
        assert chosen(screen) == fifth


async def test_a_slow_search_shows_how_far_it_is_until_all_is_found(library: Library) -> None:
    ticks = count().__next__  # each look at the clock takes a second
    async with place(library, monotonic=lambda: float(ticks())) as (pilot, screen):
        await press(pilot, "b")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.counts == sorted(screen.counts)
        assert len(set(screen.counts)) > 3
        assert any(re.match(r"━+─+ \d+ trouvés jusqu’ici… · É", each) for each in screen.said)
        assert f"{screen.counts[-1]} trouvés · Événements, avec « b »" in shown(pilot)


def cold(sessions: int, read: list[int]) -> History:
    """Return a history of which nothing is known yet, that tells which sessions are read."""

    class Counted(MemoryShelf):
        def read(self, session: int, after: int) -> tuple[Entry, ...]:
            read.append(session)
            return super().read(session, after)

    return History(Counted(evenings(sessions)[0].journal.lines, {}))


async def test_what_is_not_known_yet_is_read_between_keys_and_found(library: Library) -> None:
    read: list[int] = []
    ticks = count().__next__
    async with place(library, cold(9, read), lambda: float(ticks())) as (pilot, screen):
        await pilot.press(*"bou")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.counts[-1] == 9
        assert sorted(read) == sorted(set(read))  # a search that was given up left what it had read


async def test_nothing_is_read_for_a_search_while_a_key_is_at_work(library: Library) -> None:
    read: list[int] = []
    async with place(library, cold(9, read)) as (pilot, screen):
        screen.between_keys.hold()
        screen.bar.search_for("bou")
        for _ in range(20):
            await pilot.pause()
        assert (read, screen.counts) == ([], [])
        screen.between_keys.go_on()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert screen.counts[-1] == 9


async def test_leaving_the_screen_stops_the_work(library: Library) -> None:
    read: list[int] = []
    ticks = count().__next__
    history = cold(80, read)
    async with place(library, history, lambda: float(ticks())) as (pilot, screen):
        screen.leave_at = 3
        screen.bar.search_for("boule")
        while screen.is_attached:
            await pilot.pause()
        assert 3 <= len(read) < 80
        until_then = len(read)
        await pilot.pause()
        assert len(read) == until_then
        assert not history.is_loaded


async def test_a_session_that_cannot_be_read_is_said(library: Library) -> None:
    error = JournalError(JournalFault.NO_PERMISSION, "seances/0001.jsonl")

    class Broken(MemoryShelf):
        def read(self, session: int, after: int) -> tuple[Entry, ...]:
            raise error

    history = History(Broken(evenings(2)[0].journal.lines, {}))
    async with place(library, history) as (pilot, _):
        await paste(pilot, "boule")
        assert sentence(error) in prose(pilot)


async def test_what_is_typed_is_never_markup(library: Library) -> None:
    async with place(library) as (pilot, _):
        await paste(pilot, "[red]x[/] [/b]")
        assert "avec « [red]x[/] », avec « [/b] »" in prose(pilot)
