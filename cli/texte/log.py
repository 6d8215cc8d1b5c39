"""The log: read back, annotated, divided into scenes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice

from campaign.chronicle.recollection import (
    NO_EVENING,
    NOTHING_OF,
    chapter_of,
    last_chapter,
    recollection,
)
from campaign.commands import BeginScene, MarkEvent, WriteNote
from campaign.dates import full_date
from campaign.events import Entry, NoteWritten
from campaign.history.history import History
from campaign.narration import event_line
from campaign.numbers import whole_number
from campaign.past import subject
from campaign.text import NOTE_LENGTH, clean_name
from cli.texte.evening import LONGEST_NUMBER, Evening
from cli.texte.unclear import Unclear

ALL = "tout"
UNTITLED = "sans titre"
_LAST = 10
"""How many events are told where nobody says how many."""
_RANGE = re.compile(rf"(\d{{1,{LONGEST_NUMBER}}})\s*[-–−]\s*(\d{{1,{LONGEST_NUMBER}}})")
_COUNT = re.compile(rf"\d{{1,{LONGEST_NUMBER}}}")


def show_log(at: Evening) -> None:
    """Tell the last events, as many as the line says, or those from a number to another, or all."""
    wanted = at.answers.optional(lambda: at.answers.ask("Combien", str)) or str(_LAST)
    if found := _RANGE.fullmatch(wanted):
        first, last = sorted(map(int, found.groups()))
        told = _between(at.session.history, first, last)
    elif wanted == ALL:
        told = _between(at.session.history, 1, at.last_number)
    elif _COUNT.fullmatch(wanted) and int(wanted):
        told = _last(at.session.history, int(wanted))
    else:
        raise Unclear(f"Journal : il faut un nombre, deux numéros comme « 12-20 », ou « {ALL} ».")
    for entry in told:
        at.say(log_line(at, entry))


def _between(history: History, first: int, last: int) -> Iterator[Entry]:
    """Yield the entries from a number to another, of which a session at a time is in memory."""
    begins, ends = history.session_of(first), history.session_of(last)
    for session in history.sessions:
        if (begins or 0) <= session <= (ends or 0):
            entries = history.as_written(session)
            yield from (each for each in entries if first <= each.sequence <= last)


def _last(history: History, count: int) -> Iterator[Entry]:
    """Yield the last entries, as many as there are up to `count`."""
    sessions, held = deque[int](), 0
    for session in reversed(history.sessions):
        if held >= count:
            break
        sessions.appendleft(session)
        held += len(history.as_written(session))
    told = (entry for session in sessions for entry in history.as_written(session))
    return islice(told, max(0, held - count), None)


def log_line(at: Evening, entry: Entry) -> str:
    """Return an entry's number, its time, what has become of it, and its line: "12, 21:04, annulé : …"."""
    session, past = at.session, at.session.past_of(entry.sequence)
    marks = [
        str(entry.sequence),
        f"{entry.at:%H:%M}",
        "annulé" if entry.sequence in past.undone else "",
        "étoile" if entry.sequence in past.marked else "",
        "secret" if past.is_secret(entry) else "",
        "corrigé" if entry.sequence in past.corrections else "",
    ]
    return f"{', '.join(filter(None, marks))} : {event_line(past.current(entry), session.find)}"


def show_event(at: Evening) -> None:
    """Tell one event with its whole calculation, its ruling and its notes."""
    entry = at.event()
    session = at.session
    at.say(f"{full_date(entry.at)}, {log_line(at, entry)}")
    at.say(*at.steps(entry))
    if (ruled := session.ruling_of(entry.sequence)) is not None:
        at.say(log_line(at, ruled))
    for each in reversed(tuple(session.speaking_of(entry.sequence))):
        is_note = isinstance(each.event, NoteWritten)
        if is_note and each.sequence not in session.past_of(each.sequence).undone:
            at.say(log_line(at, each))


def tell_again(at: Evening) -> None:
    """Tell the last session again in a few sentences, or the one that the line says, without secrets."""
    session = at.session

    def number(typed: str) -> int:
        return whole_number(typed, "séance", 1, session.state.session)

    wanted = at.answers.optional(lambda: at.answers.ask("Séance", number))
    chapter = chapter_of(session, wanted) if wanted else last_chapter(session)
    if chapter is None:
        raise Unclear(NOTHING_OF.format(wanted) if wanted else NO_EVENING)
    at.say(*recollection(session, chapter).told.split("\n"))


def write_note(at: Evening) -> None:
    """Write a note."""
    at.do(WriteNote(_note(at)))


def annotate(at: Evening) -> None:
    """Write a note on an event."""
    about = at.event()
    at.do(WriteNote(_note(at), about.sequence))


def begin_scene(at: Evening) -> None:
    """Begin a scene, with a title or without."""

    def read(typed: str) -> str:
        return "" if typed == UNTITLED else clean_name(typed, "titre")

    at.do(BeginScene(at.answers.ask("Titre", read, UNTITLED, whole=True)))


def mark(at: Evening) -> None:
    """Put a ★ on an event, or take it off."""
    target = subject(at.event(), at.session.find).sequence
    at.do(MarkEvent(target, target not in at.session.past_of(target).marked))


def _note(at: Evening) -> str:
    return at.answers.ask("Note", lambda typed: clean_name(typed, "note", NOTE_LENGTH), whole=True)
