"""Every test meets the same terminal and an empty home, whoever runs it.

Textual reads its variables when it is imported, so they go before any test imports it.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is not a failing test, and a test tries the same cases each time.
settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")
# `--hypothesis-profile=long` has the fuzzers try new cases for hours, and keep those that fail in .hypothesis.
settings.register_profile(
    "long",
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)

for name in list(os.environ):
    if name.startswith(("GARDIEN_", "TEXTUAL_")) and name != "GARDIEN_KILLS":
        del os.environ[name]
for name in ("COLUMNS", "ESCDELAY", "FORCE_COLOR", "LINES", "NO_COLOR"):
    os.environ.pop(name, None)
os.environ["TERM"] = "xterm-256color"
os.environ["COLORTERM"] = "truecolor"


@pytest.fixture(autouse=True)
def empty_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the campaigns of the person who runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    return home
