"""`gardien precedemment`: the last session told again in a few sentences, without secrets."""

from __future__ import annotations

from contextlib import closing

import click

from campaign.chronicle.recollection import (
    NO_EVENING,
    NOTHING_OF,
    chapter_of,
    last_chapter,
    recollection,
)
from campaign.looking import LookingSession
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.session_option import no_such_session, session_option
from cli.streams import say
from storage.library import FolderLibrary


@click.command(
    cls=FrenchCommand,
    epilog="Exemple : gardien precedemment Brume --seance 12",
    params=[
        click.Argument(["nom"], metavar="NOM"),
        session_option("Cette séance, au lieu de la dernière qui est finie."),
        folder_option(),
    ],
)
@click.pass_context
def precedemment(ctx: click.Context, nom: str, session: int | None, dossier: str | None) -> None:
    """Raconte la dernière séance en quelques phrases, sans les secrets."""
    with refusals_in_french():
        journal = FolderLibrary(campaigns_folder(ctx), now).open_for_reading(nom)
        with closing(LookingSession(journal, now, ctx.obj)) as campaign:
            say(_told(campaign, session))


def _told(campaign: LookingSession, session: int | None) -> str:
    chapter = last_chapter(campaign) if session is None else chapter_of(campaign, session)
    if chapter is not None:
        return recollection(campaign, chapter).told
    if session is None:
        raise click.UsageError(NO_EVENING)
    sessions = campaign.history.sessions
    if session not in sessions:
        raise click.UsageError(no_such_session(session, sessions[0], sessions[-1]))
    return NOTHING_OF.format(session)
