"""How much room Gardien needs on the terminal, and how the table divides it."""

from __future__ import annotations

WIDTH, HEIGHT = 80, 24
"""The least that Gardien can be shown in."""
WIDE = 110
"""The width from which the company keeps the whole height of the table."""
