"""How long a start takes: from the process to what it paints, and from the process to its end for a headless command.

What is painted has arrived when the last of its texts has come from the pty. For the bare app, the floor, these are
the titles of its three panes, which are empty: its first and its only picture. For Gardien:

- the first paint has the titles of the three panes (or the library's), sent before Textual is loaded (tui.first_words);
- the whole table has the company's members too (or says that it is empty), from the first picture that Textual sends.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from bench.bare_app import TITLES
from bench.generator import Table, write_campaign
from bench.scenes import BARE_APP, SIZE
from bench.terminal import GARDIEN, Terminal, own_environment
from bench.timing import in_turns, medians, ratios
from rules.options import Options
from storage.library import FolderLibrary

PANES = ("Compagnie", "Dépassement", "Journal")
PASS = (sys.executable, "-c", "pass")
EXAMPLE = "--ca 17 --diff 8 --eff 15 --de 12 --ca-encaissement 14 --de-encaissement 7"
ROUNDS = 15
ALLOWED_PAINT, ALLOWED_COMMAND = 1.3, 5.0


def painting(scratch: Path) -> list[str]:
    """Measure the first paint and the whole table, with nothing and with 100,000 events behind, and the commands."""
    root = scratch / "peindre"
    empty = FolderLibrary(root, Table(3).clock).create("Vide", Options())
    long = write_campaign(root, "Longue", 250, 400)
    env = own_environment(root)
    # what is installed is compiled, and not anew at each start
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    screens = {
        "bare app of three panes": partial(painted, BARE_APP, env, TITLES),
        "first paint, library": partial(painted, GARDIEN, env, ("Gardien · campagnes",)),
        "first paint, empty campaign": partial(painted, (*GARDIEN, empty), env, PANES),
        "first paint, 100,000 events": partial(painted, (*GARDIEN, long), env, PANES),
        "whole table, empty campaign": partial(
            painted, (*GARDIEN, empty), env, (*PANES, "est vide")
        ),
        "whole table, 100,000 events": partial(
            painted, (*GARDIEN, long), env, (*PANES, "Brunehaut")
        ),
    }
    commands = {
        "python -c pass": _run(PASS, env),
        "gardien --help": _run((*GARDIEN, "--help"), env),
        "gardien resoudre": _run((*GARDIEN, "resoudre", *EXAMPLE.split()), env),
    }
    for paint in screens.values():
        paint()  # the first time, all comes from the disk
    paints = in_turns(ROUNDS, *screens.values())
    ends = medians(ROUNDS, *commands.values())
    return [
        "painted, from the start of the process",
        *ratios(dict(zip(screens, paints, strict=True)), ALLOWED_PAINT),
        "a command, to its end",
        *ratios(dict(zip(commands, ends, strict=True)), ALLOWED_COMMAND),
    ]


def painted(argv: Sequence[str], env: Mapping[str, str], texts: Sequence[str]) -> float:
    """Return the seconds from the start of a program to the arrival of the last of `texts`."""
    wanted = [text.encode() for text in texts]
    start = perf_counter()
    at = Terminal(argv, env, *SIZE)
    try:
        at.wait_until(lambda: all(text in at.output for text in wanted), what=texts)
        return at.heard - start
    finally:
        at.close()


def _run(argv: Sequence[str], env: Mapping[str, str]) -> Callable[[], object]:
    return partial(subprocess.run, argv, env=env, check=True, stdout=subprocess.DEVNULL)
