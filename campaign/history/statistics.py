"""What rolls come to together: an account of those of one person in one session, and accounts added up.

A campaign is some thousands of accounts: whatever is asked of it, a person, a session, with the secrets or without, is
a sum of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import NamedTuple, Protocol

from campaign.events import Die, Provenance
from campaign.history.rolls import RollFacts
from rules.roll import FACES
from rules.tableau import Gravity

_GRAVITIES = {gravity: place for place, gravity in enumerate(Gravity)}
_NO_DICE = (0,) * FACES
_NO_GRAVITIES = (0,) * len(Gravity)
DIFFS = FACES + 1
"""How many columns of Diffs there are: 0…19, and all those that no d20 beats together."""
_NO_DIFFS = (0,) * DIFFS


class Whose(NamedTuple):
    """Whose rolls an account is of: a person's identity, and whether only the GC may know of them."""

    who: str
    secret: bool


class Feat(NamedTuple):
    """A roll worth naming, and by how much.

    Attributes:
        value: its Diff, or its Dom effectif.
        earliness: its number, below 0: of two equal feats the first is the greater.
        who: whose it is.
        session: when it was.
        success: whether it succeeded.
    """

    value: int
    earliness: int
    who: str
    session: int
    success: bool


@dataclass(frozen=True, slots=True)
class Account:
    """What some rolls come to together.

    Attributes:
        rolls: how many there are.
        successes: how many succeeded.
        chances: how many had 0, 1 … 20 faces of 20 that succeed.
        dom: the sum of their Dom, none below 0.
        paid: the sum of their Dom effectif, none below 0: the risk that was paid.
        risked: 400 times the risk that was taken.
        suffered: how many came to each gravity, before the GC's ruling.
        foreseen: 400 times how many come to each gravity on average.
        dice: how often each face of the real dice came up, those that were typed again among them.
        dice_here: how often each face of the dice rolled by the program did.
        dared: how often each Diff was dared, 0…19 and beyond.
        passed: how often each Diff was passed.
        boldest: the roll of the greatest Diff.
        best: the success of the greatest Diff.
        heaviest: the roll that cost the most.
    """

    rolls: int = 0
    successes: int = 0
    chances: tuple[int, ...] = _NO_DIFFS
    dom: int = 0
    paid: int = 0
    risked: int = 0
    suffered: tuple[int, ...] = _NO_GRAVITIES
    foreseen: tuple[int, ...] = _NO_GRAVITIES
    dice: tuple[int, ...] = _NO_DICE
    dice_here: tuple[int, ...] = _NO_DICE
    dared: tuple[int, ...] = _NO_DIFFS
    passed: tuple[int, ...] = _NO_DIFFS
    boldest: Feat | None = None
    best: Feat | None = None
    heaviest: Feat | None = None

    @classmethod
    def of(cls, rolls: Iterable[RollFacts]) -> Account:
        """Return the account of `rolls`."""
        listed = tuple(rolls)
        passed = [roll for roll in listed if roll.success]
        dice = [die for roll in listed for die in (roll.die, roll.encaissement_die) if die]
        efforts = [_feat(roll, roll.diff) for roll in listed]
        return cls(
            len(listed),
            len(passed),
            _counts((roll.odds.successes for roll in listed), DIFFS),
            sum(max(0, roll.dom) for roll in listed),
            sum(max(0, roll.dom_effectif) for roll in listed),
            sum(roll.odds.dom_effectif for roll in listed),
            _counts((_GRAVITIES[roll.gravity] for roll in listed), len(Gravity)),
            _added(roll.odds.gravities for roll in listed) or _NO_GRAVITIES,
            _faces(die for die in dice if die.provenance is not Provenance.ROLLED_HERE),
            _faces(die for die in dice if die.provenance is Provenance.ROLLED_HERE),
            _counts((min(roll.diff, FACES) for roll in listed), DIFFS),
            _counts((min(roll.diff, FACES) for roll in passed), DIFFS),
            max(efforts, default=None),
            max((each for each in efforts if each.success), default=None),
            max((_feat(roll, roll.dom_effectif) for roll in listed), default=None),
        )

    def __add__(self, other: Account) -> Account:
        """Return the account of the rolls of both."""
        return Account(
            self.rolls + other.rolls,
            self.successes + other.successes,
            _sum(self.chances, other.chances),
            self.dom + other.dom,
            self.paid + other.paid,
            self.risked + other.risked,
            _sum(self.suffered, other.suffered),
            _sum(self.foreseen, other.foreseen),
            _sum(self.dice, other.dice),
            _sum(self.dice_here, other.dice_here),
            _sum(self.dared, other.dared),
            _sum(self.passed, other.passed),
            _greater(self.boldest, other.boldest),
            _greater(self.best, other.best),
            _greater(self.heaviest, other.heaviest),
        )


NOTHING = Account()
Accounts = Mapping[Whose, Account]
"""The accounts of one session."""


def accounts(rolls: Iterable[RollFacts]) -> Accounts:
    """Return the accounts of the rolls of one session."""
    sorted_out: dict[Whose, list[RollFacts]] = {}
    for roll in rolls:
        sorted_out.setdefault(Whose(roll.who, roll.secret), []).append(roll)
    return {whose: Account.of(each) for whose, each in sorted_out.items()}


def total(kept: Accounts, who: str | None, *, secrets: bool) -> Account:
    """Return the account of one session.

    Args:
        kept: the accounts of that session.
        who: the person; None for everyone.
        secrets: whether secret rolls count: only where the GC alone looks.
    """
    wanted = (
        account
        for whose, account in kept.items()
        if who in (None, whose.who) and (secrets or not whose.secret)
    )
    return added_up(wanted)


def added_up(each: Iterable[Account]) -> Account:
    """Return the account of the rolls of all of them."""
    some = tuple(each)
    return reduce(Account.__add__, some) if some else NOTHING


def one_by_one(
    rolls: Iterable[RollFacts], who: str | None, *, secrets: bool
) -> tuple[Account, ...]:
    """Return the account of each roll of a session; the arguments are those of `total`."""
    return tuple(
        Account.of((roll,))
        for roll in rolls
        if who in (None, roll.who) and (secrets or not roll.secret)
    )


class RollSource(Protocol):
    """Where the rolls of a campaign come from, a session at a time: `campaign.history.history.History` is one."""

    @property
    def sessions(self) -> Sequence[int]:
        """The numbers of the sessions, in order."""
        ...

    def loading(self) -> Iterator[object]:
        """Make known, in short steps, what must be known before `rolls` tells how they count.

        Raises:
            JournalError: something can't be read.
        """
        ...

    def rolls(self, session: int) -> Iterable[RollFacts]:
        """Return the rolls of a session that count, as they count.

        Raises:
            JournalError: they can't be read.
        """
        ...


def _feat(roll: RollFacts, value: int) -> Feat:
    return Feat(value, -roll.sequence, roll.who, roll.session, roll.success)


def _greater(one: Feat | None, other: Feat | None) -> Feat | None:
    return max((each for each in (one, other) if each), default=None)


def _faces(dice: Iterable[Die]) -> tuple[int, ...]:
    return _counts((die.face - 1 for die in dice), FACES)


def _counts(places: Iterable[int], width: int) -> tuple[int, ...]:
    counted = Counter(places)
    return tuple(counted[place] for place in range(width))


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))


def _added(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))
