"""What the GC writes into the log: notes, free or on an event, and where a scene begins.

A text that is left half written is gone on with the next time.
"""

from __future__ import annotations

from collections.abc import Callable

from campaign.commands import BeginScene, Command, CorrectNote, WriteNote
from campaign.place import Writing
from screens.base import SessionScreen
from screens.dialogs.ask_text import AskText


def ask_note(screen: SessionScreen[None], about: int | None) -> None:
    """Ask for a note on the event of sequence number `about`, or on none, and have it written."""

    def note(text: str) -> Command:
        return WriteNote(text, about)

    title = "Note" if about is None else "Note sur l’événement choisi"
    _ask(screen, title, (Writing.NOTE, about), note)


def ask_other_words(screen: SessionScreen[None], target: int, text: str) -> None:
    """Ask how the note of sequence number `target`, which says `text`, should be written."""

    def corrected(typed: str) -> Command:
        return CorrectNote(target, typed)

    _ask(screen, "Corriger la note", (Writing.CORRECTION, target), corrected, text)


def ask_scene(screen: SessionScreen[None]) -> None:
    """Ask for the title of the scene that begins; it may be left empty."""
    title = "Nouvelle scène : son titre, ou rien"
    _ask(screen, title, (Writing.SCENE, None), BeginScene, label="titre")


def _ask(
    screen: SessionScreen[None],
    title: str,
    subject: tuple[Writing, int | None],
    command: Callable[[str], Command],
    value: str = "",
    label: str = "texte",
) -> None:
    """Ask for a text, from `value` or from its draft on, and have it written by `command`."""

    def typed(text: str) -> None:
        screen.drafts.pop(subject, None)
        if text.strip() not in ("", value):
            screen.drafts[subject] = text

    def written(text: str) -> str | None:
        """Write it, or say why it can't be: it is then still in the dialog."""
        trouble = screen.trouble_with(command(text))
        if trouble is None:
            screen.drafts.pop(subject, None)
        return trouble

    draft = screen.drafts.get(subject, "")
    dialog = AskText(title, value=value, draft=draft, label=label, validate=written, typed=typed)
    screen.app.push_screen(dialog)
