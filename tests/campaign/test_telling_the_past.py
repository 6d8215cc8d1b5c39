"""How a correction and a revelation are told: both versions, and each step that came out otherwise."""

from __future__ import annotations

from dataclasses import replace

from campaign.calculations import as_text, calculation, dice, heading
from campaign.commands import CorrectNote, CorrectRuling, Redo, Reveal, Undo, WriteNote
from campaign.demo import BOULE_DE_FEU
from campaign.events import EventCorrected, EventRevealed
from campaign.session import Session
from campaign.steps import Line
from rules.health import Ruling
from tests.campaign.correcting import played, right
from tests.campaign.gallery import gallery, rolled
from tests.campaign.table import BURNT, FIREBALL, HARMLESS, told

STUNNED = "Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi"
UNHURT = "Merlin · Boule de feu, Diff 4 : 12 réussi, Dom 7 − 7 = 0 : aucun effet"
SPRAINED = "Merlin · Boule de feu, Diff 8 : 12 réussi, Dom 21 − 7 = 14 : légère"


def nowhere(_: int) -> None:
    return None


def test_a_correction_quotes_what_was_and_what_counts_now(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    assert told(session, session.execute(right(roll, diff=4))) == [
        f"Corrigé : « {STUNNED} » devient « {UNHURT} »",
        "Corrigé : « Merlin : fatigue seule, étourdi (My −1) » devient « Merlin : aucun effet »",
    ]
    assert told(session, session.execute(right(roll, eff=25, ruling=Ruling.BLESSURE))) == [
        f"Corrigé : « {UNHURT} » devient « {SPRAINED} »",
        ("Corrigé : « Merlin : aucun effet » devient « Merlin : blessure légère en My, PF 0 → 3 »"),
    ]
    assert told(session, session.execute(CorrectRuling(roll, Ruling.SANS_EFFET))) == [
        (
            "Corrigé : « Merlin : blessure légère en My, PF 0 → 3 » devient"
            " « Merlin : sans effet, blessure légère écartée »"
        ),
    ]


def test_undoing_a_correction_quotes_it_shortly(session: Session) -> None:
    roll = played(session, FIREBALL)
    session.execute(right(roll, diff=4))
    quoted = f"« Corrigé en « {UNHURT} » »"
    assert told(session, session.execute(Undo())) == [f"Annulé : {quoted}"]
    assert told(session, session.execute(Redo())) == [f"Rétabli : {quoted}"]


def test_a_corrected_note_is_told_with_the_event_it_is_on_by_its_number(session: Session) -> None:
    roll = played(session, FIREBALL)
    (note,) = session.execute(WriteNote("Bravo", about=roll))
    for before, after in (("Bravo", "Bien"), ("Bien", "Mieux")):
        assert told(session, session.execute(CorrectNote(note.sequence, after))) == [
            (
                f"Corrigé : « Note : {before} (sur l’événement {roll}) »"
                f" devient « Note : {after} (sur l’événement {roll}) »"
            )
        ]


def test_a_new_effect_is_told_as_the_ruling_that_it_is(session: Session) -> None:
    roll = played(session, HARMLESS)
    assert told(session, session.execute(right(roll, 0, 30, encaissement_die=20))) == [
        (
            "Corrigé : « Merlin · Boule de feu, Diff 0 : 16 réussi, Dom −1 : aucun effet » devient"
            " « Merlin · Boule de feu, Diff 0 : 16 réussi, Dom 14 non encaissé : légère »"
        ),
        "Merlin : fatigue seule, au lieu d’une blessure légère, PF 0 → 3",
    ]


def test_each_step_that_came_out_otherwise_says_what_it_was(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    corrected, ruling = session.execute(right(roll, ca=-6, encaissement_die=16))
    plain = "My 15 + Ma 2 + Magie du Feu 10 − 10"
    assert calculation(corrected.event, session.find) == (
        Line("CA", f"{plain} − 6 correction du Gardien", "11", f"avant : {plain} = 17"),
        Line(
            "Réussite",
            "8 < 12 ≤ 11",
            "ratée",
            "le dé dépasse la CA ; avant : 8 < 12 ≤ 17 → réussie, °R 12",
        ),
        Line("Dom", "Eff 15", "15", "échec : Eff entier ; avant : 15 + 8 − 12 = 11"),
        Line("CA d’encaissement", "My 15 + Ré −1", "14"),
        Line(
            "Encaissement",
            "16 ≤ 14",
            "ratée",
            "le dé dépasse la CA ; avant : 7 ≤ 14 → réussie, °R 7",
        ),
        Line("Dom effectif", "15", "15", "avant : 11 − 7 = 4"),
        Line("Tableau 3.1", "11–20", "blessure légère, 3 PF", "avant : 1–5 → étourdi, 0 PF"),
    )
    assert calculation(ruling.event, session.find) == (
        Line(
            "Jugement",
            "fatigue seule",
            "au lieu d’une blessure légère",
            "avant : fatigue seule → étourdi (My −1)",
        ),
        Line("PF", "0 + 3", "3", "avant : 0 + 0 = 0"),
    )
    assert dice(corrected.event) == "dé 12 (réel), encaissement 16 (corrigé)"


def test_a_second_correction_is_held_against_the_first(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.FATIGUE)
    first, _ = session.execute(right(roll, diff=4))
    again, _ = session.execute(right(roll, diff=5))
    assert isinstance(again.event, EventCorrected)
    assert again.event.before == first.sequence
    assert calculation(again.event, session.find)[2] == (
        Line("Dom", "15 + 5 − 12", "8", "avant : 15 + 4 − 12 = 7")
    )
    session.execute(Undo())
    other, _ = session.execute(right(roll, diff=6))
    assert isinstance(other.event, EventCorrected)
    assert other.event.before == first.sequence


def test_a_step_that_came_out_as_it_did_last_time_has_nothing_to_say(session: Session) -> None:
    roll = played(session, FIREBALL, Ruling.SANS_EFFET)
    session.execute(right(roll, ca=-2))
    again, _ = session.execute(right(roll, ca=-2, eff=30))
    changed = {each.label for each in calculation(again.event, session.find) if each.why}
    assert changed == {"Dom", "Dom effectif", "Tableau 3.1"}


def test_a_step_that_was_not_played_before_says_so(session: Session) -> None:
    roll = played(session, HARMLESS)
    corrected, _ = session.execute(right(roll, 0, 30, encaissement_die=20))
    steps = calculation(corrected.event, session.find)
    assert [(each.label, each.why) for each in steps if "étape nouvelle" in each.why] == [
        ("CA d’encaissement", "étape nouvelle"),
        ("Encaissement", "20 naturel : échec ; étape nouvelle"),
    ]


def test_where_the_first_version_is_out_of_sight_the_correction_is_told_alone() -> None:
    correction = EventCorrected(5, 5, rolled(12, 7))
    steps = calculation(correction, nowhere)
    assert [step.label for step in steps if step.why == "étape nouvelle"] == [
        step.label for step in steps
    ]
    assert heading(correction, nowhere) == "Merlin · Boule de feu · Diff 8 · Eff 15 · corrigé"


def test_a_correction_can_be_pasted_elsewhere(session: Session) -> None:
    roll = played(session, replace(FIREBALL, action=replace(BOULE_DE_FEU, competence=None)))
    (corrected,) = session.execute(right(roll, diff=4))
    assert as_text(corrected.event, session.find).splitlines() == [
        "Merlin · Boule de feu · Diff 4 · Eff 15 · corrigé",
        "dé 12 (réel), encaissement 7 (réel)",
        "CA : My 15 + Ma 2 = 17",
        "Réussite : 4 < 12 ≤ 17 → réussie, °R 12 (avant : 8 < 12 ≤ 17 → réussie, °R 12)",
        "Dom : 15 + 4 − 12 = 7 (avant : 15 + 8 − 12 = 11)",
        "CA d’encaissement : My 15 + Ré −1 = 14",
        "Encaissement : 7 ≤ 14 → réussie, °R 7",
        "Dom effectif : 7 − 7 = 0 (avant : 11 − 7 = 4)",
        "Tableau 3.1 : ≤ 0 → aucun effet (avant : 1–5 → étourdi, 0 PF)",
    ]


def test_what_is_revealed_is_told_as_what_it_is(session: Session) -> None:
    roll = played(session, replace(BURNT, secret=True), Ruling.BLESSURE)
    revealed, ruling = session.execute(Reveal(roll))
    assert told(session, [revealed, ruling]) == [
        "Révélé : Merlin · Boule de feu, Diff 8 : 20 raté, Dom 15 non encaissé : légère",
        "Révélé : Merlin : blessure légère en My, PF 0 → 3",
    ]
    assert isinstance(revealed.event, EventRevealed)
    inner = revealed.event.event
    assert calculation(revealed.event, nowhere) == calculation(inner, nowhere)
    assert heading(revealed.event, nowhere) == heading(inner, nowhere)
    assert dice(revealed.event) == "dé 20 (réel), encaissement 20 (réel)"


def test_a_correction_of_any_event_is_told() -> None:
    """Another hand may have written it: a line, and no end of lines."""
    for event in gallery():
        correction = EventCorrected(5, 5, event)  # type: ignore[arg-type]
        for each in (correction, EventCorrected(5, 5, correction)):  # type: ignore[arg-type]
            assert "\n" not in heading(each, nowhere)
