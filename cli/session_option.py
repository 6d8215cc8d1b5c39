"""The option `--seance`: one session of a campaign, by its number."""

from __future__ import annotations

import re

import click

from campaign.refusals import Refusal, Refused
from cli.refusals import refusals_in_french

_LAST_SESSION = 99_999


def session_option(what: str) -> click.Option:
    """Return the option; `what` says in French what it does."""
    return click.Option(["--seance", "session"], metavar="N", callback=_number, help=what)


def no_such_session(session: int, first: int, last: int) -> str:
    """Return what is said of a session that there isn't."""
    return f"Il n’y a pas de séance {session} : elles vont de {first} à {last}."


def _number(ctx: click.Context, param: click.Parameter, typed: str | None) -> int | None:
    if typed is None:
        return None
    if re.fullmatch("[0-9]{1,9}", typed):
        return int(typed)
    with refusals_in_french():
        raise Refused(Refusal.NOT_A_NUMBER, what="--seance", typed=typed, low=1, high=_LAST_SESSION)
