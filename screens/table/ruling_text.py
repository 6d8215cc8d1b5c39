"""What the GC can do with a roll that has been played, in words: rule on it, or go back."""

from __future__ import annotations

from textual.content import Content

from campaign.state import AwaitedRuling
from campaign.words import RULINGS
from rules.health import Ruling

_KEYS = (("f", Ruling.FATIGUE), ("b", Ruling.BLESSURE), ("s", Ruling.SANS_EFFET))


def ruling_text(awaited: AwaitedRuling | None, played: int | None) -> Content:
    """Return the rulings that the roll awaiting one accepts, or the way back from another.

    Args:
        awaited: the roll that awaits its ruling, if any.
        played: the sequence number of the event that is on screen.
    """
    if awaited is None:
        return Content.styled("Échap : revenir au lanceur", "$text-muted")
    if awaited.sequence != played:
        return Content.styled("Échap : revenir au jet à juger", "$text-muted")
    is_wound = awaited.roll.outcome.effect.gravity.is_wound
    parts: list[str | tuple[str, str]] = [("Juger ", "bold")]
    for key, ruling in _KEYS:
        if is_wound or ruling is not Ruling.BLESSURE:
            parts += [(f" {key} ", "reverse bold"), f" {RULINGS[ruling]}  "]
    return Content.assemble(*parts)
