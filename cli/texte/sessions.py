"""The sessions as they are read: listed, titled, cut in two, joined, re-opened. What would be read is told first."""

from __future__ import annotations

from campaign.commands import (
    EditSessions,
    JoinSessions,
    RenameSession,
    ReopenSession,
    SplitSession,
)
from campaign.history.chapters import Chapter
from campaign.text import clean_title
from cli.texte.evening import Evening

UNTITLED = "sans titre"


def list_sessions(at: Evening) -> None:
    """Tell every session, with the number of its first event."""
    for each in at.session.history.chapters():
        at.say(f"{each.heading}, depuis l’événement {each.first}")


def give_title(at: Evening) -> None:
    """Give a session a title, or take it off."""
    chapter = _ask(at)

    def read(typed: str) -> str:
        return "" if typed == UNTITLED else clean_title(typed)

    title = at.answers.ask("Titre", read, chapter.title or UNTITLED, whole=True)
    at.do(RenameSession(chapter.first, title))


def split(at: Evening) -> None:
    """Let another session be read from an event on."""
    _offer(at, SplitSession(at.event().command.start), "Couper")


def join(at: Evening) -> None:
    """Let a session be read as one with the session before it."""
    _offer(at, JoinSessions(_ask(at).first), "Réunir à la séance d’avant")


def reopen(at: Evening) -> None:
    """Go on with the session that was closed last."""
    at.do(ReopenSession(at.session.state.session))


def _ask(at: Evening) -> Chapter:
    """Ask for a session by its label or its title, offering the last one."""
    chapters = at.session.history.chapters()
    options = [(each, tuple(filter(None, (each.label, each.title)))) for each in chapters]
    return at.answers.pick("Séance", options, chapters[-1].label if chapters else None)


def _offer(at: Evening, command: EditSessions, question: str) -> None:
    before, after = at.session.history.chapters(), at.session.history.chapters(command)
    at.say(*(f"Se lirait : {each.heading}" for each in after if each not in before))
    if at.answers.confirm(question):
        at.do(command)
