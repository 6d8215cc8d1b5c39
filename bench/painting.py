"""How long a start takes: from the process to the first paint, and from the process to its end for a headless command.

The first paint is the arrival on the pty of the last of the texts that only a painted screen has: the titles of the
three panes of the bare app; for Gardien's table, the company's members (or that it is empty) and the log's title.
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
from bench.terminal import GARDIEN, Terminal, environment
from bench.timing import in_turns, medians, ratios
from rules.options import Options
from storage.library import FolderLibrary

PASS = (sys.executable, "-c", "pass")
EXAMPLE = "--ca 17 --diff 8 --eff 15 --de 12 --ca-encaissement 14 --de-encaissement 7"
ROUNDS = 15
ALLOWED_PAINT, ALLOWED_COMMAND = 1.3, 5.0


def painting(scratch: Path) -> list[str]:
    """Measure the first paint, with nothing and with 100,000 events behind it, and the commands."""
    root = scratch / "peindre"
    empty = FolderLibrary(root, Table(3).clock).create("Vide", Options())
    long = write_campaign(root, "Longue", 250, 400)
    env = environment(root, XDG_CONFIG_HOME=str(root / "config"))
    screens = {
        "bare app of three panes": partial(painted, BARE_APP, env, TITLES),
        "empty campaign": partial(painted, (*GARDIEN, empty), env, ("est vide", "Journal")),
        "100,000 events": partial(painted, (*GARDIEN, long), env, ("Brunehaut", "Journal")),
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
        "first paint, from the start of the process",
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
