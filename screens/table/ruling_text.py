"""What the GC can do with a roll that has been played, in words: rule on it, or go back."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from campaign.events import EffectRuled
from campaign.ruling import accepts
from campaign.state import AwaitedRuling
from campaign.words import RULINGS
from rules.health import Ruling
from rules.tableau import Effect, Gravity


def ruling_text(
    awaited: AwaitedRuling | None,
    played: int | None,
    ruled: EffectRuled | None,
    keys: Mapping[Ruling, str],
) -> Content:
    """Return the rulings that the roll on screen accepts, or the way back from it.

    Args:
        awaited: the roll that awaits its ruling, if any.
        played: the sequence number of the event that is on screen.
        ruled: how that event has been ruled on, if it has.
        keys: the key of each ruling, in the order to offer them; none where only another table rules.
    """
    if awaited is not None and awaited.sequence == played:
        if not keys:
            return Content.styled("Ce jet attend son jugement", "bold")
        return _offer("Juger ", awaited.roll.outcome.effect, keys)
    if awaited is not None:
        return Content.styled("Échap : revenir au jet à juger", "$text-muted")
    if ruled is None or ruled.effect.gravity is Gravity.AUCUNE:
        return Content.styled("Échap : revenir au lanceur", "$text-muted")
    if not keys:
        return Content.styled(f"Jugé {RULINGS[ruled.ruling]}", "bold")
    others = {ruling: key for ruling, key in keys.items() if ruling is not ruled.ruling}
    return _offer(f"Jugé {RULINGS[ruled.ruling]} ; changer ", ruled.effect, others)


def _offer(question: str, effect: Effect, keys: Mapping[Ruling, str]) -> Content:
    parts: list[str | tuple[str, str]] = [(question, "bold")]
    for ruling, key in keys.items():
        if accepts(effect, ruling):
            parts += [(f" {key} ", "reverse bold"), f" {RULINGS[ruling]}  "]
    return Content.assemble(*parts)
