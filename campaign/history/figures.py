"""What the pictures of the statistics show, before they are drawn: bars or curves, and a French sentence for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import accumulate

from campaign.history.fairness import Fairness
from campaign.history.luck import Period, luck
from campaign.history.statistics import Account, Feat
from campaign.odds import decimal
from rules.calculation import number
from rules.risk import PAIRS
from rules.roll import FACES
from rules.tableau import Gravity

_WOUNDS = slice(list(Gravity).index(Gravity.LEGERE), None)


@dataclass(frozen=True, slots=True)
class Bars:
    """Counts side by side, each beside what it is held against.

    Attributes:
        labels: what each bar counts, in a few letters.
        values: how high each bar is, ≥ 0.
        marks: the height of the mark across each bar, ≥ 0.
        names: what the bars are, and what the marks are.
    """

    labels: tuple[str, ...]
    values: tuple[int, ...]
    marks: tuple[Fraction, ...]
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Curves:
    """Two curves over time.

    Attributes:
        moments: the number of the session, or of the roll, of each point.
        solid: the heights of the one that is drawn whole, each ≥ 0.
        dotted: the heights of the one that is drawn in dots, each ≥ 0.
        names: what they are, in that order.
    """

    moments: tuple[int, ...]
    solid: tuple[Fraction, ...]
    dotted: tuple[Fraction, ...]
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: what is drawn, and the sentence that reads it.

    Attributes:
        title: what it is of.
        chart: what is drawn; None where there is nothing to draw.
        reading: what there is to see in it, in one sentence.
        aside: what isn't drawn but is worth knowing; may be empty.
    """

    title: str
    chart: Bars | Curves | None
    reading: str
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Rolls:
    """The rolls that a picture is of.

    Attributes:
        points: their accounts, one a session or one a roll, in order.
        moments: the number of each.
        period: whether the points are the rolls of one session, or the sessions of a campaign.
        names: the name of each person, by identity.
        together: the points added up.
    """

    points: Sequence[Account]
    moments: Sequence[int]
    period: Period
    names: Mapping[str, str]
    together: Account


class Subject(Enum):
    """What there is a picture of, by the word that asks for it."""

    DICE = "dés"
    SUCCESSES = "réussites"
    RISK = "risque"
    DOM = "Dom"
    WOUNDS = "blessures"
    EFFORTS = "efforts"


def figure(subject: Subject, rolls: Rolls) -> Figure:
    """Return the picture of a subject."""
    together = rolls.together
    if not together.rolls:
        return Figure(_TITLES[subject], None, "Aucun jet à compter.")
    return _FIGURES[subject](rolls, together)


def _dice(rolls: Rolls, together: Account) -> Figure:
    fairness = Fairness.of(together.dice)
    even = Fraction(fairness.rolls, FACES)
    names = ("sorties", f"attendues ({decimal(even)})")
    labels = tuple(map(str, range(1, FACES + 1)))
    bars = Bars(labels, together.dice, (even,) * FACES, names) if fairness.rolls else None
    here = sum(together.dice_here)
    aside = f"Dés lancés ici, qui ne comptent pas : {here}." if here else ""
    return Figure(_TITLES[Subject.DICE], bars, fairness.sentence(), aside)


def _successes(rolls: Rolls, together: Account) -> Figure:
    chances = Counter(dict(enumerate(together.chances)))
    curves = _cumulated(
        rolls,
        lambda point: Fraction(point.successes),
        lambda point: Fraction(sum(n * count for n, count in enumerate(point.chances)), FACES),
        ("réussites", "attendues"),
    )
    reading = luck(chances, together.successes).sentence(rolls.period)
    return Figure(_TITLES[Subject.SUCCESSES], curves, reading)


def _risk(rolls: Rolls, together: Account) -> Figure:
    curves = _cumulated(
        rolls,
        lambda point: Fraction(point.paid),
        lambda point: Fraction(point.risked, PAIRS),
        ("payé", "risqué"),
    )
    gap = together.paid - Fraction(together.risked, PAIRS)
    if gap:
        verdict = f"les dés ont coûté {decimal(abs(gap))} de {'plus' if gap > 0 else 'moins'}"
    else:
        verdict = "les dés ont coûté ce prix-là"
    reading = (
        f"Dom effectif risqué : {decimal(Fraction(together.risked, PAIRS))} en moyenne, d’après les enjeux ; "
        f"payé : {number(together.paid)} ; {verdict}."
    )
    return Figure(_TITLES[Subject.RISK], curves, reading)


def _dom(rolls: Rolls, together: Account) -> Figure:
    def mean(amount: int, account: Account) -> Fraction:
        return Fraction(amount, account.rolls) if account.rolls else Fraction()

    solid = tuple(mean(point.paid, point) for point in rolls.points)
    dotted = tuple(mean(point.dom, point) for point in rolls.points)
    curves = Curves(tuple(rolls.moments), solid, dotted, ("Dom effectif", "Dom"))
    each = "par jet" if rolls.period is Period.NIGHT else "par jet, en moyenne de chaque séance"
    reading = (
        f"Dom de {decimal(mean(together.dom, together))} et Dom effectif de "
        f"{decimal(mean(together.paid, together))} par jet en moyenne"
    )
    if together.heaviest and together.heaviest.value > 0:
        reading += f" ; le plus lourd : {_told(together.heaviest, rolls)}"
    return Figure(f"{_TITLES[Subject.DOM]} {each}", curves, f"{reading}.")


def _wounds(rolls: Rolls, together: Account) -> Figure:
    marks = tuple(Fraction(count, PAIRS) for count in together.foreseen)
    bars = Bars(tuple(Gravity), together.suffered, marks, ("par les dés", "attendues"))
    wounds, expected = sum(together.suffered[_WOUNDS]), sum(marks[_WOUNDS], Fraction())
    reading = (
        f"Blessures légères ou pires, avant le jugement du Gardien de la Clef : {wounds}, "
        f"pour {decimal(expected)} attendues d’après les enjeux."
    )
    return Figure(_TITLES[Subject.WOUNDS], bars, reading)


def _efforts(rolls: Rolls, together: Account) -> Figure:
    labels = (*map(str, range(FACES)), "20+")
    passed = tuple(map(Fraction, together.passed))
    bars = Bars(labels, together.dared, passed, ("osées", "réussies"))
    assert together.boldest is not None, "there is a roll"
    boldest, best = together.boldest, together.best
    reading = f"La plus grande Diff osée : {_told(boldest, rolls)}"
    if boldest.success:
        reading += ", et réussie"
    elif best is not None:
        reading += f", échouée ; la plus grande réussie : {_told(best, rolls)}"
    else:
        reading += ", échouée ; aucune n’a réussi"
    return Figure(_TITLES[Subject.EFFORTS], bars, f"{reading}.")


def _cumulated(
    rolls: Rolls,
    solid: Callable[[Account], Fraction],
    dotted: Callable[[Account], Fraction],
    names: tuple[str, str],
) -> Curves:
    return Curves(
        tuple(rolls.moments),
        tuple(accumulate(map(solid, rolls.points))),
        tuple(accumulate(map(dotted, rolls.points))),
        names,
    )


def _told(feat: Feat, rolls: Rolls) -> str:
    name = rolls.names.get(feat.who, feat.who)
    session = "" if rolls.period is Period.NIGHT else f", séance {feat.session}"
    return f"{feat.value} ({name}{session})"


_TITLES = {
    Subject.DICE: "Dés réels, par face",
    Subject.SUCCESSES: "Réussites et chances, cumulées",
    Subject.RISK: "Risque pris, risque payé, cumulés",
    Subject.DOM: "Dom et Dom effectif",
    Subject.WOUNDS: "Effets des dés, par gravité",
    Subject.EFFORTS: "Efforts, par Diff",
}
_FIGURES: dict[Subject, Callable[[Rolls, Account], Figure]] = {
    Subject.DICE: _dice,
    Subject.SUCCESSES: _successes,
    Subject.RISK: _risk,
    Subject.DOM: _dom,
    Subject.WOUNDS: _wounds,
    Subject.EFFORTS: _efforts,
}
