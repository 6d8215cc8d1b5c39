"""The stakes of a roll in words: its sums with their parts, and what is decided without a die."""

from textual.content import Content

from campaign.character import Character
from rules.calculation import Total, number
from rules.depassement import Stakes
from rules.options import Automatiques
from rules.roll import AUTOMATIC_FAILURE, AUTOMATIC_SUCCESS
from screens.table.formulas import wrapped


def stakes_text(held: Stakes, width: int) -> Content:
    """Return the CA, the encaissement and the Eff of a roll over `width` cells, each part of a sum with its name."""
    eff = Content.styled(f"   Eff {held.eff}", "bold")
    encaissement = _sum("Encaissement", held.encaissement, width - eff.cell_length)
    lines = [_sum("CA", held.ca, width), encaissement + eff]
    if automatic := _automatic(held):
        lines.append(Content.styled(automatic, "$text-warning"))
    return Content("\n").join(lines)


def nothing_at_hand(character: Character | None) -> Content:
    """Return what to do first where there is no action to stake anything on."""
    if character is None:
        return Content("La compagnie est vide : n ajoute un personnage.")
    return Content(f"{character.name} n’a pas encore d’action : a en ajoute une.")


def decided(held: Stakes) -> bool:
    """Return whether the CA decides by itself unless the GC calls for the dice."""
    automatic = held.options.automatiques is Automatiques.OUI
    return automatic and not AUTOMATIC_FAILURE < held.ca.value < AUTOMATIC_SUCCESS


def _sum(name: str, total: Total, width: int) -> Content:
    start = f"{name} {number(total.value)} = "
    formula = f"\n{' ' * len(start)}".join(wrapped(total.formula, width - len(start)))
    return Content.assemble(
        (f"{name} ", "$text-muted"),
        (number(total.value), "bold"),
        (f" = {formula}", "$text-muted"),
    )


def _automatic(held: Stakes) -> str:
    """Say in words where the CA decides by itself."""
    if not decided(held) or held.called:
        return ""
    if held.ca.value <= AUTOMATIC_FAILURE:
        return f"CA {number(held.ca.value)} ≤ {AUTOMATIC_FAILURE} : échec automatique"
    return f"CA {held.ca.value} ≥ {AUTOMATIC_SUCCESS} : toute face convient, il reste à battre Diff"
