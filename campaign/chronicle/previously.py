"""Précédemment…: an evening told again before the next one, by rule, in a few French sentences without any secret.

What is told, and in which order it gives way where there is too much of it:

1. a blessure fatale; 2. what bears a ★: a note in its own words, anything else as a sentence; 3. a blessure critique;
4. a grave; 5. the big efforts: the three highest Diffs that succeeded; 6. a légère; 7. a scene of which nothing else is
told.

It is told as it counts and in the order in which it happened, with the scenes as the thread.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from campaign.chronicle.aftermath import as_known, listed, standing
from campaign.chronicle.retelling import Evening
from campaign.chronicle.story import present
from campaign.dates import full_date
from campaign.events import (
    CharacterAdded,
    CharacterBroughtBack,
    CharacterSetAside,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventMarked,
    HealthCause,
    HealthChanged,
    NoteWritten,
    OfThePast,
    SceneBegun,
    Unreadable,
)
from campaign.health_changes import PF
from campaign.history.chapters import Chapter
from campaign.narration import event_line
from campaign.past import Past
from campaign.state import State
from campaign.steps import wound
from campaign.text import clean
from campaign.words import ASPECTS
from rules.health import Consequence
from rules.tableau import Gravity

LONGEST = 12
"""The most sentences there are."""
_EFFORTS = 3
_EXCERPT = 300
"""The most characters of a note; a longer one is cut between two words."""
_ENDED = re.compile(r"[.!?…][»”\"')\]\s]*$")
_WHERE = re.compile(
    r"(à|aux?|chez|dans|devant|derrière|sur|sous|vers|en|entre|près|après|avant|pendant|contre|hors|loin) ",
    re.IGNORECASE,
)
"""The words with which a title says where or when, so that a sentence goes on from it."""


class _Weight(IntEnum):
    """How much something matters: what matters more is kept."""

    SCENE = 1
    LEGERE = 2
    EFFORT = 3
    GRAVE = 4
    CRITIQUE = 5
    STAR = 6
    FATALE = 7


_GRAVITIES = {
    Gravity.LEGERE: _Weight.LEGERE,
    Gravity.GRAVE: _Weight.GRAVE,
    Gravity.CRITIQUE: _Weight.CRITIQUE,
    Gravity.FATALE: _Weight.FATALE,
}


@dataclass(frozen=True, slots=True)
class _Deed:
    """Something worth telling.

    Attributes:
        weight: how much it matters.
        text: the sentence.
        title: the title of the scene it is in, None before the first one.
        scene: the place of that scene in the evening; 0 before the first one.
        kind: the event that it tells.
    """

    weight: int
    text: str
    title: str | None
    scene: int
    kind: type[Event]


def previously(
    evening: Evening, end: State, past: Past, shadowed: Collection[str] = frozenset()
) -> str:
    """Return an evening told again, in paragraphs of a line each: who was there, what happened, who still bears what.

    Args:
        evening: the session as it counts; what is secret in it is passed over.
        end: the state at its end.
        past: how everything counts now.
        shadowed: those, by `who`, whose health a secret has touched: of how they ended up, no more is said than what
            happened in the evening before everyone's eyes.
    """
    return "\n".join(" ".join(each) for each in paragraphs(evening, end, past, shadowed) if each)


def paragraphs(
    evening: Evening, end: State, past: Past, shadowed: Collection[str] = frozenset()
) -> tuple[tuple[str, ...], ...]:
    """Return the sentences of `previously`, by paragraph; they are `LONGEST` at most."""
    known = tuple(entry for entry in evening.entries if not past.is_secret(entry))
    after = tuple(standing(as_known(end.company, shadowed, known), bool(shadowed)))
    deeds = _chosen(tuple(_deeds(known, past)), LONGEST - 1 - len(after))
    told = tuple(_threaded(deeds))
    return (
        (_opening(evening.chapter, present(known, end)),),
        told or ("Il ne s’est rien passé qui soit à raconter.",),
        after,
    )


def _opening(chapter: Chapter, there: Sequence[str]) -> str:
    """Say which sessions it was, when, and who was there."""
    are_several = chapter.name.startswith("Séances")
    title = f" « {clean(chapter.title)} »" if clean(chapter.title) else ""
    name = f"{chapter.name.lower()}{title}"
    when = f"{'à partir du' if are_several else 'le'} {full_date(chapter.day)}"
    if not there:
        return f"{'Les' if are_several else 'La'} {name} {'ont' if are_several else 'a'} eu lieu {when}."
    verb = "étaient" if len(there) > 1 else "était"
    return f"{'Aux' if are_several else 'À la'} {name}, {when}, {listed(there)} {verb} là."


# What happened


def _deeds(entries: Sequence[Entry], past: Past) -> Iterator[_Deed]:
    teller = _Teller(entries, past)
    title, scene = None, 0
    for entry in entries:
        if isinstance(entry.event, SceneBegun):
            title, scene = clean(entry.event.title), scene + 1
        weight = teller.weight(entry)
        if weight:
            yield _Deed(
                weight,
                teller.sentence(entry.event, entry.sequence),
                title,
                scene,
                type(entry.event),
            )


class _Teller:
    """Weighs and tells what happened in an evening, each roll together with its ruling."""

    def __init__(self, entries: Sequence[Entry], past: Past) -> None:
        self._marked, self._efforts = past.marked, _efforts(entries)
        self._rolls = {e.sequence for e in entries if isinstance(e.event, DepassementResolved)}
        self._rulings = {
            entry.event.roll: (entry.sequence, entry.event)
            for entry in entries
            if isinstance(entry.event, EffectRuled)
        }

    def weight(self, entry: Entry) -> int:
        """Return how much an entry matters; 0 if it isn't told, or is with another."""
        event, sequence = entry.event, entry.sequence
        star = _Weight.STAR if sequence in self._marked else 0
        match event:
            case DepassementResolved():
                ruled, ruling = self._rulings.get(sequence, (0, None))
                star = star or (_Weight.STAR if ruled in self._marked else 0)
                effort = _Weight.EFFORT if sequence in self._efforts else 0
                return max(star, effort, _wound_weight(ruling.consequence if ruling else None))
            case EffectRuled(roll=roll, consequence=consequence):
                return 0 if roll in self._rolls else max(star, _wound_weight(consequence))
            case HealthChanged(wound=consequence):
                return max(star, _wound_weight(consequence))
            case SceneBegun(title=title):
                return (star or _Weight.SCENE) if clean(title) else 0
            case _ if isinstance(event, OfThePast | EventMarked | Unreadable):
                return 0
            case _:
                return star

    def sentence(self, event: Event, sequence: int) -> str:
        """Tell an event."""
        match event:
            case SceneBegun(title=title):
                return f"Il y a eu « {clean(title)} »."
            case NoteWritten(text=text):
                return _in_its_own_words(text)
            case DepassementResolved():
                return _roll(event, self._rulings.get(sequence, (0, None))[1])
            case _:
                return _sentence(event)


def _efforts(entries: Sequence[Entry]) -> set[int]:
    """Return the big efforts: the highest Diffs that succeeded, the earlier of two that are equal."""
    successes = [
        (entry.event.stakes.diff, entry.sequence)
        for entry in entries
        if isinstance(entry.event, DepassementResolved) and entry.event.outcome.verdict.success
    ]
    highest = sorted(successes, key=lambda each: -each[0])[:_EFFORTS]
    return {sequence for diff, sequence in highest if diff > 0}


def _wound_weight(consequence: Consequence | None) -> int:
    return _GRAVITIES[consequence.wound] if consequence and consequence.wound else 0


def _chosen(deeds: Sequence[_Deed], most: int) -> list[_Deed]:
    """Return those that matter most, in their order; a scene only where nothing else of it is told."""
    told = {deed.scene for deed in deeds if deed.kind is not SceneBegun}
    alone = [deed for deed in deeds if deed.kind is not SceneBegun or deed.scene not in told]
    kept = sorted(range(len(alone)), key=lambda place: (-alone[place].weight, place))[:most]
    return [alone[place] for place in sorted(kept)]


def _threaded(deeds: Sequence[_Deed]) -> Iterator[str]:
    """Yield the sentences; the first one of each scene says so."""
    last = 0
    for deed in deeds:
        begins, last = deed.scene != last, deed.scene
        if not begins or deed.kind is SceneBegun:
            yield deed.text
        elif deed.title:
            goes_on = deed.kind is not NoteWritten and _WHERE.match(deed.title)
            yield f"{deed.title.rstrip('.,;: ')}{',' if goes_on else ' :'} {deed.text}"
        elif deed.kind is NoteWritten or deed is deeds[0]:
            yield deed.text
        else:
            yield f"Ensuite, {deed.text}"


def _in_its_own_words(text: str) -> str:
    words = clean(text)
    if len(words) > _EXCERPT:
        cut = words[:_EXCERPT]
        words = (cut.rsplit(" ", 1)[0] if " " in cut else cut).rstrip(" ,;:.") + "…"
    return words if _ENDED.search(words) else f"{words}."


def _roll(roll: DepassementResolved, ruled: EffectRuled | None) -> str:
    is_success = roll.outcome.verdict.success
    done = "a réussi" if is_success else "a raté"
    text = f"{clean(roll.name)} {done} « {clean(roll.action)} » (Diff {roll.stakes.diff})"
    price = _price(ruled.consequence) if ruled else ""
    if not price:
        return f"{text}."
    return f"{text}, au prix {price}." if is_success else f"{text}, et l’a payé {price}."


def _price(consequence: Consequence) -> str:
    """Return what was suffered: "d’une blessure grave en Mystique", "de 3 PF"; empty for nothing."""
    if consequence.wound:
        return f"d’{_a_wound(consequence)}"
    return f"de {consequence.pf} PF" if consequence.pf else ""


def _a_wound(consequence: Consequence) -> str:
    assert consequence.wound, "the caller has seen that there is one"
    return f"une {wound(consequence.wound)} en {ASPECTS[consequence.aspect]}"


def _sentence(event: Event) -> str:
    """Tell an event that isn't a roll, in the past; as the log does where nothing better is known."""
    match event:
        case EffectRuled(name=name, consequence=consequence) if consequence.wound:
            return f"{clean(name)} a subi {_a_wound(consequence)}."
        case HealthChanged(name=name, wound=Consequence() as consequence) if consequence.wound:
            return f"{clean(name)} a reçu {_a_wound(consequence)}."
        case HealthChanged(name=name, cause=HealthCause.FULL_REST | HealthCause.PARTIAL_REST):
            return f"{clean(name)} a pris du repos."
        case HealthChanged(name=name, cause=HealthCause.PF):
            return _fatigue(clean(name), event)
        case CharacterAdded(name=name):
            return f"{clean(name)} a rejoint la compagnie."
        case CharacterSetAside(name=name):
            return f"{clean(name)} a quitté la compagnie."
        case CharacterBroughtBack(name=name):
            return f"{clean(name)} a retrouvé la compagnie."
        case _:
            return f"{clean(event_line(event, lambda _: None))}."


def _fatigue(name: str, event: HealthChanged) -> str:
    gained = sum(
        each.after - each.before
        for each in event.changes
        if each.field == PF and isinstance(each.before, int) and isinstance(each.after, int)
    )
    return f"{name} a {'pris' if gained > 0 else 'récupéré'} {abs(gained)} PF."
