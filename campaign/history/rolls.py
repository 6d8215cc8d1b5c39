"""What a dépassement says for statistics: its dice, what was risked before them and what was paid after.

Both are Dom effectif, exact. *Risk taken* is what the stakes cost on average over the 400 equally likely pairs of dice;
*risk paid* is what the dice that were rolled cost. A Dom effectif below 0 heals nothing, and counts as 0 in both. The
GC's ruling changes neither: it comes after the dice, and says nothing of luck.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from campaign.events import DepassementResolved, Die, Entry, EventCorrected, Provenance
from campaign.history.conditions import Measure
from campaign.past import Past
from rules.depassement import Stakes
from rules.options import Options
from rules.risk import ladder
from rules.roll import FACES
from rules.tableau import Gravity

_GRAVITIES = tuple(Gravity)
_PROVENANCES = tuple(Provenance)
_SUCCESS, _SECRET = 1, 2
_ROW = 10
"""How many numbers a roll takes: see `_row`."""
_COLUMNS = {Measure.DIE: 3, Measure.DIFF: 5, Measure.DOM: 7}
_ODDS = 2 + len(_GRAVITIES)
"""How many numbers the odds take: the successes, the Dom effectif, each gravity."""
_STAKES_KEPT = 4096
"""How many different stakes keep their odds: a company has some hundreds."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What stakes were worth before the dice.

    Attributes:
        successes: how many of the 20 faces succeed.
        dom_effectif: the sum of the Dom effectif over the 400 pairs of dice, none below 0: 400 times the risk taken.
        gravities: how many of the 400 pairs lead to each gravity, in the order of `Gravity`.
    """

    successes: int
    dom_effectif: int
    gravities: tuple[int, ...]

    @classmethod
    def of(cls, stakes: Stakes) -> Odds:
        """Return the exact odds of `stakes`."""
        return _odds(
            stakes.ca.value,
            stakes.diff,
            stakes.eff,
            stakes.encaissement.value,
            stakes.options,
            stakes.called,
        )


@lru_cache(_STAKES_KEPT)
def _odds(
    ca: int, diff: int, eff: int, encaissement_ca: int, options: Options, called: bool
) -> Odds:
    (rung,) = ladder(ca, eff, encaissement_ca, options, called=called, diffs=(diff,))
    gravities = tuple(rung.effects[each] for each in _GRAVITIES)
    return Odds(rung.successes, rung.dom_effectif, gravities)


@dataclass(frozen=True, slots=True)
class RollFacts:
    """A dépassement, as statistics see it.

    Attributes:
        sequence: its number.
        session: the session in which it was rolled.
        day: the ordinal of its date, in its own time zone.
        who: the identity of the character.
        die: the die of the action; None where none was rolled.
        encaissement_die: the die of the encaissement; None where none was rolled.
        success: whether the action succeeded.
        diff: the Diff that was dared.
        dom: the Dom.
        dom_effectif: the Dom effectif, which may be below 0.
        gravity: what the Dom effectif comes to on Tableau 3.1, before the GC's ruling.
        odds: what the stakes were worth before the dice.
        secret: whether only the GC may know of it.
    """

    sequence: int
    session: int
    day: int
    who: str
    die: Die | None
    encaissement_die: Die | None
    success: bool
    diff: int
    dom: int
    dom_effectif: int
    gravity: Gravity
    odds: Odds
    secret: bool

    @classmethod
    def of(cls, entry: Entry, event: DepassementResolved) -> RollFacts:
        """Return the facts of a roll that stands as `entry` in the journal, and counts as `event`."""
        return cls(
            entry.sequence,
            entry.session,
            entry.at.toordinal(),
            event.who,
            event.die,
            event.encaissement_die,
            event.outcome.verdict.success,
            event.stakes.diff,
            event.outcome.dom,
            event.outcome.dom_effectif,
            event.outcome.effect.gravity,
            Odds.of(event.stakes),
            entry.secret,
        )


@dataclass(frozen=True, slots=True)
class RollColumns:
    """The dépassements of one session as they were written, undone ones among them, in a few bytes each.

    Attributes:
        session: its number.
        people: the identities of those who rolled.
        rolls: ten numbers a roll, in order of sequence.
        odds: nine numbers for each different stakes.
    """

    session: int
    people: tuple[str, ...]
    rolls: array[int]
    odds: array[int]

    @classmethod
    def of(cls, session: int, entries: Iterable[Entry]) -> RollColumns:
        """Return the columns of a session's entries, in order."""
        people: dict[str, int] = {}
        odds: dict[Odds, int] = {}
        rolls = array("q")
        for entry in entries:
            if isinstance(entry.event, DepassementResolved):
                facts = RollFacts.of(entry, entry.event)
                who = people.setdefault(facts.who, len(people))
                rolls.extend(_row(facts, who, odds.setdefault(facts.odds, len(odds))))
        listed = array("q")
        for each in odds:
            listed.extend((each.successes, each.dom_effectif, *each.gravities))
        return cls(session, tuple(people), rolls, listed)

    def __len__(self) -> int:
        """Return how many rolls there are."""
        return len(self.rolls) // _ROW

    @property
    def is_whole(self) -> bool:
        """Whether each number stands for something: columns that were kept may have been spoilt since."""
        kinds = 4 * len(_GRAVITIES)
        limits = {
            2: len(self.people),
            3: len(_DICE),
            4: len(_DICE),
            8: kinds,
            9: len(self.odds) // _ODDS,
        }
        return (
            not len(self.rolls) % _ROW
            and not len(self.odds) % _ODDS
            and all(0 <= each <= FACES for each in self.odds[::_ODDS])
            and all(
                0 <= each < limit
                for place, limit in limits.items()
                for each in self.rolls[place::_ROW]
            )
        )

    def as_written(self) -> Iterator[RollFacts]:
        """Yield every roll as it was written."""
        odds = [
            Odds(successes, dom_effectif, tuple(gravities))
            for successes, dom_effectif, *gravities in _rows(self.odds, _ODDS)
        ]
        for sequence, day, who, die, other, diff, dom, effective, coded, stakes in _rows(
            self.rolls, _ROW
        ):
            gravity, flags = divmod(coded, 4)
            yield RollFacts(
                sequence,
                self.session,
                day,
                self.people[who],
                _DICE[die],
                _DICE[other],
                bool(flags & _SUCCESS),
                diff,
                dom,
                effective,
                _GRAVITIES[gravity],
                odds[stakes],
                bool(flags & _SECRET),
            )

    def numbered(self, measure: Measure, first: int, last: int, past: Past) -> set[int]:
        """Return the rolls of which a number, as it counts, is from `first` to `last`: their sequence numbers."""
        sequences, column = self.rolls[::_ROW], self.rolls[_COLUMNS[measure] :: _ROW]
        if measure is Measure.DIE:
            codes = _codes(first, last)
            found = {each for each, code in zip(sequences, column, strict=True) if code in codes}
        else:
            pairs = zip(sequences, column, strict=True)
            found = {each for each, number in pairs if first <= number <= last}
        for each in past.corrections.keys() & set(sequences):
            number = _number(_event(past.corrections[each]), measure)
            found.discard(each)
            if number is not None and first <= number <= last:
                found.add(each)
        return found

    def as_counts(self, past: Past) -> Iterator[RollFacts]:
        """Yield the rolls that count, as they count now: undone ones left out, corrected and revealed ones as such."""
        for facts in self.as_written():
            if facts.sequence in past.undone:
                continue
            if facts.sequence in past.corrections:
                facts = _corrected(facts, past.corrections[facts.sequence])
            if facts.secret and facts.sequence in past.revealed:
                facts = replace(facts, secret=False)
            yield facts


def facts_of(session: int, entries: Iterable[Entry], past: Past) -> Iterator[RollFacts]:
    """Yield the dépassements among a session's entries that count, as they count now."""
    return RollColumns.of(session, entries).as_counts(past)


def _corrected(facts: RollFacts, correction: Entry) -> RollFacts:
    corrected = RollFacts.of(correction, _event(correction))
    return replace(
        corrected,
        sequence=facts.sequence,
        session=facts.session,
        day=facts.day,
        secret=facts.secret,
    )


def _event(correction: Entry) -> DepassementResolved:
    assert isinstance(correction.event, EventCorrected), "corrections are nothing else"
    event = correction.event.event
    assert isinstance(event, DepassementResolved), "a roll is corrected into a roll"
    return event


def _number(event: DepassementResolved, measure: Measure) -> int | None:
    match measure:
        case Measure.DIE:
            return event.die.face if event.die else None
        case Measure.DIFF:
            return event.stakes.diff
        case Measure.DOM:
            return event.outcome.dom_effectif


@lru_cache(maxsize=8)
def _codes(first: int, last: int) -> frozenset[int]:
    """Return the codes of the dice with such a face."""
    return frozenset(code for die, code in _CODES.items() if die and first <= die.face <= last)


def _row(facts: RollFacts, who: int, odds: int) -> tuple[int, ...]:
    flags = _SUCCESS * facts.success | _SECRET * facts.secret
    return (
        facts.sequence,
        facts.day,
        who,
        _CODES[facts.die],
        _CODES[facts.encaissement_die],
        facts.diff,
        facts.dom,
        facts.dom_effectif,
        4 * _GRAVITIES.index(facts.gravity) + flags,
        odds,
    )


def _rows(numbers: array[int], width: int) -> Iterator[tuple[int, ...]]:
    return zip(*[iter(numbers)] * width, strict=True)


_DICE: tuple[Die | None, ...] = (
    None,
    *(Die(face, each) for each in _PROVENANCES for face in range(1, FACES + 1)),
)
"""Every die that there can be, by its code."""
_CODES = {die: code for code, die in enumerate(_DICE)}
