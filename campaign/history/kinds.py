"""What is found when a kind of event is searched."""

from collections.abc import Mapping

FOUND: Mapping[str, str] = {
    "campagne": "créations de la campagne",
    "choix de la maison": "changements de choix de la maison",
    "séance": "ouvertures de séance",
    "séance close": "clôtures de séance",
    "personnage": "arrivées de personnage",
    "fiche": "changements de fiche",
    "rang": "changements de rang",
    "écart": "mises à l’écart",
    "retour": "retours dans la compagnie",
    "tour": "tours donnés",
    "action": "actions enregistrées",
    "action retirée": "actions retirées",
    "dépassement": "dépassements",
    "jugement": "jugements",
    "santé": "changements de santé",
    "scène": "scènes",
    "note": "notes",
    "étoile": "étoiles mises ou ôtées",
    "annulation": "annulations",
    "rétablissement": "rétablissements",
    "correction": "corrections",
    "révélation": "révélations",
    "illisible": "lignes illisibles",
    "séance rouverte": "réouvertures de séance",
    "titre de séance": "titres donnés aux séances",
    "séance coupée": "séances coupées",
    "séances réunies": "séances réunies",
}
"""Each word of `campaign.words.KINDS`, with what it finds."""
