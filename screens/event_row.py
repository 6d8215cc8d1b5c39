"""The line of an event in a list of them: the same at the table and in the history."""

from __future__ import annotations

from textual.content import Content

from campaign.events import (
    Event,
    EventCorrected,
    EventRedone,
    EventUndone,
    NoteWritten,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    Unreadable,
)
from campaign.narration import SCENE
from campaign.past import Past

_STYLES: dict[type, str] = {
    NoteWritten: "italic",
    SceneBegun: "bold",
    EventCorrected: "$text-muted",
    SessionOpened: "bold",
    SessionClosed: "bold",
    SessionReopened: "bold",
    EventUndone: "$text-muted",
    EventRedone: "$text-muted",
    Unreadable: "$text-error",
}


def event_row(
    mark: str, time: str, words: str, kind: type[Event], sequence: int, past: Past, *, secret: bool
) -> Content:
    """Return the line of an event: when it was, what is to be known of it, what happened.

    Args:
        mark: two cells that say whether the cursor is on it.
        time: when it was written.
        words: what happened, as it counts.
        kind: its type.
        sequence: its number.
        past: how it counts.
        secret: whether only the GC may know of it.
    """
    if kind is SceneBegun:
        words = f"── {words.removeprefix(SCENE)} ──"
    undone = sequence in past.undone
    return Content.assemble(
        mark,
        (f"{time} ", "$text-muted"),
        ("✗ " if undone else "", "$text-muted"),
        ("★ " if sequence in past.marked else "", "$text-primary"),
        ("secret " if secret else "", "$text-warning"),
        ("✎ " if sequence in past.corrections else "", "$text-muted"),
        (words, "strike $text-muted" if undone else _STYLES.get(kind, "")),
    )
