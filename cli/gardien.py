"""The words after `gardien`: its commands, each loaded only when it is called, or the name of a campaign."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click

from cli.folder import folder_option
from cli.french import FrenchGroup, answering_option
from cli.settings import key_file_option, slow_link_option


class Lazy(NamedTuple):
    """A command that isn't loaded yet: the module in which it stands under its own name, and what it does."""

    module: str
    summary: str


OPEN = "ouvrir"
COMMANDS = {
    OPEN: Lazy("cli.open", "Ouvre la campagne NOM, même si elle s’appelle comme une commande."),
    "suivre": Lazy(
        "cli.following", "Suit une campagne en direct, sans ses secrets et sans y écrire."
    ),
    "demo": Lazy("cli.open", "Ouvre une campagne d’essai, dans un dossier provisoire."),
    "touches": Lazy(
        "cli.touches", "Montre chaque touche et son rôle, en modèle de fichier des touches."
    ),
    "texte": Lazy(
        "cli.texte.command",
        "Tient la campagne NOM en lignes de texte, au clavier ou par un script.",
    ),
    "resoudre": Lazy("cli.resoudre", "Résout un dépassement et en montre chaque étape."),
    "risque": Lazy("cli.risque", "Montre les chances et le prix d’un dépassement à chaque Diff."),
    "personnage": Lazy(
        "cli.person",
        "Raconte un personnage : ses blessures, ses efforts, sa chance, ses événements.",
    ),
    "partager": Lazy(
        "cli.following",
        "Partage une campagne, sauf ses secrets, avec un groupe qui peut la suivre.",
    ),
    "verifier": Lazy("cli.keeping", "Relit une campagne, recalcule tout et dit ce qui diffère."),
    "sauvegarder": Lazy("cli.keeping", "Fait une sauvegarde d’une campagne, ouverte ou non."),
    "restaurer": Lazy("cli.keeping", "Ramène une campagne à l’une de ses sauvegardes."),
    "precedemment": Lazy(
        "cli.precedemment", "Raconte la dernière séance en quelques phrases, sans les secrets."
    ),
    "statistiques": Lazy(
        "cli.statistics", "Dessine les statistiques d’une campagne, ou d’une de ses séances."
    ),
    "exporter": Lazy("cli.exporting", "Écrit une campagne en récit, en tableau ou en JSON."),
    "importer": Lazy("cli.importing", "Refait une campagne, ou une compagnie, de son JSON."),
}
"""In the order of the help page."""


class CommandsOrCampaign(FrenchGroup):
    """The group of all commands; a first word that names none of them names a campaign."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name].module), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called, and its own words."""
        name, *rest = args
        if name in COMMANDS:
            return name, self.get_command(ctx, name), rest
        if rest and not rest[0].startswith(("--dossier", "--touches", "--lien-lent")):
            raise click.UsageError(_no_such_command(name), ctx)
        return OPEN, self.get_command(ctx, OPEN), args

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, loading none."""
        with formatter.section("Commandes "):
            formatter.write_dl([(name, lazy.summary) for name, lazy in COMMANDS.items()])


def _no_such_command(name: str) -> str:
    from difflib import get_close_matches

    from campaign.sentences import quote

    near = get_close_matches(name, COMMANDS, n=1)
    hint = f" (vouliez-vous dire {near[0]} ?)" if near else ""
    return (
        f"{quote(name)} n’est pas une commande{hint} ; "
        "pour ouvrir une campagne, donnez son nom seul, entre guillemets s’il a des espaces."
    )


def _version(ctx: click.Context) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"gardien {version('gardien')}"
    except PackageNotFoundError:
        return "gardien, lancé depuis ses sources"


@click.group(
    cls=CommandsOrCampaign,
    invoke_without_command=True,
    options_metavar="[OPTIONS]",
    subcommand_metavar="[NOM | COMMANDE …]",
    epilog="`gardien COMMANDE --help` montre les options d’une commande.",
    params=[
        folder_option(),
        key_file_option(),
        slow_link_option(),
        answering_option(["--version"], "Affiche la version.", _version),
    ],
)
@click.pass_context
def gardien(
    ctx: click.Context, dossier: str | None, touches: str | None, lien_lent: bool
) -> int | None:
    """Tient la table du Gardien de la Clef : jets de dépassement, santé, journal.

    Seul, montre les campagnes ; suivi du NOM d’une campagne, l’ouvre.
    """
    if ctx.invoked_subcommand is not None:
        return None
    from cli.open import open_table

    return open_table(ctx)
