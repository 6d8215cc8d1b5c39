"""`gardien texte`: opens a campaign, or lists them all, for a conversation in lines."""

from __future__ import annotations

import gc
from contextlib import closing, suppress

import click

from campaign.looking import STILL_READABLE, LookingSession
from campaign.opening import opened
from campaign.ports import CampaignSummary, Dice, Library
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from campaign.text import clean
from cli.exit_codes import DONE, FAILED
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.streams import complain
from cli.texte.answers import Answers, Back, Named
from cli.texte.conversation import converse
from cli.texte.evening import Evening
from cli.texte.lines import Lines
from cli.texte.sitting import Leave
from cli.texte.unclear import NotDone, why
from rules.options import Options

NEW = "nouvelle"


@click.command(
    cls=FrenchCommand,
    options_metavar="[OPTIONS] [NOM]",
    epilog="\b\nDans un script, un mot et ses réponses par ligne :\n"
    "  printf 'jet Merlin, Boule de feu, 8, 12, 7, fatigue\\n' | gardien texte NOM\n"
    "Il s’arrête à la première ligne refusée, et rend alors 1.",
    params=[click.Argument(["nom"], metavar="", required=False), folder_option()],
)
@click.pass_context
def texte(ctx: click.Context, nom: str | None, dossier: str | None) -> int:
    """Tient la campagne NOM en lignes de texte, au clavier ou par un script."""
    from storage.library import FolderLibrary

    with refusals_in_french():
        return play(FolderLibrary(campaigns_folder(ctx), now), ctx.obj, nom)


def play(library: Library, dice: Dice, name: str | None) -> int:
    """Converse about the campaign of that name, or the one that is chosen; return the exit code.

    Raises:
        JournalError: the campaign can't be opened.
    """
    lines = Lines()
    gc.enable()
    while True:
        try:
            chosen = _chosen(library, lines) if name is None else name
        except NotDone as error:
            lines.refuse(why(error))
            return FAILED
        if chosen is None:
            return DONE
        try:
            session = _opened(library, dice, chosen, lines)
        except JournalError as error:
            if name is not None or not lines.is_terminal:
                raise
            complain(sentence(error))
            continue
        name = None
        if session is not None:
            with suppress(Leave), closing(session):
                return converse(Evening(session, lines))


def _chosen(library: Library, lines: Lines) -> str | None:
    """List the campaigns and ask for one, or make a new one; return its slug, or None if nobody wants any."""
    campaigns = library.campaigns()
    for place, each in enumerate(campaigns, 1):
        lines.say(clean(f"{place} : {_told(each)}"))
    answers = Answers(lines)
    answers.begin("")
    options: list[Named[str | None]] = [(each.slug, (each.name, each.slug)) for each in campaigns]
    try:
        chosen = answers.pick("Campagne", [*options, (None, (NEW,))], listed=options)
        return chosen or answers.ask("Son nom", lambda typed: library.create(typed, Options()))
    except (Back, EOFError):
        return None
    except KeyboardInterrupt:
        if lines.is_terminal:
            return None
        raise


def _told(campaign: CampaignSummary) -> str:
    sessions = f"{campaign.sessions} séance{'s' if campaign.sessions > 1 else ''}"
    played = f", jouée le {campaign.last_played:%d/%m/%Y}" if campaign.last_played else ""
    return f"{campaign.name}, {campaign.trouble or sessions + played}"


def _opened(library: Library, dice: Dice, name: str, lines: Lines) -> Session | None:
    """Open a campaign, or offer to look at it where it can't be written to; None if that isn't wanted."""
    try:
        return opened(library.open(name), now, dice)
    except JournalError as error:
        if error.fault not in STILL_READABLE or not lines.is_terminal:
            raise
        complain(sentence(error))
        return _looked_at(library, dice, name, lines)


def _looked_at(library: Library, dice: Dice, name: str, lines: Lines) -> Session | None:
    answers = Answers(lines)
    answers.begin("")
    try:
        wanted = answers.confirm("La regarder sans y écrire")
    except (Back, EOFError, KeyboardInterrupt):
        wanted = False
    return LookingSession(library.open_for_reading(name), now, dice) if wanted else None
