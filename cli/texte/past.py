"""What changes how a past event counts: undoing, redoing, correcting, revealing. What would change is read first."""

from __future__ import annotations

from campaign.calculations import calculation
from campaign.commands import Correction, CorrectNote, CorrectRoll, Redo, Reveal, Undo
from campaign.correction import correction_of
from campaign.deltas import NOTHING_PLAYED, deltas
from campaign.events import (
    DepassementResolved,
    Die,
    EffectRuled,
    Entry,
    EventCorrected,
    NoteWritten,
)
from campaign.history.consequences import Consequences
from campaign.narration import event_line, line, version_told
from campaign.numbers import whole_number
from campaign.past import subject
from campaign.refusals import Refusal, Refused
from campaign.text import NOTE_LENGTH, clean_name
from campaign.words import RULINGS
from cli.texte.answers import Named
from cli.texte.evening import LONGEST_NUMBER, Evening
from rules.calculation import Total, number
from rules.depassement import ENCAISSEMENT_DIE
from rules.health import Ruling
from rules.roll import DIE, FACES, LIMIT_OF_STAKES
from rules.sheet import LIMIT_OF_VALUES

NO_DIE = "sans dé"
_RULINGS: list[Named[Ruling]] = [(ruling, (words,)) for ruling, words in RULINGS.items()]


def undo(at: Evening) -> None:
    """Undo the last command that counts, or that of the event whose number the line says."""
    _change(at, Undo(_number(at)), "Annuler")


def redo(at: Evening) -> None:
    """Redo what was undone last, or with the event whose number the line says."""
    _change(at, Redo(_number(at)), "Rétablir")


def reveal(at: Evening) -> None:
    """Tell everyone of a secret event."""
    session = at.session
    target = subject(at.event(), session.find).sequence
    told = session.revelation(target)
    at.say(*(f"Serait révélé : {event_line(each.event, session.find)}" for each in told))
    if at.answers.confirm("Révéler, ce qui ne s’annule pas"):
        at.do(Reveal(target))


def put_right(at: Evening) -> None:
    """Ask how a roll, its ruling or a note should have been."""
    session = at.session
    counting = session.counting(subject(at.event(), session.find).sequence)
    if isinstance(counting.event, EffectRuled):
        counting = session.counting(counting.event.roll)
    match counting.event:
        case NoteWritten(text):
            at.do(CorrectNote(counting.sequence, _other_words(at, text)))
        case DepassementResolved() as roll:
            command = _ask_roll(at, counting.sequence, roll)
            change_after_asking(at, command, "Corriger")
        case _:
            raise Refused(Refusal.NOT_CORRECTABLE)


def change_after_asking(at: Evening, command: Correction, verb: str) -> None:
    """Tell what a correction changes, and its calculation beside the one before; on a yes, have it done."""
    session = at.session
    foreseen = session.foreseen(command)
    for event in (each.event for each in foreseen):
        corrected = version_told(event) if isinstance(event, EventCorrected) else event
        at.say(f"Deviendrait : {event_line(corrected, session.find)}")
        for step in calculation(event, session.find):
            why = f" ({step.why})" if step.why else ""
            at.say(f"{step.label} : {step.formula} {step.conclusion}{why}")
    _tell_changes(at, foreseen)
    if at.answers.confirm(verb):
        at.do(command)


def _tell_changes(at: Evening, foreseen: tuple[Entry, ...]) -> None:
    """Tell what would change now; where it is of long ago, all that follows from then on."""
    session = at.session
    if not session.is_earlier(foreseen):
        changes = deltas(*session.compared(foreseen))
        at.say(*(f"Changement : {each}" for each in changes) if changes else (NOTHING_PLAYED,))
        return
    consequences = Consequences(session.history, foreseen)
    for _ in consequences.steps():
        pass
    at.say(*consequences.lines())


def _number(at: Evening) -> int | None:
    """Return the number of an event, where the line says one."""
    return at.answers.number_said("Numéro de l’événement", 1, 10**LONGEST_NUMBER - 1)


def _change(at: Evening, command: Undo | Redo, verb: str) -> None:
    session = at.session
    foreseen = session.foreseen(command)  # which refuses where there is nothing to change
    undoes = isinstance(command, Undo)
    targets = session.undoable(command.target) if undoes else session.redoable(command.target)
    at.say(*(f"{verb} : {each.sequence}, {line(each, session.find)}" for each in targets))
    _tell_changes(at, foreseen)
    if at.answers.confirm(verb):
        at.do(command)


def _other_words(at: Evening, text: str) -> str:
    def read(typed: str) -> str:
        return clean_name(typed, "note", NOTE_LENGTH)

    at.say(f"La note dit : {text}")
    return at.answers.ask("Plutôt", read, whole=True)


def _ask_roll(at: Evening, target: int, roll: DepassementResolved) -> CorrectRoll:
    """Ask for all that a roll can have had otherwise, each value being offered as it is."""
    ask, session, stakes = at.answers, at.session, roll.stakes
    written = session.find(target)
    event = written.event if written else roll
    first = event.stakes if isinstance(event, DepassementResolved) else stakes
    awaited = session.state.awaited
    diff = ask.number("Diff", 0, LIMIT_OF_STAKES, stakes.diff)
    eff = ask.number("Eff", 0, LIMIT_OF_STAKES, stakes.eff)
    ca = _ask_added(at, "CA", stakes.ca, first.ca)
    encaissement = _ask_added(at, "Encaissement", stakes.encaissement, first.encaissement)
    die, other = _ask_die(at, DIE, roll.die), _ask_die(at, ENCAISSEMENT_DIE, roll.encaissement_die)
    ruling = None
    if awaited is None or awaited.sequence != target:
        ruled = session.ruling_of(target)
        known = (
            ruled.event.ruling if ruled and isinstance(ruled.event, EffectRuled) else Ruling.FATIGUE
        )
        ruling = ask.pick("Jugement", _RULINGS, RULINGS[known])
    return CorrectRoll(target, diff, eff, ca, encaissement, die, other, ruling)


def _ask_added(at: Evening, what: str, total: Total, first: Total) -> int:
    """Ask for what was missing from a sum."""
    question = f"{what}, à ajouter à {number(first.value)} = {first.formula}"
    return at.answers.number(
        question, -LIMIT_OF_VALUES, LIMIT_OF_VALUES, correction_of(total, first)
    )


def _ask_die(at: Evening, what: str, rolled: Die | None) -> int | None:
    """Ask for a face that was typed wrong, or of a die that was never rolled; None leaves it unrolled."""

    def read(typed: str) -> int | None:
        return None if typed == NO_DIE else whole_number(typed, what, 1, FACES)

    return at.answers.ask(what.capitalize(), read, str(rolled.face) if rolled else NO_DIE)
