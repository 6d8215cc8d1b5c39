"""The stakes of a roll in words: its sums with their parts, and what is decided without a die."""

from textual.content import Content

from campaign.automatic import automatic
from campaign.character import Character
from rules.calculation import Total, number
from rules.depassement import Stakes
from screens.table.formulas import wrapped


def stakes_text(held: Stakes, width: int) -> Content:
    """Return the CA, the encaissement and the Eff of a roll over `width` cells, each part of a sum with its name."""
    eff = Content.styled(f"   Eff {held.eff}", "bold")
    encaissement = _sum("Encaissement", held.encaissement, width - eff.cell_length)
    lines = [_sum("CA", held.ca, width), encaissement + eff]
    lines += [Content.styled(each, "$text-warning") for each in automatic(held)]
    return Content("\n").join(lines)


def nothing_at_hand(character: Character | None, key: str) -> Content:
    """Return what is missing where there is no action to stake anything on, and the `key` that adds it, if one does."""
    if character is None:
        missing, adds = "La compagnie est vide", "ajoute un personnage"
    else:
        missing, adds = f"{character.name} n’a pas encore d’action", "en ajoute une"
    return Content(f"{missing} : {key} {adds}." if key else f"{missing}.")


def _sum(name: str, total: Total, width: int) -> Content:
    start = f"{name} {number(total.value)} = "
    formula = f"\n{' ' * len(start)}".join(wrapped(total.formula, width - len(start)))
    return Content.assemble(
        (f"{name} ", "$text-muted"),
        (number(total.value), "bold"),
        (f" = {formula}", "$text-muted"),
    )
