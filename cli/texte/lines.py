"""Where what is typed comes from, one line at a time: a terminal, which is prompted, or a script on a pipe."""

from __future__ import annotations

import io
import os
import select
import signal
import sys
from contextlib import suppress
from types import FrameType

from cli.streams import complain, say
from cli.terminals import draws_nothing

_HANG_UPS = (signal.SIGHUP, signal.SIGTERM)


class Lines:
    """The lines of standard input.

    Ctrl+C interrupts only what is being read or said: what is being written to the journal is always written whole.

    Attributes:
        is_terminal: whether someone types them, who is prompted and can be asked again.
        number: how many have been read.
    """

    def __init__(self) -> None:
        self.number = 0
        self.is_terminal = sys.stdin is not None and sys.stdin.isatty()
        self._was_interrupted = False
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what isn't text is no reason to stop
        if self.is_terminal:
            signal.signal(signal.SIGINT, self._interrupted)
            self._edit()

    def read(self, prompt: str) -> str:
        """Return the next line, without its end.

        Raises:
            EOFError: there is none, or the terminal is gone.
            KeyboardInterrupt: the line was given up.
        """
        if sys.stdout is not None:
            sys.stdout.flush()
        line = self._typed(prompt) if self.is_terminal else _next()
        self.number += 1
        return line

    def say(self, text: str) -> None:
        """Write a line.

        Raises:
            KeyboardInterrupt: no more of them are wanted.
        """
        if self._was_interrupted:
            self._was_interrupted = False
            raise KeyboardInterrupt
        say(text)

    def wait(self, seconds: float) -> bool:
        """Wait; return whether what is said is still read, which nothing shows while there is nothing to say.

        Raises:
            KeyboardInterrupt: no more is wanted.
        """
        if sys.stdout is None:
            return False
        sys.stdout.flush()
        reader = select.poll()
        reader.register(sys.stdout, 0)  # whatever is asked, the system tells of an end that is gone
        is_gone = reader.poll(seconds * 1000)
        if self._was_interrupted:
            raise KeyboardInterrupt
        return not is_gone

    def refuse(self, sentence: str) -> None:
        """Tell why something was not done; of a script, also at which line."""
        complain(sentence if self.is_terminal else f"Ligne {self.number} : {sentence}")

    def _typed(self, prompt: str) -> str:
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if sys.stdout is not None and sys.stdout.isatty():
                return input(prompt)
            if sys.stderr is not None:  # the answers are kept elsewhere: a prompt is none of them
                sys.stderr.write(prompt)
                sys.stderr.flush()
            return _next()
        except EOFError:
            with suppress(OSError):  # the terminal may be gone
                say("")
            raise
        finally:
            signal.signal(signal.SIGINT, self._interrupted)
            self._was_interrupted = False

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        self._was_interrupted = True

    def _edit(self) -> None:
        """Let lines be edited and recalled where the terminal can; nothing of it is kept on disk."""
        if draws_nothing(os.environ):
            return
        with suppress(ImportError):
            import readline

            readline.parse_and_bind("set enable-bracketed-paste off")  # pasted lines are lines
            _leave_the_terminal_sane()


def _next() -> str:
    try:
        line = sys.stdin.readline() if sys.stdin is not None else ""
    except OSError:  # a terminal that is gone
        line = ""
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def _leave_the_terminal_sane() -> None:
    """Let the signals that end this process give back the terminal's echo, which line editing takes away.

    All that was acknowledged is on disk, and the kernel lets go of the lock.
    """
    import termios

    sane = termios.tcgetattr(sys.stdin)

    def leave(number: int, frame: FrameType | None) -> None:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSANOW, sane)
        os._exit(128 + number)

    for number in _HANG_UPS:
        if signal.getsignal(number) is signal.SIG_DFL:  # whoever ignores one has a reason
            signal.signal(number, leave)
