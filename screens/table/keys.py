"""The keys of the table screen: the one declaration that its hints, its help and the palette read."""

from textual.binding import Binding, BindingType

TABLE_KEYS: list[BindingType] = [
    Binding(
        "f",
        "rule('fatigue')",
        "fatigue seule",
        tooltip="Juger que l’effort n’a fait qu’épuiser : seuls les PF, étourdi ou sonné comptent",
        id="table.fatigue",
    ),
    Binding(
        "b",
        "rule('blessure')",
        "blessure",
        tooltip="Juger que la blessure est réelle",
        id="table.blessure",
    ),
    Binding(
        "s",
        "rule('sans_effet')",
        "sans effet",
        tooltip="Juger que le personnage ne subit rien",
        id="table.sans_effet",
    ),
    Binding(
        "escape,ctrl+g",
        "back",
        "lanceur",
        tooltip="Revenir au lanceur ; dans le lanceur, à l’étape d’avant",
        id="table.back",
    ),
    Binding(
        "x",
        "copy",
        "copier",
        tooltip="Copier le calcul affiché, en texte, dans le presse-papiers du terminal",
        id="table.copy",
        show=False,
    ),
    Binding("c", "roster", "compagnie", tooltip="Aller à la compagnie", id="table.roster"),
    Binding(
        "j",
        "jump",
        "aller à",
        tooltip="Aller à un personnage en tapant une partie de son nom",
        id="table.jump",
        show=False,
    ),
    Binding("l", "log", "journal", tooltip="Aller au journal", id="table.log"),
    Binding("n", "add_character", "nouveau", tooltip="Ajouter un personnage", id="table.add"),
    Binding(
        "e",
        "edit_character",
        "fiche",
        tooltip="Modifier la fiche du personnage",
        id="table.edit",
    ),
    Binding(
        "g",
        "recovery",
        "santé",
        tooltip="Repos, soins, PF ou blessure sur la parole du Gardien, pour ce personnage",
        id="table.recovery",
    ),
    Binding(
        "a",
        "add_action",
        "action",
        tooltip="Ajouter une action au personnage",
        id="table.add_action",
    ),
    Binding(
        "m",
        "edit_action",
        "modifier",
        tooltip="Modifier ou retirer l’action choisie",
        id="table.edit_action",
    ),
    Binding("u", "undo", "annuler", tooltip="Annuler le dernier événement", id="table.undo"),
    Binding(
        "r", "redo", "rétablir", tooltip="Rétablir ce qui vient d’être annulé", id="table.redo"
    ),
    Binding("t", "note", "note", tooltip="Écrire une note dans le journal", id="table.note"),
    Binding(
        "o",
        "settings",
        "choix",
        tooltip="Voir et changer les choix de la maison",
        id="table.settings",
        show=False,
    ),
    Binding(
        "k",
        "end_session",
        "clore",
        tooltip="Clore la séance de ce soir, et la sauvegarder ; le geste suivant en commence une autre",
        id="table.end",
        show=False,
    ),
    Binding(
        "q", "leave", "campagnes", tooltip="Revenir à la liste des campagnes", id="table.leave"
    ),
]

WRITING = frozenset(
    {
        "rule",
        "add_character",
        "edit_character",
        "add_action",
        "edit_action",
        "recovery",
        "undo",
        "redo",
        "note",
        "settings",
        "end_session",
    }
)
"""The actions that lead to an event."""
