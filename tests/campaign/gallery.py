"""An event of each kind, as an evening brings them about."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from campaign.changes import Change
from campaign.character import Kind
from campaign.demo import BOULE_DE_FEU, MERLIN
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
    HealthCause,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Outcome,
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
from rules.aspects import Aspect
from rules.calculation import Part, Total
from rules.depassement import Stakes, resolve
from rules.health import Consequence, Ruling
from rules.options import BorneCA, Options
from rules.tableau import TABLEAU_3_1, Gravity

MY = Aspect.MYSTIQUE


def rolled(
    die: int | None,
    encaissement_die: int | None,
    diff: int = 8,
    name: str = "Merlin",
    action: str = "Boule de feu",
    modifier: int = 0,
) -> DepassementResolved:
    """Return Merlin's ball of fire with these dice, the second rolled here."""
    parts = (Part("My", 15), Part("Ma", 2), Part(action, modifier, modifier=True))
    encaissement = Total((Part("My", 15), Part("Ré", -1)))
    stakes = Stakes(MY, Total(parts), diff, 15, encaissement)
    result = resolve(stakes, die, encaissement_die)
    return DepassementResolved(
        "merlin",
        name,
        action,
        stakes,
        None if die is None else Die(die, Provenance.REAL),
        None if encaissement_die is None else Die(encaissement_die, Provenance.ROLLED_HERE),
        Outcome(
            result.verdict, result.dom, result.encaissement, result.dom_effectif, result.effect
        ),
    )


def ruled(
    gravity: Gravity, ruling: Ruling, consequence: Consequence, name: str = "Merlin"
) -> EffectRuled:
    """Return a ruling on an effect that Merlin suffered with 3 PF."""
    return EffectRuled("merlin", name, 5, TABLEAU_3_1.row(gravity), ruling, consequence, 3)


def gallery(name: str = "Merlin", action: str = "Boule de feu") -> tuple[Event, ...]:
    """Return an event of each kind, about a character and an action of these names."""
    saved = replace(BOULE_DE_FEU, name=action)
    return (
        CampaignCreated(name, Options()),
        OptionsChanged(Options(), Options(borne_ca=BorneCA.EXCLUE)),
        SessionOpened(3),
        SessionClosed(3),
        SessionReopened(3),
        SessionTitled(5, "3", "", name),
        SessionSplit(5, "3", date(2026, 3, 14)),
        SessionsJoined(5, "3 bis", "3"),
        CharacterAdded("merlin", name, Kind.PJ, MERLIN),
        CharacterChanged("merlin", name, (Change("My", 15, -16),)),
        CharacterMoved("merlin", name, "gaston", "Gaston"),
        CharacterSetAside("merlin", name),
        CharacterBroughtBack("merlin", name),
        TurnGiven("merlin", name),
        ActionSaved("merlin", name, saved),
        ActionRemoved("merlin", name, saved),
        rolled(12, 7, name=name, action=action),
        ruled(Gravity.ETOURDI, Ruling.FATIGUE, Consequence(MY, etourdi=True), name),
        HealthChanged(
            "merlin", name, HealthCause.FULL_REST, (Change("PF", 3, 1), Change("étourdi My", 1, 0))
        ),
        SceneBegun(name),
        NoteWritten(name),
        EventMarked(5, True),
        EventUndone(5),
        EventRedone(5),
        EventCorrected(5, 5, rolled(12, 7, diff=4, name=name, action=action)),
        EventRevealed(5, rolled(12, 7, name=name, action=action)),
        Unreadable('{"n":', "la ligne est coupée"),
    )
