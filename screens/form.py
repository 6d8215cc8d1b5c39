"""A screen that is filled in: moves between its fields, reads them all at once, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input, Static

from campaign.commands import Command
from campaign.refusals import Refusal, Refused
from campaign.sentences import sentence
from campaign.text import clean, clean_name
from rules.errors import RuleError
from screens.base import SessionScreen
from screens.buttons import PushButton
from screens.choice import Choice
from screens.dialogs.confirm import Confirm
from screens.fields import Field

WRONG = "-wrong"
"""The class of a field that holds what can't be taken."""
SAVE = "save"
"""The id of the button that saves."""


class Misread(Exception):
    """A field that holds what can't be taken, and why."""

    def __init__(self, field: Field, refused: Refused) -> None:
        super().__init__(field, refused)
        self.field, self.refused = field, refused


class FormBody(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Where the fields are. Arrows go from field to field, so it scrolls after them, and by pages."""

    BINDINGS = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]
    DEFAULT_CSS = """
    FormBody { scrollbar-size-vertical: 1; }
    """

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Bring the field that has the focus now into view."""
        event.widget.scroll_visible(animate=False)


class FormScreen(SessionScreen[None]):
    """A form whose saving is one command; subclasses build it from their fields, and follow what is typed."""

    BINDING_GROUP_TITLE = "Formulaire"
    BINDINGS = [
        Binding(
            "ctrl+s",
            "save",
            "enregistrer",
            tooltip="Enregistrer et fermer",
            id="form.save",
            priority=True,
        ),
        Binding(
            "escape,ctrl+g",
            "leave",
            "revenir",
            tooltip="Fermer ; demande d’abord si quelque chose n’est pas enregistré",
            id="form.leave",
        ),
        Binding(
            "up",
            "app.focus_previous",
            "champ précédent",
            tooltip="Aller au champ précédent",
            id="move.previous",
            show=False,
        ),
        Binding(
            "down",
            "app.focus_next",
            "champ suivant",
            tooltip="Aller au champ suivant",
            id="move.next",
            show=False,
        ),
        Binding(
            "enter,ctrl+j",
            "entered",
            "suivant",
            tooltip="Passer au champ suivant ; sur le dernier, enregistrer",
            id="form.enter",
            show=False,
        ),
    ]

    is_new = False
    """Whether it is to be saved although nothing was changed: what it describes isn't there yet."""
    _initial: tuple[object, ...] | None = None
    """What the form held when it was opened; None until it is mounted."""

    def command(self) -> Command:
        """Return what the form asks for.

        Raises:
            Misread: a field can't be read.
        """
        raise NotImplementedError

    def follow(self) -> None:
        """Show what follows from the fields as they are."""

    def entries(self) -> Iterable[Field | Choice[Any]]:
        """Return what is filled in, in order."""
        return (each for each in self.query("*") if isinstance(each, Field | Choice))

    def on_mount(self) -> None:
        """Begin in the first field, and remember what the form held."""
        self.focus_next("Field, Choice")
        self.follow()
        self._initial = self._contents()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Forget what was wrong with the field, and follow it."""
        event.stop()
        if event.input.has_class(WRONG):
            event.input.remove_class(WRONG)
            self.forgive()
        self.follow()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        """Follow the choice."""
        event.stop()
        self.follow()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on to the next field."""
        event.stop()
        self.action_entered()

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Save."""
        if event.button.id == SAVE:
            event.stop()
            self.action_save()

    def action_entered(self) -> None:
        """Go on to the next field."""
        self.focus_next()

    def action_save(self) -> None:
        """Save and close, or go to the first field that is wrong."""
        if not self.is_new and not self.is_changed():
            self.dismiss()
            return
        try:
            command = self.command()
        except Misread as error:
            self.point_at(error.field)
            self.complain(sentence(error.refused))
            return
        self.save(command)

    def save(self, command: Command) -> None:
        """Have what the form asks for done, and close."""
        if self.attempt(command) is not None:
            self.dismiss()

    def action_leave(self) -> None:
        """Close, asking first if something would be lost."""
        if self.is_changed():
            question = Confirm("Abandonner ces changements ?", "Ils ne sont pas enregistrés.")
            self.app.push_screen(question, self._leave_if)
        else:
            self.dismiss()

    def is_changed(self) -> bool:
        """Return whether the form holds something that isn't saved."""
        return self.is_mounted and self._contents() != self._initial

    def refused(self, error: Refused | RuleError) -> None:
        """Tell why the command was refused, at the field it is about where that is known."""
        if isinstance(error, Refused) and error.refusal is Refusal.NAME_TAKEN:
            for field in reversed(self.query(Field)):
                if clean(field.text()) == error.details["name"]:
                    self.point_at(field)
                    break
        super().refused(error)

    def whole(self, field: Field, low: int, high: int) -> int:
        """Return the whole number of a field.

        Raises:
            Misread: it isn't one from `low` to `high`.
        """
        try:
            return field.whole(low, high)
        except Refused as refused:
            raise Misread(field, refused) from refused

    def name_in(self, field: Field) -> str:
        """Return the name of a field, cleaned.

        Raises:
            Misread: it is empty or too long.
        """
        try:
            return clean_name(field.text(), field.label)
        except Refused as refused:
            raise Misread(field, refused) from refused

    def point_at(self, field: Field) -> None:
        """Go to a field, and mark it as wrong until something else is typed in it."""
        field.add_class(WRONG)
        field.focus()

    def _leave_if(self, certain: bool | None) -> None:
        if certain:
            self.dismiss()

    def _contents(self) -> tuple[object, ...]:
        return tuple(each.value for each in self.entries())


def row(name: str, entry: Widget, remark: str = "") -> ComposeResult:
    """Yield a line of a form: what is asked, where it is filled in, and a word about it."""
    with Horizontal(classes="row"):
        yield Static(name, classes="row--heading")
        yield entry
        yield Static(Content(remark), classes="row--remark")
