"""Where the campaigns are: `--dossier`, else GARDIEN_DOSSIER, else the user's data directory (XDG)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from cli.named_paths import named_path, path_option

if TYPE_CHECKING:
    from pathlib import Path


def folder_option() -> click.Option:
    """Return the option `--dossier`, which may stand before a command or after it."""
    return path_option(
        "--dossier",
        "DIR",
        "Dossier des campagnes, au lieu de GARDIEN_DOSSIER ou du dossier de données.",
    )


def campaigns_folder(ctx: click.Context) -> Path:
    """Return the folder of the campaigns for the command line of `ctx`; it need not exist yet.

    Raises:
        UsageError: it is something else than a folder.
    """
    folder = named_path(ctx, "dossier", "GARDIEN_DOSSIER")
    if folder is None:
        import platformdirs

        return platformdirs.user_data_path("gardien", appauthor=False)
    # os.path answers no of what may not be looked at, where pathlib raises
    if os.path.exists(folder) and not os.path.isdir(folder):  # noqa: PTH110, PTH112
        raise click.UsageError(f"{folder} n’est pas un dossier : il en faut un pour les campagnes.")
    return folder
