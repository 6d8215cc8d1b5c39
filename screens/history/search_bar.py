"""Where the GC types what is searched in the history, and reads what that means and how much was found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Input, Static

from campaign.history.completion import Completion, completions
from campaign.history.explanation import explanation
from campaign.history.history import History
from campaign.history.known import Known
from campaign.history.query import Query, parse
from campaign.history.results import Results
from campaign.refusals import JournalError
from campaign.sentences import sentence
from screens.fields import Field
from screens.history.searching import Searching
from screens.keys import key_for
from screens.line_view import LineView
from screens.steady_text import SteadyText

_ROOM = 1000
"""More lines than there are completions."""
_BAR = 12
"""The length of the progress bar, in cells."""
_NOTHING = "Tapez des mots, ou des filtres."


class SearchBar(Vertical):
    """A field; below it how much was found and what is searched, or what is wrong; then what the word may become.

    It searches while it is typed, and gives the search up when it is unmounted. Esc leaves it with what was typed.

    Args:
        history: what is searched.
        monotonic: seconds that only go forward.
    """

    BINDINGS = [
        Binding(
            "tab",
            "complete",
            "compléter",
            tooltip="Compléter le mot par la ligne marquée",
            id="search.complete",
        ),
        Binding(
            "down",
            "choose(1)",
            "choisir",
            tooltip="Marquer la proposition suivante",
            id="search.down",
        ),
        Binding(
            "up",
            "choose(-1)",
            "choisir avant",
            tooltip="Marquer la proposition précédente",
            id="search.up",
            show=False,
        ),
        Binding(
            "escape,ctrl+g",
            "leave",
            "retour",
            tooltip="Quitter le champ ; ce qui est tapé y reste",
            id="search.leave",
        ),
    ]
    BINDING_GROUP_TITLE = "Recherche"

    DEFAULT_CSS = """
    SearchBar {
        height: auto;
        padding: 0 1;
        & > Horizontal { height: 1; }
        Horizontal > Static { width: 9; color: $text-muted; }
        SteadyText { height: auto; max-height: 3; color: $text-muted; }
        SteadyText.-complaint { color: $text-error; }
        _Offered { display: none; height: 1fr; }
        &:focus-within { height: 6; }
        &:focus-within _Offered { display: block; }
    }
    """

    @dataclass
    class Changed(Message):
        """Posted when something else is searched.

        Attributes:
            query: what; its terms are empty when nothing is.
        """

        query: Query

    @dataclass
    class Found(Message):
        """Posted when something was found, until the search is over.

        Attributes:
            results: all that was found until now; those of an empty query when nothing is searched.
        """

        results: Results

    class Left(Message):
        """Posted when the GC leaves the field by Esc."""

    class Taken(Message):
        """Posted when the GC goes on to what was found, by Enter."""

    def __init__(
        self, history: History, monotonic: Callable[[], float], *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._history = history
        self._field = Field("recherche", placeholder="merlin dragon type:note gravité:≥grave")
        self._said, self._offered = SteadyText(), _Offered()
        self._searching = Searching(self, history, monotonic, self._tell, self._fail)
        self._query = Query()
        self._results = Results()
        self._trouble = ""

    def compose(self) -> ComposeResult:
        """Yield the field and what is told below it."""
        with Horizontal():
            yield Static("Chercher", markup=False)
            yield self._field
        yield self._said
        yield self._offered

    def on_mount(self) -> None:
        """Follow the cursor: what the word under it may become is offered."""
        self._field.select_on_focus = False
        self.watch(self._field, "selection", self._offer)
        self._say()

    @property
    def text(self) -> str:
        """What is typed."""
        return self._field.value

    def search_for(self, text: str) -> None:
        """Put `text` in the field, and search it."""
        self._field.value = text
        self._field.cursor_position = len(text)

    def again(self) -> None:
        """Search the same thing anew: more was written."""
        self._searching.start(self._query)

    def stop(self) -> None:
        """Give up what is being searched: its screen is left. `again` takes it up."""
        self._searching.stop()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search what is typed now, unless that is what is searched already."""
        event.stop()
        before, self._query = self._query, parse(event.value)
        self._offer()
        if self._query.terms == before.terms:
            self._say()
            return
        self.post_message(self.Changed(self._query))
        self._searching.start(self._query)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the completion that was chosen; where none was, go on to what was found."""
        event.stop()
        if self._offered.was_chosen:
            self.action_complete()
        else:
            self.post_message(self.Taken())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Complete where something is marked, and choose where something is offered."""
        if action == "complete":
            return self._offered.marked is not None
        if action == "choose":
            return bool(self._offered.offered)
        return super().check_action(action, parameters)

    def action_complete(self) -> None:
        """Put the completion that is marked in the place of the word."""
        if (marked := self._offered.marked) is not None:
            field = self._field
            field.value, field.cursor_position = marked.applied(field.value)

    def action_choose(self, by: int) -> None:
        """Mark another completion."""
        self._offered.choose(by)
        self.refresh_bindings()

    def action_leave(self) -> None:
        """Leave the field."""
        self.post_message(self.Left())

    def _offer(self) -> None:
        typed, cursor = self._field.value, self._field.cursor_position
        found = completions(typed, cursor, Known.of(self._history))
        in_word = cursor > 0 and not typed[cursor - 1].isspace()
        self._offered.offer(found, marked=in_word)
        self.refresh_bindings()

    def _tell(self, results: Results) -> None:
        self._results, self._trouble = results, ""
        self._say()
        self.post_message(self.Found(results))

    def _fail(self, error: JournalError) -> None:
        self._trouble = sentence(error)
        self._say()

    def _say(self) -> None:
        wrong = self._trouble or self._query.complaint
        what = f"✗ {wrong}" if wrong else explanation(self._query, Known.of(self._history))
        count = self._count() if self._query.terms else ""
        self._said.set_class(bool(wrong), "-complaint")
        self._said.tell(Content(" · ".join(filter(None, (count, what))) or _NOTHING))

    def _count(self) -> str:
        """Return how much was found; while the search is slow, after how much of the work was done."""
        number = len(self._results)
        found = "rien trouvé" if not number else f"{number} trouvé{'s' if number > 1 else ''}"
        if self._results.is_complete:
            return found
        until_now = f"{found} jusqu’ici…"
        if not self._searching.is_slow:
            return until_now
        done = int(self._results.done * _BAR)
        return f"{'━' * done}{'─' * (_BAR - done)} {until_now}"


class _Offered(LineView, can_focus=False):
    """What the word under the cursor may become: the lines in view stay as many, whatever there is."""

    DEFAULT_CSS = """
    _Offered {
        scrollbar-size-vertical: 0;
        & > .line-view--cursor { background: transparent; text-style: none; }
        &.-marked > .line-view--cursor { background: $block-cursor-blurred-background; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.offered: tuple[Completion, ...] = ()
        self.was_chosen = False
        self._is_marked = False

    @property
    def marked(self) -> Completion | None:
        """The completion that Tab takes."""
        return self.offered[self.cursor] if self.offered and self._is_marked else None

    def offer(self, found: tuple[Completion, ...], *, marked: bool) -> None:
        """Show completions, the first of them marked or none."""
        if found == self.offered and marked == self._is_marked and not self.was_chosen:
            return
        self.offered, self._is_marked, self.was_chosen = found, marked, False
        self.set_class(marked, "-marked")
        self.set_reactive(LineView.cursor, 0)
        self.scroll_to(y=0, animate=False, immediate=True)
        self.rows_changed()

    def choose(self, by: int) -> None:
        """Mark the completion `by` lines further; the first one where none was."""
        if self._is_marked:
            self.action_move(by)
        self._is_marked = self.was_chosen = True
        self.add_class("-marked")
        self.refresh()

    def rows_changed(self) -> None:
        """Take note of other completions; their room stays, for a layout of the screen costs as much as a search."""
        self.virtual_size = Size(self.scrollable_content_region.width, _ROOM)
        self.refresh()

    def row_count(self) -> int:
        """Return how many completions there are."""
        return len(self.offered)

    def row(self, index: int) -> Content:
        """Return a completion and what it means, and the key that takes it where it is marked."""
        each = self.offered[index]
        is_marked = self._is_marked and index == self.cursor
        key = f"{key_for(self.parent, 'search.complete')} " if is_marked and self.parent else ""
        return Content.assemble(
            "▸ " if is_marked else "  ",
            (each.text, "bold" if is_marked else ""),
            (f"  {each.meaning}" if each.meaning else "", "$text-muted"),
            (f"  {key}" if key else "", "bold $text-muted"),
        )
