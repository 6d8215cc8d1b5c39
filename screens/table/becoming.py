"""What this character would be after the roll: its PF for each effect that can happen, and the room for a wound."""

from __future__ import annotations

from textual.content import Content

from campaign.character import Character
from campaign.prospects import Prospect, prospects
from rules.depassement import Stakes
from rules.risk import Rung
from screens.steady_text import SteadyText
from screens.table.risk_ladder import SHORT


class Becoming(SteadyText):
    """The lines under the ladder: what the Diff at hand may lead this character to."""

    def show(
        self, character: Character | None, held: Stakes, rung: Rung | None, width: int
    ) -> None:
        """Follow the stakes, over `width` cells; show nothing where there is no one to play them."""
        self.tell(becoming(character, held, rung, width) if character and rung else Content(""))


def becoming(character: Character, held: Stakes, rung: Rung, width: int) -> Content:
    """Return the PF after each effect that `rung` makes possible, and the places that a real wound would leave.

    A wound that would find no place is told with the gravity it would end at. A fatal one always finds its own.
    """
    possible = prospects(character, held, rung)
    if not possible:
        return Content.styled("Rien à craindre : PF inchangés", "$text-muted")
    tired = [f"{SHORT[each.gravity]} {each.pf}" for each in possible]
    hurt = [_place(each) for each in possible if each.wound is not None]
    lines = _lines("PF ensuite : ", tired, width)
    if hurt:
        places = _lines("places : ", hurt, width)
        together = f"{lines[-1]}   {places[0]}"
        fits = len(lines) == len(places) == 1 and len(together) <= width
        lines = [together] if fits else [*lines, *places]
    return Content.styled("\n".join(lines), "$text-muted")


def _lines(start: str, parts: list[str], width: int) -> list[str]:
    """Return the parts after `start`, in lines of at most `width` cells that break between parts."""
    lines = [start + parts[0]]
    for part in parts[1:]:
        if len(f"{lines[-1]} · {part}") <= width:
            lines[-1] += f" · {part}"
        else:
            lines.append(" " * len(start) + part)
    return lines


def _place(prospect: Prospect) -> str:
    """How many wounds of that gravity there would still be a place for, or what it would become."""
    name, wound = SHORT[prospect.gravity], prospect.wound
    if wound is not None and wound is not prospect.gravity:
        return f"{name} → {SHORT[wound]}"
    return f"{name} {prospect.places}"
