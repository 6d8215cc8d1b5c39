"""The GC's own preferences, in one small file that is replaced whole."""

from __future__ import annotations

from pathlib import Path

import msgspec

from campaign.preferences import NotRemembered, Pace, Preferences, Remembered, Theme
from campaign.text import clean
from storage.disk import Disk
from storage.faults import cause
from storage.layout import put_in_any_folder

FILE = "reglages.json"
FORMAT = 1
"""What this program writes; it reads no other."""
_READ_AT_MOST = 64 * 1024


class _Kept(msgspec.Struct):
    """A field that came later has a default, for files that were written before it."""

    format: int
    theme: Theme
    rythme: Pace
    lien_lent: bool = False
    souris: bool = True


class _Format(msgspec.Struct):
    format: int


class PreferencesFile:
    """The preferences of a configuration folder, which need not exist yet.

    A file that can't be read, or that a newer Gardien wrote, is left as it is.
    """

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self._path, self._disk = folder / FILE, disk or Disk()
        self._is_ours = True

    def load(self) -> Remembered:
        """Return what was kept; whatever is wrong with it is told and changes nothing else."""
        try:
            data = self._disk.read_named(self._path, size=_READ_AT_MOST)
        except (FileNotFoundError, NotADirectoryError):
            return Remembered(Preferences())
        except OSError as error:
            return self._left_alone(f"ne peuvent pas être lus{cause(error, self._path)}")
        try:
            newer = msgspec.json.decode(data, type=_Format).format > FORMAT
            kept = None if newer else msgspec.json.decode(data, type=_Kept)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self._left_alone("sont illisibles")
        if kept is None:
            return self._left_alone("sont d’un Gardien plus récent")
        return Remembered(Preferences(kept.theme, kept.rythme, kept.lien_lent, kept.souris))

    def keep(self, preferences: Preferences) -> None:
        """Keep `preferences` for the next time.

        Raises:
            NotRemembered: they could not be written; what was kept before is still there.
        """
        if not self._is_ours:
            raise NotRemembered(_not_kept(f" : {self._path} reste tel qu’il est"))
        kept = _Kept(
            FORMAT, preferences.theme, preferences.pace, preferences.slow_link, preferences.mouse
        )
        try:
            put_in_any_folder(self._disk, self._path, msgspec.json.encode(kept) + b"\n")
        except OSError as error:
            why = f"{cause(error, self._path)} ({self._path})"
            raise NotRemembered(_not_kept(why)) from error

    def _left_alone(self, why: str) -> Remembered:
        self._is_ours = False
        told = f"Vos réglages {why} ; ceux d’origine servent, et le fichier reste tel quel."
        return Remembered(Preferences(), clean(f"{told} ({self._path})"))


def _not_kept(why: str) -> str:
    return clean(f"Ce réglage ne vaut que pour cette fois, il n’a pas pu être gardé{why}.")
