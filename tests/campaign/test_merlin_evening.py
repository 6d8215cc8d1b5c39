"""Example 2.10 played at the table, from the stakes to the rolls after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.calculations import calculation
from campaign.commands import ChangeOptions, ResolveDepassement, RuleEffect
from campaign.decide import stakes
from campaign.demo import BOULE_DE_FEU, COMPANY, OPENING
from campaign.events import Die, NoteWritten, Outcome, Provenance
from campaign.narration import line
from campaign.refusals import Refusal, Refused
from campaign.session import Session
from campaign.state import AwaitedRuling
from campaign.steps import Line
from rules.aspects import Aspect
from rules.calculation import Verdict
from rules.errors import RuleError, Violation
from rules.health import Consequence, Health, Ruling
from rules.options import BorneCA, Options
from rules.tableau import Effect, Gravity
from tests.campaign.table import Table, in_play, last_roll, last_ruling

MY = Aspect.MYSTIQUE
ETOURDI = Effect(Gravity.ETOURDI, 5, 0, 0)
FIREBALL = ResolveDepassement("merlin", BOULE_DE_FEU, diff=8, die=12, encaissement_die=7)
PLAIN_CA = "My 15 + Ma 2 + Magie du Feu 10 − 10"


def ca_of_merlin(session: Session) -> str:
    return stakes(session.state, "merlin", BOULE_DE_FEU, 8).ca.formula


def test_the_sample_company_is_there_with_its_actions_and_a_note(session: Session) -> None:
    company = session.state.characters.values()
    assert [(each.name, each.kind, each.sheet, each.actions) for each in company] == [
        (each.name, each.kind, each.sheet, each.actions) for each in COMPANY
    ]
    assert all(each.health == Health() for each in company)
    assert session.entries[-1].event == NoteWritten(OPENING)


def test_merlins_fireball_step_by_step(session: Session) -> None:
    session.execute(FIREBALL)
    roll = last_roll(session)
    assert roll.outcome == Outcome(Verdict(True, 12), 11, Verdict(True, 7), 4, ETOURDI)
    assert (roll.die, roll.encaissement_die) == (
        Die(12, Provenance.REAL),
        Die(7, Provenance.REAL),
    )
    assert calculation(roll, session.find) == (
        Line("CA", PLAIN_CA, "17"),
        Line("Réussite", "8 < 12 ≤ 17", "réussie, °R 12"),
        Line("Dom", "15 + 8 − 12", "11"),
        Line("CA d’encaissement", "My 15 + Ré −1", "14"),
        Line("Encaissement", "7 ≤ 14", "réussie, °R 7"),
        Line("Dom effectif", "11 − 7", "4"),
        Line("Tableau 3.1", "1–5", "étourdi, 0 PF"),
    )
    assert session.state.awaited == AwaitedRuling(session.entries[-1].sequence, roll)
    assert session.state.characters["merlin"].health == Health()


def test_the_ruling_is_applied_and_told(session: Session) -> None:
    (roll,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    ruling = last_ruling(session)
    assert (ruling.roll, ruling.effect, ruling.pf_before) == (roll.sequence, ETOURDI, 0)
    assert ruling.consequence == Consequence(MY, etourdi=True)
    assert session.state.awaited is None
    assert session.state.characters["merlin"].health == Health(etourdi=frozenset({MY}))
    told = line(session.entries[-1], session.find)
    assert told == "Merlin : fatigue seule, étourdi (My −1)"


def test_etourdi_is_a_part_of_the_next_ca_and_gone_after_it(session: Session) -> None:
    assert ca_of_merlin(session) == PLAIN_CA
    session.execute(FIREBALL)
    assert ca_of_merlin(session) == PLAIN_CA, "not before the ruling"
    session.execute(RuleEffect(Ruling.FATIGUE))
    assert ca_of_merlin(session) == f"{PLAIN_CA} − 1 étourdi"

    session.execute(replace(FIREBALL, encaissement_die=12))
    assert last_roll(session).stakes.ca.value == 16
    assert last_roll(session).stakes.encaissement.formula == "My 15 + Ré −1 − 1 étourdi"
    assert last_roll(session).outcome.effect.gravity is Gravity.AUCUNE
    assert ca_of_merlin(session) == PLAIN_CA


def test_an_action_in_another_aspect_ends_etourdi_too(session: Session) -> None:
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    run = replace(BOULE_DE_FEU, name="Course", aspect=Aspect.PHYSIQUE, competence=None, eff=0)
    session.execute(ResolveDepassement("merlin", run, 0, die=1))
    assert last_roll(session).stakes.ca.formula == "Ph 5 + Ma 2"
    assert ca_of_merlin(session) == PLAIN_CA


def test_the_action_of_another_character_does_not_end_it(session: Session) -> None:
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    climb = session.state.characters["gaston"].actions[0]
    session.execute(ResolveDepassement("gaston", climb, 0, die=13))
    assert session.state.characters["merlin"].health.etourdi == {MY}


def test_an_effect_that_is_none_awaits_no_ruling(session: Session) -> None:
    session.execute(replace(FIREBALL, diff=0, die=17, encaissement_die=None))
    assert last_roll(session).encaissement_die is None
    assert session.state.awaited is None
    with pytest.raises(Refused) as refused:
        session.execute(RuleEffect(Ruling.FATIGUE))
    assert refused.value.refusal is Refusal.NO_RULING_AWAITED


def test_a_roll_waits_until_the_last_one_is_ruled_on(session: Session) -> None:
    session.execute(FIREBALL)
    with pytest.raises(Refused) as refused:
        session.execute(FIREBALL)
    assert refused.value.refusal is Refusal.RULING_AWAITED
    assert refused.value.details == {"name": "Merlin"}


def test_the_fatigue_of_a_wound_weighs_on_every_ca(session: Session) -> None:
    session.execute(replace(FIREBALL, die=18, encaissement_die=1))
    session.execute(RuleEffect(Ruling.FATIGUE))
    assert session.state.characters["merlin"].health == Health(pf=3)
    assert ca_of_merlin(session) == f"{PLAIN_CA} − 3 fatigue"


def test_a_real_wound_is_borne(session: Session) -> None:
    session.execute(replace(FIREBALL, die=18, encaissement_die=1))
    session.execute(RuleEffect(Ruling.BLESSURE))
    health = session.state.characters["merlin"].health
    assert (health.pf, health.wounds[MY].legere, health.wounds[Aspect.PHYSIQUE].total) == (3, 1, 0)


def test_etourdi_is_no_wound(session: Session) -> None:
    session.execute(FIREBALL)
    with pytest.raises(RuleError) as refused:
        session.execute(RuleEffect(Ruling.BLESSURE))
    assert refused.value.violation is Violation.NOT_A_WOUND
    assert session.state.awaited is not None


def test_dice_that_are_not_typed_are_rolled_here_and_only_those_needed(
    table: Table, session: Session
) -> None:
    table.faces = [12, 7]
    session.execute(replace(FIREBALL, die=None, encaissement_die=None))
    roll = last_roll(session)
    assert (roll.die, roll.encaissement_die) == (
        Die(12, Provenance.ROLLED_HERE),
        Die(7, Provenance.ROLLED_HERE),
    )
    session.execute(RuleEffect(Ruling.SANS_EFFET))

    table.faces = [17]
    session.execute(replace(FIREBALL, diff=0, die=None, encaissement_die=None))
    assert table.faces == []

    hopeless = replace(BOULE_DE_FEU, modificateur=-30)
    session.execute(ResolveDepassement("merlin", hopeless, 8, die=12, encaissement_die=7))
    assert last_roll(session).die is None
    assert last_roll(session).outcome.verdict == Verdict(False, None)


def test_the_gc_calls_for_the_dice_of_a_hopeless_roll(session: Session) -> None:
    hopeless = replace(BOULE_DE_FEU, modificateur=-16)
    session.execute(
        ResolveDepassement("merlin", hopeless, 0, called=True, die=1, encaissement_die=14)
    )
    assert last_roll(session).stakes.ca.value == 1
    assert last_roll(session).outcome.verdict == Verdict(True, 1)


def test_handicap_and_modificateur_are_named_in_the_ca(session: Session) -> None:
    helped = replace(BOULE_DE_FEU, modificateur=2)
    held = stakes(session.state, "merlin", helped, 8, -3)
    assert held.ca.formula == f"{PLAIN_CA} + 2 Boule de feu − 3 handicap"
    assert held.ca.value == 16


def test_the_diff_of_an_action_is_remembered(session: Session) -> None:
    session.execute(replace(FIREBALL, diff=4))
    assert session.state.characters["merlin"].last_diffs == {"Boule de feu": 4}


def test_a_roll_keeps_the_house_choices_it_was_played_with(session: Session) -> None:
    session.execute(replace(FIREBALL, die=17))
    before = calculation(session.entries[-1].event, session.find)
    session.execute(ChangeOptions(Options(borne_ca=BorneCA.EXCLUE)))
    assert calculation(session.entries[-2].event, session.find) == before
    session.execute(replace(FIREBALL, die=17))
    assert not last_roll(session).outcome.verdict.success


def test_a_company_reopened_is_the_company_that_was_left(table: Table, session: Session) -> None:
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.close()
    assert not table.journal.is_open
    reopened = table.sit_down()
    assert reopened.state == session.state
    assert in_play(reopened.state) == in_play(session.state)
    assert reopened.entries == session.entries
    assert calculation(reopened.entries[-2].event, reopened.find) == calculation(
        session.entries[-2].event, session.find
    )
