"""Précédemment…: an evening told again by rule, to be edited, copied, or kept as a note."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize
from textual.widgets import TextArea

from campaign.chronicle.recollection import Recollection
from campaign.commands import WriteNote
from campaign.history.chapters import Chapter
from campaign.place import Writing
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.text import clean_lines
from screens.base import SessionScreen
from screens.buttons import FROM_BUTTON_TO_BUTTON, PushButton
from screens.dialogs.confirm import Confirm
from screens.dialogs.dialog import PASTE_PURGED, Dialog
from screens.keys import key_for
from screens.text_field import TextField

KEPT = "Gardé en note dans le journal."
EDITED = "Votre texte est repris ; {} le refait depuis les événements."
_FRAME = 9
"""The lines of the dialog that aren't its text."""


def open_previously(
    screen: SessionScreen[None],
    chapter: Chapter,
    recollect: Callable[[Chapter], Recollection],
) -> None:
    """Show a chapter told again, or the draft that was made of it; what is typed stays as its draft.

    Args:
        screen: keeps the draft, and writes the note.
        chapter: which one.
        recollect: reads it.
    """
    try:
        told = recollect(chapter).told
    except JournalError as error:
        screen.complain(sentence(error))
        return
    subject = (Writing.RETELLING, chapter.first)

    def typed(text: str) -> None:
        screen.drafts.pop(subject, None)
        if text != told:
            screen.drafts[subject] = text

    def kept(text: str) -> str | None:
        """Write it as a note, or say why it can't be: it is then still in the dialog."""
        trouble = screen.trouble_with(WriteNote(text))
        if trouble is None:
            screen.drafts.pop(subject, None)
            screen.say(KEPT)
        return trouble

    keep = None if screen.session.is_looking else kept
    draft = screen.drafts.get(subject)
    screen.app.push_screen(Previously(chapter.name, told, draft, typed=typed, keep=keep))


class Previously(Dialog[None]):
    """The text in a field, and what can be done with it.

    Letters are commands but in the field, which the focus is not in at first.

    Args:
        name: what the chapter is called: "Séance 12".
        told: what the events tell.
        draft: what was made of it, None if nothing was.
        typed: told what the field holds, each time that it changes.
        keep: keeps the text as a note, or returns why not; without it, that isn't offered.
    """

    BINDINGS = [
        Binding(
            "escape,ctrl+g",
            "cancel",
            "fermer",
            tooltip="Fermer ; ce qui est retouché est gardé pour cette séance",
            id="dialog.cancel",
        ),
        Binding("e", "edit", "retoucher", tooltip="Retoucher le texte", id="previously.edit"),
        Binding(
            "c",
            "copy",
            "copier",
            tooltip="Copier le texte dans le presse-papiers du terminal",
            id="previously.copy",
        ),
        Binding(
            "t",
            "keep",
            "en note",
            tooltip="Garder le texte en note dans le journal",
            id="previously.keep",
        ),
        Binding(
            "r",
            "rebuild",
            "refaire",
            tooltip="Refaire le texte depuis les événements",
            id="previously.rebuild",
        ),
        *FROM_BUTTON_TO_BUTTON,
        Binding(
            "down,pagedown",
            "scroll(1)",
            "descendre",
            tooltip="Descendre dans le texte",
            id="previously.down",
            show=False,
        ),
        Binding(
            "up,pageup",
            "scroll(-1)",
            "monter",
            tooltip="Monter dans le texte",
            id="previously.up",
            show=False,
        ),
    ]
    BINDING_GROUP_TITLE = "Précédemment"

    DEFAULT_CSS = """
    Previously > .dialog--frame { width: 76; }
    Previously Horizontal { height: 1; margin-top: 1; }
    Previously PushButton { margin-right: 2; }
    """

    def __init__(
        self,
        name: str,
        told: str,
        draft: str | None,
        *,
        typed: Callable[[str], None],
        keep: Callable[[str], str | None] | None,
    ) -> None:
        super().__init__(f"Précédemment… · {name.lower()}")
        self._told, self._draft = told, draft
        self._typed, self._keep = typed, keep

    def compose_body(self) -> ComposeResult:
        """Yield the field and the buttons."""
        yield TextField(self._told if self._draft is None else self._draft)
        with Horizontal():
            yield PushButton("Copier", id="copy")
            if self._keep is not None:
                yield PushButton("Garder en note", id="keep")
            yield PushButton("Refaire", id="rebuild")

    def on_mount(self) -> None:
        """Offer to copy; where one goes on from a draft, say so."""
        self.query_one("#copy").focus()
        if self._draft is not None:
            self.say(EDITED.format(key_for(self, "previously.rebuild")))

    def on_resize(self, event: Resize) -> None:
        """Keep the buttons in view, however long the text is."""
        self.query_one(TextField).styles.max_height = max(1, event.size.height - _FRAME)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Keep what is typed."""
        event.stop()
        self._typed(event.text_area.text)

    def on_text_field_purged(self, event: TextField.Purged) -> None:
        """Tell that a pasted text was not taken whole."""
        event.stop()
        self.complain(PASTE_PURGED)

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Do what the button says."""
        event.stop()
        actions = {"copy": self.action_copy, "keep": self.action_keep}
        actions.get(event.button.id or "", self.action_rebuild)()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to keep a note only where one can be written."""
        return action != "keep" or self._keep is not None

    def action_edit(self) -> None:
        """Go to the field."""
        self.query_one(TextField).focus()

    def action_scroll(self, lines: int) -> None:
        """Scroll the text from the buttons."""
        self.query_one(TextField).scroll_relative(y=lines, animate=False)

    def action_copy(self) -> None:
        """Copy the text as it is; the app tells where to."""
        self.app.copy_to_clipboard(clean_lines(self.query_one(TextField).text))

    def action_keep(self) -> None:
        """Keep the text as a note and close, or say why not."""
        trouble = self._keep(self.query_one(TextField).text) if self._keep else None
        if trouble is None:
            self.dismiss(None)
        else:
            self.complain(trouble)

    def action_rebuild(self) -> None:
        """Put the text back to what the events tell, asking first where that would lose something."""
        if self.query_one(TextField).text == self._told:
            self.say("C’est déjà ce que racontent les événements.")
            return
        question = Confirm("Refaire depuis les événements ?", "Ce qui est retouché serait perdu.")
        self.app.push_screen(question, lambda wanted: self._rebuild() if wanted else None)

    def _rebuild(self) -> None:
        self.query_one(TextField).load_text(self._told)
        self.say("")
