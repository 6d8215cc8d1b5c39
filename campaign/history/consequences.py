"""What a change of a past event leads to, from that event on to now, before it is accepted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from itertools import groupby

from campaign.changes import Change as HealthChange
from campaign.character import Character
from campaign.dates import day_and_month
from campaign.deltas import NOTHING_PLAYED, deltas, health_delta
from campaign.events import DepassementResolved, EffectRuled, Entry, OfThePast
from campaign.health_changes import health_differences
from campaign.history.history import History
from campaign.narration import line
from campaign.past import Past, counting
from campaign.ruling import ruled
from campaign.state import State, apply
from rules.calculation import Total
from rules.errors import RuleError
from rules.roll import ca, encaissement_ca

_AT_ONCE = 100
"""How many entries are gone through between two breaths."""
MOST_TOLD = 12
"""How many of the events that were played with other values are kept to be told; the others are counted."""

_COUNTED = (
    "1 jet ou jugement d’après, joué avec d’autres valeurs, reste :",
    "{} jets ou jugements d’après, joués avec d’autres valeurs, restent :",
)

Key = tuple[str, str]
"""A character's identity, and one thing that it can suffer."""


@dataclass(frozen=True, slots=True)
class Change:
    """What would have been otherwise right after what is changed.

    Attributes:
        session: the session in which that was.
        at: when.
        text: what differs, in French.
        until: the event at which it would be as it was again; None where that never comes, or isn't followed.
    """

    session: int
    at: datetime
    text: str
    until: Entry | None = None


class Consequences:
    """What follows if entries that change the past are written now, worked out one session after the other.

    Rolls and rulings that were made since keep their results; those that were played with other values than they
    would have had are counted.

    Args:
        history: the campaign.
        foreseen: the entries.

    Attributes:
        changes: what would have been otherwise right after each of the sessions' events that count otherwise.
        played: the first of those that were played since with other values, as they count.
        count: how many these are in all.
        now: what would be otherwise today, in French; empty until all is worked out, or where nothing would be.
    """

    changes: list[Change]
    played: list[Entry]
    count: int
    now: tuple[str, ...]

    def __init__(self, history: History, foreseen: Sequence[Entry]) -> None:
        self._history, self._foreseen = history, foreseen
        self._lasting: dict[Key, int] = {}  # the places of the changes that are followed
        self.changes, self.played, self.count, self.now = [], [], 0, ()

    def steps(self) -> Iterator[tuple[int, int]]:
        """Go on, and yield now and then the place of the session that is looked at, and how many there are.

        Raises:
            JournalError: a session can't be read.
        """
        history = self._history
        if not history.knows_past:
            yield from ((0, len(history.sessions)) for _ in history.loading())
        sessions = history.sessions
        self._then, self._thus = self._history.states, self._history.foresee(self._foreseen)
        left = sorted(self._then.past.parted_from(self._thus.past))
        then = thus = State()
        while left:
            place = max(0, bisect_right(sessions, self._history.session_of(left[0]) or 0) - 1)
            then = thus = self._then.before(sessions[place])
            for session in sessions[place:]:
                entries = self._history.entries(session)
                targets = {each for each in left if each <= self._history.last_of(session)}
                for start in range(0, len(entries), _AT_ONCE):
                    yield sessions.index(session), len(sessions)
                    part = entries[start : start + _AT_ONCE]
                    then, thus = self._walked(part, then, thus, targets)
                left = [each for each in left if each > self._history.last_of(session)]
                if session != sessions[-1]:  # which goes on
                    self._thus.remember(session, thus)
                yield sessions.index(session), len(sessions)
                if thus is then:
                    self._thus.go_on_like(self._then, session, left[0] if left else None)
                    break
        new = [each for each in self._foreseen if not isinstance(each.event, OfThePast)]
        if new and thus is then:  # which may be of long ago
            then = thus = self._then.at(history.last_of(sessions[-1]), sessions[-1])
        self.now = deltas(then, reduce(apply, new, thus))

    def lines(self) -> Iterator[str]:
        """Yield in French what was worked out."""
        for (session, at), changes in groupby(self.changes, lambda each: (each.session, each.at)):
            yield f"{_moment(session, at).capitalize()}, juste après :"
            for change in changes:
                yield f"· {change.text}{self._until(change.until)}"
        yield "Aujourd’hui :"
        yield from (f"· {each}" for each in self.now or (NOTHING_PLAYED,))
        if self.count:
            yield _COUNTED[self.count > 1].format(self.count)
            for entry in self.played:
                yield f"· {_moment_of(entry)} : {line(entry, self._history.find)}"
            if others := self.count - len(self.played):
                yield f"· et {others} {'autres' if others > 1 else 'autre'}"

    def _until(self, entry: Entry | None) -> str:
        if entry is None:
            return ""
        current = replace(entry, event=self._then.past.current(entry))
        return f", jusqu’à la {_moment_of(entry)} ({line(current, self._history.find)})"

    def _walked(
        self, entries: Sequence[Entry], then: State, thus: State, targets: AbstractSet[int]
    ) -> tuple[State, State]:
        """Return the states after `entries` as they count and as they would; one and the same where nothing differs."""
        for entry in entries:
            is_target = entry.sequence in targets
            if thus is then and not is_target:
                then = thus = self._after(then, entry, self._then.past)
                continue
            if not is_target:
                self._notice_played(entry, then, thus)
            then = self._after(then, entry, self._then.past)
            thus = self._after(thus, entry, self._thus.past)
            if entry.sequence == max(targets, default=0):
                self._notice_changes(entry, then, thus)
            has_faded = self._notice_faded(entry, then, thus)
            if (is_target or has_faded or not self._lasting) and then.is_same(thus):
                thus = then
        return then, thus

    def _after(self, state: State, entry: Entry, past: Past) -> State:
        return reduce(apply, counting((entry,), past), state)

    def _notice_changes(self, entry: Entry, then: State, thus: State) -> None:
        """Take note of what differs right after the last event of a session that would count otherwise."""
        everyone = [each for who in thus.characters for each in _differing(then, thus, who)]
        followed = {health_delta(change, name): key for key, change, name in everyone}
        for text in deltas(then, thus):
            if text in followed:
                self._lasting[followed[text]] = len(self.changes)
            self.changes.append(Change(entry.session, entry.at, text))

    def _notice_faded(self, entry: Entry, then: State, thus: State) -> bool:
        """Take note of what would be as it was again after an entry; return whether anything is."""
        who = getattr(entry.event, "who", None)
        lasting = [key for key in self._lasting if key[0] == who]
        if not lasting:
            return False
        differing = {key for key, _, _ in _differing(then, thus, str(who))}
        faded = [key for key in lasting if key not in differing]
        for key in faded:
            place = self._lasting.pop(key)
            self.changes[place] = replace(self.changes[place], until=entry)
        return bool(faded)

    def _notice_played(self, entry: Entry, then: State, thus: State) -> None:
        """Count an entry that was played with other values than it would have been."""
        past = self._then.past
        if entry.sequence in past.undone:
            return
        event = past.current(entry)
        if not isinstance(event, DepassementResolved | EffectRuled):
            return
        there, here = then.characters.get(event.who), thus.characters.get(event.who)
        if there is None or here is None or (there, then.options) == (here, thus.options):
            return
        if self._worth(event, then) != self._worth(event, thus):
            self.count += 1
            if len(self.played) < MOST_TOLD:
                self.played.append(replace(entry, event=event))

    def _worth(self, event: DepassementResolved | EffectRuled, state: State) -> object:
        """Return what an event draws from the state it happens in: the CA of a roll, the consequence of a ruling."""
        character = state.characters[event.who]
        if isinstance(event, DepassementResolved):
            return _cas(character, event, state)
        roll = self._history.find(event.roll)
        rolled = self._then.past.current(roll) if roll else None
        if not isinstance(rolled, DepassementResolved):
            return None
        try:
            return ruled(event.roll, rolled, event.ruling, state).consequence
        except RuleError:
            return None


def _cas(character: Character, roll: DepassementResolved, state: State) -> tuple[Total, ...]:
    """Return the CA of a roll, as far as its action is still known, and that of its encaissement."""
    sheet, health, options, aspect = (
        character.sheet,
        character.health,
        state.options,
        roll.stakes.aspect,
    )
    totals = [
        ca(sheet, aspect, each.moyen, sheet.competence(each.competence or ""), health, options)
        for each in character.actions
        if each.name == roll.action
    ]
    return (*totals, encaissement_ca(sheet, aspect, health, options))


def _differing(then: State, thus: State, who: str) -> Iterator[tuple[Key, HealthChange, str]]:
    """Yield what differs in the health of a character that is in both states, with its name."""
    known, character = then.characters.get(who), thus.characters.get(who)
    if known is not None and character is not None and known.health != character.health:
        for change in health_differences(known.health, character.health):
            yield (who, change.field), change, character.name


def _moment(session: int, at: datetime) -> str:
    return f"séance {session}, {day_and_month(at)} {at.year}"


def _moment_of(entry: Entry) -> str:
    return _moment(entry.session, entry.at)
