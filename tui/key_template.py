"""A key map file with every key there is, each as a remark: to be kept, and changed where one likes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from screens.key_names import key_name
from tui.key_catalogue import Declared, catalogue

_HEAD = """\
# Les touches de Gardien. Ce fichier est lu au démarrage s’il est là :
#   {path}
#   (ou le fichier que nomme --touches ou GARDIEN_TOUCHES)
#
# Pour changer une touche, ôtez le # de sa ligne et écrivez la vôtre ; pour en donner plusieurs : ["z", "Ctrl+Z"].
# Une touche est un caractère qui n’est pas un chiffre, Ctrl et une lettre, ou F2 à F10. Dans un champ, un caractère
# s’écrit et ne commande jamais. Ctrl et A, B, C, G, H, I, J, M ou Q sont pris : par le terminal, tmux ou Gardien.
# Entrée, Échap, Ctrl+G, Tab, les flèches, Début, Fin, Page ↑, Page ↓, Retour, Suppr, F1 et Ctrl+Q gardent toujours
# leur rôle, même là où une ligne ne les nomme plus. Espace s’écrit "Espace".
# Si une ligne ne va pas, aucune ne compte, et Gardien dit laquelle en s’ouvrant."""


def key_template(path: Path) -> str:
    """Return the text of a key map file that would be at `path`."""
    return "\n".join((_HEAD.format(path=path), *_lines()))


def _lines() -> Iterator[str]:
    for group, members in groupby(catalogue().items(), key=lambda item: item[1].group):
        yield f"\n# {group}"
        lines = [(_assignment(action, declared), declared.what) for action, declared in members]
        width = max(len(assignment) for assignment, _ in lines)
        yield from (f"# {assignment:{width}}  # {what}" for assignment, what in lines)


def _assignment(action: str, declared: Declared) -> str:
    names = [key_name(key) for key in declared.keys]
    value = names[0] if len(names) == 1 else names
    return f'"{action}" = {json.dumps(value, ensure_ascii=False)}'
