"""The keys that the GC chose in the place of ours.

Textual's own key map won't do: it is applied at each key, after the letters that a field takes for itself were set
aside (so that one of its letters would command from within a field), and puts the keys it changes last in every list.
Here a widget gets its bindings as they are to be, once, when it is mounted: whatever reads them follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.binding import Binding, BindingsMap

if TYPE_CHECKING:
    from storage.key_file import KeyFile

FIXED = (
    *("enter", "ctrl+j", "ctrl+m", "escape", "ctrl+g", "tab", "ctrl+i", "shift+tab"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("backspace", "ctrl+h", "delete", "f1", "ctrl+c", "ctrl+q"),
)
"""Keys that keep their part whatever the GC chooses, so that none can lock himself out; some are twins of others."""


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Keys, in Textual's names, by the id of the binding they are for; the fixed keys of a binding always stay."""

    keys: Mapping[str, tuple[str, ...]]

    def rebind(self, bindings: BindingsMap) -> BindingsMap:
        """Return `bindings` with the GC's keys in the place of those they had, in the order they were declared."""
        if not any(binding.id in self.keys for _, binding in bindings):
            return bindings
        by_id: dict[object, list[Binding]] = {}
        for _, binding in bindings:
            by_id.setdefault(binding.id or binding, []).append(binding)
        keys: dict[str, list[Binding]] = {}
        for group in by_id.values():
            for binding in self._rebound(group):
                keys.setdefault(binding.key, []).append(binding)
        return BindingsMap.from_keys(keys)

    def _rebound(self, group: list[Binding]) -> list[Binding]:
        """The bindings of one id, those that are free to go replaced where the first of them stood."""
        chosen = self.keys.get(group[0].id or "")
        if chosen is None:
            return group
        fixed = [each for each in group if each.key in FIXED]
        place = next((at for at, each in enumerate(group) if each.key not in FIXED), len(group))
        new = [group[0].with_key(key) for key in chosen if key not in FIXED]
        return fixed[:place] + new + fixed[place:]


NO_CHANGES = KeyMap({})


def key_map_of(key_file: KeyFile | None) -> tuple[KeyMap, str]:
    """Return the key map of a file, and what is wrong with it, in French; then it is the one that changes nothing.

    Judging a file loads every screen, so only those who change keys pay for it.
    """
    if key_file is None or not (key_file.written or key_file.trouble):
        return NO_CHANGES, ""
    key_map, problems = NO_CHANGES, [key_file.trouble]
    if not key_file.trouble:
        from tui.chosen_keys import chosen_keys

        key_map, problems = chosen_keys(key_file.written)
    told = "\n".join(f"· {each}" for each in problems)
    return key_map, told and f"{key_file.path} :\n{told}"
