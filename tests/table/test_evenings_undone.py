"""Whatever was done at the table, undo gives back what was there, byte for byte, and redo what was done; by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from campaign.events import EventRedone, EventUndone
from campaign.session import Session
from screens.dialogs.confirm import Confirm
from storage.codec import state_document
from tests.campaign.table import Table
from tests.screens.at_the_keyboard import prose
from tests.screens.rough_hands import in_front, instead, lump
from tests.table.at_the_table import Evening, evening

GESTURES: dict[str, Sequence[str]] = {
    "a roll": (
        "c",
        "home",
        "enter",
        "enter",
        *"8",
        "enter",
        *"20",
        "enter",
        *"20",
        "enter",
        "enter",
    ),
    "a ruling": ("b",),
    "a wound": ("c", "home", "g", *"grave ph", "enter"),
    "a rest": ("g", *"complet", "enter"),
    "healing": ("g", *"soin", "enter"),
    "pf": ("g", *"donner", "enter", *"7", "enter"),
    "a death": ("g", *"fatale my", "enter"),
    "a roll of a pnj": (
        "c",
        "end",
        "enter",
        "enter",
        *"2",
        "enter",
        *"20",
        "enter",
        *"20",
        "enter",
    ),
    "its ruling": ("f",),
    "a sheet": ("c", "home", "e", *instead("Myrddin"), "tab", "tab", *instead("6"), "ctrl+s"),
    "an action": ("a", *"Éclair", "ctrl+s"),
    "its change": ("c", "enter", "end", "m", *instead("Foudre"), "ctrl+s"),
    "its removal": ("c", "enter", "end", "m", "ctrl+d", "o"),
    "someone new": ("n", *"Éloïse", "ctrl+s"),
    "a house choice": ("o", "space", "ctrl+s"),
    "a note": ("t", *"une pluie fine", "enter"),
}
"""A gesture of each kind; none of them rolls a die here."""


def frozen(session: Session) -> bytes:
    """Return the state as a snapshot would keep it, but for the evening, which undo leaves alone."""
    state = replace(session.state, session=0, session_opened=None)
    return json.dumps(state_document(state), ensure_ascii=False).encode()


def company(at: Evening) -> str:
    """Return who is on the roster, with his PF, whoever is at hand."""
    return "\n".join(re.findall(r"^[▸ ] ([^\d:]{15}PF \d+)", at.text, re.MULTILINE))


async def play_one_of_each(at: Evening) -> list[tuple[bytes, str]]:
    """Make every gesture; return what was there before the first, and after each."""
    seen = [(frozen(at.session), company(at))]
    for name, keys in GESTURES.items():
        written = len(at.table.journal.lines)
        await lump(at.pilot, *keys)
        assert len(at.table.journal.lines) == written + 1, f"{name}: {prose(at.pilot)}"
        seen.append((frozen(at.session), company(at)))
    return seen


async def test_an_evening_is_undone_and_redone_to_the_byte_after_restarts_and_the_end_of_its_session(
    table: Table,
) -> None:
    async with evening(table, (100, 30)) as at:
        seen = await play_one_of_each(at)
        assert len({state for state, _ in seen}) == len(GESTURES) - 1  # the removal, the note
        await lump(at.pilot, "k", "o")
        assert at.session.state.session_opened is None
    table.wait(timedelta(days=7))
    table.journal.forgetful = True
    async with evening(table, (100, 30)) as at:
        assert frozen(at.session) == seen[-1][0]
        for expected in reversed(seen[:-1]):
            await lump(at.pilot, "u", "u")
            assert (frozen(at.session), company(at)) == expected
    async with evening(table, (100, 30)) as at:
        assert frozen(at.session) == seen[0][0]
        for expected in seen[1:]:
            await lump(at.pilot, "r", "r")
            assert (frozen(at.session), company(at)) == expected
        kinds = [type(entry.event) for entry in at.session.entries]
        assert kinds.count(EventUndone) == kinds.count(EventRedone) == len(GESTURES)


async def test_a_death_is_undone_whole_and_the_one_who_died_plays_on(table: Table) -> None:
    async with evening(table) as at:
        before = frozen(at.session)
        await lump(at.pilot, *GESTURES["a death"])
        assert re.search(r"▸ Merlin +PF 20 ✝", at.text)
        assert "○○○○ ○○ ○ ✝" in at.text
        await lump(at.pilot, "u")
        assert "−20 PF à Merlin" in prose(at.pilot)
        assert "−1 fatale en My à Merlin" in prose(at.pilot)
        await lump(at.pilot, "u")
        assert "✝" not in at.text
        assert frozen(at.session) == before
        await lump(at.pilot, *GESTURES["a roll"], "s")
        assert "blessure légère écartée" in at.text


@pytest.mark.parametrize("key", ["escape", "ctrl+g", "enter", "n"])
async def test_undo_that_is_read_and_refused_writes_nothing(table: Table, key: str) -> None:
    async with evening(table) as at:
        await lump(at.pilot, *GESTURES["pf"])
        before, written = frozen(at.session), list(table.journal.lines)
        await lump(at.pilot, "u")
        assert isinstance(in_front(at.pilot), Confirm)
        assert "−7 PF à Merlin" in prose(at.pilot)
        await lump(at.pilot, key)
        assert in_front(at.pilot) is at.screen
        assert frozen(at.session) == before
        assert table.journal.lines == written


async def test_what_was_undone_is_struck_through_until_it_is_redone(table: Table) -> None:
    async with evening(table) as at:
        await lump(at.pilot, *GESTURES["pf"], "u", "u")
        assert struck(at) == ["Merlin : PF 0 → 7"]
        assert "✗ Merlin : PF 0 → 7" in at.text
        await lump(at.pilot, "r")
        assert "+7 PF à Merlin" in prose(at.pilot)
        await lump(at.pilot, "r")
        assert struck(at) == []
        assert "Rétabli : « Merlin : PF 0 → 7 »" in at.text


async def test_undo_and_redo_never_play_a_roll_again(table: Table) -> None:
    table.faces = [12, 7]
    async with evening(table) as at:
        await lump(at.pilot, "enter", "enter", *"8", "enter", "enter", "enter", "enter", "f")
        assert table.faces == []  # the next die would be an error
        entry = table.journal.lines[-2]
        await lump(at.pilot, *"uuuu", *"rr")
        assert awaited(at) == (entry.sequence, entry.event)
        assert "dé 12 (lancé ici), encaissement 7 (lancé ici)" in at.text
        await lump(at.pilot, *"rr")
        assert awaited(at) is None


def awaited(at: Evening) -> tuple[int, object] | None:
    """Return the number of the roll that awaits its ruling, and the roll."""
    waiting = at.session.state.awaited
    return (waiting.sequence, waiting.roll) if waiting else None


def struck(at: Evening) -> list[str]:
    """Return the texts on the screen that are struck through."""
    picture = at.pilot.app.export_screenshot()
    classes = re.findall(r"\.(\S+) \{[^}]*line-through[^}]*\}", picture)
    texts = re.findall(r'<text class="(\S+)"[^>]*>([^<]*)</text>', picture)
    return [text.replace("&#160;", " ").strip() for name, text in texts if name in classes]
