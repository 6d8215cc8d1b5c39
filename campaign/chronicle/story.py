"""The story of a campaign, without a form yet: chapters, scenes, and what happened in them, in French sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import reduce

from campaign.calculations import calculation, dice, in_one_line
from campaign.character import Kind
from campaign.chronicle.retelling import Evening, Evenings, Retelling
from campaign.dates import duration
from campaign.events import (
    CampaignCreated,
    CharacterAdded,
    CharacterMoved,
    DepassementResolved,
    Entry,
    EventMarked,
    NoteWritten,
    OfACharacter,
    OfSessions,
    OfThePast,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    TurnGiven,
)
from campaign.narration import event_line, quotation
from campaign.past import Past
from campaign.state import State, apply
from campaign.text import clean

_UNTOLD = (
    OfThePast
    | EventMarked
    | CampaignCreated
    | SessionOpened
    | SessionClosed
    | SessionReopened
    | OfSessions
    | TurnGiven
    | CharacterMoved
)
"""What the chapters say themselves, or is only how the table was kept."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that happened, or a note.

    Attributes:
        text: what happened, or the words of the note.
        steps: the dice and the calculation of a dépassement, line by line.
        is_note: which of the two it is.
        about: what the note is about, as its own line says it; empty for a note on nothing.
        is_starred: whether it bears a ★.
        marks: what is to be known of it: "corrigé", "secret".
    """

    text: str
    steps: tuple[str, ...] = ()
    is_note: bool = False
    about: str = ""
    is_starred: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """What happened in one scene; `title` is None for what came before the first one of the evening."""

    title: str | None
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A session, as the GC reads it.

    Attributes:
        label: what it is called among the sessions: "12", "12 bis", "12–13".
        title: what is written over it.
        length: how long it was played.
        present: the names of those who were there, PJ first.
        highlights: what bears a ★.
        scenes: what happened.
    """

    label: str
    title: str
    length: timedelta
    present: tuple[str, ...]
    highlights: tuple[str, ...]
    scenes: tuple[Scene, ...]

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What is known of it as a whole, each with its label."""
        facts = [("Durée", duration(self.length))]
        if self.present:
            facts.append(("Étaient là", ", ".join(self.present)))
        return tuple(facts)


@dataclass(frozen=True, slots=True)
class Story:
    """A campaign as a story.

    Attributes:
        title: the campaign's name.
        has_secrets: whether it tells what only the Gardien de la Clef may know.
        contents: the label of each chapter, with its title.
        chapters: the chapters, each made when it is asked for.
    """

    title: str
    has_secrets: bool
    contents: tuple[tuple[str, str], ...]
    chapters: Iterator[Chapter]


HIGHLIGHTS = "Moments forts"
WITH_SECRETS = "Avec les secrets du Gardien de la Clef."
NOTHING = "Rien n’a été noté."
NEW_SCENE = "Nouvelle scène"


def story(evenings: Evenings, only: int | None = None) -> Story:
    """Return a campaign as a story, or that of the chapters which are of its session `only`."""
    retelling = Retelling(evenings)
    contents = tuple(
        (chapter.label, clean(chapter.heading))
        for chapter in retelling.chapters
        if only in (None, *chapter.sessions)
    )
    return Story(clean(retelling.name), retelling.has_secrets, contents, _chapters(retelling, only))


def _chapters(retelling: Retelling, only: int | None) -> Iterator[Chapter]:
    state = State()
    for evening, quoted in retelling.evenings():
        state = reduce(apply, evening.entries, state)
        if only in (None, *evening.chapter.sessions):
            yield _chapter(evening, state, retelling.past, quoted)


def _chapter(evening: Evening, state: State, past: Past, quoted: Mapping[int, Entry]) -> Chapter:
    scenes: list[tuple[str | None, list[Passage]]] = [(None, [])]
    for entry in evening.entries:
        if isinstance(entry.event, SceneBegun):
            star = "★ " if entry.sequence in past.marked else ""
            scenes.append((star + (clean(entry.event.title) or NEW_SCENE), []))
        elif not isinstance(entry.event, _UNTOLD):
            scenes[-1][1].append(_passage(entry, past, quoted))
    told = tuple(Scene(title, tuple(each)) for title, each in scenes if title is not None or each)
    return Chapter(
        evening.chapter.label,
        clean(evening.chapter.heading),
        evening.length,
        present(evening.entries, state),
        tuple(each.text for scene in told for each in scene.passages if each.is_starred),
        told,
    )


def _passage(entry: Entry, past: Past, quoted: Mapping[int, Entry]) -> Passage:
    event, is_starred = entry.event, entry.sequence in past.marked
    named = {
        "corrigé": entry.sequence in past.corrections,
        "secret": past.is_secret(entry),
    }
    marks = tuple(mark for mark, is_so in named.items() if is_so)
    if isinstance(event, NoteWritten):
        about = clean(quotation(event.about, quoted.get)) if event.about is not None else ""
        return Passage(clean(event.text), (), True, about, is_starred, marks)
    steps: tuple[str, ...] = ()
    if isinstance(event, DepassementResolved):
        steps = (dice(event), *map(in_one_line, calculation(event, quoted.get)))
    text = clean(event_line(event, quoted.get))
    return Passage(text, tuple(map(clean, steps)), is_starred=is_starred, marks=marks)


def present(entries: Sequence[Entry], state: State) -> tuple[str, ...]:
    """Return the names of those who were of the company at the end, or to whom something happened."""
    happened = {
        entry.event.who
        for entry in entries
        if isinstance(entry.event, OfACharacter | CharacterAdded)
    }
    there = {each.who for each in state.company} | happened
    everyone = sorted(state.characters.values(), key=lambda each: each.kind is Kind.PNJ)
    return tuple(clean(each.name) for each in everyone if each.who in there)
