"""The sample campaign: Merlin as in the rules' own example (S), and two companions of ours."""

from __future__ import annotations

from campaign.character import Action, Kind, Member
from campaign.commands import AddCharacter, SaveAction, WriteNote
from campaign.session import Session
from rules.aspects import Aspect, Moyen, Moyens, PerAspect
from rules.sheet import Competence, Sheet

NAME = "La tour de Brume"
"""What the sample campaign is called."""

MERLIN = Sheet(
    aspects=PerAspect(5, 10, 15),
    moyens=Moyens(
        puissance=0, resistance=-1, manoeuvre=2, precision=1, expression=-1, perception=-1
    ),
    competences=(Competence("Magie du Feu", 10, Aspect.MYSTIQUE),),
)
"""CA 17 for the ball of fire and 14 for its encaissement, as in Example 2.10; the sheet is ours."""

BOULE_DE_FEU = Action(
    "Boule de feu", Aspect.MYSTIQUE, Moyen.MANOEUVRE, competence="Magie du Feu", eff=15
)

GASTON = Sheet(
    aspects=PerAspect(12, 11, 7),
    moyens=Moyens(
        puissance=1, resistance=2, manoeuvre=0, precision=-1, expression=0, perception=-2
    ),
    competences=(
        Competence("Équitation", 12, Aspect.PHYSIQUE),
        Competence("Escalade", 11, Aspect.PHYSIQUE),
    ),
    armure=PerAspect(1, 0, 0),
)

BRUNEHAUT = Sheet(
    aspects=PerAspect(8, 12, 10),
    moyens=Moyens(
        puissance=-1, resistance=0, manoeuvre=1, precision=0, expression=2, perception=-2
    ),
    competences=(Competence("Commandement", 13, Aspect.MENTAL),),
)


COMPANY = (
    Member("Merlin", Kind.PJ, MERLIN, (BOULE_DE_FEU,)),
    Member(
        "Gaston",
        Kind.PJ,
        GASTON,
        (
            Action(
                "Escalade à mains nues",
                Aspect.PHYSIQUE,
                Moyen.PUISSANCE,
                competence="Escalade",
                eff=12,
            ),
            Action("Coup désespéré", Aspect.PHYSIQUE, Moyen.MANOEUVRE, eff=18, min_diff=3),
        ),
    ),
    Member(
        "Brunehaut",
        Kind.PNJ,
        BRUNEHAUT,
        (
            Action(
                "Injonction",
                Aspect.MENTAL,
                Moyen.EXPRESSION,
                competence="Commandement",
                modificateur=-1,
                eff=14,
                min_diff=2,
            ),
        ),
    ),
)
"""Who is there when the sample campaign opens."""

OPENING = "Merlin et Gaston arrivent au pied de la tour ; Brunehaut les attend."


def populate(session: Session) -> None:
    """Bring the company and its actions into `session`, with an opening note; nothing is rolled."""
    for member in COMPANY:
        session.execute(AddCharacter(member.name, member.kind, member.sheet))
        *_, who = session.state.characters
        for action in member.actions:
            session.execute(SaveAction(who, action))
    session.execute(WriteNote(OPENING))
