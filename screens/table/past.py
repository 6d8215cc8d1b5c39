"""What can be done to an event that is already written: a ★ on it, its correction, its revelation."""

from __future__ import annotations

from collections.abc import Callable

from campaign.commands import CorrectRuling, MarkEvent, Reveal
from campaign.events import (
    DepassementResolved,
    EffectRuled,
    Entry,
    NoteWritten,
)
from campaign.narration import event_line, line
from campaign.past import subject
from campaign.refusals import JournalError, Refused
from campaign.sentences import sentence
from campaign.words import RULINGS
from rules.errors import RuleError
from rules.health import Ruling
from screens.base import SessionScreen
from screens.dialogs.confirm import Confirm
from screens.table.foretelling import Foretelling, foretell
from screens.table.note import ask_other_words

NOT_CORRECTABLE = "Cet événement ne se corrige pas : un jet, un jugement ou une note, si."


def mark(screen: SessionScreen[None], entry: Entry) -> None:
    """Put a ★ on an event, or take it off."""
    target = subject(entry, screen.session.find).sequence
    marked = target in screen.session.past_of(target).marked
    written = screen.attempt(MarkEvent(target, not marked))
    if written is not None:
        screen.say(line(written[0], screen.session.find))


def correct(screen: SessionScreen[None], entry: Entry, done: Callable[[object], None]) -> None:
    """Ask how an event should have been; call `done` once the form is closed."""
    target = subject(entry, screen.session.find).sequence
    try:
        counting = screen.session.counting(target)
        if isinstance(counting.event, EffectRuled):
            counting = screen.session.counting(counting.event.roll)
    except Refused as error:
        screen.refused(error)
        return
    match counting.event:
        case NoteWritten(text):
            ask_other_words(screen, counting.sequence, text)
        case DepassementResolved() as roll:
            from screens.table.correction import CorrectionScreen

            form = CorrectionScreen(screen.session, counting.sequence, roll)
            screen.app.push_screen(form, done)
        case _:
            screen.complain(NOT_CORRECTABLE)


def offer_other_ruling(
    screen: SessionScreen[None],
    roll: int,
    ruling: Ruling,
    done: Callable[[tuple[Entry, ...]], None],
) -> None:
    """Say what another ruling on a roll would change; on a yes, have it so and call `done` with what was written."""
    session, command = screen.session, CorrectRuling(roll, ruling)
    try:
        foretold = foretell(session, command)
    except (Refused, RuleError, JournalError) as error:
        screen.complain(sentence(error))
        return
    screen.confirm(Foretelling(f"Juger plutôt {RULINGS[ruling]} ?", (), foretold), command, done)


def offer_reveal(screen: SessionScreen[None], entry: Entry) -> None:
    """Ask whether a secret event is to be told to everyone, and tell it."""
    session = screen.session
    target = subject(entry, session.find).sequence
    try:
        told = session.revelation(target)
    except Refused as error:
        screen.refused(error)
        return
    lines = "\n".join(f"· {event_line(each.event, session.find)}" for each in told)
    question = Confirm("Révéler aux joueurs ?", f"{lines}\n\nCela ne s’annule pas.")
    screen.confirm(
        question, Reveal(target), lambda written: screen.say(line(written[0], session.find))
    )
