"""An event in full: its calculation, which plays as at the table, then all that is known of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from campaign.history.account import Account, moment
from campaign.preferences import Pace
from screens.steady_text import SteadyText
from screens.table.replay import Replay


class Told(VerticalScroll, can_focus=True, inherit_bindings=False):
    """What is told of an event beside its calculation; it scrolls where it is longer than its place."""

    BINDING_GROUP_TITLE = "Événement"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Ligne précédente", id="list.up", show=False),
        Binding("down", "scroll_down", "Ligne suivante", id="list.down", show=False),
        Binding("pageup", "page_up", "Page précédente", id="list.page_up", show=False),
        Binding("pagedown", "page_down", "Page suivante", id="list.page_down", show=False),
        Binding("home", "scroll_home", "Première ligne", id="list.first", show=False),
        Binding("end", "scroll_end", "Dernière ligne", id="list.last", show=False),
    ]


class Detail(Vertical):
    """Shows an event.

    Args:
        pace: how fast a replay goes by itself.

    Attributes:
        account: what is known of the event in view; None where none is.
    """

    def __init__(self, pace: Callable[[], Pace], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pace = pace
        self.account: Account | None = None

    def compose(self) -> ComposeResult:
        """Lay out the title, the steps, the dice and the rest."""
        yield SteadyText(id="event-title", classes="pane-title")
        yield SteadyText(id="event-heading")
        yield Replay(self._pace)
        with Told():
            yield SteadyText(id="event-told")

    @property
    def sequence(self) -> int | None:
        """The number of the event in view; None where none is."""
        return self.account.entry.sequence if self.account else None

    @property
    def has_steps(self) -> bool:
        """Whether there is a calculation to play."""
        return self.account is not None and bool(self.account.steps)

    def show(self, account: Account) -> None:
        """Show what is known of an event, its calculation whole."""
        is_other = account.entry.sequence != self.sequence
        before = self.account.steps if self.account else ()
        self.account = account
        entry = account.entry
        title = f"{moment(entry.at)} · n° {entry.sequence}"
        self.query_one("#event-title", SteadyText).tell(Content(title))
        self.set_class(self.has_steps, "-steps")
        self._tell(_heading(account), *_told(account))
        if is_other:
            self.query_one(Told).scroll_home(animate=False)
        if is_other or account.steps != before:
            self.query_one(Replay).play(account.steps, at_once=True)
            self.query_one(Replay).refresh(layout=True)  # it is as high as the calculation
        if self.has_focus_within:
            self.focus_main()

    def focus_main(self) -> None:
        """Go to the calculation, or else to what is told."""
        self.query_one(Replay if self.has_steps else Told).focus()

    def clear(self, words: str) -> None:
        """Show no event, and say why."""
        self.account = None
        self.query_one("#event-title", SteadyText).tell(Content("Événement"))
        self.remove_class("-steps")
        self._tell(Content(words))

    def _tell(self, heading: Content, *lines: Content) -> None:
        """Show what it is about over its calculation; without one, with the rest, where the longest note scrolls."""
        listed = lines if self.has_steps else (heading.stylize("bold"), *lines)
        self.query_one("#event-heading", SteadyText).tell(heading)
        self.query_one("#event-told", SteadyText).tell(Content("\n").join(listed))

    def read(self) -> None:
        """Go to the event; play its calculation from the first step, where it has one."""
        if self.account is not None and self.has_steps:
            self.query_one(Replay).play(self.account.steps)
        self.focus_main()


def _heading(account: Account) -> Content:
    marks = " · ".join(account.marks).upper()
    return Content.assemble((f"{marks} · " if marks else "", "$text-warning"), account.heading)


def _told(account: Account) -> list[Content]:
    labelled = (("Dés", account.dice), *account.told) if account.dice else account.told
    return [Content.assemble((f"{label} : ", "$text-muted"), words) for label, words in labelled]
