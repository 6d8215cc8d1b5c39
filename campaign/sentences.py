"""Each refusal and each fault as one French sentence: what is wrong, and what is accepted."""

from collections.abc import Callable, Mapping

from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.text import clean, of
from rules.calculation import number
from rules.errors import RuleError, Violation

Details = Mapping[str, object]

_SHOWN = 40
"""How much of a wrong entry is quoted back, in characters."""


def quote(value: object) -> str:
    """Quote what was typed, shortened."""
    text = str(value)
    return f"« {text if len(text) <= _SHOWN else text[:_SHOWN] + '…'} »"


def _figure(value: object) -> str:
    return _cut(number(value)) if isinstance(value, int) else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _range(details: Details) -> str:
    return f"de {_figure(details['low'])} à {_figure(details['high'])}"


_VIOLATIONS: dict[Violation, Callable[[Details], str]] = {
    Violation.OUT_OF_RANGE: lambda d: (
        f"{d['what']} : {_figure(d['value'])} est hors limites, il faut un nombre {_range(d)}."
    ),
    Violation.NEGATIVE_DIFF: lambda d: (
        f"Diff : {_figure(d['value'])} est négatif, ce qui n’a de sens qu’avec le dé critique ; il faut 0 ou plus."
    ),
    Violation.BELOW_MINIMUM: lambda d: (
        f"Diff : {_figure(d['value'])} est sous le minimum fixé pour cette action, {_figure(d['minimum'])}."
    ),
    Violation.DIE_MISSING: lambda d: f"Il manque le {d['what']} : un nombre de 1 à 20.",
    Violation.NOT_A_WOUND: lambda d: (
        f"« {d['gravity']} » n’est pas une blessure : jugez fatigue seule ou sans effet."
    ),
    Violation.BAD_TABLEAU: lambda d: (
        "Le tableau 3.1 doit avoir ses sept lignes, avec des seuils qui montent depuis 0 au moins et une "
        "première ligne qui ne coûte rien."
    ),
}

_REFUSALS: dict[Refusal, Callable[[Details], str]] = {
    Refusal.EMPTY: lambda d: f"{d['what']} : c’est vide, il faut au moins un caractère visible.",
    Refusal.TOO_LONG: lambda d: (
        f"{d['what']} : {d['length']} caractères, il en faut {d['longest']} au plus."
    ),
    Refusal.NOT_A_NUMBER: lambda d: (
        f"{d['what']} : {quote(d['typed'])} n’est pas un nombre entier {_range(d)}."
        if d["typed"]
        else f"{d['what']} : c’est vide, il faut un nombre entier {_range(d)}."
    ),
    Refusal.NOT_A_CHOICE: lambda d: (
        f"{d['what']} : {quote(d['typed'])} n’est pas reconnu, il faut {d['accepted']}."
    ),
    Refusal.UNKNOWN_CHARACTER: lambda d: "Il n’y a pas de tel personnage dans cette campagne.",
    Refusal.NAME_TAKEN: lambda d: f"Le nom {quote(d['name'])} est déjà pris : il en faut un autre.",
    Refusal.UNKNOWN_COMPETENCE: lambda d: (
        f"{d['character']} n’a pas la compétence {quote(d['name'])} : ajoutez-la à sa fiche ou changez l’action."
    ),
    Refusal.UNKNOWN_ACTION: lambda d: f"{d['character']} n’a pas d’action {quote(d['name'])}.",
    Refusal.UNKNOWN_EVENT: lambda d: (
        f"Il n’y a pas d’événement numéro {d['sequence']} dans cette campagne."
    ),
    Refusal.NOT_CORRECTABLE: lambda d: (
        "Cet événement ne se corrige pas ainsi : il faut un jet, un jugement ou une note."
    ),
    Refusal.EVENT_UNDONE: lambda d: "Cet événement est annulé : il faut d’abord le rétablir.",
    Refusal.NEVER_UNDONE: lambda d: (
        "Cet événement ne s’annule pas : ni une séance, ni une révélation, ni ce qui annule ou rétablit."
    ),
    Refusal.NOT_UNDONE: lambda d: "Cet événement n’est pas annulé.",
    Refusal.RULING_OUT_OF_PLACE: lambda d: (
        "Ce jugement ne se rétablit pas : son jet est annulé, ou jugé autrement depuis."
    ),
    Refusal.NO_RULING_TO_CORRECT: lambda d: "Ce jet n’a pas encore été jugé, ou n’a rien à juger.",
    Refusal.ALREADY_ROLLED: lambda d: (
        "Ce jet est déjà au journal : il faut choisir le secret avant de lancer les dés."
    ),
    Refusal.NOT_SECRET: lambda d: (
        "Cet événement n’est pas secret : seul un jet rendu secret avant ses dés, ou une note sur lui, se révèle."
    ),
    Refusal.IS_ASIDE: lambda d: f"{d['name']} est à l’écart : il faut d’abord l’en rappeler.",
    Refusal.NO_CHANGE: lambda d: "Rien n’a changé : rien n’est écrit.",
    Refusal.NO_CHANGE_OF_HEALTH: lambda d: (
        f"La santé {of(str(d['name']))} n’en serait pas changée : rien n’est écrit."
    ),
    Refusal.NO_TURNS: lambda d: "Les tours ne sont pas tenus.",
    Refusal.NOBODY_TO_REST: lambda d: (
        "Personne dans la compagnie n’a de quoi se reposer : rien n’est écrit."
    ),
    Refusal.NOTHING_TO_UNDO: lambda d: "Il n’y a rien à annuler.",
    Refusal.NOTHING_TO_REDO: lambda d: "Il n’y a rien à rétablir.",
    Refusal.RULING_AWAITED: lambda d: (
        f"Jugez d’abord le jet {of(str(d['name']))} : fatigue seule, blessure ou sans effet."
    ),
    Refusal.NO_RULING_AWAITED: lambda d: "Aucun jet n’attend de jugement.",
    Refusal.SESSION_CLOSED: lambda d: "La séance est déjà close.",
    Refusal.SESSION_OPEN: lambda d: (
        f"La séance {d['number']} est ouverte : il n’y a rien à rouvrir."
    ),
    Refusal.SESSION_PASSED: lambda d: (
        f"La séance {d['number']} ne peut plus être rouverte, la {d['last']} a commencé depuis ; "
        "une séance peut en revanche être réunie à celle qui la précède, et se lire avec elle comme une seule."
    ),
    Refusal.UNKNOWN_SESSION: lambda d: (
        f"Il n’y a pas de séance {_figure(d['number'])} dans cette campagne."
    ),
    Refusal.NO_BEGINNING: lambda d: f"Aucune séance ne commence à l’événement {d['sequence']}.",
    Refusal.FIRST_SESSION: lambda d: (
        "C’est la première séance : il n’y en a pas, avant elle, à laquelle la réunir."
    ),
    Refusal.BEGINS_ALREADY: lambda d: (
        f"La séance {d['label']} commence déjà là : choisissez un événement plus loin."
    ),
    Refusal.WITHIN_A_COMMAND: lambda d: (
        f"Cet événement est du même geste que celui d’avant : coupez à l’événement {d['first']}, où ce geste commence."
    ),
    Refusal.NOTHING_AFTER: lambda d: (
        "La séance finit là : il n’y a rien à lire ensuite. Choisissez un événement plus tôt."
    ),
}

_FAULTS: dict[JournalFault, Callable[[Details], str]] = {
    JournalFault.NO_SPACE: lambda d: (
        "Le disque est plein ou le quota atteint : rien n’a été écrit, et tout ce qui était au journal y est encore. "
        "Libérez de la place et recommencez."
    ),
    JournalFault.READ_ONLY: lambda d: (
        "Le disque est en lecture seule : rien n’a été écrit, et tout ce qui était au journal y est encore."
    ),
    JournalFault.NO_PERMISSION: lambda d: (
        "Les droits du dossier ne permettent pas d’y lire ou d’y écrire ; rien n’a été changé."
    ),
    JournalFault.VANISHED: lambda d: (
        "Le dossier ou le fichier a disparu ou a été remplacé : rien n’a été écrit. Rouvrez la campagne."
    ),
    JournalFault.NOT_DURABLE: lambda d: (
        "Le disque n’a pas confirmé l’écriture : le dernier geste n’est peut-être pas enregistré. "
        "Gardien n’écrit plus rien ; rouvrez la campagne."
    ),
    JournalFault.LOCKED: lambda d: f"La campagne est déjà ouverte en écriture{_holder(d)}.",
    JournalFault.ONLY_LOOKING: lambda d: (
        "La campagne est ouverte en lecture seule : rien n’a été écrit."
    ),
    JournalFault.NEWER_FORMAT: lambda d: (
        f"Ce fichier est au format {_figure(d['version'])}, d’un Gardien plus récent ; "
        f"celui-ci lit jusqu’au format {d['known']}."
    ),
    JournalFault.NOT_A_CAMPAIGN: lambda d: (
        "Ce dossier n’est pas une campagne de Gardien, ou son journal est illisible."
    ),
    JournalFault.NOT_OURS: lambda d: (
        "Un lien, ou autre chose que Gardien ne fait jamais, est à la place d’un fichier ou d’un dossier de la "
        "campagne : il n’y lit et n’y écrit rien. Ôtez-le, ou mettez-y le vrai."
    ),
    JournalFault.TOO_LARGE: lambda d: (
        "Ce fichier est démesuré pour une campagne : Gardien ne le lit pas, et n’y change rien."
    ),
    JournalFault.UNKNOWN_CAMPAIGN: lambda d: (
        f"Il n’y a pas de campagne {quote(d['name'])} ici."
        + ("" if d.get("unlisted") else " `gardien` sans nom les montre toutes.")
    ),
    JournalFault.CAMPAIGN_EXISTS: lambda d: (
        f"Il y a déjà une campagne {quote(d['name'])} : il faut un autre nom."
    ),
    JournalFault.NOT_SHARED: lambda d: (
        "La campagne n’est pas partagée avec ce compte : son Gardien de la Clef la partage par `gardien partager`."
    ),
    JournalFault.UNKNOWN_GROUP: lambda d: (
        f"Il n’y a pas de groupe {quote(d['name'])} sur cette machine : `sudo addgroup joueurs` en ferait un, "
        "par exemple."
    ),
    JournalFault.NOT_IN_GROUP: lambda d: (
        f"Vous n’êtes pas du groupe {quote(d['group'])}, ou pas encore : après `sudo adduser VOTRE_COMPTE "
        f"{d['group']}`, il faut se reconnecter. Rien n’a été changé."
    ),
    JournalFault.CLOSED_WAY: lambda d: (
        f"Le groupe {quote(d['group'])} ne peut pas traverser ce dossier, et n’atteindrait pas la campagne : "
        "ouvrez-le par `chmod o+x`, ou gardez les campagnes ailleurs, dans /srv/gardien par exemple, "
        "que nomme --dossier. Rien n’a été changé."
    ),
    JournalFault.BAD_BACKUP: lambda d: (
        f"Cette sauvegarde ne peut pas servir : {d['why']}. La campagne n’a pas changé."
    ),
    JournalFault.BAD_IMPORT: lambda d: (
        f"Ce fichier ne peut pas être importé : {d['why']}. Rien n’a été écrit."
    ),
    JournalFault.NOT_KEPT: lambda d: (
        "La séance est close et enregistrée, mais sa sauvegarde n’a pas pu être faite"
        f"{CAUSES.get(str(d['cause']), '')}."
    ),
    JournalFault.OTHER: lambda d: f"Le système a refusé : {d['error']}.",
}


CAUSES: dict[str, str] = {
    JournalFault.NO_SPACE: " : le disque est plein ou le quota atteint",
    JournalFault.READ_ONLY: " : le disque est en lecture seule",
    JournalFault.NO_PERMISSION: " : les droits du dossier ne le permettent pas",
    JournalFault.VANISHED: " : le dossier a disparu",
    JournalFault.NOT_OURS: " : un lien, ou autre chose, est à la place d’un de ses fichiers ou dossiers",
    JournalFault.TOO_LARGE: " : un de ses fichiers est démesuré",
}
"""Why something could not be kept, to follow a sentence that says what."""


def _holder(details: Details) -> str:
    return f" par {details['holder']}" if details.get("holder") else ""


def sentence(error: RuleError | Refused | JournalError) -> str:
    """Return the French sentence of what was refused or has failed, safe to show in any terminal."""
    match error:
        case RuleError():
            text = _VIOLATIONS[error.violation](error.details)
        case Refused():
            text = _REFUSALS[error.refusal](error.details)
        case _:
            text = f"{_FAULTS[error.fault](error.details)} ({error.path})"
    return clean(text[0].upper() + text[1:])
