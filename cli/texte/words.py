"""The words of the plain mode: the one declaration from which they are understood and explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from campaign.sentences import quote
from campaign.text import fold_case
from cli.texte import (
    company,
    health,
    log,
    past,
    person,
    roll,
    sessions,
    sheets,
    sitting,
    statistics,
)
from cli.texte.evening import RULING_WORDS, Evening
from cli.texte.unclear import Unclear
from rules.health import Ruling


@dataclass(frozen=True, slots=True)
class Word:
    """What the GC can say.

    Attributes:
        name: the word itself.
        do: does what it says.
        arguments: what may follow it on its line, or is asked for.
        summary: what it does.
        details: what else is to be known.
        keys: the actions of the table's keys that it stands for, with spaces between them.
        writes: whether it leads to an event.
    """

    name: str
    do: Callable[[Evening], None]
    arguments: str
    summary: str
    details: str = ""
    keys: str = ""
    writes: bool = True


def _tell_help(at: Evening) -> None:
    """Tell all words, or explain one."""
    word = at.answers.optional(
        lambda: at.answers.ask("Mot", lambda typed: understood(typed, is_ruling=False))
    )
    if word is None:
        for theme, words in WORDS.items():
            at.say(f"{theme} :", *(f"{each.name} : {each.summary}." for each in words))
        at.say(*HOW_TO, "« aide » et un mot l’explique.")
        return
    at.say(f"{word.name} {word.arguments}".strip(), f"{word.name} : {word.summary}.")
    if word.details:
        at.say(word.details)


_SHEET = "GENRE, ASPECTS, MOYENS, ARMURE, PLACES, COMPÉTENCE…"
_ACTION = "ACTION, ASPECT, MOYEN, COMPÉTENCE, MODIFICATEUR, EFF, DIFF MINIMUM"
_ROLL = "QUI, ACTION, DIFF, DÉ, DÉ D’ENCAISSEMENT, JUGEMENT"
_DIFF = (
    "ACTION est une action de la fiche, ou « libre », que suit alors ce dont elle est faite. DIFF peut être suivie de "
    "« handicap −2 » et de « appel », par quoi le Gardien fait lancer les dés quand la CA décide d’elle-même ; « ? » "
    "montre les chances à chaque Diff. Un dé laissé vide, ou « ici », est lancé ici."
)
_RULING = "Avec un NUMÉRO, juge autrement un jet déjà jugé, après avoir dit ce qui changerait."


def _ruling(ruling: Ruling, summary: str) -> Word:
    do = partial(roll.rule, ruling=ruling)
    return Word(RULING_WORDS[ruling], do, "NUMÉRO", summary, _RULING, "rule")


WORDS: dict[str, tuple[Word, ...]] = {
    "Les jets": (
        Word("jet", roll.roll, _ROLL, "joue un dépassement", _DIFF),
        Word("jet-secret", roll.secret_roll, _ROLL, "joue un dépassement secret", _DIFF, "secret"),
        Word("risque", roll.risk, "QUI, ACTION", "dit les chances à chaque Diff", writes=False),
        _ruling(Ruling.FATIGUE, "juge que l’effort n’a fait qu’épuiser"),
        _ruling(Ruling.BLESSURE, "juge que la blessure est réelle"),
        _ruling(Ruling.SANS_EFFET, "juge que le personnage ne subit rien"),
    ),
    "La compagnie": (
        Word("compagnie", company.show_company, "", "dit comment va chacun", writes=False),
        Word("fiche", sheets.show_sheet, "QUI", "dit la fiche d’un personnage", writes=False),
        Word(
            "histoire",
            person.tell_history,
            "QUI, COMBIEN",
            "dit l’histoire d’un personnage : ses blessures, ses efforts, sa chance, ses derniers événements",
            "« histoire Merlin, 30 » en dit les trente derniers événements, « histoire Merlin, tout » tous.",
            "character_history",
            writes=False,
        ),
        Word(
            "nouveau",
            sheets.add_character,
            f"NOM, {_SHEET}",
            "ajoute un personnage",
            "Les nombres d’un même groupe se séparent par des espaces : "
            "« nouveau Merlin, PJ, 5 10 15, 0 −1 2 1 −1 −1, 0 0 0, 4 2 1, Magie du Feu 10 My ».",
            "add_character",
        ),
        Word(
            "modifier",
            sheets.change_character,
            f"QUI, NOM, {_SHEET}",
            "change la fiche d’un personnage",
            "Chaque valeur est proposée telle qu’elle est.",
            "edit_character",
        ),
        Word(
            "dupliquer",
            company.duplicate,
            "QUI, NOM",
            "ajoute un personnage tout pareil, sans ses blessures",
            keys="duplicate",
        ),
        Word(
            "placer",
            company.place,
            "QUI, DEVANT QUI",
            "change la place d’un personnage, « dernier » le met à la fin",
            keys="place",
        ),
        Word("écarter", company.set_aside, "QUI", "met un personnage à l’écart", keys="aside"),
        Word("rappeler", company.bring_back, "QUI", "rappelle qui est à l’écart", keys="aside"),
        Word(
            "tour",
            company.give_turn,
            "QUI",
            "donne le tour au suivant, ou à celui qui est nommé",
            keys="turn",
        ),
        Word("sans-tours", company.end_turns, "", "ne tient plus les tours", keys="no_turn"),
        Word(
            "action",
            sheets.add_action,
            f"QUI, {_ACTION}",
            "ajoute une action à un personnage",
            keys="add_action",
        ),
        Word(
            "changer",
            sheets.change_action,
            f"QUI, ACTION, puis {_ACTION}",
            "change une action",
            keys="edit_action",
        ),
        Word(
            "retirer",
            sheets.remove_action,
            "QUI, ACTION, OUI",
            "retire une action",
            keys="edit_action",
        ),
    ),
    "La santé": (
        Word("santé", health.show_health, "QUI", "dit comment va un personnage", writes=False),
        Word(
            "repos",
            health.rest,
            "QUI, PF",
            "repose un personnage, en entier ou pour quelques PF",
            keys="recovery",
        ),
        Word(
            "bivouac",
            health.rest_company,
            "",
            "repose toute la compagnie en entier",
            keys="recovery",
        ),
        Word("soigner", health.heal, "QUI, BLESSURE", "guérit une blessure", keys="recovery"),
        Word(
            "infliger",
            health.wound,
            "QUI, GRAVITÉ, ASPECT",
            "donne une vraie blessure",
            keys="recovery",
        ),
        Word("pf", health.give_pf, "QUI, NOMBRE", "donne ou retire des PF", keys="recovery"),
    ),
    "Le journal": (
        Word(
            "journal",
            log.show_log,
            "COMBIEN",
            "dit les derniers événements, chacun avec son numéro",
            "« journal 30 » en dit trente, « journal 12-20 » ceux de ces numéros, « journal tout » tous.",
            writes=False,
        ),
        Word(
            "événement",
            log.show_event,
            "NUMÉRO",
            "dit un événement, son calcul et ses notes",
            writes=False,
        ),
        Word(
            "précédemment",
            log.tell_again,
            "SÉANCE",
            "raconte la dernière séance en quelques phrases, sans les secrets",
            "Avec un numéro, raconte cette séance-là.",
            "previously",
            writes=False,
        ),
        Word(
            "statistiques",
            statistics.show_statistics,
            "PORTÉE, QUI, SECRETS",
            "dit ce que valent les dés, les réussites et les risques",
            "PORTÉE est « séance » ou « campagne », QUI un personnage ou « tous », SECRETS « avec » ou « sans » ; "
            "sans rien de plus, ce sont ceux de la séance, de tous, sans les jets secrets.",
            "statistics",
            writes=False,
        ),
        Word("note", log.write_note, "TEXTE", "écrit une note", keys="note"),
        Word(
            "annoter", log.annotate, "NUMÉRO, TEXTE", "écrit une note sur un événement", keys="note"
        ),
        Word("scène", log.begin_scene, "TITRE", "commence une scène", keys="scene"),
        Word("étoile", log.mark, "NUMÉRO", "met une ★ sur un événement, ou l’ôte", keys="mark"),
        Word(
            "annuler",
            past.undo,
            "OUI",
            "annule le dernier geste",
            "« annuler 12 » annule celui de l’événement 12, si loin qu’il soit, un jet avec son jugement.",
            keys="undo",
        ),
        Word(
            "rétablir",
            past.redo,
            "OUI",
            "rétablit le dernier geste annulé",
            "« rétablir 12 » rétablit ce qui a été annulé avec l’événement 12.",
            keys="redo",
        ),
        Word(
            "corriger",
            past.put_right,
            "NUMÉRO, puis DIFF, EFF, CA, ENCAISSEMENT, DÉ, DÉ D’ENCAISSEMENT, JUGEMENT, OUI",
            "corrige un jet, son jugement ou une note",
            "D’une note, se donnent ses autres mots : « corriger 12, TEXTE ». D’un jet, chaque valeur est proposée "
            "telle qu’elle est ; CA et ENCAISSEMENT sont ce qui s’ajoute à la somme.",
            keys="correct",
        ),
        Word("révéler", past.reveal, "NUMÉRO, OUI", "révèle un événement secret", keys="secret"),
    ),
    "La séance": (
        Word("séance", sitting.show_place, "", "dit où l’on est, et depuis quand", writes=False),
        Word("choix", sitting.show_choices, "", "dit les choix de la maison", writes=False),
        Word(
            "choisir",
            sitting.change_choice,
            "CHOIX, RÉPONSE",
            "change un choix de la maison",
            keys="settings",
        ),
        Word(
            "clore",
            sitting.end_session,
            "OUI",
            "clôt la séance, et la sauvegarde",
            "Le geste suivant en commence une autre.",
            "end_session",
        ),
        Word(
            "rouvrir",
            sessions.reopen,
            "",
            "rouvre la séance qui vient d’être close, tant qu’aucune autre n’a commencé",
            keys="end_session",
        ),
        Word(
            "séances",
            sessions.list_sessions,
            "",
            "dit toutes les séances, comme elles se lisent",
            writes=False,
        ),
        Word("intituler", sessions.give_title, "SÉANCE, TITRE", "donne un titre à une séance"),
        Word(
            "couper",
            sessions.split,
            "NUMÉRO, OUI",
            "fait lire une autre séance à partir d’un événement",
        ),
        Word(
            "réunir",
            sessions.join,
            "SÉANCE, OUI",
            "fait lire une séance et celle d’avant comme une seule",
        ),
        Word("campagnes", sitting.go_to_campaigns, "", "revient aux campagnes", writes=False),
        Word("quitter", sitting.leave, "", "quitte ; la séance reste ouverte", writes=False),
        Word("aide", _tell_help, "MOT", "dit les mots, ou en explique un", writes=False),
    ),
}
"""By theme, in the order of the help."""

HOW_TO = (
    "Un mot s’abrège tant qu’il reste seul de son début ; accents et majuscules ne comptent pas.",
    "Ce qui suit le mot se sépare par des virgules ; ce qui manque est demandé.",
    "Une réponse vide prend ce qui est entre crochets ; sans crochets, elle revient à la question d’avant.",
    "« .. » revient toujours à la question d’avant.",
    "Un nom se donne par une partie qui suffit à le reconnaître ; « ? » dit ce qui est accepté, et les numéros.",
    "Ctrl+C abandonne le geste en cours, Ctrl+D quitte.",
)


def every_word() -> Iterator[Word]:
    """Yield the words, in the order of the help."""
    for words in WORDS.values():
        yield from words


def understood(typed: str, *, is_ruling: bool) -> Word:
    """Return the word that `typed` is, or begins alone; where a roll awaits its ruling, rulings come first.

    Raises:
        Unclear: there is none, or there are several.
    """
    wanted = fold_case(typed)
    found = [each for each in every_word() if fold_case(each.name).startswith(wanted)]
    exact = [each for each in found if fold_case(each.name) == wanted]
    rulings = [each for each in found if each.keys == "rule"] if is_ruling else []
    for candidates in (exact, rulings, found):
        if len(candidates) == 1:
            return candidates[0]
    if found:
        names = " ou ".join(each.name for each in found)
        raise Unclear(f"{quote(typed)} peut être {names} : il en faut un peu plus.")
    raise Unclear(f"{quote(typed)} n’est pas un mot de Gardien : « aide » les dit tous.")
