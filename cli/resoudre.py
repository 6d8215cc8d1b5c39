"""`gardien resoudre`: a dépassement from its numbers, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from campaign.steps import Line, step_line
from cli.answer import aligned, answer_json
from cli.french import FrenchCommand
from cli.refusals import refusals_in_french
from cli.stakes import amount, choice, die, shared_options, target
from cli.streams import say
from rules.aspects import Aspect
from rules.calculation import StepName, Total, Verdict
from rules.depassement import (
    ENCAISSEMENT_DIE,
    Depassement,
    Stakes,
    needs_die,
    needs_encaissement_die,
    resolve,
)
from rules.options import Automatiques, BorneCA, Options, PFEtourdi
from rules.roll import check_die

if TYPE_CHECKING:
    from campaign.ports import Dice

ROLLED_HERE = "dé lancé ici"


@click.command(
    cls=FrenchCommand,
    options_metavar="--ca N --diff N --eff N --ca-encaissement N [OPTIONS]",
    epilog="\b\nExemple 2.10 :\n  gardien resoudre --ca 17 --diff 8 --eff 15 --de 12 \\\n"
    "      --ca-encaissement 14 --de-encaissement 7",
    params=[
        target("--ca", "CA de l’action."),
        amount("--diff", "Diff choisie."),
        amount("--eff", "Effort maximal."),
        die("--de", "Dé de l’action ; sans lui, il est lancé ici."),
        target("--ca-encaissement", "CA de l’encaissement."),
        die("--de-encaissement", "Dé d’encaissement ; sans lui, il est lancé ici."),
        choice(
            "--pf-etourdi",
            PFEtourdi.TABLEAU,
            "Étourdi coûte les PF du tableau 3.1 (d’ordinaire) ou 1 PF (exemple).",
        ),
        *shared_options(),
    ],
)
@click.pass_obj
def resoudre(
    dice: Dice,
    ca: int,
    diff: int,
    eff: int,
    de: int | None,
    ca_encaissement: int,
    de_encaissement: int | None,
    pf_etourdi: PFEtourdi,
    borne_ca: BorneCA,
    automatiques: Automatiques,
    called: bool,
    as_json: bool,
) -> None:
    """Résout un dépassement et en montre chaque étape."""
    options = Options(borne_ca=borne_ca, automatiques=automatiques, pf_etourdi=pf_etourdi)
    with refusals_in_french():
        stakes = Stakes(
            aspect=Aspect.MYSTIQUE,  # any: no number depends on it
            ca=Total.plain(ca),
            diff=diff,
            eff=eff,
            encaissement=Total.plain(ca_encaissement),
            options=options,
            called=called,
        )
        result, thrown = _play(stakes, de, de_encaissement, dice)
    if as_json:
        answer_json(_document(result))
    else:
        say(_text(result, thrown))


def _play(
    stakes: Stakes, die: int | None, encaissement_die: int | None, dice: Dice
) -> tuple[Depassement, frozenset[StepName]]:
    """Resolve, rolling the dice that are needed and missing; return also the steps whose die was rolled here."""
    if die is not None:
        check_die(die)
    if encaissement_die is not None:
        check_die(encaissement_die, ENCAISSEMENT_DIE)
    thrown = set()
    if die is None and needs_die(stakes):
        die = dice()
        thrown.add(StepName.ROLL)
    if encaissement_die is None and needs_encaissement_die(stakes, die):
        encaissement_die = dice()
        thrown.add(StepName.ENCAISSEMENT)
    return resolve(stakes, die, encaissement_die), frozenset(thrown)


def _document(result: Depassement) -> dict[str, object]:
    return {
        "reussite": result.verdict.success,
        "degre": result.verdict.degree,
        "dom": result.dom,
        "encaissement": _verdict(result.encaissement),
        "dom_effectif": result.dom_effectif,
        "blessure": result.effect.gravity,
        "pf": result.effect.pf,
        "limite": result.effect.limit,
        "etapes": [_step(step_line(step)) for step in result.steps],
    }


def _verdict(verdict: Verdict | None) -> dict[str, object] | None:
    return None if verdict is None else {"reussite": verdict.success, "degre": verdict.degree}


def _step(line: Line) -> dict[str, str]:
    result = f"{line.result} ({line.why})" if line.why else line.result
    return {"libelle": line.label, "formule": line.formula, "resultat": result}


def _text(result: Depassement, thrown: frozenset[StepName]) -> str:
    rows = []
    for step in result.steps:
        line = step_line(step)
        formula = "" if line.formula == line.result else line.formula
        remarks = " ; ".join(filter(None, (line.why, ROLLED_HERE if step.name in thrown else "")))
        rows.append((line.label, formula, line.result, f"({remarks})" if remarks else ""))
    if result.effect.limit:
        rows.append(("Limite de récupération", "", str(result.effect.limit), ""))
    return aligned(rows)
