"""Panes with titles, of which one has the focus."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widget import Widget


def mark_current_pane(screen: Screen[Any]) -> None:
    """Mark the title of the pane that has the focus."""
    for title in screen.query(".pane-title"):
        pane = title.parent
        title.set_class(isinstance(pane, Widget) and pane.has_focus_within, "-current")
