"""The sessions of a campaign, a line each; and the one under the cursor, told whole."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from campaign.dates import duration, full_date
from campaign.history.history import History
from campaign.history.sittings import Facts, Sitting, facts, highlights, parts
from screens.line_view import LineView
from screens.table.roster import TAKEN

_LONGEST = 120
"""How many cells of what bears a ★ are told of a session as a whole: two lines, or four of a narrow column."""
_BROAD = 70
"""The width from which a session's title and those who were there have a place on its line."""


class SessionList(LineView):
    """The sessions, in order; what isn't known yet of one is left blank."""

    BINDING_GROUP_TITLE = "Séances"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,ctrl+j",
            "choose",
            "événements",
            tooltip="Voir les événements de la séance choisie",
            id="history.open_session",
        ),
    ]

    class Moved(Message):
        """Another session is under the cursor."""

    class Chosen(Message):
        """The events of the session under the cursor are to be read."""

    def __init__(self, history: History, sittings: tuple[Sitting, ...]) -> None:
        super().__init__()
        self._history, self._sittings = history, sittings

    def show(
        self, history: History, sittings: tuple[Sitting, ...], session: int, sequence: int | None
    ) -> None:
        """Show these sessions, with the cursor on the one that holds an event."""
        self._history, self._sittings = history, sittings
        self.set_reactive(SessionList.cursor, self.place(session, sequence))
        self.rows_changed()
        self.show_cursor()

    def chosen(self) -> Sitting | None:
        """Return the session under the cursor."""
        return self._sittings[self.cursor] if self._sittings else None

    def place(self, session: int, sequence: int | None) -> int:
        """Return the row of the session that holds an event; that of the last one where none does."""
        for row, each in enumerate(self._sittings):
            if each.holds(session, sequence):
                return row
        return max(0, len(self._sittings) - 1)

    def known(self, session: int) -> None:
        """Take note that the index of a session has become known; repaint once all those in view are."""
        top = self.scroll_offset.y
        in_view = self._sittings[top : top + self.size.height]
        if any(session in each.sessions for each in in_view) and all(
            parts(self._history, each) is not None for each in in_view
        ):
            self.refresh()

    def row_count(self) -> int:
        """Return how many sessions there are."""
        return len(self._sittings)

    def row(self, index: int) -> Content:
        """Return the line of a session."""
        sitting = self._sittings[index]
        mark = "▸ " if index == self.cursor else "  "
        known = parts(self._history, sitting)
        if known is None:
            return Content(f"{mark}{sitting.label:>3} …")
        told = facts(self._history, known)
        is_broad = self.scrollable_content_region.width >= _BROAD
        line = Content.assemble(
            mark,
            (f"{sitting.label:>3} ", "bold"),
            *_figures(told),
            *(_words(sitting, told) if is_broad else ()),
        )
        has_own_colours = index == self.cursor and self.has_focus
        return Content(line.plain) if has_own_colours else line

    def watch_cursor(self, before: int, after: int) -> None:
        """Tell that the cursor is elsewhere."""
        super().watch_cursor(before, after)
        if before != after:
            self.post_message(self.Moved())

    def on_focus(self) -> None:
        """Give the cursor its colours."""
        self.repaint_row(self.cursor)

    def on_blur(self) -> None:
        """Take them off."""
        self.repaint_row(self.cursor)

    def action_choose(self) -> None:
        """Ask for the events of the session under the cursor."""
        self.post_message(self.Chosen())


def _figures(told: Facts) -> tuple[tuple[str, str], ...]:
    day = f"{told.day:%d/%m/%Y}" if told.day else "—"
    length = duration(told.length) if told.day else ""
    stars = f"★{told.stars}" if told.stars else ""
    wounds = f"{TAKEN}{told.wounds}" if told.wounds else ""
    return (
        (f"{day:<10} ", ""),
        (f"{length:>8} ", "$text-muted"),
        (f"{stars:<3} ", "$text-primary"),
        (f"{wounds:<3} ", "$text-warning"),
    )


def _words(sitting: Sitting, told: Facts) -> tuple[tuple[str, str], ...]:
    title = f"{sitting.title} · " if sitting.title else ""
    return (title, "bold"), (", ".join(told.present), "$text-muted")


def session_card(history: History, sitting: Sitting) -> Content:
    """Return what is told of a session as a whole: its date, its length, who was there, what bears a ★."""
    known = parts(history, sitting)
    title = sitting.heading
    if known is None:
        return Content.assemble((title, "bold"), "\nEncore à lire…")
    told = facts(history, known)
    when = f"{full_date(told.day)}, {duration(told.length)}" if told.day else "rien n’y fut joué"
    stars = highlights(history, known)
    blocks: list[Content | tuple[str, str]] = [(title, "bold"), ("\n" + when, "")]
    if told.present:
        blocks += [("\nÉtaient là : ", "$text-muted"), (", ".join(told.present), "")]
    if told.wounds:
        blocks.append((f"\n{TAKEN} {_wounds(told.wounds)}", "$text-warning"))
    for star in stars:
        blocks += [("\n★ ", "$text-primary"), Content(star).truncate(_LONGEST, ellipsis=True)]
    return Content.assemble(*blocks)


def _wounds(count: int) -> str:
    return f"{count} blessure{'s' if count > 1 else ''}"
