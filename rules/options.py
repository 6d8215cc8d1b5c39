"""The house choices (H): where the text is silent or contradicts itself, a campaign says which reading it plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.tableau import TABLEAU_3_1, Effect, Gravity, Tableau


class BorneCA(StrEnum):
    """Whether a die equal to the CA succeeds: `≤ CA` (default) or `< CA` (H)."""

    INCLUSE = "incluse"
    EXCLUE = "exclue"


class MalusFatigue(StrEnum):
    """What a point of fatigue costs: −1 to every CA (default), or nothing (H)."""

    UN_PAR_POINT = "1 par point"
    AUCUN = "aucun"


class PFEtourdi(StrEnum):
    """The PF of étourdi: those of Tableau 3.1 (default), or 1 as the book's Example 3.1 counts (H)."""

    TABLEAU = "tableau"
    EXEMPLE = "exemple"


class PFCascade(StrEnum):
    """Whose PF a wound that found no room costs: the gravity it ends at (default) or starts from (H)."""

    FINALE = "finale"
    INITIALE = "initiale"


class Automatiques(StrEnum):
    """Whether CA ≤ 1 and CA ≥ 20 decide without the die (default), or the die always decides (H)."""

    OUI = "oui"
    NON = "non"


@dataclass(frozen=True, slots=True)
class Options:
    """A campaign's house choices and its Tableau 3.1."""

    borne_ca: BorneCA = BorneCA.INCLUSE
    malus_fatigue: MalusFatigue = MalusFatigue.UN_PAR_POINT
    pf_etourdi: PFEtourdi = PFEtourdi.TABLEAU
    pf_cascade: PFCascade = PFCascade.FINALE
    automatiques: Automatiques = Automatiques.OUI
    tableau: Tableau = TABLEAU_3_1

    def effect(self, dom_effectif: int) -> Effect:
        """Return what a Dom effectif does: its row of the tableau (B), with the PF of étourdi that are played (H)."""
        return self.row(self.tableau.effect(dom_effectif).gravity)

    def row(self, gravity: Gravity) -> Effect:
        """Return the row of an effect (B), with the PF of étourdi that are played (H)."""
        row = self.tableau.row(gravity)
        if gravity is Gravity.ETOURDI and self.pf_etourdi is PFEtourdi.EXEMPLE:
            return replace(row, pf=1)
        return row
