"""What an undo would take back, or a redo bring back: read before it is done."""

from __future__ import annotations

from collections.abc import Callable

from textual.binding import Binding

from campaign.commands import Redo, Undo
from campaign.deltas import NOTHING_PLAYED, deltas
from campaign.events import Entry
from campaign.narration import line
from screens.base import SessionScreen
from screens.dialogs.confirm import Confirm
from screens.keys import key_for


def listed(deltas: tuple[str, ...]) -> tuple[str, ...]:
    """Return what would change, a line each; where nothing would, a line that says so."""
    return tuple(f"· {each}" for each in deltas or (NOTHING_PLAYED,))


def offer_change_of_past(
    screen: SessionScreen[None],
    command: Undo | Redo,
    done: Callable[[tuple[Entry, ...]], None],
) -> None:
    """Say what `command` would take back or bring back; on a yes, do it and call `done` with what was written."""
    session = screen.session
    target = session.undoable() if isinstance(command, Undo) else session.redoable()
    if not target:
        screen.attempt(command)  # which says that there is nothing
        return

    changes = deltas(session.state, session.foresee(command))
    told = "\n".join(line(each, session.find) for each in target)
    key = key_for(screen, "table.undo" if isinstance(command, Undo) else "table.redo")
    screen.confirm(ChangeOfPast(command, key, told, changes), command, done)


class ChangeOfPast(Confirm):
    """The event concerned and the deltas. The key that asked confirms: `u` twice undoes, `r` twice redoes.

    Args:
        command: what was asked for.
        key: the name of that key.
        told: the event that is concerned, as the log tells it.
        deltas: what would change, in French.
    """

    BINDINGS = [
        Binding("u", "again(0)", "annuler", tooltip="Annuler cet événement", id="table.undo"),
        Binding("r", "again(1)", "rétablir", tooltip="Rétablir cet événement", id="table.redo"),
    ]
    BINDING_GROUP_TITLE = "Passé"

    def __init__(self, command: Undo | Redo, key: str, told: str, deltas: tuple[str, ...]) -> None:
        self._command = command
        verb = "Annuler" if isinstance(command, Undo) else "Rétablir"
        detail = "\n".join((told, "", *listed(deltas)))
        super().__init__(f"{verb} ? {key} encore confirme.", detail)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Confirm only by the key that asked."""
        if action == "again":
            return parameters == (int(isinstance(self._command, Redo)),)
        return super().check_action(action, parameters)

    def action_again(self, _redo: int) -> None:
        """Confirm."""
        self.dismiss(True)
