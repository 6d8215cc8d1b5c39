"""Keeping a campaign safe without opening it: `gardien verifier`, `sauvegarder` and `restaurer`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from campaign.ports import Backup
from campaign.sentences import quote
from campaign.text import clean
from cli.exit_codes import DONE, FAILED
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.named_paths import expanded
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.streams import say
from storage.library import FolderLibrary


@click.command(cls=FrenchCommand, params=[click.Argument(["nom"], metavar="NOM"), folder_option()])
@click.pass_context
def verifier(ctx: click.Context, nom: str, dossier: str | None) -> int:
    """Relit une campagne, recalcule tout et dit ce qui diffère."""
    with refusals_in_french():
        findings = _library(ctx).verify(nom)
    for finding in findings or (
        f"{quote(nom)} est intacte, et chaque résultat recalculé est le même.",
    ):
        say(clean(finding))
    return FAILED if findings else DONE


@click.command(cls=FrenchCommand, params=[click.Argument(["nom"], metavar="NOM"), folder_option()])
@click.pass_context
def sauvegarder(ctx: click.Context, nom: str, dossier: str | None) -> None:
    """Fait une sauvegarde d’une campagne, ouverte ou non."""
    with refusals_in_french():
        say(clean(f"Sauvegarde faite et relue : {_library(ctx).back_up(nom)}"))


@click.command(
    cls=FrenchCommand,
    options_metavar="[OPTIONS] NOM [SAUVEGARDE]",
    epilog="Sans SAUVEGARDE, montre celles de la campagne, la dernière d’abord. "
    "Revenir à l’une d’elles sauvegarde d’abord la campagne telle qu’elle est.",
    params=[
        click.Argument(["nom"], metavar="", required=False),
        click.Argument(["sauvegarde"], metavar="", required=False),
        click.Option(
            ["--nouvelle"],
            metavar="FICHIER",
            help="Fait une nouvelle campagne de ce fichier de sauvegarde, au lieu d’en ramener une.",
        ),
        folder_option(),
    ],
)
@click.pass_context
def restaurer(
    ctx: click.Context,
    nom: str | None,
    sauvegarde: str | None,
    nouvelle: str | None,
    dossier: str | None,
) -> None:
    """Ramène une campagne à l’une de ses sauvegardes."""
    if (nom is None) == (nouvelle is None):
        raise click.UsageError("Il faut le NOM d’une campagne, ou bien --nouvelle FICHIER.")
    library = _library(ctx)
    with refusals_in_french():
        if nouvelle is not None:
            answer = new_campaign(library, library.bring(_file(nouvelle)))
        else:
            answer = _restored(library, nom or "", sauvegarde)
    say(answer)


def new_campaign(library: FolderLibrary, slug: str) -> str:
    """Return what is said of a campaign that was just made: where it is, and what opens it."""
    return clean(f"Nouvelle campagne dans {library.folder(slug)} ; `gardien {slug}` l’ouvre.")


def _restored(library: FolderLibrary, name: str, typed: str | None) -> str:
    backups = library.backups(name)
    if typed is not None:
        own = {each.path.stem: each.path for each in backups}
        library.restore(name, own.get(typed.removesuffix(".zip")) or _file(typed))
        return clean(
            f"{quote(name)} est revenue à {quote(typed)} ; sa version d’avant est sauvegardée."
        )
    if not backups:
        return clean(f"{quote(name)} n’a pas de sauvegarde : `gardien sauvegarder` en fait une.")
    return "\n".join(f"{each.path.stem}  {_when(each)}" for each in backups)


def _when(backup: Backup) -> str:
    return f"le {backup.moment:%d/%m/%Y} à {backup.moment:%H:%M}"


def _file(typed: str) -> Path:
    path = expanded(typed)
    if not os.path.isfile(path):  # noqa: PTH113 - where it may not be looked at, pathlib raises
        raise click.UsageError(
            f"{quote(typed)} n’est ni une sauvegarde de la campagne ni un fichier : "
            "`gardien restaurer NOM` montre ses sauvegardes."
        )
    return path


def _library(ctx: click.Context) -> FolderLibrary:
    return FolderLibrary(campaigns_folder(ctx), now)
