"""What is decided before Textual is imported."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tui import boot


def test_nothing_moves_and_a_local_escape_is_quick() -> None:
    assert boot.plan({"TERM": "xterm-256color"}) == {
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_SMOOTH_SCROLL": "0",
        "ESCDELAY": "100",
    }


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_TTY"])
def test_over_ssh_an_escape_waits_for_the_rest_of_its_sequence(name: str) -> None:
    assert boot.plan({name: "x"})["ESCDELAY"] == "300"


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"STY": "1.x", "TERM": "screen-256color", "COLORTERM": "truecolor"}, "256"),
        ({"TERM": "screen.xterm-256color"}, "256"),
        ({"STY": "1.x", "TMUX": "/tmp/x"}, None),
        ({"TERM": "screen-256color", "TMUX": "/tmp/x"}, None),
        ({"TERM": "xterm-256color"}, None),
    ],
)
def test_gnu_screen_gets_256_colours_whatever_it_inherits(
    environ: dict[str, str], colours: str | None
) -> None:
    assert boot.plan(environ).get("TEXTUAL_COLOR_SYSTEM") == colours


def test_what_the_user_set_stands() -> None:
    environ = {"ESCDELAY": "50", "TEXTUAL_ANIMATIONS": "full", "SSH_TTY": "/dev/pts/1"}
    boot.apply(environ)
    assert environ["ESCDELAY"] == "50"
    assert environ["TEXTUAL_ANIMATIONS"] == "full"
    assert environ["TEXTUAL_SMOOTH_SCROLL"] == "0"


def test_deciding_does_not_import_textual() -> None:
    code = "import sys; from tui import boot; boot.plan({}); sys.exit('textual' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ})
