"""Textual's cache of two styles, mended, so that a screen that is closed leaves memory.

Textual 8.2.8 forgot to make `get_inner_outer` a class method: its cache keeps the widgets' own caches as keys, and with
them every line of the last thousand widgets that were ever painted, some 1.5 MB for each help page opened and closed.
"""

from __future__ import annotations

from textual._styles_cache import StylesCache

_GET_INNER_OUTER = StylesCache.get_inner_outer


def install() -> None:
    """Have the cache keep the styles by their colours alone."""
    StylesCache.get_inner_outer = classmethod(_GET_INNER_OUTER)  # type: ignore[assignment,arg-type]
