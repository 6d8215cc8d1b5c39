"""Long sums over several lines, broken where a reader would: before an operator."""

import re

from textual.content import Content

_BEFORE_OPERATOR = re.compile(r" (?=[+\N{MINUS SIGN}] )")


def wrapped(formula: str, width: int) -> list[str]:
    """Return `formula` in lines of at most `width` cells, unless a part alone is longer."""
    first, *parts = _BEFORE_OPERATOR.split(formula)
    lines = [first]
    for part in parts:
        longer = f"{lines[-1]} {part}"
        if Content(longer).cell_length <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
