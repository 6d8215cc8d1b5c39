"""One character over the years: nothing of it is missing, nothing told twice, and the sums are those of its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    CorrectRuling,
    GiveWound,
    HealWound,
    JoinSessions,
    RenameSession,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import (
    CharacterAdded,
    DepassementResolved,
    EffectRuled,
    Entry,
    NoteWritten,
    OfACharacter,
    TurnGiven,
)
from campaign.history.person import Person
from campaign.history.portrait import Portrait, portrait_lines
from campaign.history.rolls import Odds
from campaign.past import Past, counting, fold, subject
from campaign.session import Session
from rules.aspects import Aspect
from rules.health import Ruling
from rules.tableau import WOUNDS, Gravity
from tests.campaign.evenings import COMMANDS, play, plays, tries
from tests.campaign.table import BURNT, FIREBALL, Table

CHANGING = {"correct", "other ruling", "other words"}
"""What changes how earlier events count, which asks for another `Person`."""


def read(session: Session, who: str) -> Person:
    person = Person(session.history, who)
    for _ in person.reading():
        pass
    return person


def whose(entry: Entry, lines: Sequence[Entry]) -> str | None:
    """Return whom an entry is about."""
    found = {each.sequence: each for each in lines}.get
    event = subject(entry, found).event
    if isinstance(event, NoteWritten):
        about = found(event.about or 0)
        return whose(about, lines) if about else None
    return event.who if isinstance(event, CharacterAdded | OfACharacter | TurnGiven) else None


def check(person: Person, lines: Sequence[Entry], past: Past, *, secrets: bool) -> None:
    """Hold a character against the plainest account of it: all its events in memory."""
    known = [each for each in lines if secrets or not past.is_secret(each)]
    timeline = [
        row.sequence
        for place in range(person.timeline(secrets=secrets))
        if (row := person.row(place, secrets=secrets))
    ]
    assert timeline == [each.sequence for each in known if whose(each, lines) == person.who]
    life, character = person.life(secrets=secrets), fold(known, past=past).characters
    assert life.health == character[person.who].health
    there = Counter((each.aspect, each.gravity) for each in life.scars if each.healed is None)
    wounds = life.health.wounds
    assert there == Counter({(a, g): wounds[a][g] for a in Aspect for g in WOUNDS})
    events = [each.event for each in counting(known, past)]
    rolls = [e for e in events if isinstance(e, DepassementResolved) and e.who == person.who]
    ruled = [e for e in events if isinstance(e, EffectRuled) and e.who == person.who]
    played = person.played(secrets=secrets).values()
    assert life.pf_paid.total() == sum(each.consequence.pf for each in ruled)
    assert [
        sum(each.rolls for each in played),
        sum(each.successes for each in played),
        sum(each.paid for each in played),
        sum(each.risked for each in played),
    ] == [
        len(rolls),
        sum(each.outcome.verdict.success for each in rolls),
        sum(max(0, each.outcome.dom_effectif) for each in rolls),
        sum(Odds.of(each.stakes).dom_effectif for each in rolls),
    ]


@given(plays("evening", "wound", "heal", "secret roll", "secret roll", "reveal", "reveal"))
@settings(max_examples=60, deadline=None)
def test_a_character_is_what_its_events_made_of_it(moves: list[tuple[str, int]]) -> None:
    table, session = play(moves)
    lines = table.journal.lines
    past = Past.of(lines)
    for who in session.state.characters:
        person = read(session, who)
        check(person, lines, past, secrets=True)
        check(person, lines, past, secrets=False)


@given(plays("evening", "secret roll"), plays())
@settings(max_examples=20, deadline=None)
def test_a_character_that_is_read_while_the_evening_goes_on_is_the_same(
    moves: list[tuple[str, int]], more: list[tuple[str, int]]
) -> None:
    table, session = play(moves)
    people = [Person(session.history, who) for who in session.state.characters]
    for number, person in enumerate(people):
        for _ in zip(range(number), person.reading(), strict=False):
            pass
    for name, n in more:
        if name in COMMANDS and name not in CHANGING:
            tries(table, session, COMMANDS[name](session, n))
    for person in people:
        for _ in person.reading():
            pass
        check(person, table.journal.lines, session.past, secrets=True)


def years() -> tuple[Table, Session]:
    """Play two evenings: Dan is hurt by an effort, then on the GC's word, is healed, and becomes Daniel."""
    table = Table()
    session = table.sit_down()
    for name in ("Merlin", "Dan", "Danielle"):
        session.execute(AddCharacter(name, Kind.PJ, MERLIN))
    dan = list(session.state.characters)[1]
    session.execute(replace(BURNT, who=dan))
    session.execute(RuleEffect(Ruling.BLESSURE))
    for _ in range(4):
        session.execute(GiveWound(dan, Aspect.MYSTIQUE, Gravity.LEGERE))
    table.wait(timedelta(days=7))
    session.execute(HealWound(dan, Aspect.MYSTIQUE, Gravity.LEGERE))
    session.execute(ChangeCharacter(dan, "Daniel", Kind.PJ, MERLIN))
    session.execute(replace(FIREBALL, who=dan))
    session.execute(RuleEffect(Ruling.FATIGUE))
    return table, session


def test_a_scar_says_when_it_came_from_what_and_when_it_was_healed() -> None:
    _, session = years()
    dan = list(session.state.characters)[1]
    first, *_, last = read(session, dan).life(secrets=True).scars
    assert (first.name, first.cause) == ("légère en My", "Boule de feu, Diff 8, Dom effectif 15")
    assert first.healed is not None
    assert (first.came.session, first.healed.session) == (1, 2)
    assert last.name == "grave en My, faute de place pour une légère"
    assert (last.cause, last.healed) == ("sur la parole du Gardien de la Clef", None)


def test_a_ruling_that_is_put_right_takes_its_scar_away() -> None:
    _, session = years()
    dan = list(session.state.characters)[1]
    roll = read(session, dan).life(secrets=True).scars[0].came.sequence - 1
    session.execute(CorrectRuling(roll, Ruling.FATIGUE))
    scars = read(session, dan).life(secrets=True).scars
    assert [each.cause for each in scars] == ["sur la parole du Gardien de la Clef"] * 4
    session.execute(Undo())
    assert len(read(session, dan).life(secrets=True).scars) == 5


def test_it_is_the_same_character_by_another_name_and_nobody_whose_name_is_like_it() -> None:
    _, session = years()
    _, dan, danielle = session.state.characters
    person = read(session, dan)
    assert person.names == ("Dan", "Daniel")
    assert Portrait(person, secrets=False).title("Daniel") == "Histoire de Daniel, autrefois Dan"
    assert read(session, danielle).timeline(secrets=True) == 1


def test_a_portrait_is_told_in_lines() -> None:
    _, session = years()
    dan = list(session.state.characters)[1]
    session.execute(WriteNote("Il s’en souviendra", about=session.entries[-1].sequence))
    person = read(session, dan)
    told = list(portrait_lines(Portrait(person, secrets=False), "Daniel", session.past))
    assert told[:3] == [
        "Histoire de Daniel, autrefois Dan.",
        "Blessures : 5 vraies blessures ; 1 guérie, encore là : 3 légères en My, 1 grave en My.",
        (
            "séance 1, 14 mars 2026 : légère en My, guérie séance 2, 21 mars 2026, "
            "Boule de feu, Diff 8, Dom effectif 15."
        ),
    ]
    assert told[7].startswith("Efforts : 2 dépassements, 6 PF payés ; le plus lourd Dom effectif")
    assert told[-1] == (
        "séance 2, 21/03/2026 20:00 : Note : Il s’en souviendra "
        "(sur « Daniel : fatigue seule, au lieu d’une blessure légère, PF 17 → 20 »)"
    )
    row = Portrait(person, secrets=False).row(1)
    assert row is not None
    assert Portrait(person, secrets=False).whole(row)[1].startswith("Dan · Boule de feu · Diff 8")


def test_its_sessions_are_called_what_the_history_calls_them() -> None:
    _, session = years()
    dan = list(session.state.characters)[1]
    second = session.history.chapters()[1].first
    session.execute(RenameSession(1, "Le pont"))
    portrait = Portrait(read(session, dan), secrets=False)
    assert [(each.name, each.title) for each in portrait.evenings()] == [
        ("Séance 1", "Le pont"),
        ("Séance 2", ""),
    ]
    row = portrait.row(1)
    assert row is not None
    assert portrait.when(row) == "Séance 1 · Le pont, samedi 14 mars 2026, 20:00"
    session.execute(JoinSessions(second))
    portrait = Portrait(read(session, dan), secrets=False)
    (both,) = portrait.evenings()
    assert (both.name, both.title) == ("Séances 1–2", "Le pont")
    assert both.account.rolls == 2
    scar = portrait.scars[0]
    assert portrait.then(scar.came) == "séances 1–2, 14 mars 2026"
