"""`gardien touches`: every key there is to change, as a key map file that changes none yet."""

from __future__ import annotations

import click

from cli.french import FrenchCommand
from cli.settings import settings_folder
from cli.streams import say


@click.command(
    cls=FrenchCommand,
    options_metavar="",
    epilog="Exemple : gardien touches > touches.toml",
)
def touches() -> None:
    """Montre chaque touche et son rôle, en modèle de fichier des touches."""
    from storage.touches import FILE
    from tui.key_template import key_template

    say(key_template(settings_folder() / FILE))
