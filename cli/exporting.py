"""`gardien exporter`: a campaign as a story, as rows for a spreadsheet, or as JSON that `gardien importer` takes in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from campaign.chronicle.markdown import markdown
from campaign.chronicle.spreadsheet import spreadsheet
from campaign.chronicle.story import story
from campaign.chronicle.web_page import web_page
from campaign.past import fold
from campaign.refusals import Refusal, Refused
from campaign.roster import roster
from campaign.sentences import quote
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.named_paths import expanded, path_option
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.session_option import no_such_session, session_option
from cli.streams import pour
from storage.disk import Disk
from storage.library import FolderLibrary
from storage.output import put_parts
from storage.roster import company_document

FORMATS = ("md", "html", "csv", "json")


def _format(ctx: click.Context, param: click.Parameter, typed: str | None) -> str | None:
    if typed is None or typed in FORMATS:
        return typed
    with refusals_in_french():
        accepted = f"{', '.join(FORMATS[:-1])} ou {FORMATS[-1]}"
        raise Refused(Refusal.NOT_A_CHOICE, what="--format", typed=typed, accepted=accepted)


@click.command(
    cls=FrenchCommand,
    epilog="Exemple : gardien exporter Brume --format html --joueurs -o brume.html",
    params=[
        click.Argument(["nom"], metavar="NOM"),
        click.Option(
            ["--format", "form"],
            metavar="FORMAT",
            callback=_format,
            help="md ou html : un récit (md, si rien n’est dit) ; csv : un tableau, une ligne par événement ; "
            "json : tout, pour `gardien importer`.",
        ),
        session_option("Cette séance seulement."),
        click.Option(
            ["--joueurs", "public"], is_flag=True, help="Sans les secrets du Gardien de la Clef."
        ),
        click.Option(
            ["--compagnie", "company"],
            is_flag=True,
            help="Les personnages seuls, avec leurs fiches et leurs actions, en JSON.",
        ),
        path_option("-o", "FICHIER", "Écrit dans ce fichier, au lieu de la sortie standard."),
        click.Option(
            ["--remplacer", "replaces"], is_flag=True, help="Remplace le fichier s’il existe déjà."
        ),
        folder_option(),
    ],
)
@click.pass_context
def exporter(
    ctx: click.Context,
    nom: str,
    form: str | None,
    session: int | None,
    public: bool,
    company: bool,
    o: str | None,
    replaces: bool,
    dossier: str | None,
) -> None:
    """Écrit une campagne en récit, en tableau ou en JSON."""
    if company and (session is not None or form not in (None, "json")):
        raise click.UsageError("--compagnie s’écrit en JSON, et pour toute la campagne.")
    target = None if o is None else _target(o, replaces=replaces)
    with refusals_in_french():
        library = FolderLibrary(campaigns_folder(ctx), now)
        if company:
            parts = _company(library, nom, public=public)
        else:
            parts = _campaign(library, nom, form or FORMATS[0], session, public=public)
        if target is None:
            pour(parts)
            return
        put_parts(Disk(), target, parts)


def _target(typed: str, *, replaces: bool) -> Path:
    path = expanded(typed)
    # os.path answers no of what may not be looked at, where pathlib raises
    if not os.path.isdir(path.parent):  # noqa: PTH112
        raise click.UsageError(f"-o : {quote(path.parent)} n’est pas un dossier.")
    if os.path.lexists(path):
        if not os.path.isfile(path):  # noqa: PTH113
            raise click.UsageError(f"-o : {quote(typed)} existe, et n’est pas un fichier.")
        if not replaces:
            raise click.UsageError(
                f"-o : {quote(typed)} existe déjà : --remplacer le remplace, ou donnez un autre nom."
            )
    return path


def _campaign(
    library: FolderLibrary, name: str, form: str, session: int | None, *, public: bool
) -> Iterator[bytes]:
    evenings = library.evenings(name, public=public)
    if session is not None and session not in evenings.sessions:
        raise click.UsageError(
            no_such_session(session, evenings.sessions[0], evenings.sessions[-1])
        )
    if form == "json":
        return library.exported(name, public=public, only=session)
    if form == "csv":
        return (part.encode() for part in spreadsheet(evenings, session))
    write = web_page if form == "html" else markdown
    return (part.encode() for part in write(story(evenings, session)))


def _company(library: FolderLibrary, name: str, *, public: bool) -> Iterator[bytes]:
    entries = [entry for each in library.evenings(name, public=public) for entry in each]
    yield company_document(roster(fold(entries)))
