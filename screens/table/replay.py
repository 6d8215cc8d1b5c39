"""The replay: an event's calculation, one step after the other, tonight's and last year's alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.visual import Visual
from textual.widget import Widget

from campaign.preferences import Pace
from campaign.steps import Line
from screens.table.formulas import wrapped

LABEL = 19
"""The width of the names of the steps, in cells."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the replay: the step it belongs to, from 0, and what it shows."""

    step: int
    content: Content


def rows(lines: tuple[Line, ...], width: int) -> tuple[Row, ...]:
    """Lay the steps of a calculation out over `width` cells; a long formula goes on under itself."""
    laid: list[Row] = []
    for step, line in enumerate(lines):
        result = line.conclusion
        room = width - LABEL - 2
        parts = wrapped(line.formula, max(10, room - len(result) - 1))
        if Content(parts[-1]).cell_length + len(result) >= room:  # the result is what must be read
            parts.append("")
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            laid.append(
                Row(
                    step,
                    Content.assemble(
                        ((line.label if index == 0 else "").ljust(LABEL), "$text-muted"),
                        f"{part} " if part and last else part,
                        (result if last else "", "bold"),
                    ),
                )
            )
        if line.why:
            laid.append(Row(step, Content.styled(f"{'':{LABEL}}({line.why})", "$text-warning")))
    return tuple(laid)


class Replay(Widget, can_focus=True):
    """Plays a calculation, step by step. Nothing is drawn between two steps.

    Args:
        pace: tells how fast, whenever a step is shown.
    """

    DEFAULT_CSS = """
    Replay {
        text-wrap: nowrap;
        text-overflow: ellipsis;
        & > .replay--new { text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"replay--new"}
    """
    | Class | Description |
    | :- | :- |
    | `replay--new` | The step that appeared last. |
    """
    BINDING_GROUP_TITLE = "Calcul"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space",
            "step(1)",
            "pas suivant",
            tooltip="Montrer le pas suivant, et attendre",
            id="replay.next",
        ),
        Binding(
            "backspace,left",
            "step(-1)",
            "pas précédent",
            tooltip="Revenir au pas d’avant, et attendre",
            id="replay.previous",
            show=False,
        ),
        Binding(
            "enter,ctrl+j",
            "finish",
            "tout montrer",
            tooltip="Montrer tout le calcul ; toute autre touche le fait aussi",
            id="replay.finish",
        ),
        Binding(
            "home",
            "restart",
            "revoir",
            tooltip="Rejouer le calcul depuis le début",
            id="replay.again",
        ),
        Binding(
            "plus",
            "change_pace(1)",
            "plus vite",
            tooltip="Rejouer plus vite, désormais",
            id="replay.faster",
            show=False,
        ),
        Binding(
            "minus",
            "change_pace(-1)",
            "moins vite",
            tooltip="Rejouer moins vite, désormais",
            id="replay.slower",
            show=False,
        ),
    ]

    shown: reactive[int] = reactive(0, repaint=False)
    """How many steps are shown."""

    class PaceChosen(Message):
        """The GC wants replays to go at this pace."""

        def __init__(self, pace: Pace) -> None:
            super().__init__()
            self.pace = pace

    def __init__(self, pace: Callable[[], Pace], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pace = pace
        self._lines: tuple[Line, ...] = ()
        self._rows: tuple[Row, ...] = ()
        self._laid_width = 0
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """Whether steps are still to come."""
        return self.shown < len(self._lines)

    def play(self, lines: tuple[Line, ...], *, at_once: bool = False) -> None:
        """Play a calculation from its first step, or show all of it `at_once`."""
        self._stop()
        self._lines = lines
        self._lay()
        self.shown = 0
        self.refresh()
        if at_once:
            self.action_finish()
        else:
            self._advance()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that the whole calculation takes, for where it may have that many."""
        return len(rows(self._lines, width))

    def on_resize(self) -> None:
        """Lay the steps out anew."""
        self._lay()
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        """Show what is left at any key that isn't the replay's own; the key then does its own work too."""
        if not self.is_playing:
            return
        active = self.screen.active_bindings.get(event.key)
        if active is None or active.node is not self:
            self.action_finish()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Going on needs a step that isn't shown yet, going back one that is, another pace one that there is."""
        if action == "step":
            return (self.is_playing if parameters == (1,) else self.shown > 1) or None
        if action == "change_pace":
            by = 1 if parameters == (1,) else -1
            return self._pace().faster(by) is not self._pace() or None
        return action != "finish" or self.is_playing or None

    def action_step(self, by: int) -> None:
        """Show one step more, or one less, and wait."""
        self._stop()
        if by > 0:
            self._show(self.shown + 1)
        else:
            self.shown = max(1, self.shown - 1)
            self.refresh()
        self.screen.refresh_bindings()

    def action_restart(self) -> None:
        """Play the calculation again from its first step."""
        self.play(self._lines)

    def action_change_pace(self, by: int) -> None:
        """Ask for a faster pace, or a slower one; a calculation that is playing takes it from its next step on."""
        self.post_message(self.PaceChosen(self._pace().faster(by)))

    def action_finish(self) -> None:
        """Show every step."""
        self._stop()
        if self.is_playing:
            self._show(len(self._lines))
            self.screen.refresh_bindings()

    def render_line(self, y: int) -> Strip:
        """Render a row of a step that is shown; nothing of those to come."""
        if self.size.width != self._laid_width:  # it was hidden when its steps were laid out
            self._lay()
        style = self.visual_style
        y += self._top
        if y >= len(self._rows) or self._rows[y].step >= self.shown:
            return Strip.blank(self.size.width, style.rich_style)
        row = self._rows[y]
        new = row.step == self.shown - 1
        first = y == 0 or self._rows[y - 1].step != row.step
        if new:
            style += self.get_visual_style("replay--new", partial=True)
        content = Content.assemble("▸ " if new and first else "  ", row.content)
        return Visual.to_strips(self, content, self.size.width, 1, style, pad=True)[0]

    def _advance(self) -> None:
        self._timer = None
        pace = self._pace().seconds
        self._show(self.shown + 1 if pace else len(self._lines))
        if self.is_playing:
            self._timer = self.set_timer(pace, self._advance)
        else:
            self.screen.refresh_bindings()

    def _show(self, count: int) -> None:
        top, before = self._top, self.shown
        self.shown = min(count, len(self._lines))
        first, last = max(0, before - 1), self.shown
        lines = [y for y, row in enumerate(self._rows) if first <= row.step < last]
        if self._top != top:
            self.refresh()
        elif lines:
            self.refresh(Region(0, max(0, lines[0] - top), self.size.width, len(lines)))

    @property
    def _top(self) -> int:
        """The first row in view: where they don't all fit, those of the last steps are."""
        height = self.size.height
        count = sum(row.step < self.shown for row in self._rows)
        return max(0, count - height) if height else 0

    def _lay(self) -> None:
        self._laid_width = self.size.width
        self._rows = rows(self._lines, self._laid_width)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
