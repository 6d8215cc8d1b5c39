"""What people read a chronicle with: a Markdown renderer, a browser's view of a page, a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import groupby

from markdown_it import MarkdownIt

from campaign.events import Entry

HOSTILE = (
    "a | b",
    "`rm -rf`",
    "<script>alert(1)</script>",
    "<b>Morgane</b>",
    "*_Merlin_*",
    "__init__",
    "[clic](javascript:alert(1))",
    "![x](y)",
    "# Titre",
    "1. Arthur",
    "12) Loth",
    "- Uther",
    "+ Ygerne",
    "= Ector",
    "===",
    "---",
    "> Perceval",
    "~~Mordred~~",
    "&amp; Cie",
    "http://exemple.fr",
    "www.exemple.fr",
    "exemple.fr",
    "qui@exemple.fr",
    "@qui",
    ":smile:",
    "[^1]",
    "[ ] à faire",
    "$x^2$",
    "{{ x }}",
    "back\\slash\\",
    "<!-- caché -->",
    "<https://exemple.fr>",
    "« Éloïse »",
    "ligne\nsuivante",
    "=SOMME(A1)",
)
"""Names that mean something to Markdown, HTML, a forge or a spreadsheet."""
_EMPTY = {"meta", "br", "hr", "img", "link", "input"}

COMMONMARK = MarkdownIt("commonmark")
FORGE = MarkdownIt("gfm-like", {"html": True})
"""As forges do: tables, strikethrough, bare addresses made links, and raw HTML let through."""


def by_evening(entries: Sequence[Entry], *, public: bool = False) -> list[list[Entry]]:
    """The entries of each session; without the secret ones if `public`, as a reader of the public files has them."""
    known = [entry for entry in entries if not (public and entry.secret)]
    return [list(each) for _, each in groupby(known, key=lambda entry: entry.session)]


class Page(HTMLParser):
    """A page as a browser shows it; it fails where a tag isn't closed, or closes another.

    Attributes:
        texts: the text of each element that has nothing but text, marks of ours aside, in order, with its tag.
        tags: every tag with its attributes.
    """

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self._open[-1] if self._open else "", data.strip("\n")))

    def of(self, *tags: str) -> list[str]:
        return [text for tag, text in self.texts if tag in tags]


def rows(text: str) -> list[dict[str, str]]:
    """The rows of a CSV by header, as a spreadsheet reads them."""
    assert text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}")
    return list(csv.DictReader(io.StringIO(text[1:], newline=""), strict=True))
