"""The keys that work on every screen."""

from textual.binding import Binding, BindingType

APP_KEYS: list[BindingType] = [
    Binding(
        "ctrl+p",
        "command_palette",
        "palette",
        tooltip="Chercher une commande par son nom",
        id="app.palette",
        priority=True,
    ),
    Binding(
        "ctrl+q",
        "quit",
        "quitter",
        tooltip="Quitter Gardien ; demande d’abord s’il le faut",
        id="app.quit",
        priority=True,
        show=False,
    ),
]
