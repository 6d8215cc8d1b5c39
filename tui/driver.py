"""What reaches the parser of keys: decoded whatever its bytes, pastes without what a terminal would obey."""

from __future__ import annotations

import os
import selectors
import signal
from codecs import getincrementaldecoder
from functools import partial
from typing import Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size

from campaign.text import composed
from tui import job_control, pen, plain_text
from tui.first_words import ENTER, FirstWords
from tui.shown import Shown
from tui.writer import PatientWriter

PASTE_BEGINS = "\x1b[200~"
PASTE_ENDS = "\x1b[201~"
_KEPT = "\t\n\r"
_CHUNK = 4096
_PATIENCE = 0.1
"""Seconds after which the parser is told that nothing came: a lone Escape is then an Escape."""


class PasteGuard:
    """Takes control characters out of pasted text: Textual would take an escape sequence in it for keys."""

    def __init__(self) -> None:
        self._recent = ""
        self._inside = False
        self._held = ""

    def clean(self, text: str) -> str:
        """Return what of `text` may go on; the mark of an end that is not yet complete is held back."""
        return "".join(self._pasted(char) if self._inside else self._typed(char) for char in text)

    def _typed(self, char: str) -> str:
        self._recent = (self._recent + char)[-len(PASTE_BEGINS) :]
        self._inside = self._recent == PASTE_BEGINS
        return char

    def _pasted(self, char: str) -> str:
        self._held += char
        if self._held == PASTE_ENDS:
            self._inside, self._recent, self._held = False, "", ""
            return PASTE_ENDS
        if PASTE_ENDS.startswith(self._held):
            return ""
        held, self._held = self._held, ""
        if char == PASTE_ENDS[0]:
            held, self._held = held[:-1], char
        return "".join(each for each in held if each.isprintable() or each in _KEPT)


class GardienDriver(LinuxDriver):
    """Textual's driver for terminals, but for what comes in and how it goes out.

    A byte that the terminal's own encoding doesn't know is shown as unknown instead of ending the thread that reads,
    and a terminal that is gone ends the program, also where SIGHUP is ignored, instead of keeping a core busy. One that
    takes no more output keeps nothing waiting.

    Attributes:
        shown: what the terminal shows.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.shown = Shown(erasing=pen.erases(os.environ))
        stream = self._file.encoding if self._file else "utf-8"
        self._encoding = plain_text.charset(os.environ, stream)
        self._first_words: FirstWords | None = getattr(app, "first_words", None)

    def start_application_mode(self) -> None:
        """Take the terminal over, and write to it without ever waiting for it; not again while another job has it."""
        if self._writer_thread is not None and job_control.is_taken(self.fileno):
            return
        self.shown.forget()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._writer_thread is None or self._file is None:
            return
        if self._first_words and self._first_words.are_shown:
            self.attrs_before = self._first_words.hand_over()
        self._writer_thread.stop()
        plain_text.install()
        self._writer_thread = PatientWriter(self._file, self._encoding, self._repaint)
        self._writer_thread.start()

    def write(self, data: str) -> None:
        """Write to the terminal; the first words stand in the alternate screen, which isn't taken again over them."""
        if not (data == ENTER and self._first_words and self._first_words.are_shown):
            super().write(data)

    def disable_input(self) -> None:
        """Read no more; the terminal is left alone where another job has it by now."""
        if not job_control.is_taken(self.fileno):
            super().disable_input()
        elif self._key_thread is not None:
            self.exit_event.set()
            self._key_thread.join()
            self.exit_event.clear()

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was found; where another job has it by now, that one has seen to it."""
        if job_control.is_taken(self.fileno):
            self.disable_input()
        else:
            super().stop_application_mode()

    @property
    def lacks_accents(self) -> bool:
        """Whether the terminal shows no letter beyond those of ASCII."""
        return self._encoding == "ascii"

    @property
    def lacks_blocks(self) -> bool:
        """Whether the terminal can’t draw parts of a block: it reads no Unicode, or has the few signs of a console."""
        return self._encoding != "utf-8" or os.environ.get("TERM") == "linux"

    def use_mouse(self, wanted: bool) -> None:
        """Hear the mouse from now on, or leave it to the terminal."""
        if wanted != self._mouse:
            self._disable_mouse_support()
            self._mouse = wanted
            self._enable_mouse_support()

    def _enable_mouse_support(self) -> None:
        """Hear clicks, drags and the wheel. Mere movements, which Textual asks for too, do nothing in Gardien."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1002h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000l\x1b[?1002l\x1b[?1006l")

    def _enable_mouse_pixels(self) -> None:
        """Leave positions in cells: Gardien has no use for finer ones."""

    def _repaint(self) -> None:
        """Have everything painted anew; called from the thread that writes."""
        self._loop.call_soon_threadsafe(self.paint_anew)

    def paint_anew(self) -> None:
        """Have the whole screen sent again, whatever the terminal shows."""
        self.shown.forget()
        self._app.refresh(layout=True)

    def _tell_size(self) -> None:
        """Tell the size, if the app doesn't know it: the signal of a change may come before the change itself."""
        size = Size(*self._get_terminal_size())
        if size != self._app.size:
            self.process_message(Resize(size, size))

    def _read(self) -> bytes:
        """Return what was typed; nothing once the terminal is gone."""
        try:
            return os.read(self.fileno, _CHUNK)
        except OSError:
            return b""

    def run_input_thread(self) -> None:
        """Read until the driver closes; when the terminal is gone, have the app leave."""
        parser = XTermParser(self._debug)
        # a terminal that is told to have no accents may send them all the same
        typed = "utf-8" if self.lacks_accents else self._encoding
        decode = getincrementaldecoder(typed)(errors="replace").decode
        guard = PasteGuard()
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_PATIENCE):
                    data = self._read()
                    if not data:
                        leave = partial(self._app.exit, return_code=128 + signal.SIGHUP)
                        self._loop.call_soon_threadsafe(leave)
                        return
                    text = composed(decode(data))  # an e and its accent are one key
                    if text := guard.clean(text):  # to feed nothing would mean the end
                        for event in parser.feed(text):
                            self.process_message(event)
                elif not selector.select(0):  # what came while others had the processor is not late
                    self._tell_size()
                    for event in parser.tick():
                        self.process_message(event)
