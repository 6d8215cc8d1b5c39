"""The stakes of a roll in words: its sums with their parts, and what is decided without a die."""

from textual.content import Content

from rules.calculation import number
from rules.depassement import Stakes
from rules.options import Automatiques
from rules.roll import AUTOMATIC_FAILURE, AUTOMATIC_SUCCESS


def stakes_text(held: Stakes) -> Content:
    """Return the CA, the encaissement and the Eff of a roll, each part of a sum with its name."""
    return Content.assemble(
        ("CA ", "$text-muted"),
        (number(held.ca.value), "bold"),
        (f" = {held.ca.formula}", "$text-muted"),
        ("\nEncaissement ", "$text-muted"),
        (number(held.encaissement.value), "bold"),
        (f" = {held.encaissement.formula}", "$text-muted"),
        (f"   Eff {held.eff}", "bold"),
        (_automatic(held), "$text-warning"),
    )


def _automatic(held: Stakes) -> str:
    """Say in words where the CA decides by itself."""
    if not decided(held) or held.called:
        return ""
    if held.ca.value <= AUTOMATIC_FAILURE:
        return f"\nCA {number(held.ca.value)} ≤ {AUTOMATIC_FAILURE} : échec automatique"
    return (
        f"\nCA {held.ca.value} ≥ {AUTOMATIC_SUCCESS} : toute face convient, il reste à battre Diff"
    )


def decided(held: Stakes) -> bool:
    """Return whether the CA decides by itself unless the GC calls for the dice."""
    automatic = held.options.automatiques is Automatiques.OUI
    return automatic and not AUTOMATIC_FAILURE < held.ca.value < AUTOMATIC_SUCCESS
