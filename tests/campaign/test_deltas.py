"""What an undo will take back is foreseen exactly, and told as deltas."""

from __future__ import annotations

import pytest

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    ChangeOptions,
    GiveWound,
    Redo,
    ResolveDepassement,
    RuleEffect,
    SaveAction,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.refusals import Refused
from campaign.session import Session
from rules.aspects import Aspect
from rules.health import Ruling
from rules.options import BorneCA, Options
from rules.sheet import Sheet
from rules.tableau import Gravity
from tests.campaign.table import BURNT, FIREBALL, Table, foreseen


def test_undoing_a_wound_takes_back_its_pf(session: Session) -> None:
    session.execute(GiveWound("merlin", Aspect.MYSTIQUE, Gravity.LEGERE))
    assert foreseen(session, Undo()) == ("−3 PF à Merlin", "−1 légère en My à Merlin")
    assert foreseen(session, Redo()) == ("+3 PF à Merlin", "+1 légère en My à Merlin")


def test_undoing_a_ruling_lets_the_roll_wait_again(session: Session) -> None:
    session.execute(BURNT)
    session.execute(RuleEffect(Ruling.FATIGUE))
    assert foreseen(session, Undo()) == (
        "−3 PF à Merlin",
        "le jet de Merlin attend de nouveau son jugement",
    )
    assert foreseen(session, Undo()) == ("le jet de Merlin n’attend plus de jugement",)


def test_undoing_what_came_after_etourdi_brings_it_back(session: Session) -> None:
    session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(ResolveDepassement("merlin", BOULE_DE_FEU, 0, die=15, encaissement_die=9))
    assert foreseen(session, Undo()) == ("Merlin est étourdi en My",)


def test_characters_sheets_and_actions_are_told_by_name(session: Session) -> None:
    session.execute(AddCharacter("Viviane", Kind.PJ, Sheet()))
    assert foreseen(session, Undo()) == ("Viviane n’est plus de la compagnie",)
    assert foreseen(session, Redo()) == ("Viviane est de nouveau de la compagnie",)
    session.execute(ChangeCharacter("merlin", "Myrddin", Kind.PJ, MERLIN))
    assert foreseen(session, Undo()) == ("Myrddin : nom Myrddin → Merlin",)
    session.execute(
        SaveAction("viviane", BOULE_DE_FEU.__class__("Eau", Aspect.MENTAL, BOULE_DE_FEU.moyen))
    )
    assert foreseen(session, Undo()) == ("Viviane n’a plus l’action « Eau »",)


def test_house_choices_are_told_in_their_words(session: Session) -> None:
    session.execute(ChangeOptions(Options(borne_ca=BorneCA.EXCLUE)))
    assert foreseen(session, Undo()) == ("Un dé égal à la CA : réussit (dé ≤ CA)",)


def test_a_note_changes_nothing_that_is_played(session: Session) -> None:
    session.execute(WriteNote("Il pleut."))
    assert foreseen(session, Undo()) == ()


def test_where_there_is_nothing_to_undo_nothing_is_foreseen(table: Table) -> None:
    with pytest.raises(Refused):
        table.sit_down().foresee(Undo())
