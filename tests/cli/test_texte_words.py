"""The words of the plain mode: each does what the help says, and all that the table's keys do has one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.events import (
    CharacterMoved,
    DepassementResolved,
    EffectRuled,
    EventCorrected,
    NoteWritten,
)
from cli.texte.words import every_word
from rules.health import Ruling
from screens.table.keys import WRITING
from storage.library import FolderLibrary
from tests.cli.said import BURNT, EXAMPLE, SLUG, Said, entries, sample, saying

WRITTEN = {
    "jet": f"{EXAMPLE}",
    "sans-effet": "s",
    "jet-secret": "jet-s Merlin, Boule, 8 appel, 12, 7",
    "fatigue": "f",
    "étoile": "étoile 11",
    "corriger": "corriger 11, 9, , , , , , , oui",
    "révéler": "révéler 13, oui",
    "blessure": "blessure",
    "nouveau": "nouveau Dan, PNJ, 12 9 9",
    "modifier": "modifier Dan, Daniel, PJ",
    "dupliquer": "dupliquer Daniel",
    "placer": "placer Daniel 2, Merlin",
    "écarter": "écarter Daniel 2",
    "rappeler": "rappeler 2",
    "tour": "tour Gaston",
    "sans-tours": "sans-t",
    "action": "action Daniel, Feinte, ph, pu, aucune, -1, 12, 2",
    "changer": "changer Daniel, Feinte, Ruse",
    "retirer": "retirer Daniel, Ruse, oui",
    "repos": "repos Merlin, 1",
    "bivouac": "bivouac",
    "soigner": "soigner Merlin, légère My",
    "infliger": "infliger Gaston, grave, Ph",
    "pf": "pf Gaston, +2",
    "note": "note il dit, elle répond",
    "annoter": "annoter 11, bien, joué",
    "scène": "scène Au gué, la nuit",
    "annuler": "annuler oui",
    "rétablir": "rétablir oui",
    "choisir": "choisir dé égal, échoue",
    "intituler": "intituler 1, Au gué, la nuit",
    "couper": "couper 11, oui",
    "réunir": "réunir 1 bis, oui",
    "clore": "clore oui",
    "rouvrir": "rouvrir",
}
"""A line for each word that writes, in an order in which each makes sense; those that rule come twice."""
READING = {
    "risque": ("risque Merlin, Boule", "Diff 19 : impossible"),
    "compagnie": ("compagnie", "Gaston : PF 0 ; Ph 12, Me 11, My 7"),
    "fiche": ("fiche gaston", "Action : Coup désespéré, Ph + Ma · Eff 18 · Diff ≥ 3"),
    "histoire": ("hist Merlin, 1", "Chronologie : 2 événements en 1 séance."),
    "santé": ("santé Merlin", "Places libres en My : 4 légères, 2 graves, 1 critique"),
    "journal": ("journal 2-3", "2, "),
    "précédemment": ("précédemment 1", "À la séance 1, le "),
    "événement": ("even 4", "Merlin : action « Boule de feu » ajoutée"),
    "statistiques": ("statistiques campagne, Merlin, sans", "Toute la campagne, Merlin :"),
    "séance": ("séance", "La tour de Brume, séance 1 depuis"),
    "séances": ("séances", "Séance 1 · "),
    "choix": ("choix", "Un dé égal à la CA : réussit (dé ≤ CA)"),
    "campagnes": ("campagnes", ""),
    "quitter": ("quitter", ""),
    "aide": ("aide rep", "repos QUI, PF"),
}


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    return sample(tmp_path / "campagnes")


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Said]:
    with saying(monkeypatch, capsys) as said:
        yield said


def test_every_key_of_the_table_that_writes_has_its_word() -> None:
    assert set(" ".join(each.keys for each in every_word() if each.writes).split()) == WRITING


def test_each_word_that_writes_writes_from_one_line(library: FolderLibrary, say: Said) -> None:
    assert set(WRITTEN) == {each.name for each in every_word() if each.writes}
    for name, line in WRITTEN.items():
        before = len(entries(library))
        if name == "blessure":
            say(library, BURNT)
        answer = say(library, line)
        assert (answer.code, answer.err) == (0, ""), line
        assert len(entries(library)) > before, line
    assert library.verify(SLUG) == ()


def test_each_other_word_answers(library: FolderLibrary, say: Said) -> None:
    assert set(READING) == {each.name for each in every_word() if not each.writes}
    before = entries(library)
    for line, answered in READING.values():
        answer = say(library, line)
        assert (answer.code, answer.err) == (0, ""), line
        assert answered in answer.out.replace("\u202f", " "), line
    assert entries(library) == before


def test_the_help_tells_every_word_and_explains_each(library: FolderLibrary, say: Said) -> None:
    told = say(library, "aide").out
    for word in every_word():
        assert f"\n{word.name} : {word.summary}.\n" in told
        explained = say(library, f"aide {word.name}").out
        assert f"{word.name} {word.arguments}".strip() == explained.splitlines()[0]


def test_a_word_is_known_by_the_beginning_that_it_has_alone_without_accents(
    library: FolderLibrary, say: Said
) -> None:
    answer = say(library, "ETO 4", "SCENE", "", "rep Gaston")
    assert "★ mise sur « Merlin : action" in answer.out
    assert "Nouvelle scène" in answer.out
    assert (
        answer.err == "Ligne 4 : La santé de Gaston n’en serait pas changée : rien n’est écrit.\n"
    )


def test_a_wrong_answer_is_asked_for_again_and_nothing_given_is_lost(
    library: FolderLibrary, say: Said
) -> None:
    say(library, "dupliquer Merlin, Merle")
    answer = say(library, "jet", "z", "mer", "2", "boule", "x", "8", "21", "12", "7", terminal=True)
    assert "Qui : « z » n’est pas reconnu, il faut l’un de : Merlin, Gaston, Merle," in answer.err
    assert "Qui : 1 Merlin, 2 Merle ; il faut un numéro ou un nom." in answer.err
    assert "Diff : « x » n’est pas un nombre entier de 0 à 999." in answer.err
    assert "Dé : « 21 » n’est pas un nombre entier de 1 à 20." in answer.err
    event = entries(library)[-1].event
    assert isinstance(event, DepassementResolved)
    assert (event.name, event.outcome.dom_effectif) == ("Merle", 4)


def test_two_dots_go_back_one_question_at_a_time_and_then_out(
    library: FolderLibrary, say: Said
) -> None:
    answer = say(
        library,
        *("jet", "merlin", "boule", "3", "..", "8", "12", "..", "..", "9", "12", "7"),
        *("note", "..", "note", "", "f"),
        terminal=True,
    )
    rolled, ruled = (each.event for each in entries(library)[-2:])
    assert isinstance(rolled, DepassementResolved)
    assert (rolled.stakes.diff, rolled.die and rolled.die.face) == (9, 12)
    assert isinstance(ruled, EffectRuled)
    assert answer.out.count("Abandonné.") == 2


def test_a_handicap_and_a_call_go_with_the_diff(library: FolderLibrary, say: Said) -> None:
    say(library, "jet Merlin, Boule, handicap -2 appel, 8, 12, 7")
    event = entries(library)[-1].event
    assert isinstance(event, DepassementResolved)
    assert (event.stakes.ca.value, event.stakes.called, event.stakes.diff) == (15, True, 8)


def test_an_action_that_is_not_saved_can_be_played(library: FolderLibrary, say: Said) -> None:
    say(library, "jet Gaston, libre, Saut, Ph, Pu, Escalade, 1, 10, 5, ici, ici", dice=lambda: 11)
    event = entries(library)[-1].event
    assert isinstance(event, DepassementResolved)
    assert event.action == "Saut"
    assert event.stakes.ca.formula == "Ph 12 + Pu 1 + Escalade 11 − 10 + 1 Saut"


def test_what_a_script_leaves_out_of_a_line_is_what_is_offered(
    library: FolderLibrary, say: Said
) -> None:
    say(library, f"{EXAMPLE}, fatigue", "jet Merlin", dice=lambda: 3)
    event = entries(library)[-1].event
    assert isinstance(event, DepassementResolved)
    assert (event.action, event.stakes.diff, event.die and event.die.face) == ("Boule de feu", 8, 3)


def test_what_an_undo_or_a_correction_would_change_is_read_before_it_is_confirmed(
    library: FolderLibrary, say: Said
) -> None:
    before = len(entries(library))
    say(library, f"{BURNT}, blessure", "infliger Gaston, grave, Ph")
    answer = say(
        library, "annuler", "non", "corriger 11, 8, 15, 0, 0, 12, 7, sans effet", terminal=True
    )
    assert "Changement : −5 PF à Gaston\nChangement : −1 grave en Ph à Gaston" in answer.out
    assert "Changement : −3 PF à Merlin" in answer.out
    assert "Dom : 15 + 8 − 12 = 11 (avant : Eff 15 = 15)" in answer.out
    assert len(entries(library)) == before + 3
    answer = say(library, "corriger 11, 8, 15, 0, 0, 12, 7, sans effet, oui", "événement 11")
    assert answer.err == ""
    assert "corrigé : Merlin · Boule de feu, Diff 8 : 12 réussi" in answer.out
    assert "12 (corrigé)" in answer.out
    assert isinstance(entries(library)[-1].event, EventCorrected)


def test_another_ruling_names_its_roll(library: FolderLibrary, say: Said) -> None:
    say(library, f"{BURNT}, fatigue", "sans-effet 11, oui", "blessure 12, oui")
    say(library, EXAMPLE, "fatigue 11, oui", "blessure 12, oui", "fatigue 15")
    ruled = entries(library)[-1].event
    assert isinstance(ruled, EffectRuled)
    assert ruled.roll == 15
    last = entries(library)[-2].event
    assert isinstance(last, EventCorrected)
    assert isinstance(last.event, EffectRuled)
    assert last.event.ruling is Ruling.BLESSURE


def test_a_note_on_an_event_is_told_with_it(library: FolderLibrary, say: Said) -> None:
    answer = say(library, "annoter 4, joli, coup", "corriger 11, vilain, coup", "événement 4")
    assert entries(library)[10].event == NoteWritten("joli, coup", 4)
    assert "Note : vilain, coup (sur" in answer.out.splitlines()[-1]


def test_an_event_of_an_earlier_session_is_found_by_its_number(
    library: FolderLibrary, say: Said
) -> None:
    say(library, f"{EXAMPLE}, fatigue", "clore oui", "note une autre séance")
    answer = say(library, "événement 11", "journal 11-12")
    assert "Dom effectif : 11 − 7 = 4" in answer.out
    assert re.findall(r"^\d+(?=, \d\d:\d\d : Merlin)", answer.out, re.MULTILINE) == [
        "12",
        "11",
        "12",
    ]


def test_a_place_is_given_before_another(library: FolderLibrary, say: Said) -> None:
    say(library, "placer Gaston, Merlin", "placer Gaston, dernier")
    moves = [each.event for each in entries(library)[-2:]]
    assert [each.ahead for each in moves if isinstance(each, CharacterMoved)] == ["merlin", None]


@pytest.mark.parametrize("word", [each.name for each in every_word() if each.writes])
def test_the_end_of_the_lines_at_any_question_leaves_nothing_half_done(
    library: FolderLibrary, say: Said, word: str
) -> None:
    before = entries(library)
    *_, arguments = WRITTEN[word].partition(" ")
    answers = [each.strip() for each in arguments.split(",")] if arguments else []
    for count in range(len(answers)):
        written = say(library, word, *answers[:count], terminal=True)
        assert written.code == 0
        if entries(library) != before:  # all that it asks for has been said
            break
    assert library.verify(SLUG) == ()


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("danser", "« danser » n’est pas un mot de Gardien : « aide » les dit tous."),
        ("an", "« an » peut être annoter ou annuler : il en faut un peu plus."),
        ("jet Dan, Boule", "Qui : « Dan » n’est pas reconnu, il faut l’un de : Merlin"),
        ("fiche " + "9" * 5000, "Qui : « 9"),
        ("jet Merlin, Boule, -1", "Diff : −1 est négatif"),
        ("jet Gaston, Coup, 2, 12", "Diff : 2 est sous le minimum fixé pour cette action, 3."),
        ("jet Merlin, Boule, 8, 21", "Dé : « 21 » n’est pas un nombre entier de 1 à 20."),
        ("jet Merlin, Boule, 8 handicap, 12", "Handicap : c’est vide"),
        ("fatigue", "Aucun jet n’attend de jugement."),
        ("annuler peut-être", "Annuler : il faut « oui » ou « non »."),
        ("note", "Il manque la suite de « note » : rien n’en est fait."),
        ("note \x1b\x07", "Il manque la suite de « note » : rien n’en est fait."),
        ("événement 999", "Il n’y a pas d’événement numéro 999 dans cette campagne."),
        ("journal demain", "Journal : il faut un nombre"),
        ("nouveau Dan, PJ, 5 10", "Aspects : il faut 3 nombres séparés par des espaces, Ph Me My."),
        ("nouveau merlin", "Le nom « merlin » est déjà pris : il en faut un autre."),
        ("pf Merlin", "PF donnés, ou retirés s’ils sont négatifs : c’est vide"),
        ("bivouac", "Personne dans la compagnie n’a de quoi se reposer : rien n’est écrit."),
        ("corriger 5", "Cet événement ne se corrige pas ainsi"),
    ],
)
def test_what_is_refused_is_one_sentence_and_writes_nothing(
    library: FolderLibrary, say: Said, line: str, refusal: str
) -> None:
    before = entries(library)
    answer = say(library, line)
    assert answer.code == 1
    assert answer.err.startswith(f"Ligne 1 : {refusal}")
    assert len(answer.err.splitlines()) == 1
    assert entries(library) == before


_ANSWERS = st.sampled_from(
    [
        *(
            "Merlin",
            "gaston",
            "e",
            "boule",
            "libre",
            "8",
            "12",
            "20",
            "1",
            "0",
            "-3",
            "999",
            "oui",
            "non",
            "",
        ),
        *(
            "..",
            "?",
            "My",
            "légère",
            "ici",
            "11-13",
            "tout",
            "5 10 15",
            "Magie 10 My",
            "\x1b[2J",
            "\ud800",
            "é" * 70,
        ),
    ]
)
_WORDS = st.sampled_from([each.name for each in every_word()] + ["je", "an", "#", "zut", "f", "s"])
_LINES = st.lists(
    st.one_of(
        st.builds(
            lambda word, args: f"{word} {', '.join(args)}", _WORDS, st.lists(_ANSWERS, max_size=7)
        ),
        _WORDS,
        _ANSWERS,
        st.text(max_size=20).map(lambda text: text.replace("\n", " ")),
    ),
    max_size=40,
).map(lambda lines: ["nouveau Dan", *lines])


@settings(
    max_examples=50,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(lines=_LINES, terminal=st.booleans())
def test_whatever_is_said_is_done_whole_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, say: Said, lines: list[str], terminal: bool
) -> None:
    library = sample(tmp_path_factory.mktemp("campagnes"))
    answer = say(library, *lines, terminal=terminal, dice=lambda: 13)
    assert answer.code in ((0,) if terminal else (0, 1))
    assert "Traceback" not in answer.err
    assert not set(map(ord, answer.out + answer.err)) & ({*range(32)} - {10})
    assert library.verify(SLUG) == ()
