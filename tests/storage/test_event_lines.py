"""An event becomes a line and comes back the same; a line that isn't one of ours is told apart and harms nothing."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from datetime import datetime, timedelta, timezone
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.changes import Change
from campaign.character import Action, Kind
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterChanged,
    CharacterMoved,
    CharacterSetAside,
    Correctable,
    DepassementResolved,
    Die,
    EffectRuled,
    Entry,
    Event,
    EventCorrected,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    HealthCause,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Outcome,
    Provenance,
    Revealable,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    SessionsJoined,
    SessionSplit,
    SessionTitled,
    TurnGiven,
    Unreadable,
)
from campaign.past import fold
from campaign.state import State
from rules.aspects import Aspect, Moyen
from rules.calculation import Part, Total
from rules.depassement import Stakes, resolve
from rules.health import Consequence, Ruling
from rules.options import Options
from rules.roll import FACES
from rules.tableau import TABLEAU_3_1, WOUNDS, Effect, Gravity, Tableau
from storage import lines
from storage.codec import TYPES, document, encoded, event, state_document, state_of, when
from storage.lines import Damaged, seal, unseal
from storage.migrations import Document, migrate
from tests.rules import strategies as rules
from tests.storage.folders import EVENING

names = st.text(
    st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1, max_size=30
)
numbers = st.integers(1, 10**9)
dice = st.builds(Die, st.integers(1, FACES), st.sampled_from(Provenance))
actions = st.builds(
    Action,
    name=names,
    aspect=rules.aspects,
    moyen=st.sampled_from(Moyen),
    competence=st.none() | names,
    modificateur=st.integers(-99, 99),
    eff=st.integers(0, 999),
    min_diff=st.integers(0, 999),
)
effects = st.builds(
    Effect, st.sampled_from(Gravity), st.none() | st.integers(0, 99), *[st.integers(0, 99)] * 2
)
values = st.none() | st.integers(-99, 99) | names
totals = st.lists(st.builds(Part, names | st.just(""), st.integers(-99, 99), st.booleans()))


@st.composite
def rolls(draw: st.DrawFn) -> DepassementResolved:
    drawn = draw(rules.stakes)
    stakes = Stakes(
        drawn.aspect,
        Total(tuple(draw(totals)) + drawn.ca.parts) if draw(st.booleans()) else drawn.ca,
        drawn.diff,
        drawn.eff,
        drawn.encaissement,
        drawn.options,
        drawn.called,
    )
    die, other = draw(dice), draw(dice)
    result = resolve(stakes, die.face, other.face)
    outcome = Outcome(
        result.verdict, result.dom, result.encaissement, result.dom_effectif, result.effect
    )
    held = other if outcome.encaissement else None
    return DepassementResolved(draw(names), draw(names), draw(names), stakes, die, held, outcome)


@st.composite
def consequences(draw: st.DrawFn) -> Consequence:
    cascade = tuple(draw(st.lists(st.sampled_from(WOUNDS), max_size=4)))
    held = tuple(draw(st.integers(0, 99)) for _ in cascade[:-1])
    return Consequence(
        draw(rules.aspects),
        draw(st.integers(0, 99)),
        draw(st.booleans()),
        draw(st.booleans()),
        cascade,
        held if draw(st.booleans()) else (),
    )


health_changes = st.lists(st.builds(Change, names, *[st.integers(0, 99)] * 2), max_size=4).map(
    tuple
)
moves = st.one_of(
    st.builds(CharacterMoved, names.map("a".__add__), names, names.map("b".__add__), names),
    st.builds(CharacterMoved, names, names, st.none(), st.none()),
)
STRATEGIES: dict[type[Event], st.SearchStrategy[Any]] = {
    CampaignCreated: st.builds(CampaignCreated, names, rules.options),
    OptionsChanged: st.builds(OptionsChanged, rules.options, rules.options),
    SessionOpened: st.builds(SessionOpened, numbers),
    SessionClosed: st.builds(SessionClosed, numbers),
    SessionReopened: st.builds(SessionReopened, numbers),
    SessionTitled: st.builds(
        SessionTitled, numbers, names, names | st.just(""), names | st.just("")
    ),
    SessionSplit: st.builds(SessionSplit, numbers, names, st.dates()),
    SessionsJoined: st.builds(SessionsJoined, numbers, names, names),
    CharacterAdded: st.builds(CharacterAdded, names, names, st.sampled_from(Kind), rules.sheets),
    CharacterChanged: st.builds(
        CharacterChanged,
        names,
        names,
        st.lists(st.builds(Change, names, values, values), max_size=4).map(tuple),
    ),
    ActionSaved: st.builds(ActionSaved, names, names, actions, st.none() | actions),
    ActionRemoved: st.builds(ActionRemoved, names, names, actions),
    DepassementResolved: rolls(),
    EffectRuled: st.builds(
        EffectRuled,
        names,
        names,
        numbers,
        effects,
        st.sampled_from(Ruling),
        consequences(),
        st.integers(0, 999),
    ),
    HealthChanged: st.builds(
        HealthChanged,
        names,
        names,
        st.sampled_from(HealthCause),
        health_changes,
        st.none() | consequences(),
    ),
    CharacterMoved: moves,
    CharacterSetAside: st.builds(CharacterSetAside, names, names),
    CharacterBroughtBack: st.builds(CharacterBroughtBack, names, names),
    TurnGiven: st.builds(TurnGiven, names, names) | st.just(TurnGiven(None, "")),
    SceneBegun: st.builds(SceneBegun, names | st.just("")),
    NoteWritten: st.builds(NoteWritten, names, st.none() | numbers),
    EventMarked: st.builds(EventMarked, numbers, st.booleans()),
    EventUndone: st.builds(EventUndone, numbers),
    EventRedone: st.builds(EventRedone, numbers),
}
CORRECTABLE, REVEALABLE = get_args(Correctable), get_args(Revealable)


@st.composite
def corrections(draw: st.DrawFn) -> EventCorrected:
    target = draw(numbers)
    event = draw(st.one_of(*(STRATEGIES[kind] for kind in CORRECTABLE)))
    return EventCorrected(target, target + draw(st.integers(0, 99)), event)


STRATEGIES[EventCorrected] = corrections()
STRATEGIES[EventRevealed] = st.builds(
    EventRevealed, numbers, st.one_of(*(STRATEGIES[kind] for kind in REVEALABLE))
)
zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(
    datetime(1970, 1, 2),  # noqa: DTZ001 - hypothesis adds the zone
    datetime(2200, 1, 1),  # noqa: DTZ001
    timezones=zones,
)


def line(written: Event, at: datetime = EVENING) -> bytes:
    return seal({"n": 7, **document(Entry(7, 1, at, written))})


def told(text: bytes) -> Event:
    return event(unseal(text))


def test_every_event_has_a_name_in_the_journal_but_the_unreadable_one() -> None:
    assert {kind for kind, _ in TYPES.values()} == set(get_args(Event)) - {Unreadable}
    assert set(STRATEGIES) == {kind for kind, _ in TYPES.values()}


def test_no_field_of_an_event_has_the_name_of_what_surrounds_it() -> None:
    own = {each.name for kind, _ in TYPES.values() for each in fields(kind)}
    assert not own & {"n", "g", "v", "at", "type", "crc", "gardien"}


@pytest.mark.parametrize("kind", STRATEGIES, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=60)
def test_an_event_comes_back_as_it_was(kind: type[Event], data: st.DataObject) -> None:
    written, at = data.draw(STRATEGIES[kind]), data.draw(times)
    text = line(written, at)
    record = unseal(text.removesuffix(b"\n"))
    assert (event(record), when(record)) == (written, at)
    assert text.count(b"\n") == 1
    assert json.loads(text)["n"] == 7


@given(st.one_of(*STRATEGIES.values()))
def test_reading_the_same_record_twice_gives_the_same_and_leaves_it_as_it_was(
    written: Event,
) -> None:
    record = unseal(line(written).rstrip())
    before = json.dumps(record)
    assert event(record) == event(record) == written
    assert json.dumps(record) == before


def test_a_fireball_fits_in_less_than_a_kilobyte_and_can_be_read_by_eye() -> None:
    parts = tuple(Part(each, 15) for each in ("My", "Ma", "Magie du Feu", "étourdi", "fatigue"))
    stakes = Stakes(Aspect.MYSTIQUE, Total(parts), 8, 15, Total(parts), Options())
    result = resolve(stakes, 12, 7)
    outcome = Outcome(
        result.verdict, result.dom, result.encaissement, result.dom_effectif, result.effect
    )
    die = Die(12, Provenance.REAL)
    text = line(
        DepassementResolved("merlin", "Merlin", "Boule de feu", stakes, die, die, outcome)
    ).decode()
    assert len(text) < 1500
    assert '"type":"dépassement","who":"merlin","name":"Merlin","action":"Boule de feu"' in text
    assert '"die":{"face":12,"provenance":"réel"}' in text
    assert '"tableau":"3.1"' in text


def test_the_books_table_has_a_name_and_an_edited_one_is_written_in_full() -> None:
    rows = list(TABLEAU_3_1.rows)
    rows[1] = Effect(Gravity.ETOURDI, 4, 1, 0)
    edited = Options(tableau=Tableau(tuple(rows)))
    assert b'"tableau":"3.1"' in line(CampaignCreated("Brume", Options()))
    text = line(OptionsChanged(Options(), edited))
    assert text.count(b'"tableau":"3.1"') == 1
    assert told(text.rstrip()) == OptionsChanged(Options(), edited)


def test_a_time_without_a_zone_is_never_written() -> None:
    with pytest.raises(ValueError, match="time zone"):
        document(Entry(1, 1, datetime(2026, 1, 1), NoteWritten("x")))  # noqa: DTZ001 - the point


NOTE: Document = {"v": 1, "at": EVENING.isoformat(), "type": "note", "text": "x", "about": None}


def changed(**parts: object) -> Document:
    return {**NOTE, **parts}


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (changed(type="sortilège"), "inconnu"),
        (changed(type=3), "inconnu"),
        (changed(type=["note"]), "inconnu"),
        (changed(v=2), "version 2, d’un Gardien plus récent"),
        (changed(v=10**400), "plus récent"),
        (changed(v=0), "sans sa version"),
        (changed(v=True), "sans sa version"),
        (changed(v="1"), "sans sa version"),
        (changed(text=None), "champs"),
        (changed(about="7"), "champs"),
        (changed(about=7.0), "champs"),
        (changed(about=True), "champs"),
        (changed(about=10**400), "trop grand"),
        (changed(about=-(2**53) - 1), "trop grand"),
        (changed(secret=True), "en trop ou en moins"),
        ({name: value for name, value in NOTE.items() if name != "about"}, "en moins"),
        ({name: value for name, value in NOTE.items() if name != "text"}, "champs"),
        ({}, "inconnu"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_a_line_that_is_not_ours_says_why(record: Document, why: str) -> None:
    with pytest.raises(Damaged, match=why):
        event(record)


@pytest.mark.parametrize(
    "at", [None, 3, "", "hier", "2026-03-14T20:00", "0001-01-01T00:00+00:00", "9999-12-31T23:59Z"]
)
def test_a_date_that_nothing_could_show_is_refused(at: object) -> None:
    with pytest.raises(Damaged, match="date"):
        when(changed(at=at))


def roll(**parts: object) -> Document:
    """A line of Merlin's fireball, with some of its parts replaced."""
    stakes = Stakes(
        Aspect.MYSTIQUE, Total.plain(17), 8, 15, Total.plain(14), Options(), called=False
    )
    result = resolve(stakes, 12, 7)
    outcome = Outcome(
        result.verdict, result.dom, result.encaissement, result.dom_effectif, result.effect
    )
    die = Die(12, Provenance.REAL)
    written = DepassementResolved("merlin", "Merlin", "Boule", stakes, die, die, outcome)
    return {**document(Entry(1, 1, EVENING, written)), **parts}


@pytest.mark.parametrize(
    "parts",
    [
        {"die": {"face": 21, "provenance": "réel"}},
        {"die": {"face": 0, "provenance": "réel"}},
        {"die": {"face": 12, "provenance": "truqué"}},
        {"die": None},
        {"encaissement_die": None},
        {"stakes": {}},
        {"stakes": []},
        {"outcome": None},
    ],
    ids=str,
)
def test_a_roll_that_could_not_be_shown_again_is_refused(parts: Document) -> None:
    with pytest.raises(Damaged):
        event(roll(**parts))


@pytest.mark.parametrize("after", [-1, None, "3"])
def test_a_health_that_could_not_be_shown_is_refused(after: int | str | None) -> None:
    changes = (Change("PF", 3, after),)
    written = HealthChanged("merlin", "Merlin", HealthCause.PF, changes)
    with pytest.raises(Damaged):
        told(line(written).rstrip())


IMPOSSIBLE: dict[str, Event] = {
    "a move before oneself": CharacterMoved("merlin", "Merlin", "merlin", "Merlin"),
    "a move before nobody named": CharacterMoved("merlin", "Merlin", "gaston", None),
    "a move before a name alone": CharacterMoved("merlin", "Merlin", None, "Gaston"),
    "a turn of nobody named": TurnGiven(None, "Merlin"),
    "a session 0": SessionOpened(0),
    "a session beyond the name of a file": SessionOpened(2**53),
    "a correction of nothing": EventCorrected(0, 0, NoteWritten("x")),
    "a correction of what comes later": EventCorrected(7, 6, NoteWritten("x")),
    "a revelation of nothing": EventRevealed(0, NoteWritten("x")),
    "a revealed star on nothing": EventRevealed(7, EventRevealed(7, NoteWritten("x"))),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("written", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_could_not_have_happened_is_refused(written: Event) -> None:
    with pytest.raises(Damaged, match="«"):
        told(line(written).rstrip())


def ruled(consequence: Consequence) -> EffectRuled:
    return EffectRuled(
        "merlin", "Merlin", 5, TABLEAU_3_1.row(Gravity.LEGERE), Ruling.BLESSURE, consequence, 3
    )


CASCADE = (Gravity.LEGERE, Gravity.GRAVE, Gravity.CRITIQUE)


@pytest.mark.parametrize(
    ("cascade", "held"),
    [
        ((), (4,)),
        (CASCADE[:1], (4,)),
        (CASCADE, (4,)),
        (CASCADE, (4, 2, 1)),
        (CASCADE, (4, -1)),
        ((Gravity.SONNE, Gravity.LEGERE), (1,)),
    ],
    ids=str,
)
def test_a_wound_that_no_room_explains_is_refused(
    cascade: tuple[Gravity, ...], held: tuple[int, ...]
) -> None:
    wound = Consequence(Aspect.PHYSIQUE, 3, cascade=cascade, held=held)
    healths = HealthChanged("merlin", "Merlin", HealthCause.WOUND, (), wound)
    for written in (ruled(wound), healths, EventCorrected(7, 7, ruled(wound))):
        with pytest.raises(Damaged):
            told(line(written).rstrip())


def test_a_correction_holds_the_line_of_what_counts_with_its_own_type_and_version() -> None:
    text = line(EventCorrected(7, 9, NoteWritten("plus bas", about=3)))
    assert b'"type":"correction","target":7,"before":9,"event":{"v":1,"type":"note",' in text
    assert told(text.rstrip()) == EventCorrected(7, 9, NoteWritten("plus bas", about=3))


@pytest.mark.parametrize("kind", STRATEGIES, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=5)
def test_only_what_can_be_corrected_or_revealed_is_held_by_such_an_event(
    kind: type[Event], data: st.DataObject
) -> None:
    inner = data.draw(STRATEGIES[kind])
    for outer, allowed in (
        (EventCorrected(7, 7, inner), CORRECTABLE),
        (EventRevealed(7, inner), REVEALABLE),
    ):
        text = line(outer).rstrip()
        if kind in allowed:
            assert told(text) == outer
        else:
            with pytest.raises(Damaged):
                told(text)


def held(**parts: object) -> Document:
    """A line of a correction of a note, with some parts of what it holds replaced or, when None, left out."""
    written = document(Entry(1, 1, EVENING, EventCorrected(7, 7, NoteWritten("x"))))
    inner = {**NOTE, **parts}
    told = {name: value for name, value in inner.items() if value is not None or name == "about"}
    del told["at"]
    return {**written, "event": told}


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (held(type="sortilège"), "inconnu"),
        (held(type=None), "inconnu"),
        (held(v=2), "« note » de la version 2, d’un Gardien plus récent"),
        (held(v=None), "« note » sans sa version"),
        (held(text=None), "« note » avec des champs"),
        (held(text=3), "« note » avec des champs"),
        (held(n=7), "« note » avec des champs en trop"),
        (held(g=[1, 1]), "« note » avec des champs en trop"),
        (held(about=10**20), "trop grand"),
        ({**held(), "event": "x"}, "« correction »"),
        ({**held(), "event": None}, "« correction »"),
        ({**held(), "target": True}, "« correction »"),
        ({**held(), "target": "7"}, "« correction »"),
        ({**held(), "target": 10**400}, "trop grand"),
        ({**held(), "why": 3}, "« correction »"),
        ({name: value for name, value in held().items() if name != "before"}, "« correction »"),
        ({name: value for name, value in held().items() if name != "event"}, "« correction »"),
    ],
    ids=lambda each: str(each)[:60],
)
def test_what_a_correction_holds_is_read_as_strictly_as_any_line(
    record: Document, why: str
) -> None:
    with pytest.raises(Damaged, match=why):
        event(record)


def test_a_correction_nested_a_thousand_deep_says_why() -> None:
    deep: object = {"v": 1, "type": "note", "text": "x", "about": None}
    for _ in range(1000):
        deep = {"v": 1, "type": "correction", "target": 1, "before": 1, "event": deep}
    with pytest.raises(Damaged):
        event({**held(), "event": deep})


def test_a_roll_whose_automatic_failure_needed_no_die_is_read() -> None:
    stakes = Stakes(Aspect.PHYSIQUE, Total.plain(-3), 8, 0, Total.plain(14), Options())
    result = resolve(stakes, None, None)
    outcome = Outcome(
        result.verdict, result.dom, result.encaissement, result.dom_effectif, result.effect
    )
    written = DepassementResolved("merlin", "Merlin", "Boule", stakes, None, None, outcome)
    assert told(line(written).rstrip()) == written


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@given(st.sampled_from(sorted(TYPES)), st.dictionaries(st.text(max_size=8), anything), st.data())
@settings(max_examples=60)
def test_whatever_a_record_holds_it_is_an_event_or_is_refused(
    kind: str, others: dict[str, object], data: st.DataObject
) -> None:
    true = document(Entry(1, 1, EVENING, data.draw(STRATEGIES[TYPES[kind][0]])))
    key = data.draw(st.sampled_from(sorted(true)))
    for record in ({**true, key: data.draw(anything)}, {**NOTE, **others, "type": kind}):
        with suppress(Damaged):
            event(record)
        with suppress(Damaged):
            when(record)


def test_a_document_nested_ten_thousand_deep_says_why() -> None:
    deep: object = "x"
    for _ in range(10_000):
        deep = [deep]
    with pytest.raises(Damaged):
        event(changed(text=deep))
    with pytest.raises(Damaged):
        event({**roll(), "stakes": {"aspect": deep}})


def test_an_old_line_is_migrated_step_by_step_and_is_not_touched() -> None:
    steps = {
        ("note", 1): lambda fields: {**fields, "about": None},
        ("note", 2): lambda fields: {"text": fields["texte"], "about": fields["about"]},
    }
    old: Document = {"texte": "bonjour"}
    assert migrate("note", 1, old, 3, steps) == {"text": "bonjour", "about": None}
    assert migrate("note", 3, old, 3, steps) == old == {"texte": "bonjour"}


def of_version_1(record: Document, *names: str) -> Document:
    """A line of version 1 of an event: without a field of version 2, in the part of that name."""
    *parents, name = names
    old: Document = json.loads(json.dumps({**record, "v": 1}))
    part: Any = old
    for parent in parents:
        part = part[parent]
    del part[name]
    return old


def test_a_ruling_of_version_1_says_nothing_of_the_wounds_that_took_the_room() -> None:
    now = ruled(Consequence(Aspect.MYSTIQUE, 3, cascade=CASCADE, held=(4, 2)))
    then = ruled(Consequence(Aspect.MYSTIQUE, 3, cascade=CASCADE))
    written = document(Entry(1, 1, EVENING, now))
    old = of_version_1(written, "consequence", "held")
    assert event(old) == then
    assert event(written) == now
    assert "held" not in str(old)
    nested = {**held(), "event": {name: old[name] for name in old if name != "at"}}
    assert event(nested) == EventCorrected(7, 7, then)


def test_a_change_of_health_of_version_1_says_nothing_of_its_wound() -> None:
    changes = (Change("PF", 3, 6), Change("légère My", 0, 1))
    wound = Consequence(Aspect.MYSTIQUE, 3, cascade=CASCADE[:1])
    now = HealthChanged("merlin", "Merlin", HealthCause.WOUND, changes, wound)
    old = of_version_1(document(Entry(1, 1, EVENING, now)), "wound")
    assert event(old) == HealthChanged("merlin", "Merlin", HealthCause.WOUND, changes)


@pytest.mark.parametrize("version", [1, 2])
def test_an_event_that_has_fields_of_another_version_is_refused(version: int) -> None:
    now = document(Entry(1, 1, EVENING, ruled(Consequence(Aspect.MYSTIQUE))))
    old = of_version_1(now, "consequence", "held")
    with pytest.raises(Damaged):
        event({**(now if version == 1 else old), "v": version})


@given(st.lists(st.one_of(*STRATEGIES.values()), max_size=12))
def test_a_state_comes_back_as_it_was(events: list[Event]) -> None:
    adding = [each for each in events if isinstance(each, CharacterAdded)]
    state = fold(Entry(index, 1, EVENING, each) for index, each in enumerate(adding + events, 1))
    kept = json.loads(json.dumps(state_document(state)))
    assert state_of(kept) == state
    assert list(state_of(kept).characters) == list(state.characters)


def test_a_state_of_another_version_is_refused() -> None:
    kept = state_document(State(name="Brume"))
    for other in ({**kept, "lune": "pleine"}, {k: v for k, v in kept.items() if k != "awaited"}):
        with pytest.raises(Damaged):
            state_of(other)


@given(st.sampled_from(sorted(TYPES)), times, st.data())
def test_an_event_is_encoded_as_its_document_is(
    kind: str, at: datetime, data: st.DataObject
) -> None:
    entry = Entry(7, 1, at, data.draw(STRATEGIES[TYPES[kind][0]]))
    assert lines.sealed(b'{"n":7,' + encoded(entry)[1:]) == seal({"n": 7, **document(entry)})
