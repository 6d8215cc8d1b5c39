"""Opening the table in full screen: where everything is put together, the interface being loaded last."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.settings import (
    bookmark,
    key_file,
    key_file_option,
    saves_bytes,
    settings_folder,
    slow_link_option,
    state_folder,
)
from cli.streams import say
from cli.terminals import draws_nothing, fills_a_screen, has_terminal
from tui import first_words
from tui.first_words import FirstWords

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.place import Bookmark
    from campaign.ports import Library
    from tui.app import GardienApp


def of_a_campaign() -> list[click.Parameter]:
    """Return the parameters of a command that shows the table of one campaign."""
    name = click.Argument(["nom"], metavar="NOM")
    return [name, folder_option(), key_file_option(), slow_link_option()]


@click.command(cls=FrenchCommand, params=of_a_campaign())
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
    require_terminal()
    with (
        TemporaryDirectory(prefix="gardien-demo-") as scratch,
        refusals_in_french(),
        FirstWords() as words,
    ):
        say(f"Campagne d’essai dans {scratch} ; elle disparaît quand Gardien se ferme.")
        if fills_a_screen():
            words.show(first_words.of_table)
        from campaign import demo as sample
        from campaign.session import Session
        from rules.options import Options
        from storage.library import FolderLibrary

        library = FolderLibrary(Path(scratch), now)
        slug = library.create(sample.NAME, Options())
        session = Session(library.open(slug), now, ctx.obj)
        sample.populate(session)
        session.close()
        return _play(ctx, library, slug, words)


def open_table(ctx: click.Context, name: str | None = None) -> int:
    """Open the campaign of that name or slug, or the library; return the exit code."""
    folder = campaigns_folder(ctx)
    with refusals_in_french(), FirstWords() as words:
        # a name that is no folder's is looked up first: a refusal stands where the user is
        if fills_a_screen() and (name is None or os.path.isdir(folder / name)):  # noqa: PTH112
            words.show(_layout(name))
        from storage.library import FolderLibrary

        library = FolderLibrary(folder, now)
        if name is not None:
            library.folder(name)  # an unknown name is refused here, not on a screen
        require_terminal()
        return _play(ctx, library, name, words, lambda each: bookmark(library.folder(each)))


def require_terminal() -> None:
    """Refuse to play where there is no terminal."""
    if not has_terminal():
        raise click.UsageError(
            "La table demande un terminal, sans redirection (par SSH, `ssh -t`) ; `gardien texte`, `suivre`, "
            "`resoudre`, `risque`, `verifier`, `sauvegarder` et `restaurer` s’en passent."
        )


def _play(
    ctx: click.Context,
    library: Library,
    name: str | None,
    words: FirstWords,
    bookmark_of: Callable[[str], Bookmark] | None = None,
) -> int:
    """Play in full screen, or in lines where the terminal shows no more."""
    if draws_nothing(os.environ):
        from cli.texte.command import play

        term = os.environ.get("TERM", "")
        say(f"Ce terminal (TERM={term}) ne montre pas de plein écran : voici le mode texte.")
        return play(library, ctx.obj, name)
    return show_table(ctx, library, name, words, bookmark_of)


def _layout(name: str | None) -> first_words.Layout:
    return first_words.of_table if name is not None else first_words.of_library


def show_table(
    ctx: click.Context,
    library: Library,
    name: str | None,
    words: FirstWords,
    bookmark_of: Callable[[str], Bookmark] | None = None,
    *,
    follows: bool = False,
) -> int:
    """Show the table of that campaign, or the library, in full screen; return the exit code.

    Args:
        ctx: the command line.
        library: where the campaigns are.
        name: the campaign to open at once; None to choose one.
        words: what the terminal shows until then.
        bookmark_of: returns what keeps the place in a campaign; without it, no place is kept.
        follows: whether only what everyone may know of it is shown, and nothing written.
    """
    words.show(first_words.of_opening if follows else _layout(name))
    from storage.preferences import PreferencesFile
    from tui import boot

    shelf, slow = PreferencesFile(settings_folder()), saves_bytes(ctx)
    prefers_slow = shelf.load().preferences.slow_link
    boot.apply(os.environ, slow_link=slow or prefers_slow)  # Textual reads it while it is imported
    from tui.app import GardienApp
    from tui.clipboard import Clipboard

    kind: type[GardienApp] = GardienApp
    if follows:
        from tui.following import FollowingApp as kind  # noqa: N813 - one of the two

    app = kind(
        library,
        now,
        ctx.obj,
        name,
        key_file=key_file(ctx),
        shelf=shelf,
        bookmark_of=bookmark_of,
        slow_link=slow,
        clipboard=Clipboard(state_folder(), os.environ),
        first_words=words,
    )
    return _run(app)


def _run(app: GardienApp) -> int:
    """Run the app to its end; return the exit code, or raise what nobody foresaw."""
    gc.freeze()  # what is loaded by now stays; the app turns the collector on again
    app.run(mouse=app.hears_mouse)
    if app.unforeseen is not None:
        raise app.unforeseen
    return app.return_code or 0
