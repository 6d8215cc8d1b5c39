"""What follows from a change of long ago is told before it is accepted, and comes true when it is."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    CorrectRoll,
    CorrectRuling,
    Redo,
    RestCompany,
    RuleEffect,
    Undo,
)
from campaign.deltas import deltas
from campaign.demo import MERLIN
from campaign.events import DepassementResolved, EffectRuled, Entry
from campaign.history.consequences import MOST_TOLD, Consequences
from campaign.past import Past, fold
from campaign.refusals import Refusal, Refused
from campaign.session import Session
from rules.errors import RuleError
from rules.health import Ruling
from tests.campaign.evenings import COMMANDS, play, plays, redo_any, tries, undo_any
from tests.campaign.table import BURNT, HARMLESS, MemoryShelf, Table, in_play, refusal


def followed(session: Session, command: Undo | Redo | CorrectRoll | CorrectRuling) -> Consequences:
    """Return what follows from `command`, worked out to the end, having made sure that it changed nothing."""
    before = session.state
    consequences = Consequences(session.history, session.foreseen(command))
    for _ in consequences.steps():
        pass
    assert session.state == before
    return consequences


def weeks(*evenings: int) -> tuple[Table, Session]:
    """Play an evening for each number, of as many rolls, ruled *fatigue seule*; the last one goes on."""
    table = Table()
    session = table.sit_down()
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    for place, rolls in enumerate(evenings):
        if place:
            table.wait(timedelta(days=7))
        for _ in range(rolls):
            session.execute(BURNT)
            session.execute(RuleEffect(Ruling.FATIGUE))
    session.close()
    return table, table.sit_down()


def numbers(table: Table, kind: type) -> list[int]:
    return [each.sequence for each in table.journal.lines if isinstance(each.event, kind)]


def test_what_changed_then_what_was_played_since_and_what_changes_today_are_told() -> None:
    table, session = weeks(1, 1, 1)
    session.execute(RestCompany())
    target = numbers(table, DepassementResolved)[0]
    kept = "Merlin · Boule de feu, Diff 8 : 20 raté, Dom 15 non encaissé : légère"
    assert list(followed(session, CorrectRoll(target, diff=8, eff=0)).lines()) == [
        "Séance 1, 14 mars 2026, juste après :",
        "· −3 PF à Merlin, jusqu’à la séance 3, 28 mars 2026 (Merlin : repos complet, PF 9 → 0)",
        "Aujourd’hui :",
        "· Rien de ce qui se joue n’en est changé.",
        "2 jets ou jugements d’après, joués avec d’autres valeurs, restent :",
        f"· séance 2, 21 mars 2026 : {kept}",
        f"· séance 3, 28 mars 2026 : {kept}",
    ]


def test_what_was_undone_since_was_not_played() -> None:
    table, session = weeks(1, 1)
    first, second = numbers(table, DepassementResolved)
    session.execute(Undo(second))
    assert followed(session, CorrectRoll(first, diff=8, eff=0)).count == 0


def test_a_ruling_that_is_made_with_the_correction_counts_from_today_on() -> None:
    table, session = weeks(0)
    (roll,) = session.execute(HARMLESS)
    session.execute(HARMLESS)  # after which the first could no longer await its ruling
    table.wait(timedelta(days=7))
    merlin = session.state.characters["merlin"]
    session.execute(ChangeCharacter("merlin", "Merlin le Vieux", merlin.kind, merlin.sheet))
    command = CorrectRoll(
        roll.sequence, diff=8, eff=15, die=20, encaissement_die=20, ruling=Ruling.FATIGUE
    )
    assert followed(session, command).now == ("+3 PF à Merlin le Vieux",)


def test_only_the_first_of_many_are_listed() -> None:
    table, session = weeks(1, MOST_TOLD + 2)
    consequences = followed(session, Undo(numbers(table, DepassementResolved)[0]))
    assert (consequences.count, len(consequences.played)) == (MOST_TOLD + 2, MOST_TOLD)
    assert "· et 2 autres" in list(consequences.lines())


def test_a_ruling_that_would_have_cascaded_otherwise_is_counted() -> None:
    table, session = weeks(1, 5)
    rolls, rulings = numbers(table, DepassementResolved), numbers(table, EffectRuled)
    for roll in rolls[1:]:
        session.execute(CorrectRuling(roll, Ruling.BLESSURE))
    consequences = followed(session, CorrectRuling(rolls[0], Ruling.BLESSURE))
    changed = [each.text for each in consequences.changes]
    assert "+1 légère en My à Merlin" in changed
    assert {each.sequence for each in consequences.played} & set(rulings)
    assert consequences.now == tuple(
        deltas(session.state, session.foresee(CorrectRuling(rolls[0], Ruling.BLESSURE)))
    )


def test_nothing_is_read_beyond_where_all_is_as_it_was_nor_when_it_is_accepted() -> None:
    table, session = weeks(1, 1, 1, 1, 1, 1, 1)
    session.history.load()
    read: list[int] = []

    class Counted(MemoryShelf):
        def read(self, session: int, after: int) -> tuple[Entry, ...]:
            read.append(session)
            return super().read(session, after)

    table.journal.shelf = lambda: Counted(table.journal.lines, table.journal.kept)  # type: ignore[method-assign]
    session.close()
    session = table.sit_down()
    rested = numbers(table, DepassementResolved)[2]
    command = Undo(rested)
    consequences = followed(session, command)
    walked = len(read)
    session.execute(command)
    assert consequences.now == ("−3 PF à Merlin",)
    assert len(read) == walked
    assert in_play(session.state) == in_play(fold(table.journal.lines))


@given(plays("evening", "evening", "undo any", "redo any", "look back"), st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_what_is_foreseen_of_any_change_comes_true(moves: list[tuple[str, int]], n: int) -> None:
    table, session = play(moves)
    lines = table.journal.lines
    for ask in (undo_any, redo_any, COMMANDS["correct"], COMMANDS["other ruling"]):
        command = ask(session, n)
        assert isinstance(command, Undo | Redo | CorrectRoll | CorrectRuling)
        before = session.state
        try:
            consequences = followed(session, command)
        except (Refused, RuleError):
            continue
        foreseen = session.foresee(command)
        session.execute(command)
        assert in_play(session.state) == in_play(foreseen) == in_play(fold(lines))
        assert consequences.now == deltas(before, session.state)
        past = Past.of(lines)
        for number in session.history.sessions:
            for entry in session.history.entries(number)[-1:]:
                expected = fold(lines, past=past, before=entry.sequence + 1)
                assert in_play(session.history.state_at(entry.sequence)) == in_play(expected)


@given(plays("evening", "evening", "undo any"), st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_any_event_undone_and_redone_is_as_it_was(moves: list[tuple[str, int]], n: int) -> None:
    table, session = play(moves)
    command = undo_any(session, n)
    before, past = in_play(session.state), session.history.past
    if tries(table, session, command):
        assert command.target in session.past.undone
        for redo in (Redo(command.target), Undo(command.target), Redo()):
            tries(table, session, redo)
        assert in_play(session.state) == before
        assert session.history.past.undone == past.undone


def test_a_roll_is_undone_with_its_ruling_whole() -> None:
    table, session = weeks(2, 1)
    roll, ruling = numbers(table, DepassementResolved)[0], numbers(table, EffectRuled)[0]
    undone = session.execute(Undo(roll))
    assert [each.event.target for each in undone if hasattr(each.event, "target")] == [roll, ruling]
    assert in_play(session.state) == in_play(weeks(1, 1)[1].state)


def test_what_cannot_be_undone_or_redone_is_refused_with_a_reason() -> None:
    table, session = weeks(1, 1)
    roll, ruling = numbers(table, DepassementResolved)[0], numbers(table, EffectRuled)[0]
    assert refusal(session, Undo(2)) is Refusal.NEVER_UNDONE  # the opening of the session
    assert refusal(session, Undo(999)) is Refusal.UNKNOWN_EVENT
    assert refusal(session, Redo(roll)) is Refusal.NOT_UNDONE
    session.execute(Undo(ruling))
    assert refusal(session, Undo(ruling)) is Refusal.EVENT_UNDONE
    session.execute(Undo(roll))
    assert refusal(session, Redo(ruling)) is Refusal.RULING_OUT_OF_PLACE  # its roll is undone
    session.execute(Redo(roll))
    session.execute(Redo(ruling))
    assert in_play(session.state) == in_play(weeks(1, 1)[1].state)


def test_a_ruling_does_not_come_back_beside_another() -> None:
    table, session = weeks(1)
    (ruling,) = numbers(table, EffectRuled)
    session.execute(Undo(ruling))
    session.execute(RuleEffect(Ruling.SANS_EFFET))
    assert refusal(session, Redo(ruling)) is Refusal.RULING_OUT_OF_PLACE


def test_a_roll_is_undone_with_the_correction_that_brought_its_ruling() -> None:
    _, session = weeks(0)
    (roll,) = session.execute(HARMLESS)
    brought = session.execute(
        CorrectRoll(roll.sequence, 8, 15, die=20, encaissement_die=20, ruling=Ruling.FATIGUE)
    )
    assert [each.place for each in brought] == [(1, 2), (2, 2)]
    session.execute(Undo(roll.sequence))
    assert session.past.undone == {each.sequence for each in (roll, *brought)}
