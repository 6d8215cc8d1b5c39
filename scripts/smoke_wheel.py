"""Build the wheel as a release would, and try it where nothing but its pinned needs is installed.

Run by `make check`, with the tools of requirements/dev.txt and requirements/build.txt.
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: list[str] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
EXAMPLE_2_10 = "--ca 17 --diff 8 --eff 15 --de 12 --ca-encaissement 14 --de-encaissement 7 --json"
IMPORT_EVERYTHING = """
import importlib, pkgutil, sys
for package in sys.argv[1:]:
    module = importlib.import_module(package)
    assert "site-packages" in module.__file__, module.__file__
    for found in pkgutil.walk_packages(module.__path__, package + "."):
        if not found.name.endswith(".__main__"):
            importlib.import_module(found.name)
"""


def main() -> None:
    """Build, look inside, install, run."""
    with tempfile.TemporaryDirectory(prefix="gardien-wheel-") as scratch:
        wheel = build(Path(scratch))
        look_inside(wheel)
        try_it(wheel, Path(scratch))
    print(f"{wheel.name}: built, installed by itself and run.")


def build(scratch: Path) -> Path:
    """Build the sdist and, from what the sdist holds, the wheel."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", scratch, ROOT)
    (wheel,) = scratch.glob("*.whl")
    return wheel


def look_inside(wheel: Path) -> None:
    """Check that the wheel holds our packages, whole, and nothing else."""
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    version = PROJECT["project"]["version"]
    same(
        "top level",
        {name.split("/")[0] for name in names},
        {*PACKAGES, f"gardien-{version}.dist-info"},
    )
    sources = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    same("files", {name for name in names if ".dist-info/" not in name}, sources)
    if not any(name.endswith(".tcss") for name in names):
        sys.exit("The wheel holds no style sheet (.tcss).")


def try_it(wheel: Path, scratch: Path) -> None:
    """Install the wheel with the pinned requirements alone, import all of it and play example 2.10."""
    venv.create(scratch / "venv", with_pip=True)
    python, gardien = (scratch / "venv" / "bin" / name for name in ("python", "gardien"))
    requirements = ROOT / "requirements" / "runtime.txt"
    run(python, *PIP, "install", "--require-hashes", "-r", requirements, cwd=scratch)
    run(python, *PIP, "install", "--no-deps", "--no-index", wheel, cwd=scratch)
    run(python, *PIP, "check", cwd=scratch)
    run(python, "-c", IMPORT_EVERYTHING, *PACKAGES, cwd=scratch)
    if "resoudre" not in run(gardien, "--help", cwd=scratch):
        sys.exit("gardien --help does not name its commands.")
    answer = json.loads(run(gardien, "resoudre", *EXAMPLE_2_10.split(), cwd=scratch))
    if answer["dom_effectif"] != 4:
        sys.exit(f"Example 2.10 ends at Dom effectif 4, not {answer['dom_effectif']}.")


def same(what: str, found: set[str], expected: set[str]) -> None:
    """Stop, naming the difference, when the wheel is not what it should be."""
    if found != expected:
        missing, unexpected = sorted(expected - found), sorted(found - expected)
        sys.exit(f"The wheel's {what}: missing {missing}, unexpected {unexpected}.")


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command away from the sources, and return what it printed; stop with it when it fails."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=env, text=True, capture_output=True, check=False)
    if done.returncode:
        words = " ".join(map(str, command))
        sys.exit(f"{done.stdout}{done.stderr}\nFailed: {words}")
    return done.stdout


if __name__ == "__main__":
    main()
