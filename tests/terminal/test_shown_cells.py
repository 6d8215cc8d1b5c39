"""Only what the terminal doesn't show yet is sent; what it shows then is what a whole painting would show."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from tests.terminal.conftest import Screen, picture
from tui.shown import Shown

WIDTH, HEIGHT = 24, 3
CONSOLE = Console(file=StringIO(), force_terminal=True, color_system="truecolor")
STYLES = [
    None,
    *map(
        Style.parse, ("red", "on blue", "bold red on blue", "underline #102030", "reverse", "bold")
    ),
]
GRAPHEMES = ("a", "b", " ", " " * 7, " " * 13, "é", "·", "─", "漢", "字", "e\u0301", "☠", "★")
TEXTS = st.lists(st.sampled_from(GRAPHEMES), max_size=9).map("".join)


@st.composite
def lines(draw: st.DrawFn) -> Strip:
    """A line of segments that fills the width."""
    drawn = draw(st.lists(st.tuples(TEXTS, st.sampled_from(STYLES)), max_size=5))
    return Strip(Segment(text, style) for text, style in drawn).adjust_cell_length(WIDTH)


screens = st.lists(lines(), min_size=HEIGHT, max_size=HEIGHT)


def terminal() -> tuple[Screen, pyte.Stream]:
    """Return a terminal where no line goes on on the next one, as Gardien has it, and the way to it."""
    screen = Screen(WIDTH, HEIGHT)
    screen.reset_mode(7, private=True)
    return screen, pyte.Stream(screen)


@given(st.lists(screens, min_size=1, max_size=4), st.booleans())
def test_the_terminal_shows_what_a_whole_painting_would(
    evening: list[list[Strip]], erasing: bool
) -> None:
    shown = Shown(erasing=erasing)
    seen, to_seen = terminal()
    for strips in evening:
        update = LayoutUpdate([[strip] for strip in strips], Region(0, 0, WIDTH, HEIGHT))
        shown.paint(update, CONSOLE)
        if changes := shown.changes():
            to_seen.feed(changes.render_segments(CONSOLE))
        whole, to_whole = terminal()
        to_whole.feed(update.render_segments(CONSOLE))
        assert picture(seen) == picture(whole)
        assert shown.changes() is None


def test_whatever_a_line_says_of_its_width_its_neighbours_stay_in_place() -> None:
    seen, to_seen = terminal()
    short, long = Strip([Segment("bref")], 6), Strip([Segment("trop long")], 6)
    after = Strip([Segment("|".ljust(WIDTH - 6))])
    misfits: list[Iterable[Strip]] = [[short, after], [long, after], [short, after]]
    update = LayoutUpdate(misfits, Region(0, 0, WIDTH, HEIGHT))
    shown = Shown()
    shown.paint(update, CONSOLE)
    changes = shown.changes()
    assert changes
    to_seen.feed(changes.render_segments(CONSOLE))
    assert [line.rstrip() for line in seen.display] == ["bref  |", "trop l|", "bref  |"]


@pytest.mark.parametrize(
    "sign", ["\U0001f1eb\U0001f1f7", "\u2620\ufe0f", "\U0001f44d\U0001f3fd", "\u6f22"]
)
def test_whatever_a_terminal_makes_of_a_sign_what_stands_after_it_is_in_place(sign: str) -> None:
    seen, to_seen = terminal()
    shown = Shown()
    for before, after in (("un", "trois"), ("un", "quatre"), ("deux", "quatre"), ("", "cinq")):
        tail = Strip([Segment(f"{after}|".ljust(WIDTH - 12))])
        update = LayoutUpdate(
            [[Strip([Segment(f"{before}{sign}{before}")]).adjust_cell_length(12), tail]],
            Region(0, 0, WIDTH, 1),
        )
        shown.paint(update, CONSOLE)
        changes = shown.changes()
        assert changes
        to_seen.feed(changes.render_segments(CONSOLE))
        row = "".join(seen.buffer[0][x].data for x in range(12, WIDTH))
        assert row.rstrip() == f"{after}|"
