"""Stopping at Ctrl+Z and going on at `fg`, as a shell and its jobs have agreed on it."""

from __future__ import annotations

import os
import signal
import termios
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

TERMINAL = 0
"""Standard input: Gardien starts on no other."""
_STOPS = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGCONT)
_GRACE = 0.1
"""Seconds for an ending to be heard that came with what woke the job: another thread may be the one to hear it."""


def has_shell() -> bool:
    """Return whether a shell would take the terminal back: without one, whatever stops here could never go on.

    Someone above this process is in its session but not in its group: the shell that made this job. Nobody is where
    Gardien is all that was started (`ssh host gardien`, a forced command, `tmux new gardien`, `exec gardien`); the
    kernel then refuses to stop it. Where there is no /proc, only the parent is asked.
    """
    session, group = os.getsid(0), os.getpgrp()
    above = os.getppid()
    try:
        while above and os.getsid(above) == session:
            if os.getpgid(above) != group:
                return True
            above = _parent_of(above)
    except ProcessLookupError:  # it is just ending
        return False
    return False


def _parent_of(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return 0
    return int(status.rpartition(")")[2].split()[1])


def stop(terminal: int, endings: Iterable[signal.Signals]) -> None:
    """Stop the whole job; return once it has the terminal again, or is to end.

    Args:
        terminal: its descriptor; it must be as the shell left it.
        endings: the signals that end the program, which whoever handles them will hear of afterwards.
    """
    with _until_an_ending(endings) as heard:
        os.killpg(0, signal.SIGTSTP)
        while not heard and is_taken(terminal) and has_shell():
            time.sleep(_GRACE)
            if not heard:
                os.killpg(0, signal.SIGTTIN)  # in the background there is nothing to do
        if not heard:
            _forget_typed(terminal)


def is_taken(terminal: int) -> bool:
    """Return whether another job has the terminal: to set it would stop this one. One that is gone is nobody's."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:
        return False


@contextmanager
def _until_an_ending(endings: Iterable[signal.Signals]) -> Iterator[list[int]]:
    """Have the signals of jobs do what they do by themselves; give the endings that were heard meanwhile."""
    heard: list[int] = []
    handlers = {each: signal.signal(each, signal.SIG_DFL) for each in _STOPS}
    for each in endings:
        handlers[each] = signal.signal(each, lambda number, _: heard.append(number))
    try:
        yield heard
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)


def _forget_typed(terminal: int) -> None:
    """What was typed for the shell is no key of ours."""
    try:
        termios.tcflush(terminal, termios.TCIFLUSH)
    except termios.error:
        return  # it is gone: whoever reads from it finds out
