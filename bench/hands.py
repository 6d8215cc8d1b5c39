"""What the hands of a GC press at the table, by the dice of a seed: keys to be pressed in a row."""

from __future__ import annotations

from random import Random

from rules.roll import FACES

Keys = tuple[str, ...]

BACK = "\x07"
"""Ctrl+G, another Esc: keys may follow it at once."""
DIALOGS: tuple[Keys, ...] = (
    ("?", BACK),
    ("t", BACK),
    ("g", BACK),
    ("O", BACK),
    ("j", BACK),
    ("e", BACK),
    ("o", BACK),
    ("a", BACK),
    ("ctrl+p", BACK),
)
"""Each dialog and form of the table, opened and left."""
FOCUS_CHANGES: Keys = ("c", "l", BACK)
"""From pane to pane."""
TO_THE_ROSTER: Keys = (BACK, BACK, BACK, "c")
"""From wherever one is at the table, leaving a roll that isn't thrown."""
REST: Keys = (*TO_THE_ROSTER, "g", "repos complet", "enter", BACK)
"""Everyone rests, where anyone has something to rest from."""
UNDO_AND_REDO: Keys = ("u", "o", "r", "o")
CLOSE_SESSION: Keys = ("k", "o", "enter", BACK)


class Hands:
    """A GC who plays fast."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def stakes(self) -> Keys:
        """Choose a character, his action and the Diff: the dice come next."""
        moves = [self._chance.choice(("up", "down")) for _ in range(self._chance.randrange(3))]
        return (*TO_THE_ROSTER, *moves, "enter", "enter", str(self._chance.randint(3, 9)), "enter")

    def dice(self) -> Keys:
        """Type both dice. Where one of them isn't needed, its keys do nothing."""
        return (self._die(), "enter", self._die(), "enter")

    def ruling(self) -> Keys:
        """Rule on the roll, mostly without effect: the company is to stay fit."""
        return (self._chance.choice("fssss"),)

    def note(self) -> Keys:
        """Write a note."""
        return ("t", f"note {self._chance.randrange(10**9)}", "enter")

    def dialog(self) -> Keys:
        """Open a dialog and leave it."""
        return self._chance.choice(DIALOGS)

    def _die(self) -> str:
        return str(self._chance.randint(1, FACES))
