"""How sessions are titled, split and joined: decided against the chapters that there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.commands import EditSessions, JoinSessions, RenameSession, SplitSession
from campaign.events import (
    Entry,
    OfSessions,
    SessionClosed,
    SessionsJoined,
    SessionSplit,
    SessionTitled,
)
from campaign.history.chapters import Chapter
from campaign.refusals import Refusal, Refused
from campaign.text import clean_title


def edited(
    command: EditSessions, chapters: Sequence[Chapter], find: Callable[[int], Entry | None]
) -> OfSessions:
    """Return the event that `command` brings about.

    Args:
        command: what is asked for.
        chapters: those that there are.
        find: finds the entry of a sequence number, of any session.

    Raises:
        Refused: it makes no sense.
    """
    match command:
        case RenameSession(first, title):
            return _titled(chapters[_place(chapters, first)], title)
        case SplitSession(first):
            return _split(first, chapters, find)
        case JoinSessions(first):
            place = _place(chapters, first)
            if place == 0:
                raise Refused(Refusal.FIRST_SESSION)
            return SessionsJoined(first, chapters[place].label, chapters[place - 1].label)


def holding(sequence: int, chapters: Sequence[Chapter]) -> Chapter | None:
    """Return the chapter that an event is of, if there is such an event."""
    return next((each for each in chapters if each.first <= sequence <= each.last), None)


def _place(chapters: Sequence[Chapter], first: int) -> int:
    """Return the place of the chapter that begins with the event of sequence number `first`."""
    for place, each in enumerate(chapters):
        if each.first == first:
            return place
    raise Refused(Refusal.NO_BEGINNING, sequence=first)


def _titled(chapter: Chapter, title: str) -> SessionTitled:
    cleaned = clean_title(title)
    if cleaned == chapter.title:
        raise Refused(Refusal.NO_CHANGE)
    return SessionTitled(chapter.first, chapter.label, chapter.title, cleaned)


def _split(
    first: int, chapters: Sequence[Chapter], find: Callable[[int], Entry | None]
) -> SessionSplit:
    chapter, entry = holding(first, chapters), find(first)
    if chapter is None or entry is None:
        raise Refused(Refusal.UNKNOWN_EVENT, sequence=first)
    if first == chapter.first:
        raise Refused(Refusal.BEGINS_ALREADY, label=chapter.label)
    if entry.place[0] > 1:
        raise Refused(Refusal.WITHIN_A_COMMAND, first=entry.command.start)
    if isinstance(entry.event, SessionClosed):
        raise Refused(Refusal.NOTHING_AFTER)
    return SessionSplit(first, chapter.label, entry.at.date())
