"""The company as a roster, which one campaign can take from another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce

from campaign.character import Character, Member
from campaign.commands import AddCharacter, ChangeCharacter, Command, SaveAction
from campaign.events import ActionSaved, CharacterAdded, CharacterChanged, Entry, Event
from campaign.refusals import Refusal, Refused
from campaign.state import State, apply
from campaign.text import clean, fold_case

Decide = Callable[[Command, State], tuple[Event, ...]]
"""Returns the events that a command brings about in a state."""

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Enlistment:
    """The names of those whom a roster adds to the company, changes, and leaves as they are."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    left: tuple[str, ...]

    @classmethod
    def of(cls, members: Sequence[Member], events: Sequence[Event]) -> Enlistment:
        """Return what becomes of the members of a roster by the events that it brings about."""
        added = [each.name for each in events if isinstance(each, CharacterAdded)]
        touched = [each.name for each in events if isinstance(each, CharacterChanged | ActionSaved)]
        changed = [name for name in dict.fromkeys(touched) if name not in added]
        known = {fold_case(name) for name in (*added, *changed)}
        names = [clean(each.name) for each in members]
        left = [name for name in names if fold_case(name) not in known]
        return cls(tuple(added), tuple(changed), tuple(left))


def roster(state: State) -> tuple[Member, ...]:
    """Return everyone of a campaign, even set aside, as they could join another."""
    return tuple(
        Member(each.name, each.kind, each.sheet, each.actions) for each in state.characters.values()
    )


def enlist(members: Sequence[Member], state: State, decide: Decide) -> tuple[Event, ...]:
    """Return the events by which the company takes in a roster.

    Raises:
        Refused: two members have the same name, one can't be of the company, or nothing would change.
        RuleError: the rules refuse one.
    """
    names = [fold_case(clean(each.name)) for each in members]
    for member, name in zip(members, names, strict=True):
        if names.count(name) > 1:
            raise Refused(Refusal.NAME_TAKEN, name=member.name)
    events: list[Event] = []
    for member in members:
        for wishes in (_joining, _learning):
            for command in wishes(member, state):
                happened = decided(command, state, decide)
                state = reduce(apply, (Entry(0, 0, _NEVER, each) for each in happened), state)
                events += happened
    if not events:
        raise Refused(Refusal.NO_CHANGE)
    return tuple(events)


def _joining(member: Member, state: State) -> Iterator[Command]:
    known = _named(member.name, state)
    if known is None:
        yield AddCharacter(member.name, member.kind, member.sheet)
    else:
        yield ChangeCharacter(known.who, known.name, member.kind, member.sheet)


def _learning(member: Member, state: State) -> Iterator[Command]:
    """Yield the saving of the actions of a member that is of the company by now."""
    character = _named(member.name, state)
    assert character is not None, "it has joined"
    known = {fold_case(each.name): each.name for each in character.actions}
    for action in member.actions:
        yield SaveAction(character.who, action, known.get(fold_case(clean(action.name))))


def _named(name: str, state: State) -> Character | None:
    wanted = fold_case(clean(name))
    characters = state.characters.values()
    return next((each for each in characters if fold_case(each.name) == wanted), None)


def decided(command: Command, state: State, decide: Decide) -> tuple[Event, ...]:
    """Return what a command brings about, nothing where all is so already.

    Raises:
        Refused: it makes no sense otherwise.
        RuleError: the rules refuse it.
    """
    try:
        return decide(command, state)
    except Refused as refused:
        if refused.refusal is not Refusal.NO_CHANGE:
            raise
        return ()
