"""The risk ladder: the exact odds at each Diff, for this character as it is now, with the coming Diff marked."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.message import Message

from campaign.odds import decimal, percent
from rules.calculation import number
from rules.depassement import Stakes
from rules.risk import DIFFS, PAIRS, Rung, best, ladder
from rules.roll import FACES
from rules.tableau import Gravity
from screens.line_view import LineView

SHORT = {
    Gravity.AUCUNE: "auc",
    Gravity.ETOURDI: "éto",
    Gravity.SONNE: "son",
    Gravity.LEGERE: "lég",
    Gravity.GRAVE: "gra",
    Gravity.CRITIQUE: "cri",
    Gravity.FATALE: "fat",
}
_COLOURS = {
    Gravity.AUCUNE: "$text-success",
    Gravity.LEGERE: "$text-warning",
    Gravity.GRAVE: "$text-warning",
    Gravity.CRITIQUE: "$text-error",
    Gravity.FATALE: "$text-error",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide each column is, for the width there is and the effects that can happen.

    A `chance` of 0 leaves that column out: what it says, the successes out of 20 say too.
    """

    diff: int
    success: int
    chance: int
    dom: int
    effects: tuple[tuple[Gravity, int], ...]
    named_in_full: bool

    @classmethod
    def fit(cls, width: int, rungs: tuple[Rung, ...]) -> Columns:
        """Return the widest columns that `width` cells hold; the narrowest ones if none fit."""
        possible = [each for each in Gravity if any(rung.effects[each] for rung in rungs)]
        full = tuple((each, max(len(each), len("100 %")) + 2) for each in possible)
        short = tuple((each, 4) for each in possible)
        dom = max((len(_dom(rung, "·")) for rung in rungs), default=0) + 1
        spaced = max((len(_dom(rung, " · ")) for rung in rungs), default=0) + 1
        choices = (
            cls(6, 9, 7, max(spaced, 16), full, True),
            cls(4, 7, 5, max(dom, 11), short, False),
            cls(4, 6, 4, dom, short, False),
            cls(4, 6, 0, dom, short, False),
        )
        return next((each for each in choices if each.width <= width), choices[-1])

    @property
    def width(self) -> int:
        """How many cells the columns take."""
        effects = sum(width for _, width in self.effects)
        return self.diff + self.success + self.chance + self.dom + effects

    def heading(self) -> Content:
        """Return the names of the columns."""
        text = "Diff".rjust(self.diff)
        text += ("réussite" if self.named_in_full else "réus.").rjust(self.success)
        text += "%".rjust(self.chance) if self.chance else ""
        text += ("Dom min·moy·max" if self.named_in_full else "Dom").rjust(self.dom)
        for gravity, width in self.effects:
            text += (gravity if self.named_in_full else SHORT[gravity]).rjust(width)
        return Content.styled(text, "$text-muted")

    def rung(self, rung: Rung, *, current: bool, best: bool) -> Content:
        """Return a rung of the ladder; the best one is starred."""
        mark = ("▸" if current else " ") + ("★" if best else " ")
        parts: list[tuple[str, str]] = [
            (mark + str(rung.diff).rjust(self.diff - 2), ""),
            (f"{rung.successes}/{FACES}".rjust(self.success), "bold"),
            (self._percent(rung).rjust(self.chance), "$text-muted"),
            (_dom(rung, " · " if self.named_in_full else "·").rjust(self.dom), ""),
        ]
        parts += [self._chance(rung, gravity, width) for gravity, width in self.effects]
        if current:  # the cursor's own colours, lest a hue be lost on its background
            return Content("".join(text for text, _ in parts))
        return Content.assemble(*parts)

    def _percent(self, rung: Rung) -> str:
        return percent(rung.successes, FACES) if self.chance else ""

    def _chance(self, rung: Rung, gravity: Gravity, width: int) -> tuple[str, str]:
        count = rung.effects[gravity]
        unit = " %" if self.named_in_full else ""
        text = percent(count, PAIRS) + unit if count else "·" + " " * len(unit)
        return text.rjust(width), _COLOURS.get(gravity, "") if count else "$text-disabled"


def _dom(rung: Rung, separator: str) -> str:
    if rung.dom is None:
        return "impossible"
    return separator.join((number(rung.dom.least), decimal(rung.dom.mean), number(rung.dom.most)))


class RiskLadder(LineView, can_focus=False):
    """The odds of the stakes at hand, a row a Diff; ★ marks the best odds of a success without a real wound."""

    DEFAULT_CSS = """
    RiskLadder > .line-view--cursor {
        background: $block-cursor-background;
        color: $block-cursor-foreground;
        text-style: bold;
    }
    """

    class Refitted(Message):
        """The columns changed, and their heading with them."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rungs: tuple[Rung, ...] = ()
        self._best: Rung | None = None
        self._columns = Columns.fit(0, ())

    def show(self, stakes: Stakes, lowest: int) -> None:
        """Show the odds of `stakes` at each Diff from `lowest`, the minimum of the action, and its own Diff marked."""
        diffs = [diff for diff in DIFFS if diff >= lowest]
        if stakes.diff not in diffs:
            diffs.append(stakes.diff)
        rungs = ladder(
            stakes.ca.value,
            stakes.eff,
            stakes.encaissement.value,
            stakes.options,
            called=stakes.called,
            diffs=diffs,
        )
        if rungs != self._rungs:
            self._rungs, self._best = rungs, best(rungs)
            self.rows_changed()
        self.cursor = diffs.index(stakes.diff)

    @property
    def current(self) -> Rung | None:
        """The odds at the Diff of the stakes."""
        return self._rungs[self.cursor] if self._rungs else None

    def clear(self) -> None:
        """Show nothing: there are no stakes."""
        self._rungs = ()
        self.rows_changed()

    def heading(self) -> Content:
        """Return the names of the columns, for the line above the ladder."""
        return self._columns.heading() if self._rungs else Content("")

    def rows_changed(self) -> None:
        """Fit the columns to the width and the odds."""
        columns = Columns.fit(self.scrollable_content_region.width, self._rungs)
        if columns != self._columns:
            self._columns = columns
            self.post_message(self.Refitted())
        super().rows_changed()

    def row_count(self) -> int:
        """Return the number of Diffs shown."""
        return len(self._rungs)

    def row(self, index: int) -> Content:
        """Return the odds at the Diff of `index`."""
        rung = self._rungs[index]
        return self._columns.rung(rung, current=index == self.cursor, best=rung is self._best)
