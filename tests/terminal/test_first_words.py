"""The first words stand on the terminal before Textual is loaded, and give way cleanly to the table or to the shell."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pyte
import pytest

from tests.terminal.conftest import FOLDER, Screen, Spawn, Terminal

TAKEN, LEFT, CURSOR = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"
TEXTUALS_FIRST = b"\x1b[?2026"
"""The picture is sent in one piece: Textual asks for that, or does it."""
PIECE = 256
HELD_UP = "still loading"
"""The title that the terminal is given once the loading has come to where it never ends."""


def places(screen: Screen, *words: str) -> list[tuple[int, int]]:
    """Return where each of these words stands first."""
    return [
        next((y, line.index(word)) for y, line in enumerate(screen.display) if word in line)
        for word in words
    ]


@pytest.fixture
def held_up(tmp_path: Path) -> str:
    """Where Textual would be found, something else is, which takes for ever to load."""
    says_so = f"sys.__stderr__.write('\x1b]2;{HELD_UP}\x07')\nsys.__stderr__.flush()"
    forever = "while True:\n    signal.pause()"
    return instead_of_textual(tmp_path, f"import signal, sys\n{says_so}\n{forever}\n")


def instead_of_textual(folder: Path, code: str) -> str:
    """Write another package of that name; return where it is to be looked for."""
    package = folder / "before" / "textual"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(code)
    return str(package.parent)


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (137, 41)])
@pytest.mark.usefixtures("campaigns")
def test_the_titles_stand_where_the_table_has_them_from_the_first_instant_on(
    gardien: Spawn, columns: int, lines: int
) -> None:
    at = gardien(FOLDER, columns=columns, lines=lines)
    at.wait_for("Gardien", "Compagnie", "Merlin", "Journal")
    at.wait_quiet()
    words, _, _ = bytes(at.output).partition(TEXTUALS_FIRST)
    assert words.startswith(TAKEN)
    assert at.output.count(TAKEN) == 1
    titles = ("Gardien", "Compagnie", "Journal")
    screen = Screen(columns, lines)
    terminal = pyte.ByteStream(screen)
    terminal.feed(words)
    first = places(screen, *titles)
    for start in range(len(words), len(at.output), PIECE):
        terminal.feed(bytes(at.output[start : start + PIECE]))
        assert places(screen, *titles) == first


def test_the_library_and_the_sample_campaign_have_first_words_too(gardien: Spawn) -> None:
    for arguments, said in (((), "Gardien · campagnes"), (("demo",), "Dépassement")):
        at = gardien(*arguments)
        at.wait_until(lambda at=at: TEXTUALS_FIRST in at.output)  # type: ignore[misc]
        assert said in at.output.partition(TEXTUALS_FIRST)[0].decode()


@pytest.mark.usefixtures("campaigns")
def test_where_there_are_no_accents_the_first_words_have_none(gardien: Spawn) -> None:
    at = gardien(FOLDER, LANG="C")
    at.wait_until(lambda: TEXTUALS_FIRST in at.output)
    words = at.output.partition(TEXTUALS_FIRST)[0]
    assert words.isascii()
    assert b"Depassement" in words


@pytest.mark.usefixtures("campaigns")
def test_what_is_typed_under_the_first_words_is_obeyed_and_not_echoed(
    gardien: Spawn, held_up: str
) -> None:
    at = gardien(FOLDER)
    at.wait_for("Compagnie")
    at.press("t", "écrit trop tôt", "enter")
    at.wait_for("Note : écrit trop tôt")
    held = gardien(FOLDER, PYTHONPATH=held_up)
    held.wait_for("Compagnie")
    before = held.text
    held.press("t", "écrit trop tôt", "enter", "\x1a")
    held.wait_quiet()
    assert held.text == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.usefixtures("campaigns")
def test_what_ends_it_under_the_first_words_leaves_the_terminal_as_it_was(
    gardien: Spawn, held_up: str, number: signal.Signals
) -> None:
    at = gardien(FOLDER, PYTHONPATH=held_up)
    at.wait_until(lambda: at.screen.title == HELD_UP)  # amid an import, Python may lose a Ctrl+C
    assert "Compagnie" in at.text
    assert not at.echoes()
    if number is signal.SIGINT:
        at.press("\x03")
    else:
        at.kill(number)
    ended = os.waitstatus_to_exitcode(at.wait_end(timeout=2))
    assert ended == (130 if number is signal.SIGINT else -number)
    assert_left(at)


@pytest.mark.usefixtures("campaigns")
def test_a_terminal_that_is_gone_under_the_first_words_ends_it(
    gardien: Spawn, held_up: str
) -> None:
    at = gardien(FOLDER, PYTHONPATH=held_up)
    at.wait_for("Compagnie")
    at.hang_up()
    assert at.ends_unread(2)


@pytest.mark.usefixtures("campaigns")
def test_what_goes_wrong_is_read_where_the_user_is(gardien: Spawn, tmp_path: Path) -> None:
    unknown = gardien("Personne")
    assert os.waitstatus_to_exitcode(unknown.wait_end()) == 2
    assert "pas de campagne" in unknown.text
    assert TAKEN not in unknown.output
    at = gardien(FOLDER, PYTHONPATH=instead_of_textual(tmp_path, "raise RuntimeError('panne')"))
    assert os.waitstatus_to_exitcode(at.wait_end()) == 1
    assert "RuntimeError : panne" in at.output.partition(LEFT)[2].decode()
    assert_left(at)


def test_in_too_small_a_terminal_there_are_none(gardien: Spawn) -> None:
    at = gardien(columns=60, lines=20)
    at.wait_for("80 × 24")
    assert at.output.startswith(TAKEN)
    assert b"campagnes" not in at.output.partition(TEXTUALS_FIRST)[0]


def assert_left(at: Terminal) -> None:
    """The terminal is as it was found."""
    assert at.output.count(TAKEN) == at.output.count(LEFT) == 1
    assert at.output.index(CURSOR) > at.output.index(LEFT)
    assert at.echoes()
