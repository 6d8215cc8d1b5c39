"""What an undo would take back, or a redo bring back, of the last event or of any: read before it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.binding import Binding

from campaign.commands import Redo, Undo
from campaign.events import Entry
from campaign.narration import line
from campaign.refusals import JournalError, Refused
from campaign.sentences import sentence
from screens.base import SessionScreen
from screens.keys import key_for
from screens.table.foretelling import Foretelling, Foretold, foretell


def offer_change_of_past(
    screen: SessionScreen[None],
    command: Undo | Redo,
    done: Callable[[tuple[Entry, ...]], None],
) -> None:
    """Say what `command` would take back or bring back; on a yes, do it and call `done` with what was written.

    The screen has keys of its own for it, by the ids of the table's.
    """
    session = screen.session
    try:
        foretold = foretell(session, command)
    except (Refused, JournalError) as error:  # there is nothing, or it can't be done, or read
        screen.complain(sentence(error))
        return
    undoes = isinstance(command, Undo)
    targets = session.undoable(command.target) if undoes else session.redoable(command.target)
    told = [_line(screen, each) for each in targets]
    key = key_for(screen, "table.undo" if undoes else "table.redo")
    screen.confirm(ChangeOfPast(command, key, told, foretold), command, done)


def _line(screen: SessionScreen[None], entry: Entry) -> str:
    return line(entry, screen.session.find)


class ChangeOfPast(Foretelling):
    """The event concerned and what follows. The key that asked confirms: `u` twice undoes, `r` twice redoes.

    Args:
        command: what was asked for.
        key: the name of that key.
        told: the events that are concerned, as the log tells them.
        foretold: what would change.
    """

    BINDINGS = [
        Binding("u", "again(0)", "annuler", tooltip="Annuler cet événement", id="table.undo"),
        Binding("r", "again(1)", "rétablir", tooltip="Rétablir cet événement", id="table.redo"),
    ]
    BINDING_GROUP_TITLE = "Passé"

    def __init__(
        self, command: Undo | Redo, key: str, told: Sequence[str], foretold: Foretold
    ) -> None:
        self._command = command
        verb = "Annuler" if isinstance(command, Undo) else "Rétablir"
        super().__init__(f"{verb} ? {key} encore confirme.", told, foretold)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Confirm only by the key that asked."""
        if action == "again":
            return parameters == (int(isinstance(self._command, Redo)),)
        return super().check_action(action, parameters)

    def action_again(self, _redo: int) -> None:
        """Confirm."""
        self.action_answer(True)
