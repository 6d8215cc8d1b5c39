"""What rolls come to together, and what is read of it: exact, whole, and without what is secret."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.commands import CloseSession, OpenSession, Reveal, RuleEffect, Undo
from campaign.events import Die, Entry, EventRevealed, Provenance
from campaign.history.figures import Bars, Curves, Figure, Subject, figure
from campaign.history.history import History
from campaign.history.roll_book import RollBook
from campaign.history.rolls import Odds, RollColumns, RollFacts, facts_of
from campaign.history.statistics import NOTHING, Account, Whose, accounts, total
from campaign.session import Session
from rules.health import Ruling
from rules.tableau import Gravity
from tests.campaign.correcting import right
from tests.campaign.table import BURNT, FIREBALL, HARMLESS, MemoryShelf, Table

NAMES = {"merlin": "Merlin", "gaston": "Gaston"}

dice = st.none() | st.builds(Die, st.integers(1, 20), st.sampled_from(Provenance))
odds = st.builds(
    Odds, st.integers(0, 20), st.integers(0, 9999), st.tuples(*[st.integers(0, 400)] * 7)
)
rolls = st.lists(
    st.builds(
        RollFacts,
        sequence=st.integers(1, 9999),
        session=st.integers(1, 3),
        day=st.just(1),
        who=st.sampled_from(["merlin", "gaston"]),
        die=dice,
        encaissement_die=dice,
        success=st.booleans(),
        diff=st.integers(0, 999),
        dom=st.integers(-20, 999),
        dom_effectif=st.integers(-20, 999),
        gravity=st.sampled_from(Gravity),
        odds=odds,
        secret=st.booleans(),
    ),
    max_size=20,
)


@given(rolls)
def test_accounts_add_up_to_the_account_of_all(found: list[RollFacts]) -> None:
    kept = accounts(found)
    assert reduce(Account.__add__, kept.values(), NOTHING) == Account.of(found)
    assert total(kept, None, secrets=True) == Account.of(found)
    assert total(kept, "merlin", secrets=False) == Account.of(
        each for each in found if each.who == "merlin" and not each.secret
    )


@given(rolls)
def test_every_die_counts_once_and_only_the_real_ones_are_judged(found: list[RollFacts]) -> None:
    rolled = [die for each in found for die in (each.die, each.encaissement_die) if die]
    account = Account.of(found)
    here = [die.face for die in rolled if die.provenance is Provenance.ROLLED_HERE]
    real = [die.face for die in rolled if die.provenance is not Provenance.ROLLED_HERE]
    assert [account.dice_here[face - 1] for face in range(1, 21)] == [
        here.count(face) for face in range(1, 21)
    ]
    assert [account.dice[face - 1] for face in range(1, 21)] == [
        real.count(face) for face in range(1, 21)
    ]


@pytest.fixture
def played(session: Session) -> Session:
    """Two evenings: an effort, a burn and a roll that was undone; then a secret and a harmless roll."""
    spared = RuleEffect(Ruling.SANS_EFFET)
    for command in (FIREBALL, spared, BURNT, spared):
        session.execute(command)
    session.execute(HARMLESS)
    session.execute(Undo())
    session.execute(CloseSession())
    session.execute(OpenSession())
    session.execute(replace(FIREBALL, diff=10, die=17, secret=True))
    session.execute(spared)
    session.execute(HARMLESS)
    return session


def read(
    session: Session,
    subject: Subject,
    of: int | None = None,
    who: str | None = None,
    *,
    secrets: bool = False,
) -> Figure:
    book = RollBook(session.history, NAMES)
    book.read()
    return figure(subject, book.rolls(of, who, secrets=secrets))


def test_the_risk_that_was_taken_and_the_risk_that_was_paid(played: Session) -> None:
    told = read(played, Subject.RISK, 1)
    assert isinstance(told.chart, Curves)
    assert told.chart.moments == (1, 2)
    assert list(map(int, told.chart.solid)) == [4, 19]
    assert told.chart.dotted == (Fraction(3120, 400), Fraction(6240, 400))
    assert told.reading == (
        "Dom effectif risqué : 15,6 en moyenne, d’après les enjeux ; payé : 19 ; "
        "les dés ont coûté 3,4 de plus."
    )


def test_successes_are_told_against_their_odds(played: Session) -> None:
    assert read(played, Subject.SUCCESSES, 1).reading == (
        "1 réussite sur 2 ; 0,9 attendue ; autant de chance ou plus : plus d’une fois sur deux ; "
        "une nuit ordinaire."
    )
    assert "une campagne ordinaire" in read(played, Subject.SUCCESSES).reading


def test_efforts_wounds_and_dom_name_who_and_when(played: Session) -> None:
    efforts = read(played, Subject.EFFORTS)
    assert efforts.reading == "La plus grande Diff osée : 8 (Merlin, séance 1), et réussie."
    assert "le plus lourd : 15 (Merlin)" in read(played, Subject.DOM, 1).reading
    wounds = read(played, Subject.WOUNDS)
    assert isinstance(wounds.chart, Bars)
    assert wounds.chart.values == (1, 1, 0, 1, 0, 0, 0)
    assert wounds.reading.startswith("Blessures légères ou pires, avant le jugement")


def test_a_secret_roll_counts_only_where_the_gc_says_so(played: Session) -> None:
    for subject in Subject:
        open_only, whole = read(played, subject, 2), read(played, subject, 2, secrets=True)
        assert open_only != whole
        assert open_only.reading
    rolls = played.history.rolls(2)
    assert [each.secret for each in rolls] == [True, False]
    (secret, _) = rolls
    played.execute(Reveal(secret.sequence))
    assert read(played, Subject.DICE, 2) == read(played, Subject.DICE, 2, secrets=True)


def test_nobody_and_nothing_are_told_too(played: Session) -> None:
    for subject in Subject:
        told = read(played, subject, 1, "gaston")
        assert (told.chart, told.reading) == (None, "Aucun jet à compter.")


def test_what_a_reader_of_public_lines_knows_has_no_secret(played: Session, table: Table) -> None:
    (secret, harmless) = played.history.rolls(2)

    def public() -> History:
        lines = [entry for entry in table.journal.lines if not entry.secret]
        history = History(MemoryShelf(lines, {}))
        history.load()
        return history

    assert public().rolls(2) == [harmless]
    played.execute(Reveal(secret.sequence))
    revealed, _ = public().rolls(2)
    assert (revealed.sequence, revealed.odds, revealed.die) == (
        secret.sequence,
        secret.odds,
        secret.die,
    )
    assert isinstance(table.journal.lines[-1].event, EventRevealed)


def test_what_is_kept_of_rolls_counts_as_the_entries_do_after_any_correction(
    played: Session, table: Table
) -> None:
    table.journal.kept.clear()
    played.history.load()
    first = played.history.rolls(1)[0].sequence
    played.execute(right(first, die=13, ruling=Ruling.FATIGUE))
    lines: list[Entry] = table.journal.lines
    for session in (1, 2):
        entries = [each for each in lines if each.session == session]
        assert played.history.rolls(session) == list(
            facts_of(session, entries, played.history.past)
        )
    assert played.history.rolls(1)[0].die == Die(13, Provenance.CORRECTED)


@pytest.mark.parametrize("place", range(10))
def test_columns_that_were_spoilt_are_known_to_be(played: Session, place: int) -> None:
    columns = RollColumns.of(1, played.entries)
    assert columns.is_whole
    rolls, is_code = columns.rolls[:], place in (2, 3, 4, 8, 9)
    rolls[place] = 10**6
    assert RollColumns(1, columns.people, rolls, columns.odds).is_whole is not is_code
    rolls[place] = -1
    assert RollColumns(1, columns.people, rolls, columns.odds).is_whole is not is_code
    assert not RollColumns(1, columns.people, columns.rolls[:-1], columns.odds).is_whole


def test_accounts_are_kept_apart_by_person_and_secret(played: Session) -> None:
    kept = accounts(played.history.rolls(2))
    assert set(kept) == {Whose("merlin", True), Whose("merlin", False)}
