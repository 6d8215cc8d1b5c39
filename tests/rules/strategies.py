"""What hypothesis draws: sheets, healths, house choices and stakes, over the ranges that are played."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.aspects import Aspect, Moyens, PerAspect
from rules.calculation import Total
from rules.depassement import Stakes
from rules.health import Health, Wounds
from rules.options import Automatiques, BorneCA, MalusFatigue, Options, PFCascade, PFEtourdi
from rules.sheet import Competence, Sheet, WoundRoom
from rules.tableau import TABLEAU_3_1, Effect, Gravity, Tableau
from tests.rules.oracle import House

aspects = st.sampled_from(Aspect)
faces = st.integers(1, 20)
cas = st.integers(-20, 40)
effs = st.integers(0, 45)
diffs = st.integers(0, 25)


@st.composite
def edited_tableaux(draw: st.DrawFn) -> Tableau:
    bounds = sorted(draw(st.sets(st.integers(0, 50), min_size=6, max_size=6)))
    costs = draw(st.lists(st.integers(0, 30), min_size=12, max_size=12))
    harmless = Effect(Gravity.AUCUNE, bounds[0], 0, 0)
    others = [
        Effect(gravity, up_to, pf, limit)
        for gravity, up_to, pf, limit in zip(
            list(Gravity)[1:], [*bounds[1:], None], costs[:6], costs[6:], strict=True
        )
    ]
    return Tableau((harmless, *others))


options = st.builds(
    Options,
    borne_ca=st.sampled_from(BorneCA),
    malus_fatigue=st.sampled_from(MalusFatigue),
    pf_etourdi=st.sampled_from(PFEtourdi),
    pf_cascade=st.sampled_from(PFCascade),
    automatiques=st.sampled_from(Automatiques),
    tableau=st.just(TABLEAU_3_1) | edited_tableaux(),
)

stakes = st.builds(
    Stakes,
    aspect=aspects,
    ca=cas.map(Total.plain),
    diff=diffs,
    eff=effs,
    encaissement=cas.map(Total.plain),
    options=options,
    called=st.booleans(),
)


_values = st.integers(-99, 99)
_levels = st.integers(0, 99)
_rooms = st.integers(0, 5)
rooms = st.builds(WoundRoom, _rooms, _rooms, _rooms)
competences = st.builds(Competence, name=st.just("Magie du Feu"), level=_levels, aspect=aspects)
sheets = st.builds(
    Sheet,
    aspects=st.builds(PerAspect, _values, _values, _values),
    moyens=st.builds(Moyens, _values, _values, _values, _values, _values, _values),
    armure=st.builds(PerAspect, _values, _values, _values),
    room=rooms,
)

_counts = st.integers(0, 6)
_wounds = st.builds(Wounds, _counts, _counts, _counts, st.integers(0, 1))
healths = st.builds(
    Health,
    pf=st.integers(0, 60),
    wounds=st.builds(PerAspect, _wounds, _wounds, _wounds),
    etourdi=st.frozensets(aspects),
    sonne=st.frozensets(aspects),
)


def house(options: Options, called: bool) -> House:
    """Tell the oracle the same choices."""
    bounds = tuple(row.up_to for row in options.tableau.rows if row.up_to is not None)
    return House(
        exclue=options.borne_ca is BorneCA.EXCLUE,
        automatiques=options.automatiques is Automatiques.OUI,
        called=called,
        bounds=bounds,
    )
