"""What this character would be after the roll: its PF for each effect that can happen, and the room for a wound."""

from __future__ import annotations

from textual.content import Content

from campaign.character import Character
from rules.depassement import Stakes
from rules.health import Ruling, consequence
from rules.risk import Rung
from rules.tableau import Gravity
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
    possible = [each for each in Gravity if rung.effects[each] and each is not Gravity.AUCUNE]
    if not possible:
        return Content.styled("Rien à craindre : PF inchangés", "$text-muted")
    tired = [f"{SHORT[each]} {_pf(character, held, each)}" for each in possible]
    wounds = [each for each in possible if each.is_wound and each is not Gravity.FATALE]
    hurt = [_place(character, held, each) for each in wounds]
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


def _pf(character: Character, held: Stakes, gravity: Gravity) -> int:
    """The PF once the fatigue of an effect is added."""
    return character.health.pf + held.options.row(gravity).pf


def _place(character: Character, held: Stakes, gravity: Gravity) -> str:
    """How many wounds of that gravity there would still be a place for, or what it would become."""
    health, room = character.health, character.sheet.room
    effect = held.options.row(gravity)
    wound = consequence(effect, Ruling.BLESSURE, held.aspect, health, room, held.options).wound
    if wound is not None and wound is not gravity:
        return f"{SHORT[gravity]} → {SHORT[wound]}"
    return f"{SHORT[gravity]} {room[gravity] - health.wounds[held.aspect][gravity] - 1}"
