"""Many short texts in one, which takes a third of the memory, and is searched in one go."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

_END = "\n"


@dataclass(frozen=True, slots=True)
class Packed:
    """Texts of one line each, in order.

    Attributes:
        text: all of them in UTF-8, each ended by a line feed.
        starts: the offset in bytes at which each begins, and that of the end.
    """

    text: bytes
    starts: array[int]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Packed:
        """Return `texts` packed; a line feed in one of them is a space."""
        lines = [
            (text.replace(_END, " ") + _END).encode(errors="backslashreplace") for text in texts
        ]
        return cls(b"".join(lines), array("I", accumulate(map(len, lines), initial=0)))

    def __len__(self) -> int:
        """Return how many texts there are."""
        return len(self.starts) - 1

    def __getitem__(self, index: int) -> str:
        """Return the text at `index`, from 0."""
        return self.text[self.starts[index] : self.starts[index + 1] - 1].decode()

    def __iter__(self) -> Iterator[str]:
        """Return each text, in order."""
        return (self[index] for index in range(len(self)))
