"""A campaign made by an enemy, at the table: whatever its lines say, each key does its work or is refused."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import elements, now
from tests.screens.rough_hands import lump
from tests.storage.hostile import GOLDEN, copied, mutated_lines, tries
from tui.app import GardienApp

EVERYWHERE = (
    ("enter", "enter", "8", "enter", "1", "2", "enter", "7", "enter", "enter", "f", "escape"),
    ("l", "home", *["enter", "down"] * 6, "end", "enter", "x", "i", "escape", "escape"),
    ("l", "*", "z", "escape", "u", "u", "r", "r", "escape"),
    ("c", "home", "down", "e", "ctrl+s", "escape", "escape", "a", "escape", "escape"),
    ("c", "end", "g", "enter", "escape", "escape", "m", "escape", "escape"),
    ("j", "a", "enter", "p", "enter", "v", "v", "V", "y", "y", "d", "escape"),
    ("ctrl+p", "e", "escape", "o", "escape", "question_mark", "escape", "w", "x", "enter"),
    ("b", "s", "k", "escape", "escape"),
)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile") / "campagnes"


@given(st.sampled_from(GOLDEN), st.data(), st.permutations(EVERYWHERE), st.booleans())
@settings(tries(1), phases=[Phase.explicit, Phase.reuse, Phase.generate])  # to shrink takes hours
async def test_whatever_a_line_says_every_key_does_its_work_or_is_refused(
    scratch: Path, golden: Path, data: st.DataObject, keys: list[tuple[str, ...]], is_wide: bool
) -> None:
    library: FolderLibrary = copied(golden, scratch)
    for path in sorted(scratch.glob("*/se*/*.jsonl"))[-3:]:
        path.write_bytes(data.draw(mutated_lines(path.read_bytes())))
    app = GardienApp(library, now, lambda: 13, golden.name, monotonic=count().__next__)
    async with app.run_test(size=(160, 45) if is_wide else (80, 24)) as pilot:
        await pilot.pause()
        for some in keys:
            await lump(pilot, *some)
            assert all(text.isprintable() for _, _, text in elements(pilot))
        await lump(pilot, "escape", "escape", "escape", "q", "s", "escape", "escape")
    assert app.unforeseen is None
