"""In every terminal the same words and glyphs: few colours, none, light or dark, and without UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.cells import cell_len

from tests.terminal.conftest import Spawn, Terminal, gardien_in
from tests.terminal.test_first_evening import STEPS
from tui import plain_text

TERMINALS: dict[str, dict[str, str]] = {
    "24-bit": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256 colours": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16 colours": {"TERM": "xterm", "COLORTERM": ""},
    "the console": {"TERM": "linux", "COLORTERM": ""},
    "GNU screen": {"TERM": "screen.xterm-256color", "COLORTERM": "truecolor", "STY": "1.pts"},
    "no colour": {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"},
    "no colour of 16": {"TERM": "linux", "COLORTERM": "", "NO_COLOR": "1"},
}
REFERENCE = "24-bit"
_ON_ITS_WAY = "Juger"
"""What shows that a replay has begun; how far it has come depends on the moment."""


def stages(at: Terminal) -> Iterator[None]:
    """Go through the stages of a roll, a wound and an undo, and yield as each of them comes into view."""
    at.wait_for("Compagnie", "Merlin")
    for keys, shown in (
        (("down", "enter", "down"), "▸ Coup désespéré"),
        (("escape",), "c compagnie"),
        (("up", "enter", "enter", "8"), "▸  8   9/20"),
        (("enter", "1", "2", "enter"), "Dé 12"),
        (("7", "enter"), _ON_ITS_WAY),
        (("enter",), STEPS[-1]),
        (("f",), "étourdi (My −1)"),
        (("c", "g"), "Santé de Merlin"),
        (("grave ph", "enter"), "Ph  5 ○○○○ ●○ ○"),
        (("l", "up"), "Entrée revoir"),
        (("u",), "Annuler ? u encore confirme."),
        (("o",), "✗ Merlin : blessure grave en Ph"),
        (("e",), "fiche de Merlin"),
    ):
        at.press(*keys)
        at.wait_for(shown, timeout=5)
        if shown != _ON_ITS_WAY:
            yield


def picture(at: Terminal) -> str:
    """Return what is on the screen, without the hours."""
    shown = [line for line in at.text.splitlines() if "depuis" not in line]
    return re.sub(r"\d\d:\d\d", "hh:mm", "\n".join(shown))


def wait_for_picture(at: Terminal, wanted: str) -> None:
    """Read until that is what the screen shows."""
    at.wait_until(lambda: picture(at) == wanted, 5, wanted)


TITLES = ("Compagnie", "Journal", "Merlin")
"""What stands over the three panes of the table."""


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the terminal of most shows at each stage, for the others to be held against."""
    seen = []
    with gardien_in(tmp_path_factory.mktemp("reference")) as gardien:
        at = gardien("demo", **TERMINALS[REFERENCE])
        for _ in stages(at):
            at.wait_quiet(0.6)
            seen.append(picture(at))
    return seen


@pytest.mark.parametrize("name", [name for name in TERMINALS if name != REFERENCE])
def test_every_terminal_shows_the_same_words_and_glyphs(
    gardien: Spawn, reference: list[str], name: str
) -> None:
    at = gardien("demo", **TERMINALS[name])
    for wanted, _ in zip(reference, stages(at), strict=True):
        wait_for_picture(at, wanted)
    assert "Traceback" not in at.text


@pytest.mark.parametrize("name", ["24-bit", "16 colours", "no colour", "no colour of 16"])
def test_the_pane_that_has_the_focus_is_told_without_a_hue(gardien: Spawn, name: str) -> None:
    at = gardien("demo", **TERMINALS[name])
    at.wait_for("Compagnie", "Merlin")
    for key, title in (
        ("c", "Compagnie"),
        ("l", "Journal"),
        ("escape", "Merlin"),
        ("c", "Compagnie"),
    ):
        at.press(key)
        at.wait_quiet(0.6)
        assert [each for each in underlined(at) if each in TITLES] == [title]


def underlined(at: Terminal) -> list[str]:
    """Return the texts that are bold and underlined."""
    found = ""
    for row in at.screen.buffer.values():
        for column in range(at.screen.columns):
            cell = row[column]
            found += cell.data if cell.underscore and cell.bold else "\n"
    return [text.strip() for text in found.split("\n") if text.strip()]


def test_another_theme_shows_the_same_words_and_glyphs(gardien: Spawn) -> None:
    at = gardien("demo")
    at.wait_for("Compagnie", "Merlin")
    at.wait_quiet()
    seen, dark = at.screen.display[1:], at.screen.buffer[3][3].bg
    at.press("O")
    at.wait_for("Thème")
    at.press("space")
    at.wait_for("clair")
    at.press("escape")
    at.wait_until(lambda: "Thème" not in at.text)
    at.wait_quiet()
    assert at.screen.display[1:] == seen
    assert at.screen.buffer[3][3].bg != dark


@pytest.mark.parametrize(
    "locale",
    [
        {"LANG": "C"},
        {"LC_ALL": "POSIX"},
        {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["C", "POSIX", "C without Python's UTF-8"],
)
def test_where_there_is_no_utf_8_all_is_ascii_aligned_and_playable(
    gardien: Spawn, locale: dict[str, str]
) -> None:
    at = gardien("demo", **locale)
    at.wait_for("Compagnie", "Merlin", "> Merlin         PF 0")
    at.wait_for("Ce terminal n'a pas d'accents : ils manquent a l'ecran, le journal les garde.")
    at.press("g")
    at.wait_for("Sante de Merlin")
    assert "+-----" in at.text
    at.press("legere my", "enter")
    at.wait_for("My 15 #ooo oo o", "blessure legere en My, PF 0 > 3")
    at.press("c", "enter", "enter", "8", "enter", "12", "enter", "7", "enter")
    at.wait_for("Juger")
    at.press("enter")
    at.wait_for("8 < 12 <=14", "15 + 8 - 12 = 11", "11 - 7 = 4", "etourdi, 0 PF")
    assert at.text.isascii()
    assert "\\u" not in at.text
    drawn = at.output.partition(b"\x1b[?1049h")[2]
    assert drawn
    assert all(byte < 128 for byte in drawn)


@pytest.mark.parametrize(
    ("environ", "stream", "expected"),
    [
        ({"LANG": "C"}, "utf-8", "ascii"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "utf-8", "ascii"),
        ({"LANG": "C", "LC_ALL": "", "LC_CTYPE": "C.UTF-8"}, "utf-8", "ascii"),  # as Python puts it
        ({"LANG": "fr_FR.ISO-8859-1", "LC_CTYPE": "C.UTF-8"}, "utf-8", "iso8859-1"),  # and there
        ({"LANG": "fr_FR.UTF-8", "LC_CTYPE": "C.UTF-8"}, "utf-8", "utf-8"),
        ({"LANG": "C", "LC_CTYPE": "fr_FR.UTF-8"}, "utf-8", "utf-8"),
        ({"LC_CTYPE": "C.UTF-8"}, "utf-8", "utf-8"),
        ({"LANG": "fr_FR.ISO-8859-15@euro"}, "utf-8", "iso8859-15"),
        ({"LANG": "fr_FR.UTF-8"}, "iso8859-1", "iso8859-1"),
        ({"LANG": "fr_FR"}, "iso8859-1", "iso8859-1"),
        ({"LANG": "xx.nonsense"}, "utf-8", "utf-8"),
        ({}, "utf-8", "utf-8"),
    ],
    ids=str,
)
def test_the_locale_says_what_the_terminal_reads(
    environ: dict[str, str], stream: str, expected: str
) -> None:
    assert plain_text.charset(environ, stream) == expected


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-1"])
def test_what_stands_for_a_character_is_as_wide_and_a_wound_never_looks_like_room(
    encoding: str,
) -> None:
    plain_text.install()
    for char in "−–’«»≤≥→·…°œŒ●○▸★✝✗│─┌é漢🐉שж½\u0301\u202f":
        shown = char.encode(encoding, plain_text.NEAREST).decode(encoding)
        assert cell_len(shown) == cell_len(char)
    for text in ("8 < 12 ≤ 17", "≥ 3"):
        shown = text.encode(encoding, plain_text.NEAREST).decode(encoding)
        assert shown == text.replace("≤ ", "<=").replace("≥ ", ">=")
    told = "●○★✝✗".encode(encoding, plain_text.NEAREST)
    assert len(set(told)) == len(told)
