"""Terminals without UTF-8: what they can't show gives way to what they can, in as many cells."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Mapping

NEAREST = "gardien-cells"
"""The name of the error handler that `install` registers."""
_NO_LANGUAGE = ("C", "POSIX")
_PYTHONS_OWN = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself puts into LC_CTYPE where LANG is C, or a locale that this machine lacks (PEP 538)."""
_SIGNS = {
    **dict.fromkeys("─━═", "-"),
    **dict.fromkeys("│┃║▁▂▃▄▅▆▇█▌▐", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰", "+"),
    **dict.fromkeys("−–—", "-"),
    **dict.fromkeys("’‘", "'"),
    **dict.fromkeys("«»“”", '"'),
    **dict(zip("≤≥→←↑↓‹›▸·…°×", "<>><^v<>>|.ox", strict=True)),
    **dict(zip("●○★✝✗œŒæÆß", "#o*+xoOaAs", strict=True)),
}

_TWO_SIGNS = {"≤": "<=", "≥": ">="}
"""Characters that take the cell of the space after them as well, where there is one."""


def charset(environ: Mapping[str, str], stream: str) -> str:
    """Return the encoding that the terminal reads: what the locale says, where Python would write UTF-8 all the same.

    Args:
        environ: where the locale is named.
        stream: the encoding in which Python writes.
    """
    names = ["LC_ALL", "LC_CTYPE", "LANG"]
    if environ.get("LANG") and environ.get("LC_CTYPE") in _PYTHONS_OWN:
        names.remove("LC_CTYPE")
    locale = next(filter(None, map(environ.get, names)), "")
    if locale in _NO_LANGUAGE:
        return "ascii"
    codeset = locale.partition(".")[2].partition("@")[0]
    try:
        named = codecs.lookup(codeset).name
    except LookupError:
        return stream
    return stream if named == "utf-8" else named


def install() -> None:
    """Register the error handler."""
    codecs.register_error(NEAREST, _nearest)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = "".join(map(_plain, error.object[error.start : error.end]))
    two_signs = _TWO_SIGNS.get(error.object[error.end - 1])
    if two_signs and error.object.startswith(" ", error.end):
        return plain[:-1] + two_signs, error.end + 1
    return plain, error.end


def _plain(char: str) -> str:
    from rich.cells import cell_len  # few terminals need it, and the first words don't wait for it

    letters = (each for each in unicodedata.normalize("NFKD", char) if each.isascii())
    width = cell_len(char)
    return _SIGNS.get(char) or ("".join(letters) or "?" * width)[:width].ljust(width)
