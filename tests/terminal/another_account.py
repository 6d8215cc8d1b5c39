"""Another Unix account of this machine, which the tests may run programs as: a player, in a group and nothing more."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from tests.cli.command import ROOT

NOBODY = 65534
PRODUCT = ("campaign", "cli", "rules", "screens", "storage", "tui")
NEEDED = ("click", "msgspec", "platformdirs", "textual", "tinydb")
_LIBRARY = Path("lib") / f"python{sys.version_info.major}.{sys.version_info.minor}"
_UNUSED = ("__pycache__", "config-*", "ensurepip", "idlelib", "site-packages", "test", "tkinter")


@cache
def trouble() -> str:
    """Return what keeps this account from running programs as another; empty if nothing does."""
    if os.geteuid() == 0:
        return ""
    sudo = shutil.which("sudo")
    may = sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False)
    return (
        "" if may and may.returncode == 0 else "only root, or who may sudo, can be another account"
    )


class Player:
    """The account `nobody`, in one group.

    Args:
        group: the number of the group.
        home: a new folder where every account can read what the player runs, as it may not in a clone or a home.

    Attributes:
        python: the interpreter that the player can run.
        variables: the environment that it needs.
    """

    def __init__(self, group: int, home: Path) -> None:
        become = ["setpriv", f"--reuid={NOBODY}", f"--regid={group}", "--clear-groups"]
        self._become = become if os.geteuid() == 0 else ["sudo", "-n", *become]
        self.variables = {
            "HOME": "/nonexistent",
            "LANG": "C.UTF-8",
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(home / "gardien"),
            "TERM": "xterm-256color",
        }
        _copy_product(home / "gardien")
        self.python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
        if self.does(self.python, "-c", "").returncode:  # it is in someone's home
            self.variables |= _copy_interpreter(Path(self.python), home / "python")
            self.python = str(home / "python" / "bin" / "python")
        assert self.does(self.python, "-c", "import cli.main").returncode == 0

    def command(self, *words: str) -> list[str]:
        """Return what runs a program as the player."""
        variables = [f"{name}={value}" for name, value in self.variables.items()]
        return [*self._become, "env", "-i", *variables, *words]

    def gardien(self, *words: str) -> list[str]:
        """Return what runs `gardien` as the player."""
        return self.command(self.python, "-m", "cli", *words)

    def does(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a program as the player."""
        return _done(self.command(*words))

    def asks(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `gardien` as the player, without a terminal."""
        return _done(self.gardien(*words))


def _done(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")


def _copy_product(target: Path) -> None:
    """Copy Gardien and the distributions that it needs."""
    for name in PRODUCT:
        shutil.copytree(ROOT / name, target / name)
    for name in _with_their_needs(NEEDED):
        found = distribution(name)
        for file in found.files or ():
            if ".." not in file.parts:
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(found.locate_file(file)), target / file)
    _open_to_all(target)


def _copy_interpreter(python: Path, target: Path) -> Mapping[str, str]:
    """Copy an interpreter with its library; return the variables that it then needs."""
    prefix = python.parents[1]
    (target / "bin").mkdir(parents=True)
    shutil.copy(python, target / "bin" / "python")
    shutil.copytree(prefix / _LIBRARY, target / _LIBRARY, ignore=shutil.ignore_patterns(*_UNUSED))
    for shared in (prefix / "lib").glob("libpython*.so*"):
        shutil.copy(shared, target / "lib")
    _open_to_all(target)
    return {"PYTHONHOME": str(target), "LD_LIBRARY_PATH": str(target / "lib")}


def _open_to_all(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))


def _with_their_needs(names: Sequence[str]) -> set[str]:
    """Return the distributions of these names and all that they need."""
    found = set(names)
    for name in names:
        needs = [each for each in distribution(name).requires or () if "extra ==" not in each]
        found |= _with_their_needs([re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in needs])
    return found
