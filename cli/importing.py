"""`gardien importer`: a campaign made of its JSON, or a roster taken into one, after a preview that is confirmed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial

import click

from campaign.commands import Enlist
from campaign.dates import full_date
from campaign.decide import Dice, decide
from campaign.events import Event
from campaign.narration import event_line
from campaign.refusals import JournalError, JournalFault
from campaign.roster import Enlistment, decided
from campaign.sentences import quote, sentence
from campaign.session import Session
from campaign.text import clean, fold_case
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.keeping import new_campaign
from cli.named_paths import expanded
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.streams import say
from storage.disk import Disk
from storage.imported import ImportedCampaign
from storage.importing import COMPANY, Document, document
from storage.library import FolderLibrary
from storage.roster import company_in


@click.command(
    cls=FrenchCommand,
    epilog="Sans --oui, montre ce qui va changer et demande s’il faut le faire. "
    "Exemple : gardien importer compagnie.json --dans Brume",
    params=[
        click.Argument(["fichier"], metavar="FICHIER"),
        click.Option(["--nom"], metavar="NOM", help="Donne ce nom à la campagne, au lieu du sien."),
        click.Option(
            ["--dans", "within"],
            metavar="NOM",
            help="Campagne qui prend les personnages du fichier, fait par `exporter --compagnie`.",
        ),
        click.Option(["--oui", "yes"], is_flag=True, help="Fait ce qui est montré sans demander."),
        folder_option(),
    ],
)
@click.pass_context
def importer(
    ctx: click.Context,
    fichier: str,
    nom: str | None,
    within: str | None,
    yes: bool,
    dossier: str | None,
) -> None:
    """Refait une campagne, ou une compagnie, de son JSON."""
    path = expanded(fichier)
    # os.path answers no of what may not be looked at, where pathlib raises
    if not os.path.exists(path):  # noqa: PTH110
        raise click.UsageError(f"Il n’y a pas de fichier {quote(fichier)}.")
    with refusals_in_french():
        library = FolderLibrary(campaigns_folder(ctx), now)
        source = document(path, Disk())
        if source.kind == COMPANY:
            _take_company(library, source, within, ctx.obj, nom=nom, yes=yes)
        else:
            _make_campaign(library, source, nom, within=within, yes=yes)


def _make_campaign(
    library: FolderLibrary, source: Document, name: str | None, *, within: str | None, yes: bool
) -> None:
    if within is not None:
        raise click.UsageError(
            f"{quote(source.path)} est une campagne entière : --dans ne prend que des personnages."
        )
    imported = ImportedCampaign(source, name)
    try:
        library.check_free(imported.name)
    except JournalError as error:
        if error.fault is not JournalFault.CAMPAIGN_EXISTS:
            raise
        raise click.UsageError(f"{sentence(error)} --nom en donne un à la nouvelle.") from error
    say("\n".join(_campaign_preview(imported)))
    if _is_confirmed(yes=yes):
        slug = library.take_in(imported)
        say(new_campaign(library, slug))


def _take_company(
    library: FolderLibrary,
    source: Document,
    name: str | None,
    dice: Dice,
    *,
    nom: str | None,
    yes: bool,
) -> None:
    """Let a campaign take in a roster, as one command, which one undo takes back."""
    if name is None or nom is not None:
        raise click.UsageError(
            f"{quote(source.path)} est une compagnie : --dans NOM dit quelle campagne la prend, et --nom ne sert pas."
        )
    command = Enlist(company_in(source))
    can_write = yes or _is_at_a_terminal()
    journal = library.open(name) if can_write else library.open_for_reading(name)
    session = Session(journal, now, dice)
    try:
        events = decided(command, session.state, partial(decide, dice=dice))
        say("\n".join(_company_preview(session.state.name, command, events)))
        if events and _is_confirmed(yes=yes):
            session.execute(command)
            say("C’est fait ; à la table, une seule annulation le reprend en entier.")
    finally:
        session.close()


def _is_at_a_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _is_confirmed(*, yes: bool) -> bool:
    """Ask whether to do what was shown; refuse where nobody can answer."""
    if yes:
        return True
    if not _is_at_a_terminal():
        raise click.UsageError("Rien n’a été écrit : relancez avec --oui pour le faire.")
    sys.stdout.write("Le faire ? o (oui) ou n (non) : ")
    sys.stdout.flush()
    is_confirmed = fold_case(sys.stdin.readline().strip()) in {"o", "oui"}
    if not is_confirmed:
        say("Rien n’a été écrit.")
    return is_confirmed


def _campaign_preview(imported: ImportedCampaign) -> Iterator[str]:
    contents = imported.contents
    yield f"Une nouvelle campagne, {quote(imported.name)} :"
    first, last = full_date(contents.first), full_date(contents.last)
    when = f"le {first}" if first == last else f"du {first} au {last}"
    yield f"  {_count(contents.sessions, 'séance')}, {when}"
    secrets = f", dont {_count(contents.secrets, 'secret')}" if contents.secrets else ""
    yield f"  {_count(contents.events, 'événement')}{secrets}"
    if contents.unreadable:
        plural = "s" if contents.unreadable > 1 else ""
        yield f"  {contents.unreadable} ligne{plural} illisible{plural}, à garder telle{plural} quelle{plural}"
    if contents.characters:
        yield f"  personnages : {', '.join(contents.characters)}"


def _company_preview(name: str, command: Enlist, events: Sequence[Event]) -> Iterator[str]:
    becoming = Enlistment.of(command.members, events)
    yield f"Dans la compagnie de {quote(clean(name))} :"
    for label, names in (
        ("à ajouter", becoming.added),
        ("à changer", becoming.changed),
        ("à laisser", becoming.left),
    ):
        if names:
            yield f"  {label} : {', '.join(names)}"
    if not events:
        yield "Rien à écrire : elle a déjà tout ce que dit le fichier."
        return
    yield "Ce qui s’écrirait au journal :"
    for event in events:
        yield f"  {clean(event_line(event, lambda _: None))}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"
