"""Where what is the GC's own is: his preferences, the keys that he chose, his place at each table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.named_paths import named_path, path_option

if TYPE_CHECKING:
    from pathlib import Path

    from campaign.place import Bookmark
    from storage.key_file import KeyFile


def key_file_option() -> click.Option:
    """Return the option `--touches`, which may stand before a command or after it."""
    return path_option(
        "--touches",
        "FICHIER",
        "Fichier des touches, au lieu de GARDIEN_TOUCHES ou de celui du dossier de configuration.",
    )


def slow_link_option() -> click.Option:
    """Return the option `--lien-lent`, which may stand before a command or after it."""
    return click.Option(
        ["--lien-lent"],
        is_flag=True,
        help="Ménage un lien lent : ni animation, ni rien qui ne coûte que pour l’allure.",
    )


def saves_bytes(ctx: click.Context) -> bool:
    """Return whether the command line of `ctx` says that the link is slow."""
    return bool(ctx.params["lien_lent"] or ctx.find_root().params["lien_lent"])


def settings_folder() -> Path:
    """Return the user's configuration directory (XDG) for Gardien; it need not exist yet."""
    import platformdirs

    return platformdirs.user_config_path("gardien", appauthor=False)


def state_folder() -> Path:
    """Return the user's state directory (XDG) for Gardien; it need not exist yet."""
    import platformdirs

    return platformdirs.user_state_path("gardien", appauthor=False)


def key_file(ctx: click.Context) -> KeyFile:
    """Read the key map file for the command line of `ctx`; one that is named must exist."""
    from storage.disk import Disk
    from storage.key_file import FILE, read_key_file

    named = named_path(ctx, "touches", "GARDIEN_TOUCHES")
    path = named or settings_folder() / FILE
    return read_key_file(path, Disk(), must_exist=named is not None)


def bookmark(campaign: Path) -> Bookmark:
    """Return where the place in the campaign of that folder is kept: in the user's state directory."""
    from storage.bookmark import BookmarkFile

    return BookmarkFile(state_folder(), campaign)
