"""A campaign made by an enemy, on a real terminal: what its files say is never a command there."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from campaign.events import CampaignCreated, Entry, Unreadable
from campaign.session_events import SessionOpened
from campaign.text import is_inert
from rules.options import Options
from storage import codec
from storage.library import FolderLibrary
from storage.lines import seal
from tests.campaign.gallery import gallery
from tests.storage.folders import EVENING, Clock, QuickDisk
from tests.terminal.conftest import ROOT, Spawn, Terminal

COMMANDS = "PWN\x1b]0;PWN\x07\x1b[2J\x9b31m\x1b]52;c;UFdO\x07\u202e\u2066\u200b\x00\r\n\x08PWN"
"""A title, a screen cleared, a colour, a clipboard, text turned round and lines broken, for the terminal that obeys."""
CANCEL = "\x07"
NASTY = "PWN[/b][red]$x\\|«” 漢é" + "e\u0301" * 30 + "שלום🐉.." + "z" * 300
"""Text that is but text: markup, wide and combined characters, another direction, and no end."""
_OURS = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\]52;c;[A-Za-z0-9+/=]*\x07|\x1b\]22;[a-z]*\x07"
    rb"|\x1b[()][A-Z0-9]|\x1b[=>78M]|\x1bP[^\x1b]*\x1b\\"
)
_CLIPBOARD = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07")


def filled(value: Any, text: str, keep: frozenset[str] = frozenset({"who"})) -> Any:
    """Return an event with `text` wherever it says something freely."""
    if type(value) is str:
        return text
    if isinstance(value, tuple):
        return tuple(filled(each, text) for each in value)
    if not is_dataclass(value) or isinstance(value, Options | type):
        return value
    inside = {each.name: getattr(value, each.name) for each in fields(value)}
    changed = {name: filled(each, text) for name, each in inside.items() if name not in keep}
    try:
        return replace(value, **changed)
    except ValueError:
        return value


@pytest.fixture(params=[COMMANDS, NASTY], ids=["commands", "text"])
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The folder of a campaign with an event of each kind, whose texts are hostile and whose lines are sound."""
    library = FolderLibrary(tmp_path / "campagnes", Clock(), QuickDisk())
    slug = library.create("Brume", Options())
    told = [each for each in gallery() if not isinstance(each, CampaignCreated | Unreadable)]
    opened = [SessionOpened(1), *(each for each in told if not isinstance(each, SessionOpened))]
    events = [filled(each, str(request.param)) for each in opened]
    path = tmp_path / "campagnes" / slug / "seances" / "0001.jsonl"
    with path.open("ab") as file:
        for number, event in enumerate([*events, *events], 2):
            entry = Entry(number, 1, EVENING, event)
            file.write(seal({"n": number, **codec.document(entry)}))
    (tmp_path / "campagnes" / slug / "verrou").write_text(COMMANDS)
    (tmp_path / "campagnes" / ("x\x1b]0;PWN\x07\u202e\n" + "y" * 40) / "seances").mkdir(
        parents=True
    )
    return slug


def check(at: Terminal) -> None:
    """Make sure that a terminal was sent what Textual itself sends, and text."""
    rest = _OURS.sub(b"", at.output).decode()
    assert is_inert(rest.translate({10: None, 13: None, 8: None}))
    for copied in _CLIPBOARD.findall(at.output):
        assert all(map(is_inert, base64.b64decode(copied).decode().split("\n")))


def test_nothing_that_a_campaign_says_is_obeyed_by_the_terminal(
    gardien: Spawn, hostile: str
) -> None:
    shelf = gardien(columns=100)
    shelf.wait_for("Brume", "1 séance")
    shelf.press("s", CANCEL, "\x1b[B", "s", CANCEL, "\x11")
    shelf.wait_end()
    check(shelf)
    at = gardien(hostile, columns=160, lines=45)
    at.wait_for("Journal", "séance")
    for keys in (
        ("l", *["\r", CANCEL, "l", "\x1b[A"] * 10),
        ("x", "t", CANCEL, "i", CANCEL, CANCEL),
        ("c", "e", CANCEL, CANCEL, "g", CANCEL, "j", CANCEL, "d", CANCEL, "p", CANCEL),
        ("c", "\r", "\r", "8", "\r", "12", "\r", "7", "\r", "\r", "x", "f"),
        ("a", CANCEL, CANCEL, "\x10", "P", CANCEL, "?", CANCEL, "u", CANCEL, "o", CANCEL),
    ):
        for key in keys:
            at.press(key)
            at.read(0.05)
        at.wait_quiet(0.2)
    at.press("\x11", "o")
    assert at.wait_end(timeout=60) == 0
    check(at)


@pytest.mark.parametrize("hostile", [COMMANDS], indirect=True, ids=["commands"])
@pytest.mark.parametrize("command", ["verifier", "sauvegarder", "restaurer", "ouvrir"])
def test_nothing_that_a_campaign_says_is_obeyed_where_a_command_answers(
    hostile: str, tmp_path: Path, command: str
) -> None:
    folder = tmp_path / "campagnes"
    env = {**os.environ, "GARDIEN_DOSSIER": str(folder)}
    for name in (hostile, *(path.name for path in folder.iterdir())):
        answer = subprocess.run(
            [sys.executable, "-m", "cli", command, name],
            cwd=ROOT,
            env=env,
            capture_output=True,
            check=False,
        )
        assert answer.returncode in (0, 1, 2)
        assert all(map(is_inert, (answer.stdout + answer.stderr).decode().split("\n")))
