"""What is copied: by the way that gets it out of a multiplexer, and into a file in any case."""

from __future__ import annotations

import base64
import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import wrap

from storage.disk import Disk
from storage.faults import cause
from storage.layout import put_in_any_folder
from tui.boot import is_gnu_screen

FILE = "copie.txt"
_PATIENCE = 0.5
"""Seconds that tmux may take."""
_PASSED = 200
"""Characters that GNU screen passes through in one string, on the safe side of all its versions."""


class Clipboard:
    """The clipboard of whoever sits at the terminal, however far away, and a file beside it.

    Args:
        folder: where the file is kept; it need not exist yet.
        environ: tells in which multiplexer this runs, if in any.
    """

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self._path, self._environ, self._disk = folder / FILE, environ, Disk()

    def copy(self, text: str, write: Callable[[str], None]) -> str:
        """Copy `text`; return a French sentence that tells where it is.

        Args:
            text: what to copy.
            write: writes to the terminal.
        """
        if not ("TMUX" in self._environ and _copied_by_tmux(text)):
            write(_osc_52(text, in_screen=is_gnu_screen(self._environ)))
        try:
            put_in_any_folder(self._disk, self._path, text.encode())
        except OSError as error:
            return f"Copié, si le terminal le permet, mais pas dans {self._named}{cause(error, self._path)}."
        return f"Copié ; aussi dans {self._named}"

    @property
    def _named(self) -> str:
        home = str(Path("~").expanduser())
        path = str(self._path)
        return f"~{path.removeprefix(home)}" if path.startswith(home + os.sep) else path


def _copied_by_tmux(text: str) -> bool:
    """From within, tmux ignores the sequence unless told otherwise; its own command passes the text on."""
    command = ("tmux", "load-buffer", "-w", "-")
    try:
        subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=_PATIENCE, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _osc_52(text: str, *, in_screen: bool) -> str:
    sequence = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\a"
    if not in_screen:
        return sequence
    return "".join(f"\x1bP{part}\x1b\\" for part in wrap(sequence, _PASSED))
