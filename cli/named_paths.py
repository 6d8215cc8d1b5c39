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
    from pathlib import Path

    named: str | None = (
        ctx.params[parameter] or ctx.find_root().params[parameter] or os.environ.get(variable)
    )
    return Path(named).expanduser() if named else None


def _not_empty(ctx: click.Context, param: click.Parameter, typed: str | None) -> str | None:
    if typed is not None and not typed.strip():
        raise click.UsageError(f"{param.opts[0]} : c’est vide, il faut un chemin.", ctx)
    return typed
