"""The saved actions of the character at hand."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from campaign.character import Action, Character
from campaign.words import action_ca, action_stakes

_PADDING = 2
"""The cells at the two sides of an option."""


class ActionList(OptionList, inherit_bindings=False):
    """What the character can attempt; the cursor is on the action at hand."""

    BINDING_GROUP_TITLE = "Actions"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Action précédente", id="list.up", show=False),
        Binding("down", "cursor_down", "Action suivante", id="list.down", show=False),
        Binding("home", "first", "Première action", id="list.first", show=False),
        Binding("end", "last", "Dernière action", id="list.last", show=False),
        Binding(
            "enter,ctrl+j",
            "select",
            "choisir Diff",
            tooltip="Passer au choix de la difficulté pour cette action",
            id="actions.play",
        ),
    ]

    class Chosen(Message):
        """The GC moved to an action."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class Played(Message):
        """The action at hand is to be played."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._who: str | None = None
        self._actions: tuple[Action, ...] = ()
        self._marked: int | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Playing needs an action."""
        return action != "select" or bool(self._actions)

    @property
    def at_hand(self) -> Action | None:
        """The action under the cursor."""
        return None if self.highlighted is None else self._actions[self.highlighted]

    def show(self, character: Character | None) -> None:
        """Show the actions of `character`, the last played first; the cursor stays on its action, if it was on one."""
        who, actions = (character.who, character.actions_by_use) if character else (None, ())
        if (who, actions) == (self._who, self._actions):
            return
        name = self.at_hand.name if self.at_hand and who == self._who else None
        self._who, self._actions = who, actions
        self.clear_options()
        self._marked = None
        self.add_options(Option(self._line(action)) for action in actions)
        names = [action.name for action in actions]
        self.highlighted = names.index(name) if name in names else 0 if actions else None

    def go_to(self, name: str | None) -> None:
        """Put the cursor on the action of that name, if there is one."""
        names = [action.name for action in self._actions]
        self.highlighted = names.index(name) if name in names else self.highlighted

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell that the GC moved to another action."""
        event.stop()
        self._mark()
        if self.at_hand is not None:
            self.post_message(self.Chosen(self.at_hand))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tell that the action at hand is to be played."""
        event.stop()
        self.post_message(self.Played())

    def on_resize(self, event: Resize) -> None:
        """Show what fits of each action in the new width."""
        for index in range(len(self._actions)):
            self._show_line(index)

    def _mark(self) -> None:
        """Mark the action at hand, and no other."""
        before, self._marked = self._marked, self.highlighted
        for index in {before, self._marked}:
            if index is not None:
                self._show_line(index)

    def _show_line(self, index: int) -> None:
        at_hand = index == self._marked
        line = self._line(self._actions[index], at_hand=at_hand)
        self.replace_option_prompt_at_index(index, line)

    def _line(self, action: Action, *, at_hand: bool = False) -> Content:
        """An action on one line: its name first, then its stakes; its CA, told in full once at hand, where it fits."""
        mark = Content("▸ " if at_hand else "  ")
        room = self.scrollable_content_region.width - _PADDING - mark.cell_length
        fitting = []
        for text in (action.name, f" · {action_stakes(action)}", f"  {action_ca(action)}"):
            fitting.append(Content(text).truncate(max(0, room), ellipsis=True))
            room -= fitting[-1].cell_length
        name, held, ca = fitting
        return Content.assemble(mark, name.stylize("bold"), (ca + held).stylize("$text-muted"))
