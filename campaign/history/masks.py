"""Which rows of a session are meant: a byte for each, 1 or 0."""

from __future__ import annotations

from collections.abc import Container, Iterable

_FLIPPED = bytes.maketrans(b"\0\1", b"\1\0")


def both(one: bytes, other: bytes) -> bytes:
    """Return the rows that two masks have."""
    return (int.from_bytes(one) & int.from_bytes(other)).to_bytes(len(one))


def either(one: bytes, other: bytes) -> bytes:
    """Return the rows that one of two masks has."""
    return (int.from_bytes(one) | int.from_bytes(other)).to_bytes(len(one))


def flipped(mask: bytes) -> bytes:
    """Return the rows that a mask doesn't have."""
    return mask.translate(_FLIPPED)


def having(column: bytes, values: Container[int]) -> bytes:
    """Return the rows whose byte in a column is one of `values`."""
    return column.translate(bytes(each in values for each in range(256)))


def these(column: Iterable[int], wanted: Container[int]) -> bytes:
    """Return the rows whose number in a column is among the `wanted` ones."""
    return bytes([each in wanted for each in column])
