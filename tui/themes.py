"""Gardien's own colours: ink and brass, dark and light, each also with high contrast. Meaning is never in them alone.

Each is chosen so that its nearest of 16 colours is legible too: on light paper, no brown that would turn yellow.
"""

from __future__ import annotations

from textual import theme as textual

from campaign.preferences import Theme


def _theme(
    name: str,
    *,
    dark: bool,
    primary: str,
    secondary: str,
    success: str,
    warning: str,
    error: str,
    foreground: str,
    background: str,
    surface: str,
    panel: str,
    variables: dict[str, str],
) -> textual.Theme:
    """Return a theme; what `variables` doesn't say of Textual's own names follows from the colours."""
    following = {
        "text-primary": primary,
        "text-error": error,
        "text-warning": warning,
        "text-success": success,
        "border": primary,
        "block-cursor-foreground": background,
        "block-cursor-background": primary,
        "block-cursor-blurred-foreground": foreground,
        "scrollbar-background": surface,
    }
    return textual.Theme(
        name,
        primary,
        secondary,
        warning,
        error,
        success,
        accent=primary,
        foreground=foreground,
        background=background,
        surface=surface,
        panel=panel,
        dark=dark,
        variables=following | variables,
    )


THEMES = {
    Theme.SOMBRE: _theme(
        "gardien-sombre",
        dark=True,
        primary="#d9aa55",
        secondary="#86aac8",
        success="#93b877",
        warning="#e0a458",
        error="#e5786d",
        foreground="#d9dbe0",
        background="#15171b",
        surface="#1b1e24",
        panel="#22262d",
        variables={
            "panel-lighten-2": "#323844",
            "text-muted": "#a8aeba",
            "text-disabled": "#9fa5b1",
            "text-primary": "#e3bd76",
            "text-error": "#f09a90",
            "text-warning": "#e8b876",
            "text-success": "#a9c991",
            "border-blurred": "#6b7280",
            "block-cursor-blurred-background": "#2e333d",
            "input-selection-background": "#423a29",
            "scrollbar": "#5a606c",
        },
    ),
    Theme.CLAIR: _theme(
        "gardien-clair",
        dark=False,
        primary="#734f1f",
        secondary="#2d5c86",
        success="#3d6b26",
        warning="#6e5220",
        error="#a82a1f",
        foreground="#24262b",
        background="#faf8f3",
        surface="#f3f0e8",
        panel="#e8e4d9",
        variables={
            "panel-lighten-2": "#fffdf5",
            "text-muted": "#51565f",
            "text-disabled": "#595d66",
            "text-primary": "#62480f",
            "text-error": "#98231a",
            "text-warning": "#6b4a24",
            "text-success": "#345c20",
            "border-blurred": "#8a8476",
            "block-cursor-blurred-background": "#ddd7c8",
            "input-selection-background": "#ecd9b0",
            "scrollbar": "#a39c8c",
        },
    ),
    Theme.SOMBRE_CONTRASTE: _theme(
        "gardien-sombre-contraste",
        dark=True,
        primary="#ffd27a",
        secondary="#b6dcff",
        success="#bfe8a3",
        warning="#ffd27a",
        error="#ffb4aa",
        foreground="#ffffff",
        background="#000000",
        surface="#1a1a1a",
        panel="#242424",
        variables={
            "panel-lighten-2": "#2e2e2e",
            "text-muted": "#d2d5db",
            "text-disabled": "#c2c6cf",
            "border-blurred": "#c2c6cf",
            "block-cursor-blurred-background": "#333333",
            "input-selection-background": "#3a3222",
            "scrollbar": "#c2c6cf",
        },
    ),
    Theme.CLAIR_CONTRASTE: _theme(
        "gardien-clair-contraste",
        dark=False,
        primary="#4a3000",
        secondary="#003a66",
        success="#12430a",
        warning="#4a3000",
        error="#7a0c04",
        foreground="#000000",
        background="#ffffff",
        surface="#f0f0f0",
        panel="#e4e4e4",
        variables={
            "panel-lighten-2": "#fff0bf",
            "text-muted": "#33363c",
            "text-disabled": "#3d4047",
            "border-blurred": "#3d4047",
            "block-cursor-blurred-background": "#dcdcdc",
            "input-selection-background": "#f3dfae",
            "scrollbar": "#3d4047",
        },
    ),
}
