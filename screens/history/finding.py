"""The search over what it finds: it takes the place of the events of a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message

from campaign.history.history import History
from campaign.history.rows import Row, indexed_row
from screens.fields import Field
from screens.history.found_list import FoundList
from screens.history.search_bar import SearchBar


class Finding(Vertical):
    """A search and what it finds.

    Args:
        history: what is searched.
        monotonic: seconds that only go forward.
    """

    BINDING_GROUP_TITLE = "Recherche"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,ctrl+j",
            "choose",
            "y aller",
            tooltip="Aller à l’événement trouvé, parmi ceux de sa séance",
            id="search.open_event",
        ),
    ]

    class Moved(Message):
        """Another event that was found is under the cursor."""

    class Chosen(Message):
        """One is to go to the event under the cursor."""

    def __init__(self, history: History, monotonic: Callable[[], float]) -> None:
        super().__init__()
        self._history, self._monotonic = history, monotonic

    def compose(self) -> ComposeResult:
        """Lay the field out over what is found."""
        yield SearchBar(self._history, self._monotonic)
        yield FoundList(self._history)

    def on_mount(self) -> None:
        """Follow the cursor."""
        self.watch(self.query_one(FoundList), "cursor", self._moved, init=False)

    def on_search_bar_found(self, event: SearchBar.Found) -> None:
        """List what was found."""
        event.stop()
        self.query_one(FoundList).show(event.results)
        self._moved()

    def on_search_bar_taken(self, event: SearchBar.Taken) -> None:
        """Go on to what was found."""
        event.stop()
        self.query_one(FoundList).focus()

    @property
    def searched(self) -> str:
        """What is typed."""
        return self.query_one(SearchBar).text

    def search_for(self, text: str) -> None:
        """Search `text`."""
        self.query_one(SearchBar).search_for(text)

    def ask(self) -> None:
        """Go to what is searched, to search something else."""
        self.query_one(SearchBar).query_one(Field).focus()

    def read(self) -> None:
        """Go to what was found."""
        self.query_one(FoundList).focus()

    def again(self) -> None:
        """Search the same thing anew: more was written."""
        self.query_one(SearchBar).again()

    def selected(self) -> Row | None:
        """Return the event under the cursor."""
        match = self.query_one(FoundList).chosen
        index = self._history.index(match.session) if match else None
        return indexed_row(index, match.row) if match and index else None

    def action_choose(self) -> None:
        """Ask to go to the event under the cursor."""
        self.post_message(self.Chosen())

    def _moved(self) -> None:
        self.post_message(self.Moved())
