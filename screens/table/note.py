"""What the GC writes into the log: notes, free or on an event, and where a scene begins."""

from __future__ import annotations

from collections.abc import Callable

from campaign.commands import BeginScene, Command, CorrectNote, WriteNote
from screens.base import SessionScreen
from screens.dialogs.ask_text import AskText, Validator


def ask_note(screen: SessionScreen[None], about: int | None) -> None:
    """Ask for a note on the event of sequence number `about`, or on none, and have it written.

    A note that is left half written is gone on with the next time.
    """

    def note(text: str) -> Command:
        return WriteNote(text, about)

    def left(text: str) -> None:
        screen.drafts[about] = text

    title = "Note" if about is None else "Note sur l’événement choisi"
    draft = screen.drafts.pop(about, "")
    screen.app.push_screen(AskText(title, draft=draft, validate=_writing(screen, note), left=left))


def ask_other_words(screen: SessionScreen[None], target: int, text: str) -> None:
    """Ask how the note of sequence number `target`, which says `text`, should be written."""

    def corrected(typed: str) -> Command:
        return CorrectNote(target, typed)

    screen.app.push_screen(
        AskText("Corriger la note", value=text, validate=_writing(screen, corrected))
    )


def ask_scene(screen: SessionScreen[None]) -> None:
    """Ask for the title of the scene that begins; it may be left empty."""
    title = "Nouvelle scène : son titre, ou rien"
    screen.app.push_screen(AskText(title, label="titre", validate=_writing(screen, BeginScene)))


def _writing(screen: SessionScreen[None], command: Callable[[str], Command]) -> Validator:
    return lambda text: screen.trouble_with(command(text))
