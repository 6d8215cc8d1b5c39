"""A search under way: in slices so short that no key waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.widget import Widget
from textual.worker import Worker

from campaign.history.history import History
from campaign.history.query import Query
from campaign.history.results import Results
from campaign.history.search import Batch, search
from campaign.history.texts import Texts
from campaign.refusals import JournalError
from screens.base import GardienScreen
from screens.between_keys import BetweenKeys

SLICE = 0.008
"""Seconds of work between two looks at the keyboard; the making of one session's index may take longer."""
AT_ONCE = 0.05
"""Seconds after which what was found until now is told; most searches are over before, and told once."""
BLINK = 0.2
"""Seconds after which a search is slow; its news come no faster, so that a slow link isn't busy with them."""


class Searching:
    """Searches one thing at a time; what is begun anew, or whose owner is gone, is given up.

    Args:
        owner: the widget it works for.
        history: what is searched.
        monotonic: seconds that only go forward.
        told: called with what was found: after a moment, then from time to time, then when it is over.
        failed: called when the history can't be read.
    """

    def __init__(
        self,
        owner: Widget,
        history: History,
        monotonic: Callable[[], float],
        told: Callable[[Results], object],
        failed: Callable[[JournalError], object],
    ) -> None:
        self._owner, self._history, self._monotonic = owner, history, monotonic
        self._told, self._failed = told, failed
        self._query = Query()
        self._texts = Texts()
        self._steps: Iterator[Batch] = iter(())
        self._found: dict[int, Batch] = {}
        self._done = 0.0
        self._worker: Worker[None] | None = None
        self._began = self._last_told = 0.0

    @property
    def is_slow(self) -> bool:
        """Whether the search has gone on for longer than a blink."""
        return self._monotonic() - self._began >= BLINK

    def start(self, query: Query) -> None:
        """Search, in the place of what is being searched. Where all is known, the first slice is done on return."""
        self.stop()
        self._query, self._found, self._done = query, {}, 0.0
        self._steps = search(query, self._history, self._texts) if query.terms else iter(())
        self._began = self._monotonic()
        self._last_told = self._began - BLINK + AT_ONCE
        is_known = self._history.is_loaded or not query.terms
        if not is_known or not self._work():
            screen = self._owner.screen
            assert isinstance(screen, GardienScreen)
            work = self._go_on(screen.between_keys, always_tell=not is_known)
            self._worker = self._owner.run_worker(work, group="search", exclusive=True)

    def stop(self) -> None:
        """Give up what is being searched; what was found stays."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    async def _go_on(self, between_keys: BetweenKeys, *, always_tell: bool) -> None:
        await between_keys.turn()
        while self._owner.is_attached and not self._work(always_tell=always_tell):
            always_tell = False
            await between_keys.turn()

    def _work(self, *, always_tell: bool = False) -> bool:
        """Do a slice of the work, and tell what it found if it is time to; return whether the search is over."""
        try:
            is_over = self._slice()
        except JournalError as error:
            self._failed(error)
            return True
        now = self._monotonic()
        if always_tell or is_over or now - self._last_told >= BLINK:
            self._last_told = now
            found = self._found.values()
            self._told(Results.of(self._query, found, self._done, is_complete=is_over))
        return is_over

    def _slice(self) -> bool:
        until = self._monotonic() + SLICE
        for batch in self._steps:
            self._found[batch.session], self._done = batch, batch.done
            if self._monotonic() >= until:
                return False
        return True
