"""A dépassement: who, which action, for what Diff, with which dice; then its calculation, and its ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from campaign.automatic import automatic
from campaign.character import Action, Character
from campaign.commands import CorrectRuling, ResolveDepassement, RuleEffect
from campaign.decide import stakes
from campaign.events import EffectRuled
from campaign.numbers import whole_number
from campaign.refusals import Refusal, Refused
from campaign.text import fold_case
from cli.texte.answers import LIST, Named
from cli.texte.evening import RULING_WORDS, Evening
from cli.texte.past import change_after_asking
from cli.texte.sheets import ask_action
from cli.texte.telling import becoming, rung_line, stakes_lines
from rules.depassement import ENCAISSEMENT_DIE, Stakes, needs_die, needs_encaissement_die
from rules.health import Ruling
from rules.risk import DIFFS, Rung, best, ladder
from rules.roll import DIE, FACES, LIMIT_OF_STAKES
from rules.sheet import LIMIT_OF_VALUES

AD_HOC = "libre"
HERE = "lancé ici"
HANDICAP, CALL = "handicap", "appel"
_AROUND = 2
"""How many rungs are told above and under the Diff that is offered."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What is settled besides the action.

    Attributes:
        diff: the Diff.
        handicap: a modificateur for this roll alone.
        called: whether the dice are called for although a CA decides by itself.
        is_given: whether that Diff was said; else it is only offered.
    """

    diff: int
    handicap: int = 0
    called: bool = False
    is_given: bool = False


def roll(at: Evening, *, secret: bool = False) -> None:
    """Play a dépassement; with one more answer on its line, rule on it as well."""
    awaited = at.session.state.awaited
    if awaited is not None:
        raise Refused(Refusal.RULING_AWAITED, name=awaited.roll.name)
    character = at.character()
    action = _action(at, character)
    settled = _settle(at, character, action)
    held = _stakes(at, character, action, settled)
    (rung,) = _ladder(held, [settled.diff])
    at.say(rung_line(rung), *becoming(character, held, rung))
    die, encaissement_die = _dice(at, held)
    ruling = at.answers.optional(lambda: at.answers.pick("Jugement", _RULINGS))
    (entry,) = at.session.execute(
        ResolveDepassement(
            character.who,
            action,
            settled.diff,
            settled.handicap,
            settled.called,
            die,
            encaissement_die,
            secret,
        )
    )
    at.tell_roll(entry)
    if ruling is not None and at.session.state.awaited is not None:
        at.do(RuleEffect(ruling))


def secret_roll(at: Evening) -> None:
    """Play a dépassement that only the GC knows of."""
    roll(at, secret=True)


def risk(at: Evening) -> None:
    """Tell the odds of an action at every Diff; nothing is rolled."""
    character = at.character()
    action = _action(at, character)
    held = _stakes(at, character, action, Settled(_offered(character, action)))
    at.say(*stakes_lines(held), *automatic(held), *_around(held, action.min_diff, DIFFS))


def rule(at: Evening, ruling: Ruling) -> None:
    """Rule on the roll that awaits it, or otherwise on a roll that has been ruled on, named by its number."""
    entry, awaited = at.answers.optional(at.event), at.session.state.awaited
    if entry is None or (awaited is not None and awaited.sequence == entry.sequence):
        at.do(RuleEffect(ruling))
        return
    target = entry.event.roll if isinstance(entry.event, EffectRuled) else entry.sequence
    change_after_asking(at, CorrectRuling(target, ruling), "Juger ainsi")


_RULINGS: list[Named[Ruling]] = [(ruling, (word,)) for ruling, word in RULING_WORDS.items()]


def _action(at: Evening, character: Character) -> Action:
    saved: list[Named[Action | None]] = [(each, (each.name,)) for each in character.actions_by_use]
    offered = saved[0][1][0] if saved else AD_HOC
    action = at.answers.pick("Action", [*saved, (None, (AD_HOC,))], offered)
    return ask_action(at, character) if action is None else action


def _offered(character: Character, action: Action) -> int:
    """The Diff of the last time, or else the least."""
    return max(character.last_diffs.get(action.name, action.min_diff), action.min_diff)


def _stakes(at: Evening, character: Character, action: Action, settled: Settled) -> Stakes:
    return stakes(
        at.session.state,
        character.who,
        action,
        settled.diff,
        settled.handicap,
        called=settled.called,
    )


def _settle(at: Evening, character: Character, action: Action) -> Settled:
    """Ask for the Diff, telling the odds around it; a handicap or a call alone tell them anew, `?` tells all."""
    settled = Settled(_offered(character, action))
    around = range(settled.diff - _AROUND, settled.diff + _AROUND + 1)
    wanted = around
    while True:
        held = _stakes(at, character, action, settled)
        if at.answers.will_ask:
            at.say(*stakes_lines(held), *automatic(held))
            at.say(*_around(held, action.min_diff, wanted))
        known = settled

        def read(typed: str, known: Settled = known) -> Settled:
            answer = _read(typed, known)
            _stakes(at, character, action, answer)
            return answer

        settled = at.answers.ask("Diff", read, str(known.diff))
        if settled.is_given:
            return settled
        wanted = DIFFS if settled == known else around


def _read(typed: str, known: Settled) -> Settled:
    """Read "8", "8 handicap −2", "appel", or "?", which gives nothing."""
    settled, words = replace(known, is_given=False), typed.split()
    if typed == LIST:
        return settled
    while words:
        word = words.pop(0)
        if HANDICAP.startswith(word.casefold()):
            value = words.pop(0) if words else ""
            handicap = whole_number(value, HANDICAP, -LIMIT_OF_VALUES, LIMIT_OF_VALUES)
            settled = replace(settled, handicap=handicap)
        elif CALL.startswith(word.casefold()):
            settled = replace(settled, called=True)
        else:
            settled = replace(settled, diff=_diff(word), is_given=True)
    return settled


def _diff(typed: str) -> int:
    try:
        return whole_number(typed, "Diff", 0, LIMIT_OF_STAKES)
    except Refused as refused:
        try:  # the rules say why a number below 0 is no Diff
            return whole_number(typed, "Diff", -LIMIT_OF_STAKES, -1)
        except Refused:
            raise refused from None


def _around(held: Stakes, lowest: int, wanted: Iterable[int]) -> Iterator[str]:
    """Yield the odds of `wanted` and the best ones, from the lowest Diff that the action allows."""
    rungs = _ladder(held, sorted({*range(lowest, len(DIFFS)), held.diff}))
    chosen = best(rungs)
    for rung in rungs:
        if rung.diff in wanted or rung is chosen:
            yield rung_line(rung, is_best=rung is chosen)


def _ladder(held: Stakes, diffs: Iterable[int]) -> tuple[Rung, ...]:
    ca, borne = held.ca.value, held.encaissement.value
    return ladder(ca, held.eff, borne, held.options, called=held.called, diffs=diffs)


def _dice(at: Evening, held: Stakes) -> tuple[int | None, int | None]:
    """Ask for the dice that are needed, None being one to roll here; of a die still to be rolled, nobody can tell."""
    needed = needs_die(held)
    die = _face(at, DIE) if needed else None
    if (needed and die is None) or needs_encaissement_die(held, die):
        return die, _face(at, ENCAISSEMENT_DIE)
    return die, None


def _face(at: Evening, what: str) -> int | None:
    def read(typed: str) -> int | None:
        if fold_case(HERE).endswith(fold_case(typed)):
            return None
        return whole_number(typed, what, 1, FACES)

    return at.answers.ask(what.capitalize(), read, HERE)
