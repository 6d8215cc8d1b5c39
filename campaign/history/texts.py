"""Which lines of a campaign hold a text, as it is typed letter by letter: what was found for its beginning serves."""

from __future__ import annotations

from itertools import compress

from campaign.history.index import SessionIndex
from campaign.history.masks import both

_KEPT = 8
"""How many texts are remembered: the words of a query, and those that one of them was before."""
_FEW = 4
"""Among a part of the lines smaller than one in so many, each is looked at where it lies."""


class Texts:
    """Finds texts in the lines of sessions.

    Unpacked, a line tells in 50 ns whether it holds a text, and in 200 ns where it lies; unpacking costs as much for
    all of the session's as looking at them.
    """

    def __init__(self) -> None:
        self._held: dict[int, tuple[SessionIndex, dict[str, bytes]]] = {}
        self._unpacked: tuple[SessionIndex | None, list[str]] = (None, [])

    def holding(self, index: SessionIndex, text: str, among: bytes) -> bytes:
        """Return a mask that is right for the rows `among`: those whose line holds `text`, as `fold_case` leaves it."""
        text = text.encode(errors="backslashreplace").decode()
        held = self._held_in(index)
        mask = held.pop(text, None)
        if mask is None:
            longest = max((each for each in held if each in text), key=len, default="")
            within = held.get(longest, b"\1" * len(among))
            if not _is_few(within) and _is_few(left := both(within, among)):
                return _where_they_lie(index, text, left)
            mask = self._look(index, text, within)
        held[text] = mask
        if len(held) > _KEPT:
            del held[next(iter(held))]
        return mask

    def _held_in(self, index: SessionIndex) -> dict[str, bytes]:
        known, held = self._held.get(index.session, (None, {}))
        if known is not index:  # it was written to since, or counts otherwise
            held = {}
            self._held[index.session] = index, held
        return held

    def _look(self, index: SessionIndex, text: str, within: bytes) -> bytes:
        if _is_few(within):
            return _where_they_lie(index, text, within)
        if text.encode() not in index.words.text:
            return bytes(len(within))
        if self._unpacked[0] is not index:
            self._unpacked = index, index.words.text.decode().split("\n")
        lines = self._unpacked[1]
        return bytes([each and text in line for each, line in zip(within, lines, strict=False)])


def _is_few(mask: bytes) -> bool:
    return mask.count(1) * _FEW < len(mask)


def _where_they_lie(index: SessionIndex, text: str, among: bytes) -> bytes:
    blob, starts, sought = index.words.text, index.words.starts, text.encode()
    mask = bytearray(len(among))
    if sought in blob:
        for row in compress(range(len(among)), among):
            mask[row] = blob.find(sought, starts[row], starts[row + 1]) >= 0
    return bytes(mask)
