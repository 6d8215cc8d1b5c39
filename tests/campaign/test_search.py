"""The search finds what a reader of every line would find, whatever happened and whatever is asked."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import timedelta
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    CorrectNote,
    CorrectRoll,
    JoinSessions,
    Reveal,
    SplitSession,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import (
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    HealthChanged,
    NoteWritten,
)
from campaign.history.chapters import Sessions
from campaign.history.conditions import (
    Bears,
    Condition,
    Holds,
    InPart,
    InSession,
    IsAbout,
    IsOfKind,
    Mark,
    Measure,
    Rolled,
    Suffered,
    Term,
    Written,
)
from campaign.history.history import History
from campaign.history.query import parse
from campaign.history.results import Results
from campaign.history.search import Batch, search
from campaign.history.texts import Texts
from campaign.narration import line, version_told
from campaign.past import Past, subject
from campaign.text import fold_case
from campaign.words import KINDS
from rules.tableau import Gravity
from tests.campaign.evenings import play, plays
from tests.campaign.table import FIREBALL, MemoryShelf, Table
from tests.campaign.test_chapters import three_evenings
from tests.campaign.test_history import evenings

FAR = timedelta(days=7)
PIECES = (
    *("merlin", "DAN", "feu", "REUSSI", '"dom 1"', "note", "«", "œil", "→", "1", "e", "zz"),
    *("perso:merlin", "perso:dan,2", 'perso:"merlin 2"', "perso:personne", "type:note,scène"),
    *("type:dépassement", "type:annulation", "type:fiche,étoile,correction", "gravité:≥légère"),
    *("gravité:étourdi,fatale", "gravité:<sonné", "gravité:aucune", "séance:1", "séance:≥2"),
    *("séance:1-2,4", "séance:>9", "avant:2026-03-20", "le:14/03/2026", "après:2026-03", "en:2026"),
    *(
        "dé:20",
        "dé:<10,3",
        "diff:≥10",
        "diff:3-8",
        "dom:≥9",
        "dom:0",
        'séance:"1 bis"',
        "séance:2bis,1",
    ),
    *("★", "étoile:non", "secret:oui", "annulé:oui", "annulé:non", "corrigé:oui"),
)


class Reader:
    """Reads every line of a campaign, one after the other."""

    def __init__(self, lines: list[Entry]) -> None:
        self.lines, self.past = lines, Past.of(lines)
        self.by_number = {each.sequence: each for each in lines}
        self.chapters = Sessions(lines).chapters(self.past.undone)

    def found(self, text: str) -> list[int]:
        """Return the numbers of the events that a query finds."""
        terms = parse(text).terms
        return [
            each.sequence for each in self.lines if all(self.fits(each, term) for term in terms)
        ]

    def fits(self, entry: Entry, term: Term) -> bool:
        return any(self.holds(entry, each) for each in term.conditions) != term.negated

    def holds(self, entry: Entry, condition: Condition) -> bool:
        event = self.past.current(entry)
        match condition:
            case Holds(folded=folded):
                return folded in fold_case(line(replace(entry, event=event), self.by_number.get))
            case IsAbout(folded=folded):
                return any(folded in fold_case(name) for name in self.names(self.person(entry)))
            case IsOfKind(kind):
                return KINDS[type(entry.event)] == kind
            case Suffered(comparison, gravity):
                suffered, order = suffered_by(event), list(Gravity)
                return suffered is not None and comparison.holds(
                    order.index(suffered), order.index(gravity)
                )
            case Rolled(first, last, measure):
                number = rolled(event, measure)
                return (
                    number is not None
                    and (first or -99) <= number <= (last or 0, 999)[last is None]
                )
            case InSession(first, last):
                return any(
                    (first or 0) <= n <= (last or n) for n in (entry.session, *self.read(entry))
                )
            case InPart(label):
                read = [
                    each.label
                    for each in self.chapters
                    if each.first <= entry.sequence <= each.last
                ]
                return any(label in each.split("–") for each in read)
            case Written(start, end):
                day = entry.at.toordinal()
                return (start or 0) <= day < (end or day + 1)
            case Bears(mark, wanted):
                return self.bears(entry, mark) == wanted

    def read(self, entry: Entry) -> tuple[int, ...]:
        """Return the numbers of the sessions that an entry is read with."""
        return next(
            (each.sessions for each in self.chapters if each.first <= entry.sequence <= each.last),
            (),
        )

    def person(self, entry: Entry) -> str | None:
        event = version_told(subject(entry, self.by_number.get).event)
        if isinstance(event, NoteWritten) and event.about in self.by_number and event.about:
            return self.person(self.by_number[event.about])
        return getattr(event, "who", None)

    def names(self, who: str | None) -> set[str]:
        events = [version_told(each.event) for each in self.lines]
        return {event.name for event in events if who and getattr(event, "who", None) == who}  # type: ignore[union-attr]

    def bears(self, entry: Entry, mark: Mark) -> bool:
        match mark:
            case Mark.STARRED:
                return entry.sequence in self.past.marked
            case Mark.SECRET:
                return self.past.is_secret(entry)
            case Mark.UNDONE:
                return entry.sequence in self.past.undone
            case Mark.CORRECTED:
                return entry.sequence in self.past.corrections


def suffered_by(event: Event) -> Gravity | None:
    match event:
        case DepassementResolved():
            return event.outcome.effect.gravity
        case EffectRuled(consequence=result):
            passing = Gravity.ETOURDI if result.etourdi else Gravity.SONNE if result.sonne else None
            return result.wound or passing
        case HealthChanged(wound=wound) if wound:
            return wound.wound
        case _:
            return None


def rolled(event: Event, measure: Measure) -> int | None:
    if not isinstance(event, DepassementResolved):
        return None
    match measure:
        case Measure.DIE:
            return event.die.face if event.die else None
        case Measure.DIFF:
            return event.stakes.diff
        case Measure.DOM:
            return event.outcome.dom_effectif


def results(text: str, history: History, texts: Texts | None = None) -> Results:
    query = parse(text)
    batches: dict[int, Batch] = {}
    done = 0.0
    for batch in search(query, history, texts):
        batches[batch.session] = batch
        assert done <= batch.done <= 1
        done = batch.done
    return Results.of(query, batches.values(), done, is_complete=True)


def found(text: str, history: History, texts: Texts | None = None) -> list[int]:
    all_of_them = results(text, history, texts)
    matches = [all_of_them.match(index) for index in range(len(all_of_them))]
    for index, match in enumerate(matches):
        known = history.index(match.session)
        assert known is not None
        assert known.sequences[match.row] == match.sequence
        assert all_of_them.place_of(match.sequence) == index
    return [match.sequence for match in matches]


@given(
    plays("look back", "evening", "note", "secret roll", "correct", "undo", "mark", "rename"),
    st.lists(st.tuples(st.sampled_from(("", "-")), st.sampled_from(PIECES)), max_size=3),
)
@settings(max_examples=100, deadline=None)
def test_it_finds_what_a_reader_of_every_line_finds(
    moves: list[tuple[str, int]], pieces: list[tuple[str, str]]
) -> None:
    table, session = play(moves)
    lines, text = table.journal.lines, " ".join(sign + piece for sign, piece in pieces)
    expected = Reader(lines).found(text)
    assert found(text, session.history) == expected  # which may have followed what was written
    assert found(text, History(table.journal.shelf())) == expected  # some is kept
    assert found(text, History(MemoryShelf(lines, {}))) == expected  # nothing is


@given(
    plays("look back", "evening", "note", "correct", "mark"),
    st.lists(st.sampled_from(("merlin", "boule", "feu", "note 1", "dom", "-dom", "e", "raté"))),
)
@settings(max_examples=15, deadline=None)
def test_what_is_typed_and_taken_back_letter_by_letter_finds_the_same_as_at_once(
    moves: list[tuple[str, int]], words: list[str]
) -> None:
    _, session = play(moves)
    typed = list(accumulate(" ".join(words[:3])))
    texts = Texts()
    for text in [*typed, *reversed(typed)]:
        assert found(text, session.history, texts) == found(text, session.history)
    session.execute(WriteNote("boule de feu"))
    for text in typed:
        assert found(text, session.history, texts) == found(text, session.history)


def test_a_roll_is_found_by_its_numbers_as_they_count() -> None:
    table = Table()
    session = table.sit_down()
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    (roll,) = session.execute(replace(FIREBALL, secret=True))
    assert found("dé:12 diff:8 dom:4", session.history) == [roll.sequence]
    session.execute(CorrectRoll(roll.sequence, diff=9, eff=20, die=1))
    assert found("dé:12", session.history) == found("diff:8", session.history) == []
    assert found("dé:1 diff:≥9 dom:≥5", session.history) == [roll.sequence]


def test_a_session_is_found_as_it_is_read() -> None:
    session = three_evenings()
    second = list(range(8, 14))
    assert found("séance:2", session.history) == second
    session.execute(SplitSession(10))
    session.execute(SplitSession(12))
    assert found("séance:2", session.history) == second
    assert found("séance:2bis", session.history) == [10, 11]
    assert found('séance:"2 ter"', session.history) == [12, 13]
    session.execute(JoinSessions(14))
    whole = found("séance:3", session.history)
    assert whole[:3] == [12, 13, 14]
    assert found("séance:2ter", session.history) == whole
    assert found("séance:1,3", session.history) == [*range(1, 8), *whole]
    assert found("séance:2–3", session.history) == [*range(8, 12), *whole]
    assert found("-séance:2", session.history) == found("séance:1", session.history)


@pytest.mark.parametrize(
    "text",
    ["coeur etoile", "CŒUR ÉTOILÉ", '"cœur étoilé d\'hiver"', "« étoilé d’hiver »", "Cœur -été"],
)
def test_case_accents_ligatures_and_signs_that_a_keyboard_lacks_make_no_difference(
    text: str,
) -> None:
    table = Table()
    session = table.sit_down()
    (note,) = session.execute(WriteNote("Le Cœur étoilé d’hiver"))
    for form in ("NFC", "NFD"):
        assert found(unicodedata.normalize(form, text), session.history) == [note.sequence]


def test_a_character_is_found_by_each_name_it_had() -> None:
    table = Table()
    session = table.sit_down()
    (added,) = session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    who = next(iter(session.state.characters))
    table.wait(FAR)
    (renamed,) = session.execute(ChangeCharacter(who, "Ambrosius", Kind.PJ, MERLIN))
    (rolled, *_) = session.execute(FIREBALL)
    for text in ("perso:merlin", "perso:ambro"):
        numbers = found(text, History(table.journal.shelf()))
        assert {added.sequence, renamed.sequence, rolled.sequence} <= set(numbers)


def test_what_changes_is_found_as_it_counts_from_then_on() -> None:
    table = Table()
    session = table.sit_down()
    (note,) = session.execute(WriteNote("dragon"))
    assert found("dragon", session.history) == [note.sequence]
    session.execute(CorrectNote(note.sequence, "griffon"))
    assert note.sequence not in found("type:note dragon", session.history)
    assert note.sequence in found("type:note griffon corrigé:oui", session.history)
    session.execute(Undo())
    assert found("type:note dragon corrigé:non", session.history) == [note.sequence]


def test_a_secret_that_was_told_is_none_any_more() -> None:
    table = Table()
    session = table.sit_down()
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    (roll,) = session.execute(replace(FIREBALL, secret=True))
    assert found("secret:oui type:dépassement", session.history) == [roll.sequence]
    session.execute(Reveal(roll.sequence))
    assert found("secret:oui type:dépassement", session.history) == []
    assert found("secret:non type:dépassement", session.history) == [roll.sequence]


def test_a_day_begins_at_midnight() -> None:
    table = Table()
    session = table.sit_down()
    table.now = table.now.replace(hour=0, minute=0) + timedelta(days=1)
    (note,) = session.execute(WriteNote("minuit"))
    for text in ("le:2026-03-15", "après:2026-03-14", "avant:2026-03-16"):
        assert found(f"minuit {text}", session.history) == [note.sequence]
    for text in ("le:2026-03-14", "avant:2026-03-15", "après:2026-03-15"):
        assert found(f"minuit {text}", session.history) == []


def test_what_is_known_is_found_before_the_rest_is_read() -> None:
    table, _ = evenings(4)
    shelf = table.journal.shelf()
    History(shelf).load()
    del table.journal.kept[2]
    history = History(shelf)
    first = next(history.loading())
    batch = next(search(parse("boule"), history))
    assert batch.session == first
    assert len(batch) > 0


def test_a_session_that_its_number_rules_out_costs_nothing() -> None:
    _, session = evenings(4)
    session.history.load()
    assert found("séance:2 boule", session.history)
    assert [batch.session for batch in search(parse("séance:2 boule"), session.history)] == [2]
