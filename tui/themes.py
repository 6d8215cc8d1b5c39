"""Gardien's own colours: ink and brass, dark and light. Meaning is never in them alone.

Each is chosen so that its nearest of 16 colours is legible too: on light paper, no brown that would turn yellow.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="gardien-sombre",
    dark=True,
    primary="#d9aa55",
    secondary="#86aac8",
    accent="#d9aa55",
    success="#93b877",
    warning="#e0a458",
    error="#e5786d",
    foreground="#d9dbe0",
    background="#15171b",
    surface="#1b1e24",
    panel="#22262d",
    variables={
        "text-muted": "#9ba1ad",
        "text-disabled": "#6d737e",
        "text-primary": "#e3bd76",
        "text-error": "#f09a90",
        "text-warning": "#e8b876",
        "text-success": "#a9c991",
        "border": "#d9aa55",
        "border-blurred": "#3d434e",
        "block-cursor-foreground": "#15171b",
        "block-cursor-background": "#d9aa55",
        "block-cursor-blurred-background": "#2e333d",
        "block-cursor-blurred-foreground": "#d9dbe0",
        "input-selection-background": "#4a4231",
        "scrollbar": "#3d434e",
        "scrollbar-background": "#1b1e24",
    },
)

LIGHT = Theme(
    name="gardien-clair",
    dark=False,
    primary="#734f1f",
    secondary="#2d5c86",
    accent="#734f1f",
    success="#3d6b26",
    warning="#6e5220",
    error="#a82a1f",
    foreground="#24262b",
    background="#faf8f3",
    surface="#f3f0e8",
    panel="#e8e4d9",
    variables={
        "text-muted": "#5b606a",
        "text-disabled": "#7a7e87",
        "text-primary": "#62480f",
        "text-error": "#98231a",
        "text-warning": "#6b4a24",
        "text-success": "#345c20",
        "border": "#734f1f",
        "border-blurred": "#c4beb0",
        "block-cursor-foreground": "#faf8f3",
        "block-cursor-background": "#734f1f",
        "block-cursor-blurred-background": "#ddd7c8",
        "block-cursor-blurred-foreground": "#24262b",
        "input-selection-background": "#ecd9b0",
        "scrollbar": "#c4beb0",
        "scrollbar-background": "#f3f0e8",
    },
)
