"""Whatever is written can be read: WCAG's contrast, of each colour on what it is written upon, in every theme."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.geometry import Region
from textual.pilot import Pilot

from campaign.commands import ResolveDepassement, Undo
from campaign.demo import BOULE_DE_FEU, NAME, populate
from campaign.preferences import Preferences, Theme
from campaign.session import Session
from rules.options import Options
from screens.library.screen import LibraryScreen
from storage.library import FolderLibrary
from storage.preferences import PreferencesFile
from tests.screens.at_the_keyboard import app_with, no_dice, now, shown
from tui.themes import THEMES

NORMAL, HIGH = 4.5, 7.0
SIXTEEN = 3.0
"""What is asked where there are but 16 colours: the standard's least, for large text."""
CONSOLE = (
    *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)),
    *((0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
    *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)),
    *((85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
)
"""The colours of Linux's own console."""
LEAST = {
    Theme.SOMBRE: NORMAL,
    Theme.CLAIR: NORMAL,
    Theme.SOMBRE_CONTRASTE: HIGH,
    Theme.CLAIR_CONTRASTE: HIGH,
}
TEXTS = (
    "foreground",
    "primary",
    "text-primary",
    "text-muted",
    "text-disabled",
    "text-error",
    "text-warning",
    "text-success",
)
GROUNDS = (
    "background",
    "surface",
    "panel",
    "panel-lighten-2",
    "block-cursor-blurred-background",
    "input-selection-background",
)
LINES = "─│┌┐└┘▁▂▃▄▅▆▇█▔▕▏▎▍▌▋▊▉"
"""Frames and scrollbars, which nobody reads."""


def light(channel: int) -> float:
    part = channel / 255
    return float(part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)


def luminance(color: Color) -> float:
    return 0.2126 * light(color.r) + 0.7152 * light(color.g) + 0.0722 * light(color.b)


def contrast(one: Color, other: Color) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def colours(theme: Theme) -> dict[str, Color]:
    ours = THEMES[theme]
    generated = ours.to_color_system().generate() | ours.variables
    return {name: Color.parse(generated[name]) for name in (*TEXTS, *GROUNDS, *CURSOR, *EDGES)}


CURSOR = ("block-cursor-foreground", "block-cursor-background")
EDGES = ("border", "border-blurred", "scrollbar")


def test_contrast_is_that_of_the_standard() -> None:
    black, white = Color(0, 0, 0), Color(255, 255, 255)
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(Color(119, 119, 119), white) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", Theme)
def test_every_text_can_be_read_on_every_ground(theme: Theme) -> None:
    known = colours(theme)
    faint = {
        (text, ground): round(contrast(known[text], known[ground]), 2)
        for text in TEXTS
        for ground in GROUNDS
        if contrast(known[text], known[ground]) < LEAST[theme]
    }
    assert faint == {}
    assert contrast(*(known[name] for name in CURSOR)) >= LEAST[theme]


@pytest.mark.parametrize("theme", [Theme.SOMBRE_CONTRASTE, Theme.CLAIR_CONTRASTE])
def test_with_high_contrast_frames_scrollbars_and_the_cursor_stand_out_too(theme: Theme) -> None:
    known = colours(theme)
    for edge in (*EDGES, "block-cursor-background"):
        for ground in ("background", "surface"):
            assert contrast(known[edge], known[ground]) >= HIGH, (edge, ground)


def of_sixteen(color: Color) -> Color:
    """Return the colour that a terminal of 16 shows in the place of this one."""
    number = color.rich_color.downgrade(ColorSystem.STANDARD).number
    assert number is not None
    return Color(*CONSOLE[number])


@pytest.mark.parametrize("theme", Theme)
def test_every_text_can_be_read_in_sixteen_colours(theme: Theme) -> None:
    known = {name: of_sixteen(color) for name, color in colours(theme).items()}
    pairs = [(text, ground) for text in TEXTS for ground in GROUNDS]
    for text, ground in (*pairs, CURSOR, ("block-cursor-background", "background")):
        assert contrast(known[text], known[ground]) >= SIXTEEN, (text, ground)


def test_every_theme_has_its_own_name() -> None:
    assert len({theme.name for theme in THEMES.values()}) == len(THEMES) == len(Theme)


def written(pilot: Pilot[None]) -> Iterator[tuple[str, Color, Color]]:
    """Yield each text on the screen that is in front, with its colour and its ground."""
    for widget in pilot.app.screen.query("*"):
        if not widget.display or widget.children or not widget.region.area:
            continue
        for strip in widget.render_lines(Region(0, 0, *widget.size)):
            for text, style, _ in strip:
                words = text.strip().strip(LINES)
                if words and style is not None and style.color and style.bgcolor:
                    pair = (
                        Color.from_rich_color(style.color),
                        Color.from_rich_color(style.bgcolor),
                    )
                    yield (words, *(reversed(pair) if style.reverse else pair))


def faint(pilot: Pilot[None], least: float) -> dict[str, float]:
    texts = list(written(pilot))
    assert len(texts) > 2
    return {
        text: round(contrast(color, ground), 2)
        for text, color, ground in texts
        if contrast(color, ground) < least
    }


@pytest.fixture
def evening(library: FolderLibrary, tmp_path: Path) -> FolderLibrary:
    """A library with Merlin's campaign, in which a wound awaits its ruling, and one that is damaged."""
    session = Session(library.open(library.create(NAME, Options())), now, no_dice)
    populate(session)
    session.execute(Undo())
    session.execute(ResolveDepassement("merlin", BOULE_DE_FEU, 8, die=20, encaissement_die=19))
    session.close()
    damaged = tmp_path / "abimee" / "seances"
    damaged.mkdir(parents=True)
    (damaged / "0001.jsonl").write_text('{"format": 99}\n')
    return library


STEPS = (
    (),
    ("down",),
    ("up", "s"),
    ("escape", "ctrl+p"),
    ("escape", "question_mark"),
    ("escape", "O"),
    ("escape", "n"),
)
AT_THE_TABLE = (
    ("enter",),
    ("l",),
    ("u",),
    ("escape", "b"),
    ("enter",),
    ("enter",),
    ("8", "enter"),
    ("9", "9", "enter"),
    ("escape", "escape", "escape", "g"),
    ("escape", "e"),
    ("escape", "o"),
)


@pytest.mark.parametrize("theme", Theme)
async def test_every_screen_can_be_read(
    evening: FolderLibrary, tmp_path: Path, theme: Theme
) -> None:
    shelf = PreferencesFile(tmp_path / "config")
    shelf.keep(Preferences(theme))
    async with app_with(evening, shelf=shelf).run_test(size=(100, 30)) as pilot:
        assert isinstance(pilot.app.screen, LibraryScreen)
        for keys in (*STEPS, ("escape", "up"), *AT_THE_TABLE):
            await pilot.press(*keys)
            await pilot.pause(0.05)
            assert faint(pilot, LEAST[theme]) == {}, (keys, shown(pilot))
