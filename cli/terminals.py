"""What terminal there is, if there is one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

_DRAWING_NOTHING = {"", "dumb", "unknown"}


def has_terminal() -> bool:
    """Return whether all three streams are a terminal."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)


def fills_a_screen() -> bool:
    """Return whether Gardien can be shown in full screen."""
    return has_terminal() and not draws_nothing(os.environ)


def draws_nothing(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal shows lines alone, by what TERM says of it."""
    return environ.get("TERM", "") in _DRAWING_NOTHING
