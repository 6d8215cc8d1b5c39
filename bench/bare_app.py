"""The floor of what a screen costs: a Textual app of three empty panes, of which a key changes one line."""

from __future__ import annotations

import os

from tui import boot

boot.apply(os.environ)  # as the product does, before Textual reads it

from textual import events  # noqa: E402
from textual.app import App, ComposeResult  # noqa: E402
from textual.containers import Horizontal  # noqa: E402
from textual.widgets import Static  # noqa: E402

TITLES = ("Compagnie", "Roller", "Journal")


class BareApp(App[None]):
    """Three empty panes side by side; the first shows how many keys were pressed."""

    CSS = "Static { border: solid white; width: 1fr; height: 1fr; }"
    _pressed = 0

    def compose(self) -> ComposeResult:
        """Lay the panes out."""
        with Horizontal():
            for title in TITLES:
                pane = Static(id=title.lower())
                pane.border_title = title
                yield pane

    def on_key(self, event: events.Key) -> None:
        """Change one line."""
        self._pressed += 1
        self.query_one("#compagnie", Static).update(f"key {self._pressed}", layout=False)


if __name__ == "__main__":
    BareApp().run()
