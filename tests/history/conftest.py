"""A campaign of three evenings."""

from pathlib import Path

import pytest

from tests.history.at_the_history import Played


@pytest.fixture
def played(tmp_path: Path) -> Played:
    return Played(tmp_path)
