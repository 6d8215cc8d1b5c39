"""The story in Markdown that any forge renders: headings, lists and quotations, without HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from campaign.chronicle.story import (
    HIGHLIGHTS,
    NOTHING,
    WITH_SECRETS,
    Chapter,
    Passage,
    Scene,
    Story,
)

_SPECIAL = re.compile(r"[\\`*_{}\[\]>#|~&$@^]|<(?=\S)|(?<=\S)\.(?=[^\W\d])|:(?=\S)|==")
"""What means something within a line; a dot or a colon, only in what could be an address or an emoji's name."""
_OPENING = re.compile(r"([-+=]|\d+(?=[.)]))")
"""What means something at the beginning of a line: an item, a number, a rule."""


def markdown(story: Story) -> Iterator[str]:
    """Yield a story as Markdown, a chapter at a time."""
    yield f"# {escaped(story.title)}\n"
    if story.has_secrets:
        yield f"\n*{WITH_SECRETS}*\n"
    for chapter in story.chapters:
        yield "".join(f"\n{block}\n" for block in _blocks(chapter))


def escaped(text: str) -> str:
    """Return one line of text so that Markdown shows just that text, wherever it stands."""
    safe = _SPECIAL.sub(lambda found: "".join(f"\\{char}" for char in found[0]), text)
    if opening := _OPENING.match(safe):
        mark = opening[0]
        return (mark if mark.isdigit() else "") + "\\" + safe[len(mark) * mark.isdigit() :]
    return safe


def _blocks(chapter: Chapter) -> Iterator[str]:
    yield f"## {escaped(chapter.title)}"
    yield " · ".join(f"{label} : {escaped(value)}" for label, value in chapter.facts)
    if chapter.highlights:
        yield f"**{HIGHLIGHTS}**"
        # A list of other marks, or what happened next would be of it.
        yield "\n".join(f"* ★ {escaped(text)}" for text in chapter.highlights)
    for scene in chapter.scenes:
        yield from _scene(scene)
    if not chapter.scenes:
        yield NOTHING


def _scene(scene: Scene) -> Iterator[str]:
    """Yield the blocks of a scene; what happened between two notes is one list."""
    if scene.title is not None:
        yield f"### {escaped(scene.title)}"
    items: list[str] = []
    for passage in scene.passages:
        if not passage.is_note:
            items.append(_item(passage))
            continue
        if items:
            yield "\n".join(items)
            items = []
        yield _quotation(passage)
    if items:
        yield "\n".join(items)


def _item(passage: Passage) -> str:
    return "\n".join([f"- {_text(passage)}", *(f"    - {escaped(step)}" for step in passage.steps)])


def _quotation(note: Passage) -> str:
    about = f"\n>\n> — sur {escaped(note.about)}" if note.about else ""
    return f"> {_text(note)}{about}"


def _text(passage: Passage) -> str:
    star = "★ " if passage.is_starred else ""
    marks = f" *({', '.join(passage.marks)})*" if passage.marks else ""
    return f"{star}{escaped(passage.text)}{marks}"
