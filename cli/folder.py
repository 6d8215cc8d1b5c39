"""Where the campaigns are: `--dossier`, else GARDIEN_DOSSIER, else the user's data directory (XDG)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path


def folder_option() -> click.Option:
    """Return the option `--dossier`, which may stand before a command or after it."""
    return click.Option(
        ["--dossier"],
        metavar="DIR",
        callback=_not_empty,
        help="Dossier des campagnes, au lieu de GARDIEN_DOSSIER ou du dossier de données.",
    )


def campaigns_folder(ctx: click.Context) -> Path:
    """Return the folder of the campaigns for the command line of `ctx`; it need not exist yet.

    Raises:
        UsageError: it is something else than a folder.
    """
    from pathlib import Path

    named: str | None = (
        ctx.params["dossier"]
        or ctx.find_root().params["dossier"]
        or os.environ.get("GARDIEN_DOSSIER")
    )
    if named:
        folder = Path(named).expanduser()
        # os.path answers no of what may not be looked at, where pathlib raises
        if os.path.exists(folder) and not os.path.isdir(folder):  # noqa: PTH110, PTH112
            raise click.UsageError(
                f"{folder} n’est pas un dossier : il en faut un pour les campagnes."
            )
        return folder
    import platformdirs

    return platformdirs.user_data_path("gardien", appauthor=False)


def _not_empty(ctx: click.Context, param: click.Parameter, typed: str | None) -> str | None:
    if typed is not None and not typed.strip():
        raise click.UsageError("--dossier : c’est vide, il faut le chemin d’un dossier.", ctx)
    return typed
