"""Paths that the user names: by an option, before a command or after it, or else by a variable of the environment."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path


def path_option(name: str, metavar: str, what: str) -> click.Option:
    """Return the option `name`, whose value is a path; its help page says `what` it is."""
    return click.Option([name], metavar=metavar, callback=_not_empty, help=what)


def named_path(ctx: click.Context, parameter: str, variable: str) -> Path | None:
    """Return the path that the command line of `ctx`, or else `variable`, names; None where neither does."""
    named: str | None = (
        ctx.params[parameter] or ctx.find_root().params[parameter] or os.environ.get(variable)
    )
    return expanded(named) if named else None


def expanded(typed: str) -> Path:
    """Return a path that was typed, "~" being the home of the user.

    Raises:
        UsageError: it is that of somebody unknown.
    """
    from pathlib import Path

    try:
        return Path(typed).expanduser()
    except RuntimeError as error:
        from campaign.sentences import quote

        raise click.UsageError(f"{quote(typed)} : ce dossier personnel est inconnu.") from error


def _not_empty(ctx: click.Context, param: click.Parameter, typed: str | None) -> str | None:
    if typed is not None and not typed.strip():
        raise click.UsageError(f"{param.opts[0]} : c’est vide, il faut un chemin.", ctx)
    return typed
