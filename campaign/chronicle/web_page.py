"""The story as one web page that needs nothing else: no script, no other file, printable, light or dark."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape

from campaign.chronicle.story import (
    HIGHLIGHTS,
    NOTHING,
    WITH_SECRETS,
    Chapter,
    Passage,
    Scene,
    Story,
)

_STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fdfcf9; --faint: #5f5a52; --line: #d8d2c6; --star: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e2da; --paper: #1b1a18; --faint: #aaa398; --line: #45413a; --star: #e6b34d; }
}
body { margin: 0 auto; padding: 1rem; max-width: 44rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.55 Georgia, "Noto Serif", serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
a { color: inherit; }
nav ol { list-style: none; padding: 0; columns: 18rem; }
.faits, .pas, .sur, .marque { color: var(--faint); font-size: .9rem; }
.faits div { display: flex; gap: .35rem; }
.faits dt { flex: none; }
.faits dt::after { content: "\\00a0:"; }
.faits dd { margin: 0; }
.pas { list-style: "· "; font-variant-numeric: tabular-nums; }
.forts { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem 1rem; }
.forts p { margin: 0; }
.forts ul { list-style: none; margin: .4rem 0 0; padding: 0; }
.etoile { color: var(--star); }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); font-style: italic; }
blockquote p { margin: 0; }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --faint: #333; --line: #999; --star: #000; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  nav { display: none; }
  section + section { break-before: page; }
  h2, h3 { break-after: avoid; }
  li, blockquote { break-inside: avoid; }
}
"""
_STAR = '<span class="etoile">★</span> '


def web_page(story: Story) -> Iterator[str]:
    """Yield a story as HTML, a chapter at a time."""
    yield _head(story)
    yield _contents(story.contents)
    yield "<main>\n"
    for chapter in story.chapters:
        yield "\n".join(_chapter(chapter)) + "\n"
    yield "</main>\n</body>\n</html>\n"


def _head(story: Story) -> str:
    allowed = b64encode(sha256(_STYLE.encode()).digest()).decode()
    title = escape(story.title)
    secrets = f'\n<p class="marque">{WITH_SECRETS}</p>' if story.has_secrets else ""
    return f"""<!DOCTYPE html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{allowed}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<header>
<h1>{title}</h1>{secrets}
</header>
"""


def _contents(contents: tuple[tuple[str, str], ...]) -> str:
    rows = "\n".join(
        f'<li><a href="#{_anchor(label)}">{escape(title)}</a></li>' for label, title in contents
    )
    return f'<nav aria-label="Séances">\n<ol>\n{rows}\n</ol>\n</nav>\n' if rows else ""


def _chapter(chapter: Chapter) -> Iterator[str]:
    name = _anchor(chapter.label)
    yield f'<section id="{name}" aria-labelledby="{name}-titre">'
    yield f'<h2 id="{name}-titre">{escape(chapter.title)}</h2>'
    yield '<dl class="faits">'
    for label, value in chapter.facts:
        yield f"<div><dt>{label}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl>"
    if chapter.highlights:
        yield f'<div class="forts"><p><strong>{HIGHLIGHTS}</strong></p>'
        yield "<ul>"
        for text in chapter.highlights:
            yield f"<li>{_STAR}{escape(text)}</li>"
        yield "</ul></div>"
    for scene in chapter.scenes:
        yield from _scene(scene)
    if not chapter.scenes:
        yield f"<p>{NOTHING}</p>"
    yield "</section>"


def _anchor(label: str) -> str:
    """Return the name of a chapter within the page: "seance-12", "seance-12-bis", "seance-12-13"."""
    return "-".join(["seance", *re.findall(r"\w+", label)])


def _scene(scene: Scene) -> Iterator[str]:
    """Yield the parts of a scene; what happened between two notes is one list."""
    if scene.title is not None:
        yield f"<h3>{escape(scene.title)}</h3>"
    in_list = False
    for passage in scene.passages:
        if in_list is passage.is_note:
            yield "</ul>" if in_list else "<ul>"
            in_list = not in_list
        yield _quotation(passage) if passage.is_note else _item(passage)
    if in_list:
        yield "</ul>"


def _item(passage: Passage) -> str:
    if not passage.steps:
        return f"<li>{_text(passage)}</li>"
    steps = "".join(f"<li>{escape(step)}</li>" for step in passage.steps)
    return f'<li>{_text(passage)}<ul class="pas">{steps}</ul></li>'


def _quotation(note: Passage) -> str:
    about = f'<p class="sur">— sur {escape(note.about)}</p>' if note.about else ""
    return f"<blockquote><p>{_text(note)}</p>{about}</blockquote>"


def _text(passage: Passage) -> str:
    star = _STAR if passage.is_starred else ""
    marks = f' <span class="marque">({", ".join(passage.marks)})</span>' if passage.marks else ""
    return f"{star}{escape(passage.text)}{marks}"
