"""Keys in French. A `Binding` is the one declaration of a key: the hint bar, the help and the palette read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from textual import actions
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.screen import Screen

from screens.key_names import key_name

EVERYWHERE = "Partout"
"""The group of keys that belong to no part of a screen in particular."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """What can be done now and with which keys, as it is told to the user.

    Attributes:
        id: the binding's id.
        keys: its keys in French, the first being the one that hints show.
        label: what it does, in a word or two.
        tooltip: what it does, in a sentence.
        group: the part of the screen it belongs to.
        shown: whether the hint bar shows it.
        node: whose action it is.
        action: the action.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    tooltip: str
    group: str
    shown: bool
    node: DOMNode
    action: str


def bindings_of(node: DOMNode) -> BindingsMap:
    """Return every binding of `node`; for them all, as for those of a class, Textual has no public way."""
    return node._bindings


def give_bindings(node: DOMNode, bindings: BindingsMap) -> None:
    """Give `node` other bindings in the place of its own."""
    node._bindings = bindings


def declared_bindings(owner: type[DOMNode]) -> BindingsMap:
    """Return the bindings that a node of class `owner` begins with."""
    return owner._merged_bindings or BindingsMap()


def key_for(node: DOMNode, id: str) -> str:
    """Return the French name of the first key that the binding `id` of `node` has: the one to name in a sentence."""
    return next(key_name(key) for key, binding in bindings_of(node) if binding.id == id)


def actions_of(node: DOMNode, key: str) -> set[str]:
    """Return the names of the actions that a key has on `node`, whether or not they can be done now."""
    return {actions.parse(each.action)[1] for name, each in bindings_of(node) if name == key}


def active_rows(screen: Screen[Any]) -> tuple[KeyRow, ...]:
    """Return a row for each key of ours that works at this very moment, in the order of their declaration.

    Ours have an id; Textual's own (moving a cursor, scrolling) have none and aren't told.
    """
    active = screen.active_bindings.values()
    return _rows((each.node, each.binding) for each in active if each.enabled)


def all_rows(screen: Screen[Any]) -> tuple[KeyRow, ...]:
    """Return a row for each key of ours on the way from the focus to the app.

    Unlike `active_rows`, it keeps the letters that the focused field takes for itself.
    """
    return _rows(
        (node, binding)
        for node in _chain(screen)
        for _, binding in bindings_of(node)
        if _enabled(node, binding)
    )


def _chain(screen: Screen[Any]) -> Iterator[DOMNode]:
    focused = screen.focused
    for node in [screen, screen.app] if focused is None else focused.ancestors_with_self:
        yield node
        if node.is_modal:
            return


def _enabled(node: DOMNode, binding: Binding) -> bool:
    namespace, name, arguments = actions.parse(binding.action)
    targets: dict[str, DOMNode] = {"app": node.app, "screen": node.screen}
    return bool(targets.get(namespace, node).check_action(name, arguments))


def _rows(found: Iterable[tuple[DOMNode, Binding]]) -> tuple[KeyRow, ...]:
    by_id: dict[str, tuple[DOMNode, list[Binding]]] = {}
    for node, binding in found:
        if binding.id:
            first, bindings = by_id.setdefault(binding.id, (node, []))
            if first is node:
                bindings.append(binding)
    return tuple(_row(node, bindings) for node, bindings in by_id.values())


def _row(node: DOMNode, bindings: list[Binding]) -> KeyRow:
    binding = bindings[0]
    return KeyRow(
        id=binding.id or "",
        keys=tuple(key_name(each.key) for each in bindings),
        label=binding.description,
        tooltip=binding.tooltip or binding.description,
        group=_group(node, binding),
        shown=binding.show,
        node=node,
        action=binding.action,
    )


def _group(node: DOMNode, binding: Binding) -> str:
    if binding.group is not None:
        return binding.group.description
    return node.BINDING_GROUP_TITLE or EVERYWHERE
