"""What can be done to the sessions as they are read: what would be read is said first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.commands import (
    EditSessions,
    JoinSessions,
    RenameSession,
    ReopenSession,
    SplitSession,
)
from campaign.events import Entry
from campaign.history.chapters import Chapter
from campaign.narration import line
from campaign.refusals import JournalError, Refused
from campaign.sentences import sentence
from screens.base import SessionScreen
from screens.dialogs.ask_text import AskText
from screens.dialogs.confirm import Confirm

SAME_PAST = "Rien de ce qui a été joué n’en change, et cela s’annule."
GOES_ON = (
    "Elle reprend où elle en était : ce qui suit s’y écrit, dans le même fichier. "
    "La clore de nouveau refait sa sauvegarde."
)

Done = Callable[[], object]
"""Called once it is done."""


def _nothing() -> None:
    """Do nothing more."""


def ask_title(screen: SessionScreen[None], chapter: Chapter, done: Done = _nothing) -> None:
    """Ask for a session's title, which may be left empty, and call `done` once it has it."""

    def written(text: str) -> str | None:
        return screen.trouble_with(RenameSession(chapter.first, text))

    def closed(text: str | None) -> None:
        if text is not None:
            screen.say(line(screen.session.entries[-1], screen.session.find))
            done()

    title = f"{chapter.name} : son titre, ou rien"
    dialog = AskText(title, value=chapter.title, label="titre", validate=written)
    screen.app.push_screen(dialog, closed)


def offer_split(screen: SessionScreen[None], entry: Entry, done: Done = _nothing) -> None:
    """Say what would be read if another session began with the command that wrote `entry`; on a yes, have it so."""
    _offer(screen, "Couper la séance ici ?", SplitSession(entry.command.start), done)


def offer_joining(screen: SessionScreen[None], chapter: Chapter, done: Done = _nothing) -> None:
    """Say what would be read if a session were one with the session before it; on a yes, have it so."""
    _offer(screen, "Réunir à la séance d’avant ?", JoinSessions(chapter.first), done)


def offer_reopening(screen: SessionScreen[None], number: int, done: Done = _nothing) -> None:
    """Ask whether to go on with the session of that number, if it is the last one and closed; on a yes, do."""
    state, command = screen.session.state, ReopenSession(number)
    if number != state.session or state.session_opened is not None:
        screen.attempt(command)  # which says why not
        return
    question = Confirm(f"Rouvrir la séance {number} ?", GOES_ON)
    screen.confirm(question, command, lambda written: _tell(screen, written, done))


def _offer(screen: SessionScreen[None], question: str, command: EditSessions, done: Done) -> None:
    session = screen.session
    try:
        before, after = session.history.chapters(), session.history.chapters(command)
    except (Refused, JournalError) as error:
        screen.complain(sentence(error))
        return
    asked = Confirm(question, _reading(before, after))
    screen.confirm(asked, command, lambda written: _tell(screen, written, done))


def _reading(before: Sequence[Chapter], after: Sequence[Chapter]) -> str:
    """Return which sessions would be read otherwise, as they are now and as they would be."""
    now = [f"· {each.heading}" for each in before if each not in after]
    then = [f"· {each.heading}" for each in after if each not in before]
    return "\n".join(["Se lit aujourd’hui :", *now, "Se lirait :", *then, "", SAME_PAST])


def _tell(screen: SessionScreen[None], written: Sequence[Entry], done: Done) -> None:
    screen.say(line(written[0], screen.session.find))
    done()
