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
    """The line under the ladder: what the Diff at hand may lead this character to."""

    def show(self, character: Character | None, held: Stakes, rung: Rung | None) -> None:
        """Follow the stakes; show nothing where there is no one to play them."""
        self.tell(becoming(character, held, rung) if character and rung else Content(""))


def becoming(character: Character, held: Stakes, rung: Rung) -> Content:
    """Return the PF after each effect that `rung` makes possible, and the places that a real wound would leave.

    A wound that would find no place is told with the gravity it would end at.
    """
    possible = [each for each in Gravity if rung.effects[each] and each is not Gravity.AUCUNE]
    if not possible:
        return Content.styled("Rien à craindre : PF inchangés", "$text-muted")
    tired = [f"{SHORT[each]} {_pf(character, held, each)}" for each in possible]
    hurt = [_place(character, held, each) for each in possible if each.is_wound]
    text = f"PF ensuite : {' · '.join(tired)}"
    if hurt:
        text += f"   places : {' · '.join(hurt)}"
    return Content.styled(text, "$text-muted")


def _pf(character: Character, held: Stakes, gravity: Gravity) -> int:
    """The PF once the fatigue of an effect is added."""
    return character.health.pf + held.options.row(gravity).pf


def _place(character: Character, held: Stakes, gravity: Gravity) -> str:
    """How many wounds of that gravity there would still be a place for, or what it would become."""
    health, room = character.health, character.sheet.room
    effect = held.options.row(gravity)
    wound = consequence(effect, Ruling.BLESSURE, held.aspect, health, room, held.options).wound
    if wound is None or wound is not gravity or wound is Gravity.FATALE:
        return f"{SHORT[gravity]} → {SHORT[wound or gravity]}"
    return f"{SHORT[gravity]} {room[gravity] - health.wounds[held.aspect][gravity] - 1}"
