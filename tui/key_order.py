"""Keys are obeyed one after the other, each once all that the one before it set off is done.

Textual hands a key to the widget that has the focus when it arrives. Keys that a slow link delivers in one lump would
all go to the first field, although Enter or Tab among them were to move the focus: the dice would end up in Diff.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App
from textual.dom import DOMNode
from textual.events import Event

ROUNDS = 6
"""How often word is passed from the focus up to the app: once for each message that one message may lead to."""
PAINTINGS = 3
"""How often what changed is painted before the next key: a widget that is given another size may change once more."""
PATIENCE = 1.0
"""Seconds after which waiting keys are let through although a widget that vanished never passed the word on."""


class KeyOrder:
    """Holds back the keys that arrive while an earlier one is still at work.

    After each key, a callback climbs through the message queues from the focused widget to the app, several times: when
    it is back for the last time, all that the key set off has been dealt with. What it changed is then painted, and
    what that set off in turn: the key's whole effect is one picture.

    Args:
        app: whose keys they are.
        paint: paints what has changed; tells whether it was laid out anew, which may change more.
        show: called when the picture is whole.
        settled: called when every key that arrived has done its work.
    """

    def __init__(
        self,
        app: App[Any],
        paint: Callable[[], bool],
        show: Callable[[], object],
        settled: Callable[[], None],
    ) -> None:
        self._app, self._paint, self._show, self._settled = app, paint, show, settled
        self._waiting: deque[Event] = deque()
        self._admitted: Event | None = None
        self._turn = 0
        self._at_work = False

    @property
    def is_settled(self) -> bool:
        """Whether every key that arrived has done its work."""
        return not self._at_work

    def admits(self, event: Event) -> bool:
        """Return whether `event` may be obeyed now; otherwise it comes again when its turn has come."""
        if event is self._admitted or not self._at_work:
            self._admitted = None
            self._at_work = True
            return True
        self._waiting.append(event)
        if len(self._waiting) == 1:
            self._lose_patience_in_time()
        return False

    def follow(self) -> None:
        """Let the next key through once all that the one just obeyed set off is done."""
        self._turn += 1
        if self._waiting:
            self._lose_patience_in_time()
        self._round(self._turn, ROUNDS, PAINTINGS)

    def _lose_patience_in_time(self) -> None:
        self._app.set_timer(PATIENCE, partial(self._next, self._turn))

    def _round(self, turn: int, left: int, paintings: int) -> None:
        if left:
            self._climb(turn, left, paintings, self._app.focused or self._app.screen)
        elif not (paintings and self._app.screen.call_later(self._painting, turn, paintings)):
            self._next(turn)

    def _climb(self, turn: int, left: int, paintings: int, node: DOMNode | None) -> None:
        above = partial(self._climb, turn, left, paintings)
        if node in (None, self._app) or not node.call_later(above, node.parent):
            self._app.call_later(self._round, turn, left - 1, paintings)

    def _painting(self, turn: int, paintings: int) -> None:
        """Paint, in the screen's own turn; where nothing was laid out anew, the picture is whole."""
        more = self._paint()
        self._app.call_later(self._round, turn, ROUNDS if more else 0, paintings - 1 if more else 0)

    def _next(self, turn: int) -> None:
        if turn != self._turn or not self._at_work:
            return
        self._show()
        self._turn += 1  # word that comes late lets no second key through
        if self._waiting:
            self._admitted = self._waiting.popleft()
            self._app.post_message(self._admitted)
        else:
            self._at_work = False
            self._settled()
