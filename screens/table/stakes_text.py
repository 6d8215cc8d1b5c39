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


def nothing_at_hand(character: Character | None, key: str) -> Content:
    """Return what is missing where there is no action to stake anything on, and the `key` that adds it, if one does."""
    if character is None:
        missing, adds = "La compagnie est vide", "ajoute un personnage"
    else:
        missing, adds = f"{character.name} n’a pas encore d’action", "en ajoute une"
    return Content(f"{missing} : {key} {adds}." if key else f"{missing}.")


def decided(held: Stakes) -> bool:
    """Return whether one of the two CAs decides by itself unless the GC calls for the dice."""
    return any(_decides(total, held) for total in (held.ca, held.encaissement))


def _sum(name: str, total: Total, width: int) -> Content:
    start = f"{name} {number(total.value)} = "
    formula = f"\n{' ' * len(start)}".join(wrapped(total.formula, width - len(start)))
    return Content.assemble(
        (f"{name} ", "$text-muted"),
        (number(total.value), "bold"),
        (f" = {formula}", "$text-muted"),
    )


def _decides(total: Total, held: Stakes) -> bool:
    automatic = held.options.automatiques is Automatiques.OUI
    return automatic and not AUTOMATIC_FAILURE < total.value < AUTOMATIC_SUCCESS


def _automatic(held: Stakes) -> str:
    """Say in words where a CA decides by itself."""
    if held.called:
        return ""
    told = []
    if _decides(held.ca, held):
        told.append(f"CA {_fate(held.ca, ' si elle bat Diff')}")
    if _decides(held.encaissement, held):
        told.append(f"Encaissement {_fate(held.encaissement)}")
    return "\n".join(told)


def _fate(total: Total, besides: str = "") -> str:
    if total.value <= AUTOMATIC_FAILURE:
        return f"{number(total.value)} ≤ {AUTOMATIC_FAILURE} : échec automatique"
    return f"{total.value} ≥ {AUTOMATIC_SUCCESS} : toute face convient{besides}"
