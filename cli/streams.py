"""Output for any reader: a stream that can't write a character writes the nearest one that it can."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Iterable

PLAIN = {
    "−": "-",
    "–": "-",
    "—": "-",
    "’": "'",
    "«": '"',
    "»": '"',
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "·": "|",
    "…": "...",
    "°": "o",
    "œ": "oe",
    "Œ": "OE",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
}
"""What stands for the signs of our own sentences where there is no UTF-8."""


def speak_any_encoding() -> None:
    """Let no character stop a sentence, whatever the encoding of the standard streams (LANG=C, Latin-1)."""
    codecs.register_error("gardien", _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="gardien")


def speaks_utf8() -> bool:
    """Return whether standard output is written in UTF-8."""
    encoding: str | None = getattr(sys.stdout, "encoding", None)
    return encoding is not None and codecs.lookup(encoding).name == "utf-8"


def writable(text: str) -> str:
    """Return `text` as standard output will show it, so that columns are aligned by what is seen."""
    encoding: str = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, errors="gardien").decode(encoding)


def say(text: str) -> None:
    """Write `text` and a line break on standard output. Unlike click's, it leaves the stream's encoding alone."""
    if sys.stdout is not None:
        sys.stdout.write(text + "\n")


def pour(parts: Iterable[bytes]) -> None:
    """Write bytes on standard output as they are: a document has its own encoding, whatever the stream's."""
    if sys.stdout is not None:
        sys.stdout.flush()
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()


def complain(sentence: str) -> None:
    """Write a sentence on standard error, as one line without anything that a terminal would obey."""
    from campaign.text import clean

    if sys.stderr is not None:
        sys.stderr.write(clean(sentence) + "\n")
        sys.stderr.flush()


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(PLAIN.get(char) or _letters(char) for char in text), error.end


def _letters(char: str) -> str:
    import unicodedata

    decomposed = unicodedata.normalize("NFKD", char)
    return "".join(each for each in decomposed if each.isascii()) or "?"
