"""The last gate before the terminal: no text on the screen can command it."""

from __future__ import annotations

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_COMMANDS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Control characters of both sets, and the marks that reorder or join text; none of them has a width."""


class SafeText(LineFilter):
    """Leaves out of each line what a terminal would obey. Names are cleaned where they enter; this is for the rest."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without command characters."""
        if not any(_COMMANDS.search(segment.text) for segment in segments):
            return segments
        return [
            Segment(_COMMANDS.sub("", text), style, control) for text, style, control in segments
        ]
