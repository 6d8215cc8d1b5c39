"""A roster that a company takes in: who joins, who changes, who stays, in one gesture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.character import Kind, Member
from campaign.commands import Command, Enlist, GivePF, Undo
from campaign.demo import BOULE_DE_FEU, BRUNEHAUT, GASTON, MERLIN
from campaign.refusals import Refusal
from campaign.roster import Enlistment, roster
from campaign.session import Session
from rules.errors import Violation
from tests.campaign.table import Table, in_play, refusal

ECLAIR = replace(BOULE_DE_FEU, name="Éclair")
VIVIANE = Member("Viviane", Kind.PNJ, MERLIN, (BOULE_DE_FEU, ECLAIR))


def enlisted(session: Session, *members: Member) -> Enlistment:
    written = session.execute(Enlist(members))
    assert [entry.place for entry in written] == [
        (index, len(written)) for index in range(1, len(written) + 1)
    ]
    return Enlistment.of(members, [entry.event for entry in written])


def test_a_whole_company_goes_from_one_campaign_to_another(session: Session) -> None:
    there = Table().sit_down()
    members = roster(session.state)
    assert enlisted(there, *members) == Enlistment(("Merlin", "Gaston", "Brunehaut"), (), ())
    assert there.state.characters == session.state.characters
    assert refusal(there, Enlist(members)) is Refusal.NO_CHANGE


def test_who_is_known_by_name_gets_the_sheet_and_the_actions_and_keeps_the_rest(
    session: Session,
) -> None:
    session.execute(GivePF("merlin", 4))
    hale = replace(MERLIN, armure=GASTON.armure)
    member = Member("MERLIN", Kind.PNJ, hale, (replace(BOULE_DE_FEU, name="BOULE de feu"), ECLAIR))
    becoming = enlisted(session, VIVIANE, member, Member("Gaston", Kind.PJ, GASTON))
    assert becoming == Enlistment(("Viviane",), ("Merlin",), ("Gaston",))
    merlin = session.state.characters["merlin"]
    assert (merlin.name, merlin.kind, merlin.sheet, merlin.health.pf) == (
        "Merlin",
        Kind.PNJ,
        hale,
        4,
    )
    assert [each.name for each in merlin.actions] == ["BOULE de feu", "Éclair"]
    gaston = session.state.characters["gaston"]
    assert len(gaston.actions) == 2


def test_one_undo_takes_the_whole_of_it_back(session: Session) -> None:
    before = in_play(session.state)
    enlisted(session, VIVIANE, Member("Merlin", Kind.PJ, BRUNEHAUT))
    session.execute(Undo())
    assert in_play(session.state) == before


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ((), Refusal.NO_CHANGE),
        ((VIVIANE, replace(VIVIANE, name="viviane ")), Refusal.NAME_TAKEN),
        ((replace(VIVIANE, name="\x07"),), Refusal.EMPTY),
        ((VIVIANE, replace(VIVIANE, name="x" * 61)), Refusal.TOO_LONG),
        ((replace(VIVIANE, actions=(ECLAIR, ECLAIR)),), Refusal.NAME_TAKEN),
        ((replace(VIVIANE, sheet=GASTON),), Refusal.UNKNOWN_COMPETENCE),
    ],
)
def test_what_cannot_be_of_the_company_is_refused_whole(
    session: Session, members: tuple[Member, ...], why: Refusal | Violation
) -> None:
    command: Command = Enlist(members)
    assert refusal(session, command) is why
