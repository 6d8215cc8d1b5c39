"""The options that `resoudre` and `risque` share: the numbers of a dépassement and the house choices."""

from __future__ import annotations

import re
from enum import StrEnum

import click

from campaign.refusals import Refusal, Refused
from cli.refusals import refusals_in_french
from rules.options import Automatiques, BorneCA
from rules.roll import FACES, LIMIT_OF_STAKES

_WHOLE = re.compile("[+-]?[0-9]{1,9}")


def target(flag: str, what: str) -> click.Option:
    """Return the option of a CA, −999…999."""
    return _number(flag, -LIMIT_OF_STAKES, LIMIT_OF_STAKES, what)


def amount(flag: str, what: str, *, required: bool = True) -> click.Option:
    """Return the option of a Diff or an Eff, 0…999."""
    return _number(flag, 0, LIMIT_OF_STAKES, what, required=required)


def die(flag: str, what: str) -> click.Option:
    """Return the option of a die, 1…20, which may be left out."""
    return _number(flag, 1, FACES, what, required=False)


def choice(flag: str, default: StrEnum, what: str) -> click.Option:
    """Return the option of a house choice, whose answers are those of `default`'s class."""
    answers = type(default)

    def convert(ctx: click.Context, param: click.Parameter, typed: str) -> StrEnum:
        if typed in list(answers):
            return answers(typed)
        with refusals_in_french():
            accepted = " ou ".join(answers)
            raise Refused(Refusal.NOT_A_CHOICE, what=flag, typed=typed, accepted=accepted)

    return click.Option(
        [flag], default=default.value, metavar="|".join(answers), callback=convert, help=what
    )


def shared_options() -> list[click.Option]:
    """Return the options that say how the rolls are read, and the form of the answer."""
    return [
        choice(
            "--borne-ca",
            BorneCA.INCLUSE,
            "Un dé égal à la CA réussit (incluse, d’ordinaire) ou échoue (exclue).",
        ),
        choice(
            "--automatiques",
            Automatiques.OUI,
            "CA ≤ 1 et CA ≥ 20 décident sans le dé (oui, d’ordinaire) ou le laissent décider (non).",
        ),
        click.Option(
            ["--lancer-quand-meme", "called"],
            is_flag=True,
            help="Le GC fait lancer les dés quoi que la CA décide d’elle-même.",
        ),
        click.Option(["--json", "as_json"], is_flag=True, help="Répond en JSON."),
    ]


def _number(flag: str, low: int, high: int, what: str, *, required: bool = True) -> click.Option:
    """Return the option of a whole number in ASCII digits. The rules themselves refuse what is out of its range."""

    def convert(ctx: click.Context, param: click.Parameter, typed: str | None) -> int | None:
        if typed is None:
            return None
        if _WHOLE.fullmatch(typed):
            return int(typed)
        with refusals_in_french():
            raise Refused(Refusal.NOT_A_NUMBER, what=flag, typed=typed, low=low, high=high)

    return click.Option([flag], required=required, metavar="N", callback=convert, help=what)
