"""Health: what a ruled effect adds to it, the cascade of wounds without room, rest and healing."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.aspects import Aspect, PerAspect
from rules.errors import RuleError, Violation
from rules.health import (
    LIMIT_OF_HEALTH,
    Consequence,
    Health,
    Ruling,
    Wounds,
    cascade,
    consequence,
    end_action,
    full_rest,
    give_pf,
    heal,
    recovery_limit,
    suffer,
)
from rules.options import Options, PFCascade
from rules.sheet import WoundRoom
from rules.tableau import TABLEAU_3_1, WOUNDS, Effect, Gravity
from tests.rules import strategies

DEFAULTS = Options()
HUMANOID = WoundRoom()
MY, PH = Aspect.MYSTIQUE, Aspect.PHYSIQUE
L, G, C, F = WOUNDS

wounds = st.sampled_from(WOUNDS)
doms = st.integers(-10, 60)


@st.composite
def consequences(draw: st.DrawFn) -> Consequence:
    options = draw(strategies.options)
    effect = options.effect(draw(doms))
    ruling = draw(st.sampled_from(Ruling))
    if not effect.gravity.is_wound and ruling is Ruling.BLESSURE:
        ruling = Ruling.FATIGUE
    health, room, aspect = (
        draw(strategies.healths),
        draw(strategies.rooms),
        draw(strategies.aspects),
    )
    return consequence(effect, ruling, aspect, health, room, options)


def struck(health: Health, gravity: Gravity, room: WoundRoom, aspect: Aspect = MY) -> Health:
    """Let a real wound be suffered."""
    effect = TABLEAU_3_1.row(gravity)
    return suffer(health, consequence(effect, Ruling.BLESSURE, aspect, health, room, DEFAULTS))


def bearing(wounds: Wounds) -> Health:
    return Health(wounds=PerAspect(Wounds(), Wounds(), wounds))


@pytest.mark.parametrize(
    ("gravity", "pf", "etourdi", "sonne"),
    [
        (Gravity.AUCUNE, 0, False, False),
        (Gravity.ETOURDI, 0, True, False),
        (Gravity.SONNE, 1, False, True),
        (Gravity.LEGERE, 3, False, False),
        (Gravity.GRAVE, 5, False, False),
        (Gravity.CRITIQUE, 10, False, False),
        (Gravity.FATALE, 20, False, False),
    ],
)
def test_fatigue_alone_costs_the_pf_and_leaves_no_wound(
    gravity: Gravity, pf: int, etourdi: bool, sonne: bool
) -> None:
    effect = TABLEAU_3_1.row(gravity)
    result = consequence(effect, Ruling.FATIGUE, MY, Health(), HUMANOID, DEFAULTS)
    assert result == Consequence(MY, pf, etourdi, sonne)
    after = suffer(Health(), result)
    assert (after.pf, after.wounds) == (pf, Health().wounds)
    assert (after.etourdi, after.sonne) == (
        frozenset({MY} if etourdi else ()),
        frozenset({MY} if sonne else ()),
    )


@pytest.mark.parametrize(("gravity", "pf"), [(L, 3), (G, 5), (C, 10), (F, 20)])
def test_a_real_wound_is_borne_in_its_aspect_and_costs_its_pf(gravity: Gravity, pf: int) -> None:
    after = struck(Health(), gravity, HUMANOID)
    assert after == Health(pf=pf, wounds=bearing(Wounds().add(gravity)).wounds)
    assert after.is_out is (gravity is F)


@pytest.mark.parametrize("gravity", [Gravity.AUCUNE, Gravity.ETOURDI, Gravity.SONNE])
def test_an_effect_that_is_no_wound_cannot_be_ruled_one(gravity: Gravity) -> None:
    effect = TABLEAU_3_1.row(gravity)
    with pytest.raises(RuleError) as refused:
        consequence(effect, Ruling.BLESSURE, MY, Health(), HUMANOID, DEFAULTS)
    assert refused.value.violation is Violation.NOT_A_WOUND
    assert refused.value.details == {"gravity": gravity}


@given(strategies.healths, strategies.aspects, doms)
def test_no_effect_leaves_the_health_as_it_was(health: Health, aspect: Aspect, dom: int) -> None:
    effect = DEFAULTS.effect(dom)
    result = consequence(effect, Ruling.SANS_EFFET, aspect, health, HUMANOID, DEFAULTS)
    assert suffer(health, result) == health


@pytest.mark.parametrize(
    ("borne", "gravity", "path"),
    [
        (Wounds(), L, (L,)),
        (Wounds(legere=3), L, (L,)),
        (Wounds(legere=4), L, (L, G)),
        (Wounds(legere=4, grave=2), L, (L, G, C)),
        (Wounds(legere=4, grave=2, critique=1), L, (L, G, C, F)),
        (Wounds(legere=4, grave=1), G, (G,)),
        (Wounds(grave=2), G, (G, C)),
        (Wounds(critique=1), C, (C, F)),
        (Wounds(legere=4, grave=2, critique=1, fatale=3), F, (F,)),
        (Wounds(legere=9), L, (L, G)),
    ],
)
def test_a_wound_without_room_becomes_one_gravity_worse_again_and_again(
    borne: Wounds, gravity: Gravity, path: tuple[Gravity, ...]
) -> None:
    assert cascade(borne, HUMANOID, gravity) == path


def test_a_body_with_more_room_bears_more() -> None:
    assert cascade(Wounds(legere=4), WoundRoom(legere=8), L) == (L,)
    assert cascade(Wounds(), WoundRoom(0, 0, 0), L) == (L, G, C, F)


@given(
    st.builds(Wounds, *[st.integers(0, 6)] * 4),
    strategies.rooms,
    wounds,
)
def test_a_cascade_ends_at_the_first_gravity_with_room(
    borne: Wounds, room: WoundRoom, gravity: Gravity
) -> None:
    rooms = {L: room.legere, G: room.grave, C: room.critique}
    *passed, end = cascade(borne, room, gravity)
    assert [*passed, end] == list(WOUNDS[WOUNDS.index(gravity) :][: len(passed) + 1])
    assert all(borne[each] >= rooms[each] for each in passed)
    assert end is F or borne[end] < rooms[end]


@given(strategies.rooms, st.lists(st.tuples(wounds, strategies.aspects), max_size=30))
def test_no_wound_is_ever_lost_nor_put_where_there_is_no_room(
    room: WoundRoom, blows: list[tuple[Gravity, Aspect]]
) -> None:
    after = reduce(lambda health, blow: struck(health, blow[0], room, blow[1]), blows, Health())
    for aspect in Aspect:
        borne = after.wounds[aspect]
        assert borne.total == sum(struck_there is aspect for _, struck_there in blows)
        assert borne.legere <= room.legere
        assert borne.grave <= room.grave
        assert borne.critique <= room.critique


@pytest.mark.parametrize(("pf_cascade", "pf"), [(PFCascade.FINALE, 5), (PFCascade.INITIALE, 3)])
def test_the_pf_of_a_cascade_follow_the_house_choice(pf_cascade: PFCascade, pf: int) -> None:
    full = bearing(Wounds(legere=4))
    options = Options(pf_cascade=pf_cascade)
    result = consequence(TABLEAU_3_1.row(L), Ruling.BLESSURE, MY, full, HUMANOID, options)
    assert result == Consequence(MY, pf=pf, cascade=(L, G), held=(4,))
    assert recovery_limit(suffer(full, result), options) == 4 * 1 + 3


def test_a_cascade_says_how_many_wounds_took_the_room() -> None:
    full = bearing(Wounds(legere=4, grave=3))
    cramped = replace(HUMANOID, legere=0)
    for health, room, held in ((full, HUMANOID, (4, 3)), (Health(), cramped, (0,))):
        result = consequence(TABLEAU_3_1.row(L), Ruling.BLESSURE, MY, health, room, DEFAULTS)
        assert (len(result.cascade), result.held) == (len(held) + 1, held)
    unhurt = consequence(TABLEAU_3_1.row(L), Ruling.BLESSURE, MY, Health(), HUMANOID, DEFAULTS)
    assert (unhurt.cascade, unhurt.held) == ((L,), ())


@given(strategies.healths, consequences())
def test_damage_never_improves_health(health: Health, result: Consequence) -> None:
    after = suffer(health, result)
    assert after.pf >= health.pf
    assert after.etourdi >= health.etourdi
    assert after.sonne >= health.sonne
    for aspect in Aspect:
        for gravity in WOUNDS:
            assert after.wounds[aspect][gravity] >= health.wounds[aspect][gravity]


@given(
    st.integers(-60, 0), strategies.healths, st.sampled_from([Ruling.FATIGUE, Ruling.SANS_EFFET])
)
def test_a_dom_of_0_or_less_neither_hurts_nor_heals(
    dom: int, health: Health, ruling: Ruling
) -> None:
    result = consequence(DEFAULTS.effect(dom), ruling, MY, health, HUMANOID, DEFAULTS)
    assert suffer(health, result) == health


def test_being_etourdi_twice_is_being_etourdi() -> None:
    once = suffer(Health(), Consequence(MY, etourdi=True))
    assert suffer(once, Consequence(MY, etourdi=True)) == once
    assert suffer(once, Consequence(PH, etourdi=True)).etourdi == {MY, PH}


@given(strategies.healths)
def test_the_end_of_an_action_ends_etourdi_and_sonne_and_nothing_else(health: Health) -> None:
    after = end_action(health)
    assert (after.etourdi, after.sonne) == (frozenset(), frozenset())
    assert (after.pf, after.wounds) == (health.pf, health.wounds)


@pytest.mark.parametrize(
    ("borne", "limit"),
    [
        (Wounds(), 0),
        (Wounds(legere=2), 2),
        (Wounds(legere=1, grave=1), 4),
        (Wounds(critique=1), 5),
        (Wounds(legere=4, grave=2, critique=1, fatale=1), 25),
    ],
)
def test_a_full_rest_leaves_the_limits_of_the_wounds(borne: Wounds, limit: int) -> None:
    tired = suffer(bearing(borne), Consequence(MY, pf=30))
    assert recovery_limit(tired, DEFAULTS) == limit
    assert full_rest(tired, DEFAULTS).pf == limit


@given(strategies.healths, strategies.options)
def test_a_full_rest_never_raises_pf_nor_heals_a_wound(health: Health, options: Options) -> None:
    after = full_rest(health, options)
    assert after.pf == min(health.pf, recovery_limit(health, options))
    assert after.wounds == health.wounds
    assert full_rest(after, options) == after


@given(strategies.healths, strategies.aspects, wounds)
def test_healing_removes_one_wound_or_changes_nothing(
    health: Health, aspect: Aspect, gravity: Gravity
) -> None:
    after = heal(health, aspect, gravity)
    if health.wounds[aspect][gravity]:
        again = after.wounds.put(aspect, after.wounds[aspect].add(gravity))
        assert (again, after.pf) == (health.wounds, health.pf)
    else:
        assert after is health


def test_an_edited_tableau_decides_the_pf_and_the_limit() -> None:
    rows = list(TABLEAU_3_1.rows)
    rows[3] = Effect(L, 20, 7, 2)
    options = Options(tableau=type(TABLEAU_3_1)(tuple(rows)))
    result = consequence(options.effect(12), Ruling.BLESSURE, MY, Health(), HUMANOID, options)
    hurt = suffer(Health(), result)
    assert (hurt.pf, recovery_limit(hurt, options)) == (7, 2)


def test_what_is_added_again_and_again_stays_a_number_that_can_be_shown() -> None:
    worn = Health(pf=LIMIT_OF_HEALTH - 1)
    assert give_pf(worn, 999).pf == LIMIT_OF_HEALTH
    assert suffer(worn, Consequence(Aspect.MENTAL, pf=2**60)).pf == LIMIT_OF_HEALTH
