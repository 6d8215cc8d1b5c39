"""What there is to say of one character over the years, in French: line by line, and in a sentence for each subject."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property

from campaign.calculations import as_text, calculation
from campaign.dates import day_and_month, full_date
from campaign.history.chapters import Chapter
from campaign.history.figures import Rolls, Subject, figure
from campaign.history.life import Life, Scar, When
from campaign.history.luck import Luck, Period, luck
from campaign.history.person import Person, Row
from campaign.history.statistics import Account, added_up
from campaign.narration import line
from campaign.past import Past
from campaign.text import of
from campaign.words import session_name
from rules.aspects import Aspect
from rules.calculation import number
from rules.risk import PAIRS
from rules.tableau import WOUNDS


@dataclass(frozen=True, slots=True)
class Evening:
    """What a character's rolls of one session came to, as the sessions are read.

    Attributes:
        sessions: the numbers of those that it is of.
        label: what it is called: "12", "12–13", "12, 12 bis" for one that was cut in two.
        title: the title that the GC gave it; may be empty.
        day: when it began; None where that isn't known.
        account: what they came to.
        pf: the PF that they cost, as they were ruled.
    """

    sessions: tuple[int, ...]
    label: str
    title: str
    day: date | None
    account: Account
    pf: int

    @property
    def name(self) -> str:
        """What it is called in a sentence: "Séance 12 bis"."""
        return session_name(self.label)

    @property
    def luck(self) -> Luck:
        """How the successes compare with their odds."""
        return luck(Counter(dict(enumerate(self.account.chances))), self.account.successes)

    @property
    def risked(self) -> Fraction:
        """The Dom effectif that the stakes cost on average."""
        return Fraction(self.account.risked, PAIRS)

    def readings(self) -> tuple[str, str]:
        """Return what there is to say of its luck, and of its cost: a sentence each."""
        alone = Rolls((self.account,), self.sessions[:1], Period.NIGHT, {}, self.account)
        return self.luck.sentence(Period.NIGHT), figure(Subject.RISK, alone).reading


class Portrait:
    """A character, in words. What needs its rolls or its wounds is right once it is read.

    Args:
        person: the character.
        secrets: whether what only the GC knows is told.
    """

    def __init__(self, person: Person, *, secrets: bool) -> None:
        self._person, self._secrets = person, secrets

    @cached_property
    def _chapters(self) -> tuple[Chapter, ...]:
        """The sessions as they are read."""
        return self._person.history.chapters()

    def _chapter(self, sequence: int) -> Chapter | None:
        """Return the session that an event is read in."""
        place = bisect_right(self._chapters, sequence, key=lambda each: each.first)
        return self._chapters[place - 1] if place else None

    def session(self, sequence: int) -> str:
        """Return what the session is called that an event is read in: "séance 12 bis"."""
        chapter = self._chapter(sequence)
        return _within(chapter.name) if chapter else "avant la première séance"

    @property
    def _life(self) -> Life:
        return self._person.life(secrets=self._secrets)

    def title(self, name: str) -> str:
        """Return whose history it is: "Histoire de Merlin, autrefois Dan"."""
        earlier = [each for each in self._person.names if each != name]
        return f"Histoire {of(name)}" + (f", autrefois {', '.join(earlier)}" if earlier else "")

    # The timeline

    def __len__(self) -> int:
        """Return how many events the timeline has."""
        return self._person.timeline(secrets=self._secrets)

    def row(self, place: int) -> Row | None:
        """Return an event of the timeline, from 0; None while its session is being read anew."""
        return self._person.row(place, secrets=self._secrets)

    def whole(self, row: Row) -> tuple[str, str]:
        """Return all there is to say of an event: when it was, and what it was, with its calculation.

        Raises:
            RuleError: another hand has written what can't be computed.
            JournalError: it can't be read.
        """
        history = self._person.history
        entry = history.find(row.sequence)
        if entry is None:
            return self.when(row), row.line
        event = history.past.current(entry)
        told = (
            as_text(event, history.find)
            if calculation(event, history.find)
            else line(replace(entry, event=event), history.find)
        )
        marks = ", ".join(marks_of(row, history.past))
        change = self._life.changes.get(row.sequence, "")
        now = "" if change in told else f"Avant → après : {change}"
        return self.when(row), "\n".join(filter(None, [marks.capitalize(), told, now]))

    # The rest

    @property
    def scars(self) -> tuple[Scar, ...]:
        """Every real wound that it had, in order."""
        return tuple(self._life.scars)

    def evenings(self) -> tuple[Evening, ...]:
        """Return what its rolls came to, session by session; those that are read as one count as one."""
        life, played = self._life, self._person.played(secrets=self._secrets)
        chapters_of: dict[int, list[Chapter]] = {session: [] for session in played}
        for chapter in self._chapters:
            for session in chapter.sessions:
                chapters_of.get(session, []).append(chapter)
        alike: dict[int, list[int]] = {}
        for session, chapters in chapters_of.items():
            alike.setdefault(chapters[0].first if chapters else -session, []).append(session)
        found = []
        for sessions in alike.values():
            read = dict.fromkeys(each for session in sessions for each in chapters_of[session])
            first = next(iter(read), None)
            found.append(
                Evening(
                    tuple(sessions),
                    ", ".join(each.label for each in read) or str(sessions[0]),
                    first.title if first else "",
                    first.day if first else None,
                    added_up(played[each] for each in sessions),
                    sum(life.pf_paid[each] for each in sessions),
                )
            )
        return tuple(found)

    def when(self, row: Row) -> str:
        """Return when an event was, in full: "Séance 3 · Le pont, samedi 14 mars 2026, 21:04"."""
        chapter = self._chapter(row.sequence)
        title = f" · {chapter.title}" if chapter and chapter.title else ""
        session = self.session(row.sequence)
        return f"{session[:1].upper()}{session[1:]}{title}, {full_date(row.at)}, {row.at:%H:%M}"

    def then(self, moment: When) -> str:
        """Return when something was: "séance 3, 14 mars 2026"."""
        return f"{self.session(moment.sequence)}, {day_and_month(moment.at)} {moment.at.year}"

    def fate(self, scar: Scar) -> str:
        """Return what has become of a wound: "encore là", "guérie séance 5, 2 avril 2026"."""
        return f"guérie {self.then(scar.healed)}" if scar.healed else "encore là"

    def reading_of_timeline(self) -> str:
        """Return how much happened to it, in one sentence."""
        events, sessions = len(self), self._person.sessions_told(secrets=self._secrets)
        return (
            f"{events} événement{'s' if events > 1 else ''} "
            f"en {sessions} séance{'s' if sessions > 1 else ''}."
        )

    def reading_of_scars(self) -> str:
        """Return what there is to say of its wounds, in one sentence."""
        scars = self.scars
        if not scars:
            return "Aucune vraie blessure."
        plural = "s" if len(scars) > 1 else ""
        told = f"{len(scars)} vraie{plural} blessure{plural}"
        counts = Counter((each.aspect, each.gravity) for each in scars if each.healed is None)
        kept = [
            f"{counted} {gravity}{'s' if counted > 1 else ''} en {aspect}"
            for aspect in Aspect
            for gravity in WOUNDS
            if (counted := counts[aspect, gravity])
        ]
        if not kept:
            return f"{told}, {'toutes guéries' if plural else 'guérie'}."
        healed = len(scars) - counts.total()
        gone = f"{healed} guérie{'s' if healed > 1 else ''}, " if healed else ""
        return f"{told} ; {gone}encore là : {', '.join(kept)}."

    def reading_of_efforts(self) -> str:
        """Return what its efforts came to and what they cost, in three sentences."""
        rolls = self._rolls()
        account = rolls.together
        if not account.rolls:
            return "Aucun jet à compter."
        plural = "s" if account.rolls > 1 else ""
        pf = number(self._life.pf_paid.total())
        counted = f"{account.rolls} dépassement{plural}, {pf} PF payés"
        heaviest = account.heaviest
        if heaviest and heaviest.value > 0:
            counted += f" ; le plus lourd Dom effectif : {heaviest.value} ({self.session(-heaviest.earliness)})"
        boldest, risk = (figure(each, rolls).reading for each in (Subject.EFFORTS, Subject.RISK))
        return f"{counted}. {boldest} {risk}"

    def reading_of_luck(self) -> str:
        """Return how its successes compare with their odds, in one sentence."""
        return figure(Subject.SUCCESSES, self._rolls()).reading

    def _rolls(self) -> Rolls:
        played = self._person.played(secrets=self._secrets)
        points = tuple(played.values())
        names = {self._person.who: self._person.names[-1]} if self._person.names else {}
        return Rolls(points, tuple(played), Period.CAMPAIGN, names, added_up(points))


def marks_of(row: Row, past: Past) -> Iterator[str]:
    """Yield what has become of an event, a word each."""
    if row.sequence in past.undone:
        yield "annulé"
    if row.sequence in past.marked:
        yield "étoile"
    if row.is_secret(past):
        yield "secret"
    if row.sequence in past.corrections:
        yield "corrigé"


def portrait_lines(
    portrait: Portrait, name: str, past: Past, last: int | None = None
) -> Iterator[str]:
    """Yield the whole portrait in plain lines, each of which means something when it is read aloud.

    Args:
        portrait: the character, once it is read.
        name: what it is called now.
        past: how its events count.
        last: how many events of its timeline are told, the last ones; None for all.
    """
    yield f"{portrait.title(name)}."
    yield f"Blessures : {_within(portrait.reading_of_scars())}"
    for scar in portrait.scars:
        cause = f", {scar.cause}" if scar.cause else ""
        yield f"{portrait.then(scar.came)} : {scar.name}, {portrait.fate(scar)}{cause}."
    yield f"Efforts : {_within(portrait.reading_of_efforts())}"
    yield f"Chance : {_within(portrait.reading_of_luck())}"
    for evening in portrait.evenings():
        yield f"{evening.name} : {' '.join(evening.readings())}"
    yield f"Chronologie : {portrait.reading_of_timeline()}"
    count = len(portrait)
    for place in range(0 if last is None else max(0, count - last), count):
        if row := portrait.row(place):
            marks = "".join(f", {each}" for each in marks_of(row, past))
            yield f"{portrait.session(row.sequence)}, {row.at:%d/%m/%Y %H:%M}{marks} : {row.alone}"


def _within(sentence: str) -> str:
    """Return a sentence as it goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]
