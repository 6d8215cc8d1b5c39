"""Opening the table in full screen: where everything is put together, the interface being loaded last."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.settings import (
    key_file,
    key_file_option,
    saves_bytes,
    settings_folder,
    slow_link_option,
    state_folder,
)
from cli.streams import say

if TYPE_CHECKING:
    from campaign.ports import Library

UNUSABLE_TERMINALS = {"", "dumb", "unknown"}


@click.command(
    cls=FrenchCommand,
    params=[
        click.Argument(["nom"], metavar="NOM"),
        folder_option(),
        key_file_option(),
        slow_link_option(),
    ],
)
@click.pass_context
def ouvrir(
    ctx: click.Context, nom: str, dossier: str | None, touches: str | None, lien_lent: bool
) -> int:
    """Ouvre la campagne NOM, même si elle s’appelle comme une commande."""
    return open_table(ctx, nom)


@click.command(cls=FrenchCommand, params=[key_file_option(), slow_link_option()])
@click.pass_context
def demo(ctx: click.Context, touches: str | None, lien_lent: bool) -> int:
    """Ouvre une campagne d’essai, dans un dossier provisoire."""
    from campaign import demo as sample
    from campaign.session import Session
    from rules.options import Options
    from storage.library import FolderLibrary

    require_terminal()
    with TemporaryDirectory(prefix="gardien-demo-") as scratch, refusals_in_french():
        library = FolderLibrary(Path(scratch), now)
        slug = library.create(sample.NAME, Options())
        session = Session(library.open(slug), now, ctx.obj)
        session.begin()
        sample.populate(session)
        session.close()
        say(f"Campagne d’essai dans {scratch} ; elle disparaît quand Gardien se ferme.")
        return _run(ctx, library, slug)


def open_table(ctx: click.Context, name: str | None = None) -> int:
    """Open the campaign of that name or slug, or the library; return the exit code."""
    from storage.library import FolderLibrary

    with refusals_in_french():
        library = FolderLibrary(campaigns_folder(ctx), now)
        if name is not None:
            library.folder(name)  # an unknown name is refused here, not on a screen
        require_terminal()
        return _run(ctx, library, name)


def require_terminal() -> None:
    """Refuse to draw a screen where there is none."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    is_terminal = all(stream is not None and stream.isatty() for stream in streams)
    if not is_terminal or os.environ.get("TERM", "") in UNUSABLE_TERMINALS:
        raise click.UsageError(
            "La table demande un terminal plein écran, sans redirection et avec TERM autre que « dumb » ; "
            "`gardien resoudre`, `risque`, `verifier`, `sauvegarder` et `restaurer` s’en passent."
        )


def _run(ctx: click.Context, library: Library, name: str | None) -> int:
    from storage.preferences import PreferencesFile
    from tui import boot

    shelf, slow = PreferencesFile(settings_folder()), saves_bytes(ctx)
    prefers_slow = shelf.load().preferences.slow_link
    boot.apply(os.environ, slow_link=slow or prefers_slow)  # Textual reads it while it is imported
    from tui.app import GardienApp
    from tui.clipboard import Clipboard

    app = GardienApp(
        library,
        now,
        ctx.obj,
        name,
        key_file=key_file(ctx),
        shelf=shelf,
        slow_link=slow,
        clipboard=Clipboard(state_folder(), os.environ),
    )
    gc.freeze()
    gc.enable()
    app.run(mouse=app.hears_mouse)
    if app.unforeseen is not None:
        raise app.unforeseen
    return app.return_code or 0
