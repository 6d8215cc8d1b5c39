"""The key map file: what it says, before anyone has judged it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from campaign.text import clean
from storage.disk import Disk
from storage.faults import cause

FILE = "touches.toml"
_LONGEST = 16 * 1024
"""In bytes: twice what a file has that names every key. TOML takes longer and longer over a long one."""
_PLACE = re.compile(r"at line (\d+), column (\d+)")


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A key map file.

    Attributes:
        path: where it is, or would be.
        written: the ids that it names, each with what it says of it.
        trouble: why it can't be read, in a French sentence; empty if nothing is wrong, nor if it isn't there.
    """

    path: Path
    written: Mapping[str, object] = field(default_factory=dict)
    trouble: str = ""


def read_key_file(path: Path, disk: Disk, *, must_exist: bool) -> KeyFile:
    """Read a key map file; where it isn't there, that is a trouble only if it `must_exist`."""
    try:
        data = disk.read_named(path, size=_LONGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return KeyFile(path, trouble="Ce fichier n’existe pas." if must_exist else "")
    except OSError as error:
        return KeyFile(path, trouble=clean(f"Ce fichier ne peut pas être lu{cause(error, path)}."))
    if len(data) > _LONGEST:
        return KeyFile(
            path, trouble=f"Ce fichier est démesuré, il en faut un de {_LONGEST} octets au plus."
        )
    return _read(path, data)


def _read(path: Path, data: bytes) -> KeyFile:
    import tomllib

    try:
        return KeyFile(path, dict(_flat(tomllib.loads(data.decode("utf-8-sig")))))
    except UnicodeDecodeError:
        return KeyFile(path, trouble="Ce fichier n’est pas du texte en UTF-8.")
    except (ValueError, RecursionError) as error:  # too long a number is no TOMLDecodeError
        return KeyFile(path, trouble=f"Ce fichier n’est pas du TOML{_place(error)} : {_MODEL}")


_MODEL = 'une ligne s’écrit "table.undo" = "z", et une remarque commence par #.'


def _place(error: Exception) -> str:
    found = _PLACE.search(str(error))
    return f", ligne {found[1]}, colonne {found[2]}" if found else ""


def _flat(table: Mapping[str, object], within: str = "") -> Iterator[tuple[str, object]]:
    """Yield each id with its value: table.undo without quotes is a table in TOML, and means the same."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{within}{name}.")
        else:
            yield f"{within}{name}", value
