"""`gardien personnage`: one character over the years, in plain lines."""

from __future__ import annotations

import click

from campaign.history.person import Person
from campaign.history.portrait import Portrait, portrait_lines
from campaign.looking import LookingSession
from campaign.refusals import Refusal, Refused
from campaign.text import clean
from cli.folder import campaigns_folder, folder_option
from cli.french import FrenchCommand
from cli.outside import now
from cli.refusals import refusals_in_french
from cli.streams import say
from cli.texte.answers import fitting
from storage.library import FolderLibrary


@click.command(
    cls=FrenchCommand,
    epilog="QUI est un nom, ou une partie qui suffit à le reconnaître.\n\n"
    "\b\nExemple :\n  gardien personnage Brume merlin --joueurs",
    params=[
        click.Argument(["nom"], metavar="NOM"),
        click.Argument(["qui"], metavar="QUI"),
        click.Option(
            ["--joueurs", "public"], is_flag=True, help="Sans les secrets du Gardien de la Clef."
        ),
        folder_option(),
    ],
)
@click.pass_context
def personnage(ctx: click.Context, nom: str, qui: str, public: bool, dossier: str | None) -> None:
    """Raconte un personnage : ses blessures, ses efforts, sa chance, ses événements."""
    with refusals_in_french():
        library = FolderLibrary(campaigns_folder(ctx), now)
        session = LookingSession(library.open_for_reading(nom, public=public), now, ctx.obj)
        who, name = _character(session, qui)
        person = Person(session.history, who)
        for _ in person.reading():
            pass
        portrait = Portrait(person, secrets=not public)
        for line in portrait_lines(portrait, name, session.history.past):
            say(clean(line))


def _character(session: LookingSession, typed: str) -> tuple[str, str]:
    """Return the identity and the name of the character that is meant.

    Raises:
        Refused: there is none of that name, or several have it as a part of theirs.
    """
    everyone = [((each.who, each.name), (each.name,)) for each in session.state.characters.values()]
    found = fitting(typed, everyone)
    if len(found) == 1:
        return found[0][0]
    names = ", ".join(name for (_, name), _ in found or everyone)
    accepted = f"l’un de : {names}" if names else "une campagne qui ait des personnages"
    raise Refused(Refusal.NOT_A_CHOICE, what="QUI", typed=typed, accepted=accepted)
