"""Each event in French: its line, its calculation, its dice."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest

from campaign.calculations import calculation, dice, heading
from campaign.changes import Change
from campaign.demo import BOULE_DE_FEU
from campaign.events import (
    ActionSaved,
    CharacterChanged,
    Entry,
    Event,
    EventRedone,
    EventUndone,
    NoteWritten,
    OptionsChanged,
)
from campaign.narration import event_line, line
from campaign.steps import Line, effect_line
from rules.health import Consequence, Ruling
from rules.options import BorneCA, MalusFatigue, Options
from rules.tableau import TABLEAU_3_1, Effect, Gravity, Tableau
from tests.campaign.gallery import MY, gallery, rolled, ruled

L, G = Gravity.LEGERE, Gravity.GRAVE
NAMES = ("[b]Ogre[/b]", "[/]", "Jean|Paul", 'Le "Bref"', "L’Élu", "$x \\", "« Guillemets »", "漢字")
HARSH = Options(
    tableau=Tableau((TABLEAU_3_1.rows[0], Effect(Gravity.ETOURDI, 4, 1, 0), *TABLEAU_3_1.rows[2:]))
)


def nowhere(_: int) -> None:
    return None


def entry(event: Event, sequence: int = 5) -> Entry:
    return Entry(sequence, 1, datetime(2026, 3, 14, 20, 0, tzinfo=UTC), event)


def test_the_gallery_has_an_event_of_each_kind() -> None:
    assert {type(event) for event in gallery()} == set(get_args(Event))


@pytest.mark.parametrize(
    ("event", "told"),
    list(
        zip(
            gallery(),
            [
                "Campagne « Merlin » créée",
                "Choix de la maison : Un dé égal à la CA : réussit (dé ≤ CA) → échoue (dé < CA)",
                "Séance 3 ouverte, samedi 14 mars 2026",
                "Séance 3 close",
                "Séance 3 rouverte, samedi 14 mars 2026",
                "Séance 3 : titre « Merlin »",
                "Séance 3 : coupée en deux à l’événement 5",
                "Séances 3 et 3 bis réunies",
                "Merlin rejoint la compagnie (PJ)",
                "Merlin : My 15 → −16",
                "Merlin passe devant Gaston",
                "Merlin passe à l’écart",
                "Merlin revient dans la compagnie",
                "Au tour de Merlin",
                "Merlin : action « Boule de feu » ajoutée (My + Ma + Magie du Feu · Eff 15)",
                "Merlin : action « Boule de feu » retirée",
                "Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi",
                "Merlin : fatigue seule, étourdi (My −1)",
                "Merlin : repos complet, PF 3 → 1, étourdi en My levé",
                "Scène : Merlin",
                "Note : Merlin",
                "★ mise sur l’événement 5",
                "Annulé : l’événement 5",
                "Rétabli : l’événement 5",
                (
                    "Corrigé en"
                    " « Merlin · Boule de feu, Diff 4 : 12 réussi, Dom 7 − 7 = 0 : aucun effet »"
                ),
                "Révélé : Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi",
                "Ligne illisible, gardée telle quelle : la ligne est coupée",
            ],
            strict=True,
        )
    ),
)
def test_the_line_of_each_kind_of_event(event: Event, told: str) -> None:
    assert line(entry(event), nowhere) == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (rolled(3, 7), "3 raté, Dom 15 − 7 = 8 : sonné"),
        (rolled(3, 15), "3 raté, Dom 15 non encaissé : légère"),
        (rolled(17, None, diff=0), "17 réussi, Dom −2 : aucun effet"),
        (rolled(17, 8, diff=10), "17 réussi, Dom 8 − 8 = 0 : aucun effet"),
        (rolled(12, 14, diff=8), "12 réussi, Dom 11 − 14 = −3 : aucun effet"),
        (rolled(None, 7, modifier=-30), "sans dé, raté, Dom 15 − 7 = 8 : sonné"),
    ],
)
def test_the_line_of_a_roll_says_how_it_ended(event: Event, told: str) -> None:
    assert event_line(event, nowhere).partition(" : ")[2] == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            ruled(Gravity.ETOURDI, Ruling.SANS_EFFET, Consequence(MY)),
            "Merlin : sans effet, étourdi écarté",
        ),
        (
            ruled(Gravity.LEGERE, Ruling.SANS_EFFET, Consequence(MY)),
            "Merlin : sans effet, blessure légère écartée",
        ),
        (
            ruled(Gravity.SONNE, Ruling.FATIGUE, Consequence(MY, 1, sonne=True)),
            "Merlin : fatigue seule, sonné, PF 3 → 4",
        ),
        (
            ruled(Gravity.LEGERE, Ruling.FATIGUE, Consequence(MY, 3)),
            "Merlin : fatigue seule, au lieu d’une blessure légère, PF 3 → 6",
        ),
        (
            ruled(Gravity.LEGERE, Ruling.BLESSURE, Consequence(MY, 3, cascade=(Gravity.LEGERE,))),
            "Merlin : blessure légère en My, PF 3 → 6",
        ),
        (
            ruled(
                Gravity.LEGERE,
                Ruling.BLESSURE,
                Consequence(MY, 10, cascade=(Gravity.LEGERE, Gravity.GRAVE, Gravity.CRITIQUE)),
            ),
            "Merlin : blessure critique en My (plus de place : légère → grave → critique), PF 3 → 13",
        ),
        (
            ruled(
                Gravity.LEGERE,
                Ruling.BLESSURE,
                Consequence(MY, 10, cascade=(L, G, Gravity.CRITIQUE), held=(4, 1)),
            ),
            (
                "Merlin : blessure critique en My"
                " (4 légères déjà : devient grave, 1 grave déjà : devient critique), PF 3 → 13"
            ),
        ),
        (
            ruled(Gravity.LEGERE, Ruling.BLESSURE, Consequence(MY, 5, cascade=(L, G), held=(0,))),
            "Merlin : blessure grave en My (aucune place pour une légère : devient grave), PF 3 → 8",
        ),
    ],
)
def test_the_line_of_a_ruling_says_what_was_suffered(event: Event, told: str) -> None:
    assert event_line(event, nowhere) == told


def test_each_change_of_a_sheet_is_told_before_and_after() -> None:
    changes = (
        Change("nom", "Merlin", "Merlin l’Ancien"),
        Change("Ré", -1, 0),
        Change("compétence Vol", None, "9 Ph"),
        Change("compétence Magie du Feu", "10 My", None),
    )
    assert event_line(CharacterChanged("merlin", "Merlin", changes), nowhere) == (
        "Merlin : nom Merlin → Merlin l’Ancien, Ré −1 → 0, compétence Vol 9 Ph ajoutée,"
        " compétence Magie du Feu 10 My retirée"
    )


def test_a_changed_action_says_so_with_all_that_it_stakes() -> None:
    changed = replace(BOULE_DE_FEU, competence=None, modificateur=-2, min_diff=4)
    assert event_line(ActionSaved("merlin", "Merlin", changed, BOULE_DE_FEU), nowhere) == (
        "Merlin : action « Boule de feu » modifiée (My + Ma − 2 · Eff 15 · Diff ≥ 4)"
    )


def test_several_house_choices_and_the_tableau_are_all_told() -> None:
    after = replace(HARSH, borne_ca=BorneCA.EXCLUE, malus_fatigue=MalusFatigue.AUCUN)
    assert event_line(OptionsChanged(Options(), after), nowhere) == (
        "Choix de la maison : Un dé égal à la CA : réussit (dé ≤ CA) → échoue (dé < CA)"
        " ; Un point de fatigue : donne −1 à chaque CA → ne change aucune CA"
        " ; tableau 3.1 modifié"
    )
    assert event_line(OptionsChanged(Options(), HARSH), nowhere) == (
        "Choix de la maison : tableau 3.1 modifié"
    )


def test_an_event_about_another_quotes_its_line() -> None:
    found = {5: entry(NoteWritten("À l’assaut"))}
    for event, told in (
        (EventUndone(5), "Annulé : « Note : À l’assaut »"),
        (EventRedone(5), "Rétabli : « Note : À l’assaut »"),
        (NoteWritten("Bravo", 5), "Note : Bravo (sur « Note : À l’assaut »)"),
        (NoteWritten("Bravo", 6), "Note : Bravo (sur l’événement 6)"),
    ):
        assert event_line(event, found.get) == told


def test_notes_about_notes_without_end_stay_a_short_line() -> None:
    notes = {n: entry(NoteWritten("encore", n - 1), n) for n in range(2, 10_000)}
    notes[1] = entry(NoteWritten("encore", 9_999), 1)
    assert event_line(notes[1].event, notes.get) == (
        "Note : encore (sur « Note : encore (sur l’événement 9998) »)"
    )


@pytest.mark.parametrize("name", NAMES)
def test_names_are_told_as_they_are(name: str) -> None:
    silent = {"OptionsChanged", "SessionOpened", "SessionClosed"}
    silent |= {"SessionReopened", "SessionSplit", "SessionsJoined"}
    silent |= {"EventMarked", "EventUndone", "EventRedone", "Unreadable"}
    for event in gallery(name, name):
        told = event_line(event, nowhere)
        assert "\n" not in told
        if type(event).__name__ not in silent:
            assert name in told
    roll = rolled(12, 7, name=name, action=name, modifier=1)
    assert name in heading(roll, nowhere)
    assert calculation(roll, nowhere)[0].formula == f"My 15 + Ma 2 + 1 {name}"


def test_the_calculation_of_a_roll_is_played_anew_from_its_stakes() -> None:
    assert calculation(rolled(17, None, diff=0), nowhere) == (
        Line("CA", "My 15 + Ma 2 + 0 Boule de feu", "17"),
        Line("Réussite", "0 < 17 ≤ 17", "réussie, °R 17"),
        Line("Dom", "15 + 0 − 17", "−2", "Dom ≤ 0 : pas d’encaissement"),
        Line("Dom effectif", "−2", "−2"),
        Line("Tableau 3.1", "≤ 0", "aucun effet"),
    )
    assert calculation(rolled(20, 15), nowhere)[1:3] == (
        Line("Réussite", "8 < 20 ≤ 17", "ratée", "20 naturel : échec"),
        Line("Dom", "Eff 15", "15", "échec : Eff entier"),
    )


def test_the_calculation_of_a_ruling_is_its_pf() -> None:
    event = ruled(Gravity.LEGERE, Ruling.FATIGUE, Consequence(MY, 3))
    assert calculation(event, nowhere) == (
        Line("Jugement", "fatigue seule", "au lieu d’une blessure légère"),
        Line("PF", "3 + 3", "6"),
    )


def test_what_computed_nothing_has_no_calculation_nor_dice() -> None:
    rolls = {"DepassementResolved", "EventCorrected", "EventRevealed"}
    for event in gallery():
        if type(event).__name__ not in rolls | {"EffectRuled"}:
            assert calculation(event, nowhere) == ()
            assert heading(event, nowhere) == event_line(event, nowhere)
        assert bool(dice(event)) is (type(event).__name__ in rolls)


def test_each_die_says_where_it_came_from() -> None:
    assert dice(rolled(12, 7)) == "dé 12 (réel), encaissement 7 (lancé ici)"
    assert dice(rolled(17, None, diff=0)) == "dé 17 (réel)"


def test_the_heading_of_a_roll_says_its_stakes() -> None:
    assert heading(rolled(12, 7), nowhere) == "Merlin · Boule de feu · Diff 8 · Eff 15"


def test_an_effect_is_told_with_its_pf() -> None:
    assert [effect_line(row) for row in TABLEAU_3_1.rows] == [
        "aucun effet",
        "étourdi, 0 PF",
        "sonné, 1 PF",
        "blessure légère, 3 PF",
        "blessure grave, 5 PF",
        "blessure critique, 10 PF",
        "blessure fatale, 20 PF",
    ]
