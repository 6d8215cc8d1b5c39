"""What follows from a change of the past, read before it is done; where that takes time, it is shown how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content

from campaign.commands import Correction, Redo, Undo
from campaign.deltas import NOTHING_PLAYED, deltas
from campaign.history.consequences import Consequences
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from screens.dialogs.confirm import Confirm
from screens.steady_text import SteadyText

_BLINK = 0.25
"""Seconds between two looks at how far it is."""
_WIDTH = 20
"""The length of the progress bar, in cells."""

Foretold = tuple[str, ...] | Consequences
"""What follows: known already, or to be worked out."""


def listed(deltas: tuple[str, ...]) -> tuple[str, ...]:
    """Return what would change, a line each; where nothing would, a line that says so."""
    return tuple(f"· {each}" for each in deltas or (NOTHING_PLAYED,))


def foretell(session: Session, command: Undo | Redo | Correction) -> Foretold:
    """Return what follows from `command`: at once where it is of tonight, else to be worked out up to now.

    Raises:
        Refused: it makes no sense now.
        RuleError: the rules refuse it.
    """
    foreseen = session.foreseen(command)
    is_last = isinstance(command, Undo | Redo) and command.target is None  # what nothing came after
    if session.is_far(foreseen) or (session.is_earlier(foreseen) and not is_last):
        return Consequences(session.history, foreseen)
    return listed(deltas(session.state, session.foresee(command)))


class Foretelling(Confirm):
    """A question about the past with all that follows from a yes, which can't be said before that is known.

    Args:
        question: what is asked.
        told: the events that are concerned, as the log tells them.
        foretold: what follows.
    """

    DEFAULT_CSS = """
    Foretelling > .dialog--frame { width: 78; }
    """

    def __init__(self, question: str, told: Sequence[str], foretold: Foretold) -> None:
        super().__init__(question)
        self._told = (*told, "") if told else ()
        self._work = foretold if isinstance(foretold, Consequences) else None
        self._lines = () if isinstance(foretold, Consequences) else foretold
        self._place, self._count = 0, 1
        self._trouble = ""

    def compose_text(self) -> ComposeResult:
        """Yield the events concerned, and what follows."""
        yield SteadyText(Content(self._text()), id="foretold")

    def on_mount(self) -> None:
        """Begin to work out what isn't known."""
        if self._work is not None:
            self.query_one("#yes").disabled = True
            self._progress = self.set_interval(_BLINK, self._show)
            self.run_worker(self._work_out(self._work))

    @property
    def is_known(self) -> bool:
        """Whether all that follows is known."""
        return self._work is None

    def action_answer(self, answer: bool) -> None:
        """Answer; no yes before all is known."""
        if not answer or self.is_known:
            super().action_answer(answer)

    async def _work_out(self, work: Consequences) -> None:
        """Go from session to session; keys come first."""
        try:
            for self._place, self._count in work.steps():
                await asyncio.sleep(0)
        except JournalError as error:
            self._trouble = sentence(error)
        else:
            self._lines, self._work = tuple(work.lines()), None
            self.query_one("#yes").disabled = False
        self._progress.stop()
        self._show()

    def _show(self) -> None:
        self.query_one("#foretold", SteadyText).tell(Content(self._text()))

    def _text(self) -> str:
        if self.is_known:
            return "\n".join((*self._told, *self._lines))
        if self._trouble:
            return "\n".join((*self._told, self._trouble))
        done = _WIDTH * self._place // self._count
        bar = "█" * done + "░" * (_WIDTH - done)
        where = f"Ce qui en découle… {bar} séance {self._place + 1} sur {self._count}"
        return "\n".join((*self._told, where))
