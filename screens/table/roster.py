"""The roster: the company, PJ, PNJ, then those set aside, with the health of each; the one at hand is shown whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
TURN, NEXT = "»", "›"
"""Beside the name of the one whose turn it is, and of the one whose turn comes next."""
_ASIDE = "À l’écart"
_HEADING = "\0"
"""Begins the id of a group's name, as no character's does: a journal holds no control character."""
_NAME = range(8, 15)
"""How wide the column of the names can be, in cells."""
_NAME_IN_WORDS = 10
"""Where names would have less than that, états are written by their initials."""
_MANY = 6
"""Room beyond this is written as a number: glyphs would no longer be counted at a glance."""


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


@dataclass(frozen=True, slots=True)
class Columns:
    """How the roster's lines are laid out, the same for all.

    Attributes:
        name: how wide the names are, in cells.
        initials: whether the états of a character on one line are written by their initials.
    """

    name: int = _NAME[-1]
    initials: bool = False

    @classmethod
    def fitting(cls, characters: Iterable[Character], width: int) -> Columns:
        """Return the columns by which `characters` fit in `width` cells, as far as names can give way."""
        company = tuple(characters)
        words, initials = (_room_for_names(company, width, each) for each in (False, True))
        name = words if words >= _NAME_IN_WORDS else initials
        return cls(min(max(name, _NAME[0]), _NAME[-1]), words < _NAME_IN_WORDS)


def _room_for_names(characters: tuple[Character, ...], width: int, initials: bool) -> int:
    health = (_health(each, current=False, initials=initials) for each in characters)
    longest = max((each.cell_length for each in health), default=0)
    return width - len("▸ ") - len(" ") - longest


def _name_line(character: Character, columns: Columns, *, current: bool, turn: str) -> Content:
    name = Content(character.name).truncate(columns.name, ellipsis=True)
    return Content.assemble(
        "▸" if current else " ",
        (turn, "$text-primary"),
        (name.plain, "$text-muted" if character.is_aside else "bold"),
        " " * (columns.name - name.cell_length + 1),
        _health(character, current=current, initials=columns.initials),
    )


def _health(character: Character, *, current: bool, initials: bool) -> Content:
    """The PF, and the wounds and états of a character that is shown on one line."""
    health = character.health
    wounds = sum(each.total for each in health.wounds)
    states = {state for aspect in Aspect for state in _states(character, aspect).split()}
    marks = [f"{TAKEN}{wounds}"] if wounds else []
    if initials:
        marks += ["".join(state[0] for state in sorted(states, reverse=True))] if states else []
    else:
        marks += [state[:3] for state in sorted(states, reverse=True)]
    return Content.assemble(
        (f"PF {health.pf}", "$text-warning" if health.pf else "$text-muted"),
        (" ✝" if health.is_out else "", "$text-error"),
        ("" if current or not marks else f" {' '.join(marks)}", "$text-warning"),
    )


def character_lines(
    character: Character, columns: Columns, *, current: bool, turn: str = " "
) -> Content:
    """Return what the roster shows of a character: one line, or four for the one at hand.

    Args:
        character: who it is.
        columns: how the lines are laid out.
        current: whether it is at hand.
        turn: the mark of whose turn it is, one cell wide.
    """
    first = _name_line(character, columns, current=current, turn=turn)
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
        Binding("up", "cursor_up", "Personnage précédent", id="list.up", show=False),
        Binding("down", "cursor_down", "Personnage suivant", id="list.down", show=False),
        Binding("home", "first", "Premier personnage", id="list.first", show=False),
        Binding("end", "last", "Dernier personnage", id="list.last", show=False),
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
        shown = self._rows()
        if [each.id for each in shown] == [option.id for option in self.options]:
            for option, row in zip(self.options, shown, strict=True):
                if option.prompt != row.prompt and row.id is not None:
                    self.replace_option_prompt(row.id, row.prompt)
            return
        self.clear_options()
        self.add_options(shown)
        self._follow()

    def on_resize(self) -> None:
        """Lay the lines out anew."""
        self.watch_state(self.state)

    def watch_who(self, before: str | None, after: str | None) -> None:
        """Show the character that was at hand on one line, and the new one whole."""
        known = {option.id for option in self.options}
        columns = self._columns()
        for who in {before, after} & known & self.state.characters.keys():
            lines = self._drawn(self.state.characters[str(who)], columns)
            self.replace_option_prompt(str(who), lines)
        self._follow()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell that the GC moved to another character."""
        event.stop()
        is_here = event.option_index == self.highlighted  # not where it was when it was told
        if is_here and event.option_id is not None and event.option_id != self.who:
            self.post_message(self.Chosen(event.option_id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tell that the character at hand is to act."""
        event.stop()
        self.post_message(self.Called())

    def _rows(self) -> list[Option]:
        """Return the company's rows, each group that isn't the first one's under its name."""
        rows, columns = list[Option](), self._columns()
        groups = [
            (kind.value, [each for each in self.state.company if each.kind is kind])
            for kind in Kind
        ]
        groups.append((_ASIDE, list(self.state.aside)))
        for name, members in groups:
            if members and name != Kind.PJ:
                rows.append(Option(self._group(name), disabled=True, id=_HEADING + name))
            rows += [Option(self._drawn(each, columns), id=each.who) for each in members]
        return rows

    def _columns(self) -> Columns:
        return Columns.fitting(self.state.characters.values(), self._inner_width)

    @property
    def _inner_width(self) -> int:
        return self.scrollable_content_region.width or len("▸ ") + _NAME[-1]

    def _group(self, name: str) -> Content:
        heading = f"  {name} "
        return Content.styled(heading.ljust(self._inner_width - 1, "─"), "$text-muted")

    def _drawn(self, character: Character, columns: Columns) -> Content:
        following = self.state.next_turn if self.state.turn else None
        has_turn = character.who == self.state.turn and not character.is_aside
        turn = TURN if has_turn else " "
        if following is not None and turn == " " and character.who == following.who:
            turn = NEXT
        is_current = character.who == self.who
        return character_lines(character, columns, current=is_current, turn=turn)

    def _follow(self) -> None:
        known = [option.id for option in self.options]
        self.highlighted = known.index(self.who) if self.who in known else None
