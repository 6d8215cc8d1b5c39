"""`gardien risque`: the exact odds of a dépassement at each Diff."""

from __future__ import annotations

from collections.abc import Sequence

import click

from campaign.odds import NBSP, decimal, percent
from cli.answer import aligned, answer_json
from cli.french import FrenchCommand
from cli.refusals import refusals_in_french
from cli.stakes import amount, shared_options, target
from cli.streams import say
from rules.calculation import number
from rules.options import Automatiques, BorneCA, Options
from rules.risk import DIFFS, PAIRS, DomRange, Rung, ladder
from rules.roll import FACES
from rules.tableau import Gravity


@click.command(
    cls=FrenchCommand,
    options_metavar="--ca N --eff N --ca-encaissement N [OPTIONS]",
    epilog="Exemple : gardien risque --ca 17 --eff 15 --ca-encaissement 14",
    params=[
        target("--ca", "CA de l’action."),
        amount("--eff", "Effort maximal."),
        target("--ca-encaissement", "CA de l’encaissement."),
        amount("--diff", "Cette Diff seulement.", required=False),
        *shared_options(),
    ],
)
def risque(
    ca: int,
    eff: int,
    ca_encaissement: int,
    diff: int | None,
    borne_ca: BorneCA,
    automatiques: Automatiques,
    called: bool,
    as_json: bool,
) -> None:
    """Montre les chances et le prix d’un dépassement à chaque Diff."""
    options = Options(borne_ca=borne_ca, automatiques=automatiques)
    diffs = DIFFS if diff is None else (diff,)
    with refusals_in_french():
        rungs = ladder(ca, eff, ca_encaissement, options, called=called, diffs=diffs)
    if as_json:
        answer_json({"lignes": [_document(rung) for rung in rungs]})
    else:
        say(
            f"CA {number(ca)} · Eff {eff} · encaissement {number(ca_encaissement)}\n\n{_text(rungs)}"
        )


def _document(rung: Rung) -> dict[str, object]:
    return {
        "diff": rung.diff,
        "reussite": [rung.successes, FACES],
        "dom": rung.dom
        and {
            "min": rung.dom.least,
            "moyen": list(rung.dom.mean.as_integer_ratio()),
            "max": rung.dom.most,
        },
        "blessures": {gravity: [count, PAIRS] for gravity, count in rung.effects.items()},
    }


def _text(rungs: Sequence[Rung]) -> str:
    possible = [each for each in Gravity if any(rung.effects[each] for rung in rungs)]
    header = ("Diff", "réussite", "", "Dom min", "·", "moy", "·", "max", *possible)
    rows = [
        (
            str(rung.diff),
            f"{rung.successes}/{FACES}",
            _percent(rung.successes, FACES),
            *_dom(rung.dom),
            *(_percent(rung.effects[each], PAIRS) for each in possible),
        )
        for rung in rungs
    ]
    return aligned((header, *rows), right=range(len(header)))


def _dom(dom: DomRange | None) -> tuple[str, ...]:
    if dom is None:
        return ("—", "", "", "", "")
    mean = decimal(dom.mean)
    if "," not in mean:
        mean += "  "  # so that the units stand under each other
    return (number(dom.least), "·", mean, "·", number(dom.most))


def _percent(count: int, total: int) -> str:
    return f"{percent(count, total)}{NBSP}%"
