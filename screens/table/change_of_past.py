"""What an undo would take back, or a redo bring back, of the last event or of any: read before it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.binding import Binding

from campaign.commands import Redo, Undo
from campaign.events import Entry, EventRedone, EventUndone
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
    """Say what `command` would take back or bring back; on a yes, do it and call `done` with what was written."""
    known = _foretold(screen, command)
    if known is not None:
        key = key_for(screen, "table.undo" if isinstance(command, Undo) else "table.redo")
        screen.confirm(ChangeOfPast(command, key, *known), command, done)


def offer_undoing(screen: SessionScreen[None], entry: Entry) -> None:
    """Say what undoing an event of whatever session would take back, or redoing one; on a yes, do it."""
    session = screen.session
    chosen = entry.event.target if isinstance(entry.event, EventUndone | EventRedone) else None
    target = entry.sequence if chosen is None else chosen
    try:
        undone = session.past_of(target).undone
    except JournalError as error:
        screen.complain(sentence(error))
        return
    command = Redo(target) if target in undone else Undo(target)
    known = _foretold(screen, command)
    if known is not None:
        question = Foretelling(f"{_verb(command)} cet événement ?", *known)
        screen.confirm(
            question, command, lambda written: screen.say(line(written[0], session.find))
        )


def _foretold(
    screen: SessionScreen[None], command: Undo | Redo
) -> tuple[Sequence[str], Foretold] | None:
    """Return the lines of the events that `command` is about, and what follows; None once it was told why not."""
    session = screen.session
    try:
        foretold = foretell(session, command)
        undoes = isinstance(command, Undo)
        targets = session.undoable(command.target) if undoes else session.redoable(command.target)
        return [line(each, session.find) for each in targets], foretold
    except (Refused, JournalError) as error:  # there is nothing, or it can't be done, or read
        screen.complain(sentence(error))
        return None


def _verb(command: Undo | Redo) -> str:
    return "Annuler" if isinstance(command, Undo) else "Rétablir"


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
        super().__init__(f"{_verb(command)} ? {key} encore confirme.", told, foretold)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Confirm only by the key that asked."""
        if action == "again":
            return parameters == (int(isinstance(self._command, Redo)),)
        return super().check_action(action, parameters)

    def action_again(self, _redo: int) -> None:
        """Confirm."""
        self.action_answer(True)
