"""The GC's place in a campaign, in one small file of his own state folder that is replaced whole."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import msgspec

from campaign.place import Draft, HalfRoll, Place, PlaceLost, Writing
from campaign.text import clean
from storage.disk import Disk
from storage.faults import cause
from storage.layout import put_in_any_folder

FOLDER = "reprises"
FORMAT = 1
"""What this program writes; it reads no other."""
LONGEST = 20_000
"""Characters of a text that are kept: ten times the longest note."""
MOST = 20
"""Drafts that are kept, the last ones."""
_READ_AT_MOST = 4 * LONGEST * (MOST + 1)


class _Kept(msgspec.Struct):
    format: int
    campaign: str
    place: Place


class BookmarkFile:
    """The place in one campaign.

    Put in place once, it is then written over at each key or so, which costs next to nothing: a program that is killed
    at any moment has it, a power failure may cost the last seconds of it.

    Args:
        state: the user's state folder for Gardien, which need not exist yet.
        campaign: the folder of the campaign, whose path tells it from the others.
        disk: the system calls.
    """

    def __init__(self, state: Path, campaign: Path, disk: Disk | None = None) -> None:
        self._campaign = str(campaign.resolve())
        name = sha256(self._campaign.encode("utf-8", "surrogateescape")).hexdigest()[:24]
        self._path, self._disk = state / FOLDER / f"{name}.json", disk or Disk()
        self._descriptor: int | None = None
        self._size = 0

    def find(self) -> Place | None:
        """Return the place that was kept, or None.

        Raises:
            PlaceLost: there is one, but it can't be read.
        """
        try:
            data = self._disk.read(self._path, size=_READ_AT_MOST)
            kept = msgspec.json.decode(data, type=_Kept)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise PlaceLost(self._lost(f"retrouvé{cause(error, self._path)}")) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise PlaceLost(self._lost("retrouvé : le fichier est illisible")) from error
        if kept.format != FORMAT:
            raise PlaceLost(self._lost("retrouvé : le fichier est d’un autre Gardien"))
        return _harmless(kept.place)

    def keep(self, place: Place) -> None:
        """Keep `place` instead of the one before.

        Raises:
            PlaceLost: it could not be kept.
        """
        kept = _Kept(FORMAT, clean(self._campaign), _harmless(place))
        data = msgspec.json.encode(kept) + b"\n"
        try:
            if self._descriptor is None:
                self._descriptor = self._put(data)
            else:
                self._disk.write_over(self._descriptor, data.ljust(self._size))
        except OSError as error:
            raise PlaceLost(self._lost(f"gardé{cause(error, self._path)}")) from error
        self._size = max(self._size, len(data))

    def forget(self) -> None:
        """Keep no place any more; a file that can't be removed is only offered again."""
        descriptor, self._descriptor, self._size = self._descriptor, None, 0
        with suppress(OSError):
            self._disk.remove(self._path)
        if descriptor is not None:
            with suppress(OSError):
                self._disk.close(descriptor)

    def _put(self, data: bytes) -> int:
        """Put the file in place, and open it to be written over."""
        put_in_any_folder(self._disk, self._path, data)
        return self._disk.open(self._path, os.O_WRONLY | os.O_NOFOLLOW)

    def _lost(self, why: str) -> str:
        return clean(
            f"Ce qui est à l’écran sans être au journal n’a pas pu être {why} ({self._path})."
        )


def _harmless(place: Place) -> Place:
    """Return a place whose texts do nothing to a terminal, and are not too long."""
    drafts = tuple(replace(each, text=_written(each)) for each in place.drafts[-MOST:])
    return replace(place, roll=place.roll and _harmless_roll(place.roll), drafts=drafts)


def _harmless_roll(roll: HalfRoll) -> HalfRoll:
    diff, handicap = _text(roll.diff), _text(roll.handicap)
    die, encaissement_die = _text(roll.die), _text(roll.encaissement_die)
    return replace(roll, diff=diff, handicap=handicap, die=die, encaissement_die=encaissement_die)


def _written(draft: Draft) -> str:
    """The text of a draft; that of an evening told again has lines."""
    if draft.writing is not Writing.RETELLING:
        return _text(draft.text)
    return "\n".join(_text(line) for line in draft.text[:LONGEST].split("\n"))


def _text(text: str) -> str:
    """A text to go on from: a space at its end stays."""
    cut = text[:LONGEST]
    return clean(cut) + " " * cut.endswith(" ")
