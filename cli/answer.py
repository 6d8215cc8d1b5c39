"""The form of an answer: JSON for a script, aligned text for a reader."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cli.streams import say, speaks_utf8, writable

GAP = "  "


def answer_json(document: Mapping[str, object]) -> None:
    """Write `document` as JSON, in ASCII where standard output isn't UTF-8."""
    import json

    say(json.dumps(document, ensure_ascii=not speaks_utf8()))


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> str:
    """Return `rows` as lines of text, each column as wide as its widest cell; those of index `right` end together."""
    rows = [[writable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        GAP.join(
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
