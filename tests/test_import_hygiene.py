"""What must start at once loads no interface: a fresh interpreter says all that it imported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
INTERFACE = {"rich", "textual"}
LIBRARIES = INTERFACE | {"click", "msgspec", "platformdirs", "plotille", "tinydb"}

IMPORT_PACKAGE = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
"""
GARDIEN = "from cli.main import main; main()"


def imported_by(code: str, *arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        text=True,
        capture_output=True,
        check=False,
    )
    lines = done.stderr.splitlines()
    assert done.returncode == 0, [line for line in lines if not line.startswith("import time:")]
    modules = [line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")]
    return {module.partition(".")[0] for module in modules}


@pytest.mark.parametrize("package", ["rules", "campaign"])
def test_the_game_and_the_table_load_python_alone(package: str) -> None:
    loaded = imported_by(IMPORT_PACKAGE, package)
    assert package in loaded
    assert not loaded & LIBRARIES


def test_storage_loads_no_interface() -> None:
    loaded = imported_by(IMPORT_PACKAGE, "storage")
    assert "tinydb" in loaded
    assert not loaded & INTERFACE


@pytest.mark.parametrize(
    "arguments",
    [
        "--help",
        "resoudre --ca 17 --diff 8 --eff 15 --de 12 --ca-encaissement 14 --de-encaissement 7",
        "risque --ca 17 --eff 15 --ca-encaissement 14",
        "texte --help",
        "exporter --help",
        "importer --help",
        "statistiques --help",
    ],
    ids=lambda arguments: arguments.partition(" ")[0],
)
def test_a_headless_command_loads_no_interface(arguments: str) -> None:
    loaded = imported_by(GARDIEN, *arguments.split())
    assert "cli" in loaded
    assert not loaded & INTERFACE


def test_pictures_are_drawn_without_an_interface() -> None:
    loaded = imported_by("import screens.statistics.drawing")
    assert "plotille" in loaded
    assert not loaded & (INTERFACE | {"numpy"})
