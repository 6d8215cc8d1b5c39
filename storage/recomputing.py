"""A campaign played over from its events: each result is computed anew and held against what was written."""

from __future__ import annotations

from campaign.changes import Change, apply_changes, differences
from campaign.character import Action, Character
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CharacterChanged,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventRedone,
    EventUndone,
    HealthCause,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Outcome,
    SessionClosed,
    SessionOpened,
)
from campaign.health_changes import apply_health, health_differences
from campaign.state import State, apply
from rules.depassement import resolve
from rules.errors import RuleError
from rules.health import consequence, full_rest
from rules.roll import encaissement_ca


class Replay:
    """The events of a campaign so far, and the state after each.

    Attributes:
        is_whole: whether nothing was unreadable or missing until now; what depends on the past is checked only then.
    """

    def __init__(self) -> None:
        self.is_whole = True
        self._entries: list[Entry] = []
        self._states: list[State] = []
        self._places: dict[int, int] = {}
        self._undone: set[int] = set()

    @property
    def state(self) -> State:
        """The state after the last event."""
        return self._states[-1] if self._states else State()

    def add(self, entry: Entry) -> list[str]:
        """Play one more event; return what it should have been and is not, in French."""
        findings = _result(entry)
        if self.is_whole:
            findings += _of_a_character(entry.event, self.state) + self._of_the_past(entry.event)
        self._places.setdefault(entry.sequence, len(self._entries))
        self._entries.append(entry)
        self._states.append(apply(self.state, entry))
        match entry.event:
            case EventUndone(target) if target in self._places:
                self._undone.add(target)
                self._play_again(self._places[target])
            case EventRedone(target) if target in self._places:
                self._undone.discard(target)
                self._play_again(self._places[target])
        return findings

    def _of_the_past(self, event: Event) -> list[str]:
        """Check what an event says of the campaign, and of the events before it."""
        match event:
            case OptionsChanged(before) if before != self.state.options:
                return ["les choix d’avant ne sont pas ceux qu’il dit"]
            case EventUndone(target) if target not in self._places or target in self._undone:
                return [f"il annule l’événement {target}, qui ne peut pas l’être"]
            case EventRedone(target) if target not in self._undone:
                return [f"il rétablit l’événement {target}, qui n’est pas annulé"]
            case NoteWritten(about=int() as about) if about not in self._places:
                return [f"il annote l’événement {about}, qui n’existe pas"]
        return []

    def _play_again(self, place: int) -> None:
        """Play the events from a place on, which is near the end: what is undone is recent."""
        state = self._states[place - 1] if place else State()
        for index in range(place, len(self._entries)):
            entry = self._entries[index]
            if entry.sequence not in self._undone:
                state = apply(state, entry)
            self._states[index] = state


def _result(entry: Entry) -> list[str]:
    """Check what an event computed from what it holds itself."""
    match entry.event:
        case DepassementResolved(stakes=stakes, die=die, encaissement_die=other, outcome=outcome):
            try:
                again = resolve(stakes, die.face if die else None, other.face if other else None)
            except RuleError:
                return ["ce jet n’est pas possible selon les règles"]
            same = outcome == Outcome(
                again.verdict, again.dom, again.encaissement, again.dom_effectif, again.effect
            )
            return [] if same else ["le résultat recalculé diffère"]
        case SessionOpened(number) | SessionClosed(number) if number != entry.session:
            return [f"il se dit de la séance {number}"]
    return []


def _of_a_character(event: Event, state: State) -> list[str]:
    """Check what an event says of a character as it was then."""
    match event:
        case (
            CharacterChanged()
            | ActionSaved()
            | ActionRemoved()
            | DepassementResolved()
            | EffectRuled()
            | HealthChanged()
        ):
            character = state.characters.get(event.who)
        case _:
            return []
    if character is None:
        return ["il parle d’un personnage inconnu"]
    match event:
        case CharacterChanged(changes=changes):
            same = set(_changes_again(character, changes)) == set(changes)
            return [] if same else ["la fiche d’avant n’est pas celle qu’il dit"]
        case HealthChanged():
            same = _health_again(event, character, state) == event.changes
            return [] if same else ["la santé d’avant ou d’après n’est pas celle qu’il dit"]
        case ActionSaved(replaced=Action() as known) | ActionRemoved(action=known):
            return (
                [] if known in character.actions else ["l’action d’avant n’est pas celle qu’il dit"]
            )
        case DepassementResolved(stakes=stakes):
            borne = encaissement_ca(character.sheet, stakes.aspect, character.health, state.options)
            same = (borne, state.options) == (stakes.encaissement, stakes.options)
            return [] if same else ["l’enjeu recalculé diffère"]
        case EffectRuled():
            return (
                []
                if _is_as_ruled(event, character, state)
                else ["la conséquence recalculée diffère"]
            )
    return []


def _changes_again(character: Character, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    try:
        return differences(character, apply_changes(character, changes))
    except ValueError:
        return ()


def _health_again(event: HealthChanged, character: Character, state: State) -> tuple[Change, ...]:
    """Return the changes that an event should tell: a full rest follows from the rules, the rest is the GC's word."""
    before = character.health
    if event.cause is HealthCause.FULL_REST:
        return health_differences(before, full_rest(before, state.options))
    return health_differences(before, apply_health(before, event.changes))


def _is_as_ruled(event: EffectRuled, character: Character, state: State) -> bool:
    awaited = state.awaited
    if awaited is None or awaited.sequence != event.roll or awaited.roll.who != event.who:
        return False
    stakes, effect = awaited.roll.stakes, awaited.roll.outcome.effect
    try:
        again = consequence(
            effect,
            event.ruling,
            stakes.aspect,
            character.health,
            character.sheet.room,
            stakes.options,
        )
    except RuleError:
        return False
    return (effect, again, character.health.pf) == (
        event.effect,
        event.consequence,
        event.pf_before,
    )
