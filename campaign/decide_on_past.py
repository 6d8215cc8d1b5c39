"""What the commands on what was written come to: undoing, redoing, revealing, marking, putting right, joining."""

from __future__ import annotations

from campaign.commands import (
    Command,
    Correction,
    EditSessions,
    MarkEvent,
    Redo,
    ResolveDepassement,
    Reveal,
    Undo,
)
from campaign.correction import correct
from campaign.events import (
    EffectRuled,
    Entry,
    Event,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    NoteWritten,
    Revealable,
)
from campaign.history.editing import edited
from campaign.memory import Memory
from campaign.past import target_of
from campaign.refusals import Refusal, Refused
from campaign.undoing import done_last, done_with, undone_last, undone_with

OnThePast = Undo | Redo | Reveal | MarkEvent | EditSessions | Correction
"""What says something of what was written, and leaves it as it is."""


def decide_on_past(command: OnThePast, memory: Memory) -> tuple[Event, ...]:
    """Return the events that `command` comes to.

    Raises:
        Refused: it makes no sense now.
        RuleError: the rules refuse it.
        JournalError: a session can't be read.
    """
    match command:
        case Undo(target):
            return tuple(EventUndone(entry.sequence) for entry in undoable(target, memory))
        case Redo(target):
            return tuple(EventRedone(entry.sequence) for entry in redoable(target, memory))
        case Reveal(target):
            return revelation(target, memory)
        case MarkEvent(target, marked):
            memory.counting(target)
            if (target in memory.past_of(target).marked) == marked:
                raise Refused(Refusal.NO_CHANGE)
            return (EventMarked(target, marked),)
        case _ if isinstance(command, EditSessions):
            return (edited(command, memory.history.chapters(), memory.history.find),)
        case _:
            return correct(command, memory)


def undoable(target: int | None, memory: Memory) -> tuple[Entry, ...]:
    """Return what is undone with the event of that number, or with the last command when it is None.

    Raises:
        Refused: there is nothing, or it is never undone.
        JournalError: a session can't be read.
    """
    if target is not None:
        return done_with(target, memory)
    for entries, past in memory.backwards():
        if found := done_last(entries, past):
            return found
    raise Refused(Refusal.NOTHING_TO_UNDO)


def redoable(target: int | None, memory: Memory) -> tuple[Entry, ...]:
    """Return what is redone with the event of that number, or what was undone last when it is None.

    Raises:
        Refused: there is nothing, or it can't count again.
        JournalError: a session can't be read.
    """
    if target is not None:
        return tuple(filter(None, map(memory.find, undone_with(target, memory))))
    for entries, past in memory.backwards():
        if targets := undone_last(entries, past):
            return tuple(filter(None, map(memory.find, targets)))
    raise Refused(Refusal.NOTHING_TO_REDO)


def revelation(target: int, memory: Memory) -> tuple[EventRevealed, ...]:
    """Return what the revelation of an event tells: a secret roll with its ruling and its ★, or a note.

    Raises:
        Refused: that event isn't secret, or is none of these.
        JournalError: a session can't be read.
    """
    found = memory.counting(target)
    if isinstance(found.event, EffectRuled):  # which says nothing without its roll
        return revelation(found.event.roll, memory)
    past = memory.past_of(target)
    spoken = [
        each for each in memory.speaking_of(target) if not isinstance(each.event, NoteWritten)
    ]
    told = tuple(
        EventRevealed(entry.sequence, event)
        for entry in filter(None, (memory.find(target), *reversed(spoken)))
        if past.is_secret(entry)
        and entry.sequence not in past.undone
        and isinstance(event := past.current(entry), Revealable)
    )
    if not any(event.target == target for event in told):
        raise Refused(Refusal.NOT_SECRET)
    return told


def tells_a_secret(command: Command, events: tuple[Event, ...], memory: Memory) -> bool:
    """Return whether what a command comes to tells of a secret roll."""
    if isinstance(command, ResolveDepassement):
        return command.secret
    if isinstance(command, Reveal):
        return False
    numbers = [target_of(event) or 0 for event in events]
    spoken_of = ((memory.find(number), number) for number in numbers)
    return any(
        entry is not None and entry.secret and memory.past_of(number).is_secret(entry)
        for entry, number in spoken_of
    )
