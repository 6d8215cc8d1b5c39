"""What an enemy would write: texts, numbers and shapes that have harmed other programs, put anywhere into true lines.

The fuzzers try a few cases each time, the same ones; `--hypothesis-profile=long` tries new ones for hours.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from campaign.calculations import as_text, calculation, dice, heading
from campaign.deltas import deltas
from campaign.events import Entry
from campaign.narration import line
from campaign.past import fold
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.state import State
from campaign.text import is_inert
from rules.errors import RuleError
from storage.documents import plain
from storage.library import FolderLibrary
from storage.lines import sealed
from tests.storage.folders import Clock, QuickDisk, seen

DATA = Path(__file__).resolve().parents[1] / "data"
GOLDEN = sorted(path.parent for path in DATA.glob("*/*/seances"))
"""A campaign of each format that was ever released."""
_LONGER = 1000
"""How many times more cases the long profile tries."""

TEXTS = (
    "\x1b]0;PWN\x07",
    "\x1b[2J\x1b[31mPWN",
    "\x9b31mPWN",
    "\x1bP+q544e\x1b\\",
    "PWN\x00\r\n\x08\x7f",
    "a\u2028b\u2029c\x85d",
    "\u202e\u2066PWN\u200b\u200d\ufeff\u00ad",
    "\U000e0041\U000e007f",
    "e" + "\u0301" * 500,
    "👨\u200d👩\u200d👧\ufe0f",
    "漢" * 3000,
    "x" * 300_000,
    "../../../etc/passwd",
    "/dev/null",
    "C:\\x",
    "[/b][bold red]$x {0} %s",
    "-10 My",
    "9" * 5000 + " My",
    "groupe PNJ",
    "\\u001b",
    "",
    " ",
)
TOKENS = (
    *(str(number) for number in (-1, 0, 1, 21, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**400)),
    "9" * 5000,
    "1.5",
    "1e400",
    "-0",
    "NaN",
    "Infinity",
    "true",
    "null",
    "[]",
    "{}",
    '"\\ud800"',
    '"\\u0000"',
    "[" * 2000 + "]" * 2000,
    '{"a":' * 2000 + "1" + "}" * 2000,
    '{"a":1,"a":2}',
)
"""What can stand in the place of a value in JSON, or nearly."""
_PLACEHOLDER = "%%"

values = (
    st.sampled_from(TEXTS).map(json.dumps)
    | st.sampled_from(TOKENS)
    | st.integers(-(10**6), 10**20).map(str)
    | st.text(max_size=12).map(json.dumps)
)


def tries(count: int) -> settings:
    """Return how many cases a fuzzer tries: `count`, or as many as hours allow."""
    is_short = settings.default is None or settings.default.derandomize
    return settings(max_examples=count if is_short else count * _LONGER)


@st.composite
def mutated(draw: st.DrawFn, written: str) -> str:
    """A JSON document, with something in it replaced, left out, doubled, or taken from elsewhere in it."""
    document = json.loads(written)
    parent, key = draw(st.sampled_from(list(places(document))))
    what = draw(st.sampled_from(("replace", "replace", "replace", "move", "drop", "double", "add")))
    value: Any = _PLACEHOLDER
    if what == "drop":
        del parent[key]
    elif what == "move":
        other, name = draw(st.sampled_from(list(places(document))))
        parent[key] = json.loads(json.dumps(other[name]))
    elif what == "double" and isinstance(parent, list):
        parent *= draw(st.sampled_from((2, 50)))
    elif what == "add" and isinstance(parent, dict):
        parent[draw(st.sampled_from(TEXTS))] = value
    else:
        parent[key] = value
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace(f'"{_PLACEHOLDER}"', draw(values))


def places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each value in a document, as what holds it and its name there."""
    for key in list(document) if isinstance(document, dict) else range(len(document)):
        yield document, key
        if isinstance(document[key], dict | list):
            yield from places(document[key])


@st.composite
def mutated_lines(draw: st.DrawFn, data: bytes) -> bytes:
    """A session's file with some of its lines mutated, their checksums being right again."""
    lines = data.splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 3))):
        index = draw(st.integers(0, len(lines) - 1))
        body = re.sub(rb',"crc":"[0-9a-f]{8}"}\s*$', b"}", lines[index]).decode("utf-8", "replace")
        what = draw(st.sampled_from(("mutate",) * 6 + ("copy", "swap", "bytes")))
        if what == "copy":
            lines.insert(draw(st.integers(0, len(lines))), lines[index])
        elif what == "swap":
            lines.append(lines.pop(index))
        elif what == "bytes":
            lines[index] = sealed(draw(st.binary(max_size=60)) + b"}")
        elif body.startswith("{") and len(body) < 10_000:  # a true one
            lines[index] = sealed(draw(_again(body)).encode("utf-8", "replace"))
    return b"".join(lines)


def _again(body: str) -> st.SearchStrategy[str]:
    try:
        return mutated(body) if json.loads(body) else st.just(body)
    except (ValueError, RecursionError):
        return st.just(body)


def copied(golden: Path, root: Path) -> FolderLibrary:
    """Put a fresh copy of a campaign, and nothing else, into a folder."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(golden, root / golden.name)
    return FolderLibrary(root, Clock(), QuickDisk())


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Everything in a folder, by its path: what it is, and what it holds or leads to."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode, held = path.lstat().st_mode, b""
        if stat.S_ISLNK(mode):
            held = os.fsencode(path.readlink())
        elif stat.S_ISREG(mode):
            held = path.read_bytes()
        found[str(path.relative_to(folder))] = (mode, held)
    return found


def sentences(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Yield every sentence that is said of a campaign's events."""
    known = {entry.sequence: entry for entry in entries}
    for entry in entries:
        yield line(entry, known.get)
        try:
            yield from as_text(entry.event, known.get).split("\n")
        except RuleError:  # said on the status line instead
            continue
        yield heading(entry.event, known.get)
        yield dice(entry.event)
        for each in calculation(entry.event, known.get):
            yield from (each.label, each.formula, each.conclusion, each.why)


def refused(action: Callable[[], object]) -> str:
    """Return the sentence with which something was refused; empty if it was done."""
    try:
        action()
    except JournalError as error:
        return sentence(error)
    return ""


def tell_all(library: FolderLibrary, slug: str) -> tuple[Entry, ...]:
    """Open a campaign, fold it and say all that there is to say of it; none of it may be a command."""
    entries = seen(library, slug)
    state = fold(entries)
    for said in (*sentences(entries), *deltas(State(), state), *library.verify(slug)):
        assert is_inert(said), said
    check_inert(plain(state))
    return entries


def check_inert(document: Any) -> None:
    """Make sure that no text in a document is a command."""
    for parent, key in places(document):
        for text in (key, parent[key]):
            assert not isinstance(text, str) or is_inert(text), text
