"""Programs on a pty, brought to the scene that a bench begins with, and what they answer to a key there."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from tempfile import mkdtemp
from time import perf_counter

from bench.bare_app import TITLES
from bench.terminal import GARDIEN, Terminal

BARE_APP = (sys.executable, "-m", "bench.bare_app")
SIZE = (120, 36)
QUIET = 0.06
"""Seconds without a byte after which an answer is over."""
_PATIENCE = 10.0
"""Seconds that a key may take to be answered at all."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a key: how many bytes, and in how many seconds the first and the last of them."""

    size: int
    first: float
    last: float


def answer(at: Terminal, *keys: str, quiet: float = QUIET) -> Answer:
    """Press keys in a row and wait for all that they bring about."""
    before = len(at.output)
    start = perf_counter()
    at.press(*keys)
    if not at.read(_PATIENCE):
        raise AssertionError(f"no answer to {keys}; the screen shows:\n{at.text}")
    first = at.heard
    at.wait_quiet(quiet)
    return Answer(len(at.output) - before, first - start, at.heard - start)


def bare_app(env: Mapping[str, str]) -> Terminal:
    """Open the bare app."""
    at = Terminal(BARE_APP, env, *SIZE)
    at.wait_for(*TITLES)
    at.wait_quiet()
    return at


def table(env: Mapping[str, str], slug: str, *keys: str, shows: str = "Journal") -> Terminal:
    """Open the table of a campaign, and press keys there; wait for `shows`, which they bring into view.

    Nothing that an earlier scene left half done is offered.
    """
    state = mkdtemp(dir=env["GARDIEN_DOSSIER"])
    at = Terminal([*GARDIEN, slug], {**env, "XDG_STATE_HOME": state}, *SIZE)
    at.wait_for("l journal")  # the titles alone stand before the table does
    at.wait_quiet()
    at.press(*keys)
    at.wait_for(shows)
    at.wait_quiet()
    return at


def follower(env: Mapping[str, str], slug: str) -> Terminal:
    """Follow a campaign, which another program is writing to."""
    at = Terminal([*GARDIEN, "suivre", slug], env, *SIZE)
    at.wait_for("Journal")
    at.wait_quiet()
    return at
