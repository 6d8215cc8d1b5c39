"""What must be decided before Textual is imported, because it reads its environment while it is."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping

_ESCAPE_DELAY_LOCAL = "100"
_ESCAPE_DELAY_SSH = "300"
"""Milliseconds before a lone Escape is one: sequences and pastes that a link splits must not become letters."""


def plan(environ: Mapping[str, str], *, slow_link: bool = False) -> dict[str, str]:
    """Return the variables to set, given those there are; what the user set himself is never overridden.

    On a slow link, 256 colours do: each change of colour then takes half the bytes.
    """
    over_ssh = bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"))
    wanted = {
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_SMOOTH_SCROLL": "0",
        "ESCDELAY": _ESCAPE_DELAY_SSH if over_ssh else _ESCAPE_DELAY_LOCAL,
    }
    if is_gnu_screen(environ) or (slow_link and environ.get("COLORTERM")):
        wanted["TEXTUAL_COLOR_SYSTEM"] = "256"
    return {name: value for name, value in wanted.items() if name not in environ}


def apply(environ: MutableMapping[str, str], *, slow_link: bool = False) -> None:
    """Set what `plan` returns in `environ`."""
    environ.update(plan(environ, slow_link=slow_link))


def is_gnu_screen(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal is GNU screen.

    It drops 24-bit colours, yet the COLORTERM it inherits promises them.
    """
    inside = "STY" in environ or environ.get("TERM", "").startswith("screen.")
    return inside and "TMUX" not in environ
