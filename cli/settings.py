"""Where the GC's own settings are: his preferences, and the keys that he chose."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path

    from storage.touches import Touches


def touches_option() -> click.Option:
    """Return the option `--touches`, which may stand before a command or after it."""
    return click.Option(
        ["--touches"],
        metavar="FICHIER",
        help="Fichier des touches, au lieu de GARDIEN_TOUCHES ou de celui du dossier de configuration.",
    )


def settings_folder() -> Path:
    """Return the user's configuration directory (XDG) for Gardien; it need not exist yet."""
    import platformdirs

    return platformdirs.user_config_path("gardien", appauthor=False)


def touches_file(ctx: click.Context) -> Touches:
    """Read the key map file for the command line of `ctx`; one that is named must exist."""
    from pathlib import Path

    from storage.disk import Disk
    from storage.touches import FILE, read_touches

    named: str | None = (
        ctx.params["touches"]
        or ctx.find_root().params["touches"]
        or os.environ.get("GARDIEN_TOUCHES")
    )
    path = Path(named).expanduser() if named else settings_folder() / FILE
    return read_touches(path, Disk(), must_exist=bool(named))
