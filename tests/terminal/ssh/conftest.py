"""The far end of an ssh link: a server, and the `gardien` that is found there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.ssh.sshd import FarGardien, Sshd


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """One server for all tests; each of them sees it as `sshd`."""
    sshd = Sshd(tmp_path_factory.mktemp("ssh") / "sshd")
    yield sshd
    sshd.close()


@pytest.fixture
def sshd(server: Sshd) -> Iterator[Sshd]:
    """A server that nobody is connected to; who connects is gone at the end of the test."""
    yield server
    server.hang_up()


@pytest.fixture
def far_gardien(tmp_path: Path, campaigns: Path) -> FarGardien:
    """The `gardien` of the far end, with the sample campaign."""
    return FarGardien(tmp_path / "far", campaigns)
