"""The roster: the company, PJ then PNJ, with the health of each; the one at hand is shown whole."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from campaign.character import Character, Kind
from campaign.state import State
from rules.aspects import Aspect
from rules.calculation import number
from rules.health import Wounds
from rules.sheet import WoundRoom

TAKEN, FREE = "●", "○"
_NAME_WIDTH = 14
_MANY = 6
"""Room beyond this is written as a number: glyphs would no longer be counted at a glance."""


def ordered(state: State) -> tuple[Character, ...]:
    """Return the company in the order of the roster: PJ, then PNJ, each as they joined."""
    return tuple(
        character
        for kind in Kind
        for character in state.characters.values()
        if character.kind is kind
    )


def room_glyphs(wounds: Wounds, room: WoundRoom) -> str:
    """Return the wounds of an aspect as room taken and room left: "●○○○ ○○ ○"."""
    pairs = (
        (wounds.legere, room.legere),
        (wounds.grave, room.grave),
        (wounds.critique, room.critique),
    )
    glyphs = " ".join(_gauge(taken, places) for taken, places in pairs)
    return f"{glyphs} ✝" if wounds.fatale else glyphs


def _gauge(taken: int, places: int) -> str:
    if max(taken, places) > _MANY:
        return f"{taken}/{places}"
    return (TAKEN * taken + FREE * max(0, places - taken)) or "–"


def _states(character: Character, aspect: Aspect) -> str:
    names = []
    if aspect in character.health.etourdi:
        names.append("étourdi")
    if aspect in character.health.sonne:
        names.append("sonné")
    return " ".join(names)


def _name_line(character: Character, *, current: bool) -> Content:
    name = Content(character.name).truncate(_NAME_WIDTH, ellipsis=True)
    padding = " " * max(1, _NAME_WIDTH - name.cell_length + 1)
    health = character.health
    summary = "" if current else _summary(character)
    return Content.assemble(
        "▸ " if current else "  ",
        (name.plain, "bold"),
        padding,
        (f"PF {health.pf}", "$text-warning" if health.pf else "$text-muted"),
        (" ✝" if health.is_out else "", "$text-error"),
        (f" {summary}" if summary else "", "$text-warning"),
    )


def _summary(character: Character) -> str:
    """The wounds and états of a character that is shown on one line."""
    wounds = sum(each.total for each in character.health.wounds)
    states = {state for aspect in Aspect for state in _states(character, aspect).split()}
    marks = [f"{TAKEN}{wounds}"] if wounds else []
    return " ".join(marks + [state[:3] for state in sorted(states)])


def character_lines(character: Character, *, current: bool) -> Content:
    """Return what the roster shows of a character: one line, or four for the one at hand."""
    first = _name_line(character, current=current)
    if not current:
        return first
    lines = [first]
    for aspect in Aspect:
        gauge = room_glyphs(character.health.wounds[aspect], character.sheet.room)
        lines.append(
            Content.assemble(
                "  ",
                (f"{aspect} {number(character.sheet.aspects[aspect]):>2} ", "$text-muted"),
                gauge,
                (f" {_states(character, aspect)}".rstrip(), "$text-warning"),
            )
        )
    return Content("\n").join(lines)


class Roster(OptionList, inherit_bindings=False):
    """The company; the cursor is on the character at hand."""

    BINDING_GROUP_TITLE = "Compagnie"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Personnage précédent", id="roster.up", show=False),
        Binding("down", "cursor_down", "Personnage suivant", id="roster.down", show=False),
        Binding("home", "first", "Premier personnage", id="roster.first", show=False),
        Binding("end", "last", "Dernier personnage", id="roster.last", show=False),
        Binding(
            "enter,ctrl+j",
            "select",
            "agir",
            tooltip="Choisir une action de dépassement pour ce personnage",
            id="roster.act",
        ),
    ]

    state: reactive[State] = reactive(State)
    """The campaign as it is now."""
    who: reactive[str | None] = reactive(None)
    """The character at hand."""

    class Chosen(Message):
        """The GC moved to a character."""

        def __init__(self, who: str) -> None:
            super().__init__()
            self.who = who

    class Called(Message):
        """The character at hand is to act."""

    def watch_state(self, state: State) -> None:
        """Show the company as it is now, the cursor where it was."""
        company = ordered(state)
        known = [option.id for option in self.options]
        if known == [character.who for character in company]:
            for character in company:
                self._draw(character)
            return
        self.clear_options()
        self.add_options(
            Option(character_lines(character, current=character.who == self.who), id=character.who)
            for character in company
        )
        self._follow()

    def watch_who(self, before: str | None, after: str | None) -> None:
        """Show the character that was at hand on one line, and the new one whole."""
        for who in (before, after):
            if who is not None and who in self.state.characters:
                self._draw(self.state.characters[who])
        self._follow()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell that the GC moved to another character."""
        event.stop()
        if event.option_id is not None and event.option_id != self.who:
            self.post_message(self.Chosen(event.option_id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tell that the character at hand is to act."""
        event.stop()
        self.post_message(self.Called())

    def _draw(self, character: Character) -> None:
        if character.who in (option.id for option in self.options):
            lines = character_lines(character, current=character.who == self.who)
            self.replace_option_prompt(character.who, lines)

    def _follow(self) -> None:
        known = [option.id for option in self.options]
        self.highlighted = known.index(self.who) if self.who in known else None
