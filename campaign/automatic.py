"""Where a CA decides a roll without its die, in French: said before the dice, so that no roll looks like a bug."""

from __future__ import annotations

from collections.abc import Iterator

from rules.calculation import Total, number
from rules.depassement import Stakes
from rules.options import Automatiques
from rules.roll import AUTOMATIC_FAILURE, AUTOMATIC_SUCCESS


def decided(held: Stakes) -> bool:
    """Return whether one of the two CAs decides by itself unless the GC calls for the dice."""
    return any(_decides(total, held) for total in (held.ca, held.encaissement))


def automatic(held: Stakes) -> Iterator[str]:
    """Yield, for each CA that decides by itself, what it decides; nothing once the GC calls for the dice."""
    if held.called:
        return
    if _decides(held.ca, held):
        yield f"CA {_fate(held.ca, ' si elle bat Diff')}"
    if _decides(held.encaissement, held):
        yield f"Encaissement {_fate(held.encaissement)}"


def _decides(total: Total, held: Stakes) -> bool:
    is_played = held.options.automatiques is Automatiques.OUI
    return is_played and not AUTOMATIC_FAILURE < total.value < AUTOMATIC_SUCCESS


def _fate(total: Total, besides: str = "") -> str:
    if total.value <= AUTOMATIC_FAILURE:
        return f"{number(total.value)} ≤ {AUTOMATIC_FAILURE} : échec automatique"
    return f"{total.value} ≥ {AUTOMATIC_SUCCESS} : toute face convient{besides}"
