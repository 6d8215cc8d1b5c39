"""`gardien statistiques`: the pictures of the statistics screen, one below the other, as text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import click

from campaign.history.figures import Rolls, Subject, figure
from campaign.history.history import History
from campaign.history.roll_book import RollBook
from campaign.refusals import Refusal, Refused
from campaign.sentences import quote
from campaign.text import clean
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.session_option import no_such_session, session_option
from cli.streams import say, speaks_utf8
from cli.texte.answers import fitting
from storage.library import FolderLibrary

_WIDTH, _HEIGHT = 72, 16
_EVERYONE = "tous"


@click.command(
    cls=FrenchCommand,
    epilog="Exemple : gardien statistiques Brume --seance 12 --personnage Merlin --joueurs",
    params=[
        click.Argument(["nom"], metavar="NOM"),
        session_option("Cette séance seulement."),
        click.Option(
            ["--personnage"],
            metavar="QUI",
            help="Ce personnage seulement : une partie de son nom suffit.",
        ),
        click.Option(
            ["--joueurs", "public"],
            is_flag=True,
            help="Sans les jets secrets du Gardien de la Clef.",
        ),
        folder_option(),
    ],
)
@click.pass_context
def statistiques(
    ctx: click.Context,
    nom: str,
    session: int | None,
    personnage: str | None,
    public: bool,
    dossier: str | None,
) -> None:
    """Dessine les statistiques d’une campagne, ou d’une de ses séances."""
    with refusals_in_french():
        library = FolderLibrary(campaigns_folder(ctx), now)
        history = History(library.open_for_reading(nom, public=public).shelf())
        history.load()
        if session is not None and session not in history.sessions:
            raise click.UsageError(
                no_such_session(session, history.sessions[0], history.sessions[-1])
            )
        names = _names(history)
        who = None if personnage is None else _who(personnage, names)
        book = RollBook(history, names)
        if session is None:
            book.read()
        rolls = book.rolls(session, who, secrets=not public)
    scope = "Toute la campagne" if session is None else f"Séance {session}"
    known = "sans les jets secrets" if public else "avec les jets secrets"
    say(clean(f"{scope} · {_EVERYONE if who is None else names[who]} · {known}"))
    for line in _pictures(rolls):
        say(line)


def _names(history: History) -> Mapping[str, str]:
    """Return the last name of each person that something happened to, by identity."""
    indexes = filter(None, map(history.index, history.sessions))
    return {who: name for index in indexes for who, name in index.names}


def _who(typed: str, names: Mapping[str, str]) -> str:
    """Return the identity of the one person that is meant.

    Raises:
        Refused: there is none, or there are several.
    """
    found = [who for who, _ in fitting(typed, [(who, (name,)) for who, name in names.items()])]
    if len(found) == 1:
        return found[0]
    accepted = ", ".join(quote(names[who]) for who in found or names)
    raise Refused(Refusal.NOT_A_CHOICE, what="--personnage", typed=typed, accepted=accepted)


def _pictures(rolls: Rolls) -> Iterator[str]:
    if not rolls.points:
        yield figure(Subject.DICE, rolls).reading
        return
    from screens.statistics.drawing import FINE, PLAIN, draw, legend

    signs = FINE if speaks_utf8() and os.environ.get("TERM") != "linux" else PLAIN
    for subject in Subject:
        told = figure(subject, rolls)
        yield from ("", told.title)
        if told.chart is not None:
            yield from draw(told.chart, _WIDTH, _HEIGHT, signs)
            yield legend(told.chart, signs)
        yield clean(told.reading)
        if told.aside:
            yield told.aside
