"""The saved actions of the character at hand."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from campaign.character import Action, Character
from campaign.words import action_sum


class ActionList(OptionList, inherit_bindings=False):
    """What the character can attempt; the cursor is on the action at hand."""

    BINDING_GROUP_TITLE = "Actions"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Action précédente", id="actions.up", show=False),
        Binding("down", "cursor_down", "Action suivante", id="actions.down", show=False),
        Binding("home", "first", "Première action", id="actions.first", show=False),
        Binding("end", "last", "Dernière action", id="actions.last", show=False),
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
        self.add_options(Option(_line(action, at_hand=False)) for action in actions)
        names = [action.name for action in actions]
        self.highlighted = names.index(name) if name in names else 0 if actions else None

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

    def _mark(self) -> None:
        """Mark the action at hand, and no other."""
        before, self._marked = self._marked, self.highlighted
        for index in {before, self._marked}:
            if index is not None:
                line = _line(self._actions[index], at_hand=index == self._marked)
                self.replace_option_prompt_at_index(index, line)


def _line(action: Action, *, at_hand: bool) -> Content:
    mark = "▸ " if at_hand else "  "
    return Content.assemble(mark, (action.name, "bold"), "  ", (action_sum(action), "$text-muted"))
