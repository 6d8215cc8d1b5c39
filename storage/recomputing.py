"""A campaign played over from its events: each is held against those before it, and against what was made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from campaign.commands import CorrectRoll, EditSessions, JoinSessions, RenameSession, SplitSession
from campaign.correction import corrected_roll, correction_of
from campaign.events import (
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventCorrected,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    NoteWritten,
    OfSessions,
    OfThePast,
    SessionSplit,
    SessionTitled,
)
from campaign.history.chapters import Sessions
from campaign.history.editing import edited
from campaign.past import Past, target_of
from campaign.refusals import Refused
from campaign.state import State, apply
from campaign.undoing import done_last, done_with, undone_last, undone_with
from rules.depassement import Stakes
from rules.errors import RuleError
from storage.expected import is_as_ruled, wrong_by_itself, wrong_in


class Replay:
    """The events of a campaign so far, and the state after each by what counts now.

    Attributes:
        is_whole: whether nothing was unreadable or missing until now; what depends on the past is checked only then.
    """

    def __init__(self) -> None:
        self.is_whole = True
        self._entries: list[Entry] = []
        self._states: list[State] = []
        self._places: dict[int, int] = {}
        self._changing: list[Entry] = []  # what says how other events count
        self._past = Past()
        self._sessions = Sessions()
        self._command: tuple[int, ...] = ()  # what the undoing or redoing being read is of

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self._states[-1] if self._states else State()

    def add(self, entry: Entry) -> list[str]:
        """Play one more event; return what it should have been and is not, in French."""
        findings = wrong_by_itself(entry.event, entry.session)
        if self.is_whole:
            findings += wrong_in(entry.event, self.state) + self._wrong_about_others(entry)
        self._take_in(entry)
        return findings

    def _take_in(self, entry: Entry) -> None:
        """Keep an event, and play those again that count otherwise from now on, which are near the end."""
        place = len(self._entries)
        self._places.setdefault(entry.sequence, place)
        self._entries.append(entry)
        self._states.append(State())
        self._sessions.take_in(entry)
        if isinstance(entry.event, OfThePast | EventMarked):
            self._changing.append(entry)
            self._past = Past.of(self._changing)
        if isinstance(entry.event, EventUndone | EventRedone | EventCorrected):
            place = min([place, *self._changed_with(entry.event.target)])
        state = self._states[place - 1] if place else State()
        for index in range(place, len(self._entries)):
            self._states[index] = state = self._after(state, self._entries[index])

    def _after(self, state: State, entry: Entry) -> State:
        if entry.sequence in self._past.undone:
            return state
        current = self._past.current(entry)
        return apply(state, entry if current is entry.event else replace(entry, event=current))

    def _changed_with(self, number: int) -> list[int]:
        """Return the places of the events that count otherwise when that one does: itself, and what it corrects."""
        places = []
        while (entry := self._entry(number)) is not None:
            places.append(self._places[number])
            if not isinstance(entry.event, EventCorrected) or entry.event.target >= number:
                break
            number = entry.event.target
        return places

    def _entry(self, number: int | None) -> Entry | None:
        place = self._places.get(number or 0)
        return None if place is None else self._entries[place]

    def _counting(self, number: int) -> Event | None:
        """Return the event of that number as it counts; None when it doesn't."""
        entry = self._entry(number)
        if entry is None or number in self._past.undone:
            return None
        return self._past.current(entry)

    def _wrong_about_others(self, entry: Entry) -> list[str]:
        """Return what an event says of those before it and is not so, in French."""
        match entry.event:
            case EventUndone(target) if not self._is_of_command(entry, target):
                return [f"il annule l’événement {target}, qui ne peut pas l’être"]
            case EventRedone(target) if not self._is_of_command(entry, target):
                return [f"il rétablit l’événement {target}, qui ne peut pas l’être"]
            case EventCorrected(target) as correction if not self._is_right(correction):
                return [f"la correction recalculée de l’événement {target} diffère"]
            case EventRevealed(target) as revealed if not self._is_told(revealed, entry):
                return [f"ce qu’il révèle n’est pas l’événement {target} tel qu’il compte"]
            case EventMarked(target, marked) if (
                self._counting(target) is None or (target in self._past.marked) == marked
            ):
                return [f"l’étoile de l’événement {target} ne peut pas changer ainsi"]
            case NoteWritten(about=int() as about) if about not in self._places:
                return [f"il annote l’événement {about}, qui n’existe pas"]
            case EffectRuled() as ruling if not self._is_ruled(ruling, entry):
                return ["la conséquence recalculée diffère"]
            case event if isinstance(event, OfSessions) and not self._is_edited(event):
                return ["les séances d’alors ne sont pas celles qu’il dit"]
        known = self._entry(target_of(entry.event))
        is_told = entry.secret or isinstance(entry.event, EventRevealed)
        if known is not None and self._past.is_secret(known) and not is_told:
            return [f"il parle à tous de l’événement {known.sequence}, qui est secret"]
        return []

    def _is_of_command(self, entry: Entry, target: int) -> bool:
        """Return whether an undoing or redoing is of a command that could be undone or redone, and of all of it."""
        index, count = entry.place
        if index == 1:
            asked = (self._undoable(entry.event, each) for each in (None, target))
            self._command = next((each for each in asked if len(each) == count), ())
        return index <= len(self._command) and self._command[index - 1] == target

    def _undoable(self, event: Event, target: int | None) -> tuple[int, ...]:
        """Return what can be undone, or redone, whole: what was done last, or what that target is of."""
        try:
            if isinstance(event, EventRedone):
                return (
                    undone_with(target, self) if target else undone_last(self._entries, self._past)
                )
            done = done_with(target, self) if target else done_last(self._entries, self._past)
            return tuple(each.sequence for each in done)
        except Refused:
            return ()

    # What has been written, for what undoes any of it

    def find(self, sequence: int) -> Entry | None:
        """Return the entry of that sequence number as it was written, if there is one."""
        return self._entry(sequence)

    def past_of(self, _: int) -> Past:
        """Return how events count."""
        return self._past

    def speaking_of(self, sequence: int) -> Iterator[Entry]:
        """Yield the entries that speak of an event, the last one first."""
        return (each for each in reversed(self._entries) if target_of(each.event) == sequence)

    def _is_right(self, correction: EventCorrected) -> bool:
        target, counted = correction.target, self._counting(correction.target)
        if correction.before != self._past.version(target) or correction.event == counted:
            return False
        match correction.event, counted:
            case DepassementResolved() as roll, DepassementResolved() as before:
                known = self._entry(target)
                first = known.event if known else None
                return isinstance(first, DepassementResolved) and roll == _corrected_again(
                    target, roll, before, first.stakes
                )
            case EffectRuled() as ruling, EffectRuled() as before:
                there = self._states[self._places[target] - 1]
                rolled = self._counting(before.roll)
                return (
                    ruling.roll == before.roll
                    and isinstance(rolled, DepassementResolved)
                    and is_as_ruled(ruling, rolled, there)
                )
            case NoteWritten() as note, NoteWritten() as before:
                return note.about == before.about
        return False

    def _is_told(self, revealed: EventRevealed, entry: Entry) -> bool:
        known = self._entry(revealed.target)
        return (
            known is not None
            and not entry.secret
            and self._past.is_secret(known)
            and self._counting(revealed.target) == revealed.event
        )

    def _is_edited(self, event: OfSessions) -> bool:
        """Return whether the sessions could be titled, split or joined so."""
        chapters = self._sessions.chapters(self._past.undone)
        try:
            return event == edited(_command_of(event), chapters, self._entry)
        except Refused:
            return False

    def _is_ruled(self, ruling: EffectRuled, entry: Entry) -> bool:
        """Return whether a ruling is of the roll that awaited it, or that was corrected by the same command."""
        roll, awaited = self._counting(ruling.roll), self.state.awaited
        is_due = entry.place[0] > 1 or (awaited is not None and awaited.sequence == ruling.roll)
        return (
            is_due
            and isinstance(roll, DepassementResolved)
            and is_as_ruled(ruling, roll, self.state)
        )


def _command_of(event: OfSessions) -> EditSessions:
    match event:
        case SessionTitled():
            return RenameSession(event.first, event.title)
        case SessionSplit():
            return SplitSession(event.first)
        case _:
            return JoinSessions(event.first)


def _corrected_again(
    target: int, after: DepassementResolved, before: DepassementResolved, first: Stakes
) -> DepassementResolved | None:
    """Return a roll as it would be corrected again, of these stakes at first; None where it would be refused."""
    stakes = after.stakes
    command = CorrectRoll(
        target,
        stakes.diff,
        stakes.eff,
        correction_of(stakes.ca, first.ca),
        correction_of(stakes.encaissement, first.encaissement),
        after.die.face if after.die else None,
        after.encaissement_die.face if after.encaissement_die else None,
    )
    try:
        return corrected_roll(command, before, first)
    except RuleError:
        return None
