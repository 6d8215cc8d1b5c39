"""`gardien touches`: every key there is to change, as a key map file that changes none yet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import fill

import click

from cli.french import FrenchCommand
from cli.settings import settings_folder
from cli.streams import say
from screens.key_names import key_name
from storage.key_file import FILE
from tui.chosen_keys import CHOOSABLE
from tui.key_catalogue import Declared, catalogue
from tui.key_map import FIXED


@click.command(
    cls=FrenchCommand,
    options_metavar="",
    epilog="Exemple : gardien touches > touches.toml",
)
def touches() -> None:
    """Montre chaque touche et son rôle, en modèle de fichier des touches."""
    say("\n".join((*_head(settings_folder() / FILE), *_lines())))


def _head(path: Path) -> Iterator[str]:
    yield "# Les touches de Gardien. Ce fichier est lu au démarrage s’il est là :"
    yield f"#   {path}"
    yield "#   (ou le fichier que nomme --touches ou GARDIEN_TOUCHES)\n#"
    fixed = ", ".join(map(key_name, FIXED))
    for sentence in (
        'Pour changer une touche, ôtez le # de sa ligne et écrivez la vôtre ; pour plusieurs : ["z", "F2"].',
        f'Une touche est {CHOOSABLE} ; Espace s’écrit "Espace".',
        "Dans un champ, un caractère s’écrit et ne commande jamais.",
        f"Gardent toujours leur rôle, même là où une ligne ne les nomme plus : {fixed}.",
        "Si une ligne ne va pas, aucune ne compte, et Gardien dit laquelle en s’ouvrant.",
    ):
        yield fill(sentence, 110, initial_indent="# ", subsequent_indent="#   ")


def _lines() -> Iterator[str]:
    for group, members in groupby(catalogue().items(), key=lambda item: item[1].group):
        yield f"\n# {group}"
        lines = [(_assignment(action, each), each.binding) for action, each in members]
        width = max(len(assignment) for assignment, _ in lines)
        for assignment, binding in lines:
            yield f"# {assignment:{width}}  # {binding.tooltip or binding.description}"


def _assignment(action: str, declared: Declared) -> str:
    names = [key_name(key) for key in declared.keys]
    value = names[0] if len(names) == 1 else names
    return f'"{action}" = {json.dumps(value, ensure_ascii=False)}'
