"""A chapter of an open campaign, with what is to be known of it: read without reading all the others."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.chronicle.previously import previously
from campaign.chronicle.retelling import Evening
from campaign.history.chapters import Chapter
from campaign.history.outline import Outline
from campaign.past import Past
from campaign.session import Session
from campaign.state import State

NO_EVENING = "Aucune séance n’est encore passée : il n’y en a pas à raconter."
NOTHING_OF = "Il n’y a rien à raconter de la séance {}."


@dataclass(frozen=True, slots=True)
class Recollection:
    """A chapter that is looked back at.

    Attributes:
        evening: it as it counts now.
        end: the state at its end, likewise.
        past: how everything counts now.
        shadowed: those, by `who`, of whose health only the GC may know all.
    """

    evening: Evening
    end: State
    past: Past
    shadowed: frozenset[str]

    @property
    def told(self) -> str:
        """It in a few sentences, without secrets."""
        return previously(self.evening, self.end, self.past, self.shadowed)


def last_chapter(session: Session) -> Chapter | None:
    """Return the last chapter that is over, if there is one.

    Raises:
        JournalError: the campaign can't be read.
    """
    chapters = session.history.outline().chapters
    over = chapters[:-1] if session.is_being_played else chapters
    return over[-1] if over else None


def chapter_of(session: Session, number: int) -> Chapter | None:
    """Return the chapter that a session is read as, or its first part; None if nothing happened in it.

    Raises:
        JournalError: the campaign can't be read.
    """
    return session.history.outline().read_as(number)


def recollection(session: Session, chapter: Chapter) -> Recollection:
    """Return a chapter as it counts now.

    Raises:
        JournalError: the campaign can't be read.
    """
    outline = session.history.outline()
    evening = Evening.of(chapter, outline.written(chapter), outline.past)
    end = _state_after(session, chapter, outline)
    return Recollection(evening, end, outline.past, outline.shadowed(chapter.last))


def _state_after(session: Session, chapter: Chapter, outline: Outline) -> State:
    """Return the state at the end of a chapter; the one that the session goes on from is at hand."""
    later = [entry for entry in session.entries if entry.sequence > chapter.last]
    if not later:
        return session.state
    before = [each for each in outline.sessions if each < session.entries[0].session]
    if not before or chapter.last >= outline.last_of(before[-1]):
        return session.state_before(later[0].sequence)
    return outline.state_after(chapter)
