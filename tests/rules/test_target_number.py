"""CA and encaissement: named parts, and a formula that adds up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.demo import BOULE_DE_FEU, MERLIN
from rules.aspects import Aspect, Moyen, PerAspect
from rules.calculation import Part, Total, number
from rules.health import Health
from rules.options import MalusFatigue, Options
from rules.roll import ca, encaissement_ca, handicap
from rules.sheet import Competence, Sheet
from tests.rules import oracle, strategies

DEFAULTS = Options()
MY, PH = Aspect.MYSTIQUE, Aspect.PHYSIQUE
ETOURDI = Part("étourdi", -1, modifier=True)


def boule_de_feu(health: Health, *modifiers: Part, options: Options = DEFAULTS) -> Total:
    competence = MERLIN.competence("Magie du Feu")
    return ca(MERLIN, MY, BOULE_DE_FEU.moyen, competence, health, options, *modifiers)


def fatigue(pf: int) -> Part:
    return Part("fatigue", -pf, modifier=True)


def test_merlins_ca_is_written_as_the_seed_writes_it() -> None:
    total = boule_de_feu(Health())
    assert (total.value, total.formula) == (17, "My 15 + Ma 2 + Magie du Feu 10 − 10")


def test_merlins_encaissement_is_his_aspect_and_resistance() -> None:
    total = encaissement_ca(MERLIN, MY, Health(), DEFAULTS)
    assert (total.value, total.formula) == (14, "My 15 + Ré −1")


def test_etourdi_and_fatigue_are_parts_of_their_own() -> None:
    health = Health(pf=3, etourdi=frozenset({MY}))
    total = boule_de_feu(health)
    assert total.parts[-2:] == (ETOURDI, fatigue(3))
    assert total.formula == "My 15 + Ma 2 + Magie du Feu 10 − 10 − 1 étourdi − 3 fatigue"
    assert total.value == 13
    assert encaissement_ca(MERLIN, MY, health, DEFAULTS).formula == (
        "My 15 + Ré −1 − 1 étourdi − 3 fatigue"
    )


def test_etourdi_weighs_on_its_own_aspect_alone_and_sonne_on_none() -> None:
    assert boule_de_feu(Health(etourdi=frozenset({PH}))) == boule_de_feu(Health())
    assert boule_de_feu(Health(sonne=frozenset({MY}))) == boule_de_feu(Health())


def test_a_house_may_play_without_the_penalty_of_fatigue() -> None:
    options = Options(malus_fatigue=MalusFatigue.AUCUN)
    assert boule_de_feu(Health(pf=9), options=options) == boule_de_feu(Health())


def test_armour_protects_its_aspect_and_an_encaissement_alone() -> None:
    armoured = Sheet(MERLIN.aspects, MERLIN.moyens, MERLIN.competences, PerAspect(3, 0, 0))
    total = encaissement_ca(armoured, PH, Health(), DEFAULTS)
    assert (total.value, total.formula) == (7, "Ph 5 + Ré −1 + 3 armure")
    assert encaissement_ca(armoured, MY, Health(), DEFAULTS).value == 14
    assert ca(armoured, PH, Moyen.RESISTANCE, None, Health(), DEFAULTS).value == 4


@pytest.mark.parametrize(
    ("value", "written"), [(-2, " − 2 handicap"), (0, ""), (3, " + 3 avantage")]
)
def test_a_handicap_of_one_roll_is_a_part_of_its_own(value: int, written: str) -> None:
    total = boule_de_feu(Health(), *handicap(value))
    assert total.formula == f"My 15 + Ma 2 + Magie du Feu 10 − 10{written}"
    assert total.value == 17 + value


def test_without_a_competence_the_ca_is_aspect_and_moyen() -> None:
    total = ca(MERLIN, PH, Moyen.PUISSANCE, None, Health(), DEFAULTS)
    assert (total.value, total.formula) == (5, "Ph 5 + Pu 0")


@given(
    strategies.sheets,
    strategies.aspects,
    st.sampled_from(Moyen),
    st.none() | strategies.competences,
    strategies.healths,
    strategies.options,
    st.integers(-99, 99),
)
def test_every_formula_adds_up_to_its_value(
    sheet: Sheet,
    aspect: Aspect,
    moyen: Moyen,
    competence: Competence | None,
    health: Health,
    options: Options,
    modifier: int,
) -> None:
    total = ca(sheet, aspect, moyen, competence, health, options, *handicap(modifier))
    states = (aspect in health.etourdi) + (
        health.pf if options.malus_fatigue is MalusFatigue.UN_PAR_POINT else 0
    )
    bonus = competence.level - 10 if competence else 0
    assert total.value == sheet.aspects[aspect] + sheet.moyens[moyen] + bonus + modifier - states
    borne = encaissement_ca(sheet, aspect, health, options)
    armour = sheet.armure[aspect]
    assert borne.value == sheet.aspects[aspect] + sheet.moyens.resistance + armour - states
    for each in (total, borne):
        assert oracle.evaluated(each.formula) == each.value
        assert "-" not in each.formula
        assert "  " not in each.formula


@pytest.mark.parametrize(("value", "written"), [(-12, "−12"), (0, "0"), (7, "7")])
def test_a_negative_number_bears_a_true_minus_sign(value: int, written: str) -> None:
    assert number(value) == Total.plain(value).formula == written
