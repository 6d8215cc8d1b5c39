"""A session told again before the next one, from the table or from the history."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from campaign.chronicle.recollection import NO_EVENING, last_chapter, recollection
from campaign.history.chapters import Chapter
from campaign.refusals import JournalError
from campaign.sentences import sentence
from screens.base import SessionScreen

READING = "Lecture des séances…"
GONE = "La séance dont vous aviez retouché le récit ne se lit plus ainsi."
_AT_A_TIME = 0.02
"""For how many seconds sessions are looked at before the rest is left for between the keys."""


def tell_last_evening(screen: SessionScreen[None]) -> None:
    """Show the last chapter that is over, told again in a few sentences."""
    _once_outlined(screen, lambda: _tell(screen, last_chapter(screen.session), NO_EVENING))


def tell_again(screen: SessionScreen[None], first: int) -> None:
    """Show the chapter that holds an event told again in a few sentences, or the draft that was made of it."""

    def tell() -> None:
        _tell(screen, screen.session.history.outline().chapter_of(first), GONE)

    _once_outlined(screen, tell)


def _tell(screen: SessionScreen[None], chapter: Chapter | None, otherwise: str) -> None:
    if chapter is None:
        screen.complain(otherwise)
        return
    from screens.dialogs.previously import open_previously  # its field of several lines is heavy

    open_previously(screen, chapter, lambda wanted: recollection(screen.session, wanted))


def _once_outlined(screen: SessionScreen[None], tell: Callable[[], None]) -> None:
    """Call `tell` once the campaign is known in outline: now, or else read between the keys."""
    try:
        reading = screen.session.history.outlining()
        if _is_read(reading):
            tell()
        else:
            screen.say(READING)
            screen.run_worker(_read_on(screen, reading, tell), group="outline", exclusive=True)
    except JournalError as error:
        screen.complain(sentence(error))


def _is_read(reading: Iterator[object]) -> bool:
    """Read on for a moment; return whether that was all."""
    until = monotonic() + _AT_A_TIME
    return all(monotonic() < until for _ in reading)


async def _read_on(
    screen: SessionScreen[None], reading: Iterator[object], tell: Callable[[], None]
) -> None:
    try:
        await screen.between_keys.work(reading)
        screen.say("")
        if screen.is_current:
            tell()
    except JournalError as error:
        screen.complain(sentence(error))
