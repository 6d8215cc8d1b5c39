"""Letting players follow a campaign: `gardien suivre`, which they run, and `gardien partager`, which their GC runs."""

from __future__ import annotations

import click

from campaign.looking import LookingSession
from campaign.sentences import quote
from campaign.text import clean
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.open import of_a_campaign, show_table
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.streams import say
from cli.terminals import fills_a_screen
from storage.library import FolderLibrary
from tui.first_words import FirstWords


@click.command(cls=FrenchCommand, params=of_a_campaign())
@click.pass_context
def suivre(
    ctx: click.Context, nom: str, dossier: str | None, touches: str | None, lien_lent: bool
) -> int:
    """Suit une campagne en direct, sans ses secrets et sans y écrire."""
    with refusals_in_french():
        library = FolderLibrary(campaigns_folder(ctx), now)
        journal = library.open_for_reading(nom, public=True)  # refused here, not on a screen
        if fills_a_screen():
            with FirstWords() as words:
                return show_table(ctx, library, nom, words, follows=True)

        from cli.texte.following import follow

        return follow(LookingSession(journal, now, ctx.obj))


@click.command(
    cls=FrenchCommand,
    epilog="Sans option, dit avec qui la campagne est partagée.\n\n"
    "\b\nExemple :\n  gardien partager brume --groupe joueurs",
    params=[
        click.Argument(["nom"], metavar="NOM"),
        click.Option(
            ["--groupe"], metavar="GROUPE", help="Le groupe Unix dont les comptes pourront suivre."
        ),
        click.Option(["--personne"], is_flag=True, help="Ne la partage plus avec personne."),
        folder_option(),
    ],
)
@click.pass_context
def partager(
    ctx: click.Context, nom: str, groupe: str | None, personne: bool, dossier: str | None
) -> None:
    """Partage une campagne, sauf ses secrets, avec un groupe qui peut la suivre."""
    if groupe is not None and personne:
        raise click.UsageError("--groupe et --personne se contredisent : il en faut une seule.")
    library = FolderLibrary(campaigns_folder(ctx), now)
    with refusals_in_french():
        if groupe is not None:
            library.share(nom, groupe)
        elif personne:
            library.unshare(nom)
        say(clean(_how_it_stands(library, nom)))


def _how_it_stands(library: FolderLibrary, name: str) -> str:
    group = library.shared_with(name)
    if group is None:
        return f"{quote(name)} n’est partagée avec personne."
    folder = library.folder(name).resolve()  # the way that players can walk
    return (
        f"{quote(name)} est partagée avec le groupe {quote(group)}, sauf ses secrets : "
        f"`gardien suivre {folder.name} --dossier {folder.parent}` la suit."
    )
