"""The game's words in French, each written once: aspects, moyens, rulings, warnings, house choices, dice, actions."""

from collections.abc import Mapping

from campaign.character import Action
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CampaignCreated,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterChanged,
    CharacterMoved,
    CharacterSetAside,
    DepassementResolved,
    Die,
    EffectRuled,
    Event,
    EventCorrected,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Provenance,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SessionReopened,
    SessionsJoined,
    SessionSplit,
    SessionTitled,
    TurnGiven,
    Unreadable,
)
from rules.aspects import Aspect, Moyen
from rules.calculation import MINUS, number
from rules.health import Ruling
from rules.options import Automatiques, BorneCA, MalusFatigue, Options, PFCascade, PFEtourdi
from rules.sheet import SheetWarning

ASPECTS = {Aspect.PHYSIQUE: "Physique", Aspect.MENTAL: "Mental", Aspect.MYSTIQUE: "Mystique"}
MOYENS = {
    Moyen.PUISSANCE: "Puissance",
    Moyen.RESISTANCE: "Résistance",
    Moyen.MANOEUVRE: "Manœuvre",
    Moyen.PRECISION: "Précision",
    Moyen.EXPRESSION: "Expression",
    Moyen.PERCEPTION: "Perception",
}

RULINGS = {
    Ruling.FATIGUE: "fatigue seule",
    Ruling.BLESSURE: "blessure",
    Ruling.SANS_EFFET: "sans effet",
}

WARNINGS = {
    SheetWarning.ASPECT_SUM: "Ph + Me + My devrait faire 30",
    SheetWarning.MOYEN_SUM: "les six moyens devraient totaliser 0",
    SheetWarning.MOYEN_RANGE: "un moyen va d’ordinaire de −5 à +5",
    SheetWarning.PUISSANCE: "Pu devrait être ≤ Ré + 5",
    SheetWarning.MANOEUVRE: "Ma devrait être ≤ Pr + 5",
    SheetWarning.EXPRESSION: "Ex devrait être ≤ Pe + 5",
}

PROVENANCES = {
    Provenance.REAL: "réel",
    Provenance.ROLLED_HERE: "lancé ici",
    Provenance.CORRECTED: "corrigé",
}

Choice = BorneCA | MalusFatigue | PFEtourdi | PFCascade | Automatiques

CHOICES: dict[str, tuple[str, dict[Choice, str]]] = {
    "borne_ca": (
        "Un dé égal à la CA",
        {BorneCA.INCLUSE: "réussit (dé ≤ CA)", BorneCA.EXCLUE: "échoue (dé < CA)"},
    ),
    "malus_fatigue": (
        "Un point de fatigue",
        {
            MalusFatigue.UN_PAR_POINT: "donne −1 à chaque CA",
            MalusFatigue.AUCUN: "ne change aucune CA",
        },
    ),
    "pf_etourdi": (
        "Étourdi coûte",
        {
            PFEtourdi.TABLEAU: "les PF du tableau 3.1",
            PFEtourdi.EXEMPLE: "1 PF, comme l’exemple 3.1",
        },
    ),
    "pf_cascade": (
        "Une blessure qui s’aggrave coûte",
        {
            PFCascade.FINALE: "les PF de la gravité finale",
            PFCascade.INITIALE: "les PF de la gravité initiale",
        },
    ),
    "automatiques": (
        "CA ≤ 1 et CA ≥ 20",
        {
            Automatiques.OUI: "décident sans le dé",
            Automatiques.NON: "laissent toujours le dé décider",
        },
    ),
}
"""Each house choice of `rules.options.Options`: its question, and the words for each answer."""


def choice(options: Options, name: str) -> str:
    """Return the answer that `options` gives to the house choice `name`, in words."""
    answer: str = CHOICES[name][1][getattr(options, name)]
    return answer


def signed(value: int) -> str:
    """Write a number with its sign: +2, −1, 0."""
    return f"+{value}" if value > 0 else number(value)


def die(rolled: Die) -> str:
    """Return a die and where it came from: "12 (réel)"."""
    return f"{rolled.face} ({PROVENANCES[rolled.provenance]})"


def action_sum(action: Action) -> str:
    """Return what an action's CA is made of, and its stakes: "My + Ma + Magie du Feu · Eff 15"."""
    return f"{action_ca(action)} · {action_stakes(action)}"


def action_ca(action: Action) -> str:
    """Return what an action's CA is made of: "My + Ma + Magie du Feu"."""
    parts = [action.aspect.value, action.moyen.value]
    if action.competence is not None:
        parts.append(action.competence)
    text = " + ".join(parts)
    if action.modificateur:
        sign = "+" if action.modificateur > 0 else MINUS
        text += f" {sign} {abs(action.modificateur)}"
    return text


def action_stakes(action: Action) -> str:
    """Return an action's stakes: "Eff 15", "Eff 14 · Diff ≥ 2"."""
    text = f"Eff {action.eff}"
    return f"{text} · Diff ≥ {action.min_diff}" if action.min_diff else text


def session_name(label: str) -> str:
    """Return what the session of a label is called: "Séance 12 bis", "Séances 12–13"."""
    return f"Séance{'s' if '–' in label else ''} {label}"


KINDS: Mapping[type[Event], str] = {
    CampaignCreated: "campagne",
    OptionsChanged: "choix de la maison",
    SessionOpened: "séance",
    SessionClosed: "séance close",
    CharacterAdded: "personnage",
    CharacterChanged: "fiche",
    CharacterMoved: "rang",
    CharacterSetAside: "écart",
    CharacterBroughtBack: "retour",
    TurnGiven: "tour",
    ActionSaved: "action",
    ActionRemoved: "action retirée",
    DepassementResolved: "dépassement",
    EffectRuled: "jugement",
    HealthChanged: "santé",
    SceneBegun: "scène",
    NoteWritten: "note",
    EventMarked: "étoile",
    EventUndone: "annulation",
    EventRedone: "rétablissement",
    EventCorrected: "correction",
    EventRevealed: "révélation",
    Unreadable: "illisible",
    SessionReopened: "séance rouverte",
    SessionTitled: "titre de séance",
    SessionSplit: "séance coupée",
    SessionsJoined: "séances réunies",
}
"""What each event is called, in one or a few words; a later version adds its own at the end."""
